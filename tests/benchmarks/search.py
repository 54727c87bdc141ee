"""Search, side by side: python tests/benchmarks/search.py [--papers 10000 100000] [--out FOLDER]

All engines run in one process on the same papers and are asked the same queries in turn; CPU time
is what is measured. A query is the profile of a made-up library of 500 papers. "Limit" is the time
in which this machine reads the postings of all its terms (8 bytes each) and the scores (4 bytes).
Needs bm25s, numba, tantivy and matplotlib; an engine that is not installed is left out.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from pathlib import Path

import numpy as np
from corpora import papers
from engines import RIVALS, Engine, Ours

from recommender.corpus import Corpus, build, fast

K, LIBRARY = 20, 500
SECONDS = 60  # of CPU for the queries of one engine; two are asked in any case


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

    name: str
    built: float
    times: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)


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
    topics = np.array([int(paper.fields["topic"]) for paper in corpus.papers])
    frequency = index.document_frequency
    for _ in range(n):
        about = np.flatnonzero(np.isin(topics, rng.choice(topics.max() + 1, 3, replace=False)))
        library = np.sort(rng.permutation(about)[:LIBRARY])
        weights = index.rows("tfidf", library).sum(axis=0)
        terms = np.argsort(-weights, kind="stable")[:n_terms]
        terms = terms[weights[terms] > 0]
        weight = weights[terms] * np.log((len(corpus) + 1) / frequency[terms])
        best, _ = index.top("bm25", terms, weight, K, exact=True)
        touched = int(frequency[terms].sum())
        limit = (8 * touched + 4 * len(corpus)) / speed
        yield Query([index.term(t) for t in terms.tolist()], weight, best.tolist(), limit)


def term_lists(corpus: Corpus) -> list[list[str]]:
    """Return the terms of each paper, pairs joined by a low line."""
    index = corpus.index
    names = [index.term(number).replace(" ", "_") for number in range(index.n_terms)]
    counts = index.rows("bm25", np.arange(len(corpus)))
    tf = index._arrays["rows.tf"].whole()
    lists = []
    for start, end in zip(counts.indptr[:-1].tolist(), counts.indptr[1:].tolist(), strict=True):
        pairs = zip(counts.indices[start:end].tolist(), tf[start:end].tolist(), strict=True)
        lists.append([name for t, n in pairs for name in (names[t],) * n])
    return lists


def measure(engine: Engine, built: float, asked: list[Query], joined: bool) -> Measured:
    """Ask an engine the queries, the first one twice: caches and compilers warm up."""
    result = Measured(engine.name, built)
    for turn, query in enumerate([asked[0], *asked]):
        terms = [t.replace(" ", "_") for t in query.terms] if joined else query.terms
        start = time.process_time()
        found = engine.ask(terms, query.weights, K)
        took = time.process_time() - start
        if turn:
            result.times.append(took)
            result.right.append(len(set(found) & set(query.best)) / K)
        if turn > 1 and sum(result.times) > SECONDS:
            break
    return result


def compare(n_papers: int, n_terms: int, n_queries: int, rivals: bool) -> list[Measured | float]:
    """Return what each engine took, and the median limit, on one corpus."""
    speed = bandwidth()
    start = time.process_time()
    corpus = build("benchmark", papers(n_papers))
    built = time.process_time() - start
    asked = list(queries(corpus, n_terms, n_queries, speed))
    found: list[Measured | float] = [statistics.median(query.limit for query in asked)]
    for compiled, exact in product((False, True), repeat=2):  # once compiled, always compiled
        with suppress(ImportError):
            engine: Engine = Ours(corpus, exact=exact, compiled=compiled)
            found.append(measure(engine, built, asked, joined=False))
    fast.forget_kernels()
    lists = term_lists(corpus) if rivals else []
    for rival in RIVALS if rivals else ():
        try:
            start = time.process_time()
            engine = rival(lists)
        except ImportError as error:
            print(f"{rival.name} is left out: {error}")
            continue
        found.append(measure(engine, time.process_time() - start, asked, joined=True))
        del engine
    return found


def rows(found: list[Measured | float]) -> Iterator[tuple[str, float, float, float, float, float]]:
    """Yield name, build seconds, median ms, times ours (paired), times the limit, right ones."""
    limit, ours = found[0], found[1]
    for result in found[1:]:
        pairs = zip(result.times, ours.times, strict=False)
        ratio = statistics.median(a / b for a, b in pairs)
        median = statistics.median(result.times)
        right = statistics.mean(result.right)
        yield result.name, result.built, 1000 * median, ratio, median / limit, right


def main() -> None:
    """Run the comparison and write the table and the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--terms", type=int, nargs="+", default=[300, 1000])
    parser.add_argument("--queries", type=int, default=12)
    parser.add_argument("--ours-only", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("build/benchmarks"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    lines = [f"{date.today()}, {platform.processor() or platform.machine()}, one core, CPU time"]
    plots = {}
    for n_papers in options.papers:
        for n_terms in options.terms:
            found = compare(n_papers, n_terms, options.queries, not options.ours_only)
            title = f"{n_papers:,} papers, profile of {n_terms:,} terms"
            plots[title] = list(rows(found))
            lines += ["", f"{title}; limit {1000 * found[0]:.2f} ms", ""]
            lines += ["| engine | build s | ms | × ours | × limit | of the exact 20 |"]
            lines += ["|---|---|---|---|---|---|"]
            lines += [
                f"| {name} | {b:.1f} | {ms:.2f} | {ours:,.1f} | {limit:,.1f} | {right:.2f} |"
                for name, b, ms, ours, limit, right in plots[title]
            ]
            print("\n".join(lines[-len(plots[title]) - 4 :]), flush=True)
    (options.out / "search.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plot(plots, options.out / "search.png")


def plot(plots: dict[str, list[tuple[str, float, float, float, float, float]]], path: Path) -> None:
    """Draw how many times the limit each engine takes."""
    try:
        from matplotlib import pyplot
    except ImportError:
        print("No plot: matplotlib is not installed.")
        return
    figure, axes = pyplot.subplots(len(plots), 1, figsize=(8, 2.4 * len(plots)), squeeze=False)
    for axis, (title, found) in zip(axes[:, 0], plots.items(), strict=True):
        names = [row[0] for row in reversed(found)]
        axis.barh(names, [row[4] for row in reversed(found)], color="#4477aa")
        axis.axvline(1, color="black", linewidth=1)
        axis.set_xscale("log")
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("times the reading of the postings; 1 is the limit of the memory")
    figure.tight_layout()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main()
