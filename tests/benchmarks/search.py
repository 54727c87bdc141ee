"""Search, side by side: python tests/benchmarks/search.py [--papers 10000 100000] [--out FOLDER]

All engines run in one process on the same papers and are asked the same queries, one engine after
the other; CPU time is what is measured, ratios are medians over the queries. A query is the profile
of a made-up library of 500 papers. "Limit" is the time in which this machine reads the postings of
all its terms (8 bytes each) and the scores (4 bytes). Corpora are made on first use and kept;
beyond ALL_UP_TO papers only our own ways are measured. Needs bm25s, numba, tantivy and matplotlib;
an engine that is not installed is left out.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from pathlib import Path

import numpy as np
from corpora import library, made
from engines import RIVALS, Engine, Ours

from recommender.corpus import Corpus

K, LIBRARY = 20, 500
SECONDS, LEAST = 60, 2  # of CPU for the queries of one engine; so many are asked in any case
PLAIN = "one pass"  # in the name of a way that is not plotted
ALL_UP_TO = 100_000  # papers: in larger corpora the others take hours


@dataclass(frozen=True, slots=True)
class Query:
    """Weighted terms, the exact answer, and the least time in which it can be found."""

    terms: list[str]
    weights: np.ndarray
    best: list[int]
    limit: float


@dataclass(slots=True)
class Measured:
    """CPU seconds of the queries that an engine was asked, and how right it was."""

    engine: Engine
    times: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: medians over the queries, each paired with the same query of another."""

    name: str
    milliseconds: float
    times_ours: float
    times_limit: float
    right: float  # share of the exact first K


def bandwidth() -> float:
    """Return how many bytes a CPU second reads on one core: the best of seven."""
    numbers = np.ones(50_000_000, np.float32)
    times = []
    for _ in range(7):
        start = time.process_time()
        numbers.max()
        times.append(time.process_time() - start)
    return numbers.nbytes / min(times)


def queries(corpus: Corpus, n_terms: int, n: int, speed: float) -> Iterator[Query]:
    """Yield the profiles of libraries about three topics each."""
    index, rng = corpus.index, np.random.default_rng(11)
    frequency = index.document_frequency
    for _ in range(n):
        weights = index.rows("tfidf", library(corpus, rng, LIBRARY)).sum(axis=0)
        terms = np.argsort(-weights, kind="stable")[:n_terms]
        terms = terms[weights[terms] > 0]
        weight = weights[terms] * np.log((len(corpus) + 1) / frequency[terms])
        best, _ = index.top("bm25", terms, weight, K, exact=True)
        touched = int(frequency[terms].sum())
        limit = (8 * touched + 4 * len(corpus)) / speed
        names = [index.term(number) for number in terms.tolist()]
        index.numbers(names)  # a library asks for its terms again and again: they are remembered
        yield Query(names, weight, best.tolist(), limit)


def joined(term: str) -> str:
    """Return a term as one word."""
    return term.replace(" ", "_")


def term_lists(corpus: Corpus) -> list[list[str]]:
    """Return the terms of each paper, pairs joined by a low line."""
    index = corpus.index
    names = [joined(index.term(number)) for number in range(index.n_terms)]
    counts = index.rows("bm25", np.arange(len(corpus)))
    tf = index._arrays["rows.tf"].whole()
    lists = []
    for start, end in zip(counts.indptr[:-1].tolist(), counts.indptr[1:].tolist(), strict=True):
        pairs = zip(counts.indices[start:end].tolist(), tf[start:end].tolist(), strict=True)
        lists.append([name for t, n in pairs for name in (names[t],) * n])
    return lists


def ask(engine: Engine, query: Query) -> tuple[float, float]:
    """Return the seconds that an engine took, and the share of the exact first K it found."""
    terms = query.terms if isinstance(engine, Ours) else [joined(term) for term in query.terms]
    start = time.process_time()
    found = engine.ask(terms, query.weights, K)
    return time.process_time() - start, len(set(found) & set(query.best)) / K


def ours(corpus: Corpus) -> Iterator[Engine]:
    """Yield our ways to search, that of the command line first."""
    for compiled, exact in product((False, True), repeat=2):
        with suppress(ImportError):
            yield Ours(corpus, exact=exact, compiled=compiled)


def rivals(corpus: Corpus) -> Iterator[Engine]:
    """Yield the other engines, filled."""
    lists = term_lists(corpus)
    for rival in RIVALS:
        try:
            yield rival(lists)
        except ImportError as error:
            print(f"{rival.name} is left out: {error}")


def compare(engines: Sequence[Engine], asked: Sequence[Query]) -> list[Row]:
    """Return what each engine took, the first of them being ours."""
    results = [Measured(engine) for engine in engines]
    for result in results:
        ask(result.engine, asked[-1])  # caches and compilers warm up
        for query in asked:
            if len(result.times) < LEAST or sum(result.times) < SECONDS:
                took, right = ask(result.engine, query)
                result.times.append(took)
                result.right.append(right)
    return [_row(result, results[0], asked) for result in results]


def _row(result: Measured, first: Measured, asked: Sequence[Query]) -> Row:
    def paired(times: Iterable[float]) -> float:
        return statistics.median(a / b for a, b in zip(result.times, times, strict=False))

    return Row(
        name=result.engine.name,
        milliseconds=1000 * statistics.median(result.times),
        times_ours=paired(first.times),
        times_limit=paired(query.limit for query in asked),
        right=statistics.mean(result.right),
    )


def main() -> None:
    """Run the comparison and write the table and the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--terms", type=int, nargs="+", default=[300, 1000])
    parser.add_argument("--queries", type=int, default=12)
    parser.add_argument("--data", type=Path, default=Path("build/benchmarks/data"))
    parser.add_argument("--out", type=Path, default=Path("build/benchmarks"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    lines, tables = [f"{date.today()}, {machine()}"], {}
    for n_papers in options.papers:
        corpus = made(options.data, n_papers)
        engines = [*ours(corpus), *(rivals(corpus) if n_papers <= ALL_UP_TO else ())]
        for n_terms in options.terms:
            asked = list(queries(corpus, n_terms, options.queries, bandwidth()))
            limit = 1000 * statistics.median(query.limit for query in asked)
            title = f"{n_papers:,} papers, profile of {n_terms:,} terms; limit {limit:.2f} ms"
            found = tables[n_papers, n_terms] = compare(engines, asked)
            lines += ["", title, "", *table(found)]
            print("\n".join(["", title, "", *table(found)]), flush=True)
    (options.out / "search.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plot(tables, options.out / "search.png", lines[0])


def machine() -> str:
    """Return what this was measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, one core, CPU time"


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield "| engine | ms | × ours | × limit | of the exact 20 |"
    yield "|---|---|---|---|---|"
    for row in rows:
        yield (
            f"| {row.name} | {row.milliseconds:,.2f} | {row.times_ours:,.2f} "
            f"| {row.times_limit:,.2f} | {row.right:.2f} |"
        )


def plot(tables: Mapping[tuple[int, int], Sequence[Row]], path: Path, where: str) -> None:
    """Draw how many times the limit each engine takes, a row of plots for each size."""
    try:
        from matplotlib import pyplot
    except ImportError:
        print("No plot: matplotlib is not installed.")
        return
    sizes, lengths = (sorted(set(values)) for values in zip(*tables, strict=True))
    shown = {key: [row for row in rows if PLAIN not in row.name] for key, rows in tables.items()}
    heights = [len(shown[size, lengths[0]]) + 1.5 for size in sizes]
    figure, axes = pyplot.subplots(
        len(sizes),
        len(lengths),
        figsize=(5 * len(lengths) + 1, 0.3 * sum(heights) + 0.8),
        height_ratios=heights,
        sharex=True,
        sharey="row",
        squeeze=False,
        layout="constrained",
    )
    for (size, length), axis in zip(product(sizes, lengths), axes.flat, strict=True):
        names = [row.name.removesuffix(", as by default") for row in shown[size, length]]
        for place, (name, row) in enumerate(zip(names, shown[size, length], strict=True)):
            ours = name.startswith("recommender")
            axis.plot(row.times_limit, place, "o", color="#225588" if ours else "#999999")
            axis.annotate(
                f"{row.milliseconds:,.{0 if row.milliseconds > 10 else 1}f} ms",
                (row.times_limit, place),
                xytext=(7, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
            )
        axis.axvline(1, color="black", linewidth=1)
        axis.set_xscale("log")
        axis.set_xlim(0.3, 300_000)
        axis.set_yticks(range(len(names)), names)
        axis.set_ylim(len(names) - 0.5, -0.5)
        axis.grid(axis="y", color="#eeeeee")
        axis.set_title(f"{size:,} papers, {length:,} terms", fontsize=10, loc="left")
        axis.spines[["top", "right"]].set_visible(False)
    figure.supxlabel("times the reading of the postings (1: the limit of the memory)", fontsize=10)
    figure.suptitle(where, fontsize=9)
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    main()
