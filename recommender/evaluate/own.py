"""The test on one's own library: a fifth is hidden, the newest where the library has years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.errors import BadRequest
from recommender.evaluate.candidates import Pool, Task, library_of
from recommender.evaluate.dataset import order
from recommender.evaluate.protocol import (
    CASES,
    DEPTH,
    chance,
    metrics,
    n_hidden,
    ranks,
    shown,
)
from recommender.evaluate.rows import Progress, Row
from recommender.library import Library
from recommender.papers import Paper
from recommender.works import Works, pairs

LEAST = 10  # papers of a library that is tested
MOST_OTHERS = 20_000  # papers of the corpus that are ranked beside the hidden ones
MOSTLY = 0.5  # share of a library that must have a year for it to be hidden by time
FIRST = 50  # places that the interval is about


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """A library in two parts, by the ids of its works, and the papers to find one part among."""

    pool: Pool
    kept: tuple[str, ...]
    hidden: tuple[str, ...]
    by_time: bool

    @property
    def n_others(self) -> int:
        """Return among how many other papers the hidden ones are."""
        return len(self.pool.ids) - len(self.kept) - len(self.hidden)


def hide(library: Library, corpus: Corpus) -> Hiding:
    """Hide a fifth of a library among the papers of a corpus; BadRequest if it is too small."""
    papers = {f"library-{i:06}": paper for i, paper in enumerate(_works(library))}
    if len(papers) < LEAST:
        raise BadRequest(
            f"The library has {len(papers)} works with a text; name one of {LEAST} or more."
        )
    by_time = sum(p.year is not None for p in papers.values()) > MOSTLY * len(papers)
    order = sorted(papers, key=lambda i: (_age(papers[i]) if by_time else (), _lot(papers[i])))
    hidden = frozenset(order[: n_hidden(len(order))])
    return Hiding(
        pool=Pool(_with_others(papers, hidden, corpus)),
        kept=tuple(sorted(papers.keys() - hidden)),
        hidden=tuple(sorted(hidden)),
        by_time=by_time,
    )


def evaluate(
    hiding: Hiding, *, cases: Sequence[str], rankings: Sequence[str], progress: Progress
) -> list[Row]:
    """Return what each ranking is worth in each case; intervals are over the hidden papers."""
    candidates = hiding.pool.without(set(hiding.kept))
    rows = []
    for done, case in enumerate(cases):
        progress(done, len(cases))
        left = shown("library", hiding.kept, CASES[case], seed=0)
        papers = [
            hiding.pool[i] if full else replace(hiding.pool[i], abstract="")
            for i, full in left.items()
        ]
        task = Task(library=library_of(papers), candidates=candidates, limit=DEPTH)
        rows += [
            _row(case, ranking, ranks(order(task, ranking), hiding.hidden)) for ranking in rankings
        ]
    progress(len(cases), len(cases))
    return rows


def _row(case: str, ranking: str, places: NDArray[np.float64]) -> Row:
    hits = (places <= FIRST).astype(float).tolist()
    return Row(case=case, ranking=ranking, means=metrics(places), values=tuple(hits))


def _works(library: Library) -> list[Paper]:
    """Return the papers that have a text, each work once."""
    again = {later for same in pairs(library.papers) for _, later in same}
    return [p for i, p in enumerate(library.papers) if i not in again and (p.title or p.abstract)]


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


def _age(paper: Paper) -> tuple[int, ...]:
    """Return what sorts the newest first; papers without a year count as old."""
    return -(paper.year or 0), -(paper.month or 0)


def _lot(paper: Paper) -> float:
    return chance("hide", paper.title, paper.abstract)
