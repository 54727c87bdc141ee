"""The test on one's own library: a fifth is hidden, by time where the library has dates.

The last ones added are hidden where most entries say when they were; else the newest by year; else
some drawn by lot.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.errors import BadRequest
from recommender.evaluate.candidates import Pool
from recommender.evaluate.dataset import order, task_of
from recommender.evaluate.protocol import CASES, chance, metrics, n_hidden, ranks, shown
from recommender.evaluate.rows import Progress, Row
from recommender.library import Entry, Library
from recommender.papers import Paper
from recommender.works import Works, pairs

LEAST = 10  # papers of a library that is tested
MOST_OTHERS = 20_000  # papers of the corpus that are ranked beside the hidden ones
MOSTLY = 0.5  # share of a library that must have a date for it to be hidden by time
ADDED = ("date-added", "creationdate", "timestamp", "dateadded")  # of BibDesk, JabRef, others
_DAY = re.compile(r"(\d{4})[-./](\d\d)[-./](\d\d)", re.ASCII)

Order = Literal["added", "year", "lot"]
FIRST = 50  # places that the interval is about


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """A library in two parts, by the ids of its works, and the papers to find one part among."""

    pool: Pool
    entries: Mapping[str, Entry]
    kept: tuple[str, ...]
    hidden: tuple[str, ...]
    order: Order  # what the hidden ones were the last of

    @property
    def n_others(self) -> int:
        """Return among how many other papers the hidden ones are."""
        return len(self.pool.ids) - len(self.kept) - len(self.hidden)

    def left(self, case: str) -> Library:
        """Return what a case leaves of the library, with the reader's own groups."""
        left = shown("library", self.kept, CASES[case], seed=0)
        entries = [replace(self.entries[i], position=n) for n, i in enumerate(left)]
        return Library(
            entries=tuple(
                entry if abstract else replace(entry, paper=replace(entry.paper, abstract=""))
                for entry, abstract in zip(entries, left.values(), strict=True)
            )
        )


def hide(library: Library, corpus: Corpus) -> Hiding:
    """Hide a fifth of a library among the papers of a corpus; BadRequest if it is too small."""
    entries = {f"library-{entry.position:06}": entry for entry in _works(library)}
    if len(entries) < LEAST:
        raise BadRequest(
            f"The library has {len(entries)} works with a text; name one of {LEAST} or more."
        )
    papers = {name: entry.paper for name, entry in entries.items()}
    by = _order(papers.values())
    latest = sorted(papers, key=lambda i: (_date(papers[i], by), -_lot(papers[i])), reverse=True)
    hidden = frozenset(latest[: n_hidden(len(latest))])
    return Hiding(
        pool=Pool(_with_others(papers, hidden, corpus)),
        entries=entries,
        kept=tuple(sorted(papers.keys() - hidden)),
        hidden=tuple(sorted(hidden)),
        order=by,
    )


def evaluate(
    hiding: Hiding, *, cases: Sequence[str], rankings: Sequence[str], progress: Progress
) -> list[Row]:
    """Return what each ranking is worth in each case; intervals are over the hidden papers."""
    candidates = hiding.pool.without(set(hiding.kept))
    rows = []
    for done, case in enumerate(cases):
        progress(done, len(cases))
        task = task_of(hiding.left(case), case, candidates, hiding.pool, hiding.kept)
        rows += [
            _row(case, ranking, ranks(order(task, ranking), hiding.hidden)) for ranking in rankings
        ]
    progress(len(cases), len(cases))
    return rows


def _row(case: str, ranking: str, places: NDArray[np.float64]) -> Row:
    hits = (places <= FIRST).astype(float).tolist()
    return Row(case=case, ranking=ranking, means=metrics(places), values=tuple(hits))


def _works(library: Library) -> list[Entry]:
    """Return the entries that have a text, each work once."""
    again = {later for same in pairs(library.papers) for _, later in same}
    with_text = (e for e in library.entries if e.paper.title or e.paper.abstract)
    return [entry for entry in with_text if entry.position not in again]


def _with_others(
    papers: Mapping[str, Paper], hidden: frozenset[str], corpus: Corpus
) -> dict[str, Paper]:
    """Return a library's papers and those of the corpus that it lacks.

    A hidden paper that the corpus has is looked for as the corpus has it, with its abstract.
    """
    ids, works = list(papers), Works(papers.values())
    found, met = dict(papers), set[str]()
    n_others = min(len(corpus), MOST_OTHERS)
    for number in np.linspace(0, len(corpus) - 1, n_others).astype(int).tolist():
        paper = corpus.papers[number]
        owned = works.find(paper)
        if owned is None:
            found[f"other-{number:09}"] = paper
        elif (name := ids[owned[0]]) in hidden - met:
            found[name] = paper
            met.add(name)
    return found


def _order(papers: Collection[Paper]) -> Order:
    """Return by what most of the papers can be put in order."""
    orders: tuple[Order, ...] = ("added", "year")
    for by in orders:
        if sum(any(_date(paper, by)) for paper in papers) > MOSTLY * len(papers):
            return by
    return "lot"


def _date(paper: Paper, by: Order) -> tuple[int, ...]:
    """Return the day when it was added, or year and month of publication; zeros where unknown."""
    if by == "lot":
        return ()
    if by == "year":
        return paper.year or 0, paper.month or 0
    found = (_DAY.search(paper.fields.get(name, "")) for name in ADDED)
    return next((tuple(map(int, day.groups())) for day in found if day), (0, 0, 0))


def _lot(paper: Paper) -> float:
    return chance("hide", paper.title, paper.abstract)
