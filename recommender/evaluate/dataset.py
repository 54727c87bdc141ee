"""The test over a folder of many libraries: `items.jsonl.gz` and `libraries.json`.

A line of the first is a paper with `id`, `title`, `abstract`, `year`, `venue`; the second lists
libraries with `id` and `items`, the ids of their papers.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from recommender.errors import UnreadableInput
from recommender.evaluate.candidates import Candidates, Pool, Task, library_of
from recommender.evaluate.protocol import CASES, DEPTH, Metrics, metrics, ranks, shown, split
from recommender.evaluate.rankings import RANKINGS
from recommender.evaluate.rows import Progress, Row, mean, rows_of
from recommender.library import Library
from recommender.papers import Paper

ITEMS, LIBRARIES = "items.jsonl.gz", "libraries.json"
BROKEN = (AttributeError, EOFError, KeyError, OSError, TypeError, ValueError, zlib.error)
LEAST, MOST = 10, 350  # papers of a library that is tested


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """Papers, and libraries as the ids of theirs."""

    pool: Pool
    libraries: Mapping[str, Sequence[str]]


def read(folder: Path, part: str | None = None) -> DataSet:
    """Read the libraries of a folder, or one part of them; UnreadableInput where it has none."""
    try:
        papers = {str(record["id"]): paper_of(record) for record in lines(folder / ITEMS)}
        listed = json.loads((folder / LIBRARIES).read_text(encoding="utf-8"))
        found = {
            str(each["id"]): [str(i) for i in each["items"]]
            for each in listed
            if part in (None, each.get("part")) and LEAST <= len(each["items"]) <= MOST
        }
    except BROKEN as error:
        raise _unreadable(folder, error) from error
    strange = next((i for items in found.values() for i in items if i not in papers), None)
    if strange is not None:
        raise UnreadableInput(f"{folder / LIBRARIES} names the paper {strange}; add it to {ITEMS}.")
    if not found:
        raise UnreadableInput(f"{folder} has no library of {LEAST} to {MOST} papers to test with.")
    return DataSet(pool=Pool(papers), libraries=dict(sorted(found.items())))


def evaluate(
    data: DataSet,
    *,
    cases: Sequence[str],
    rankings: Sequence[str],
    seeds: Sequence[int],
    progress: Progress,
) -> list[Row]:
    """Return what each ranking is worth in each case, over all libraries and seeds."""
    found: dict[tuple[str, str], list[Metrics]] = defaultdict(list)
    for done, (name, ids) in enumerate(data.libraries.items()):
        progress(done, len(data.libraries))
        of_seeds: dict[tuple[str, str], list[Metrics]] = defaultdict(list)
        for seed in seeds:
            for case, ranking, values in _one(data.pool, name, ids, seed, cases, rankings):
                of_seeds[case, ranking].append(values)
        for both, several in of_seeds.items():
            found[both].append(mean(several))
    progress(len(data.libraries), len(data.libraries))
    return rows_of({(c, r): found[c, r] for c in cases for r in rankings})


def _one(  # noqa: PLR0913, PLR0917
    pool: Pool,
    name: str,
    ids: Sequence[str],
    seed: int,
    cases: Sequence[str],
    rankings: Sequence[str],
) -> Iterator[tuple[str, str, Metrics]]:
    """Yield (case, ranking, metrics) of one library under one seed."""
    kept, hidden = split(name, ids, seed)
    candidates = pool.without(set(kept))
    for case in cases:
        library = library_of(shortened(pool, name, kept, case, seed))
        task = task_of(library, case, candidates, pool, kept)
        for ranking in rankings:
            yield case, ranking, metrics(ranks(order(task, ranking), hidden))


def shortened(pool: Pool, name: str, kept: Sequence[str], case: str, seed: int) -> list[Paper]:
    """Return what a case leaves of a library's papers."""
    left = shown(name, kept, CASES[case], seed)
    return [pool[i] if abstract else replace(pool[i], abstract="") for i, abstract in left.items()]


def task_of(
    library: Library, case: str, others: Candidates, pool: Pool, kept: Collection[str]
) -> Task:
    """Return what a case asks: to rank the others, or all where the corpus lends abstracts."""
    if not CASES[case].lent:
        return Task(library=library, candidates=others, limit=DEPTH)
    limit = DEPTH + len(kept)
    return Task(library=library, candidates=pool.everything, limit=limit, own=frozenset(kept))


def order(task: Task, ranking: str) -> list[str]:
    """Return the ids of the candidates in the order of a ranking, without the library's own."""
    found = (task.candidates.ids[number] for number in RANKINGS[ranking](task))
    return [name for name in found if name not in task.own]


def lines(path: Path) -> Iterator[Any]:
    """Yield the records of a gzipped file of JSON Lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def paper_of(record: Mapping[str, Any]) -> Paper:
    """Return the paper of a record."""
    year = str(record.get("year") or "")
    return Paper(
        key=str(record["id"]),
        title=record["title"] or "",
        abstract=record.get("abstract") or "",
        year=int(year) if year.isdecimal() else None,
        venue=record.get("venue") or "",
    )


def _unreadable(folder: Path, error: Exception) -> UnreadableInput:
    return UnreadableInput(
        f"{folder} is no data set ({type(error).__name__}: {error}): it needs {ITEMS} and "
        f"{LIBRARIES}, or screened reviews (*.jsonl.gz)."
    )
