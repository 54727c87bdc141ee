"""The formulas by which other tools rank, for comparison.

Formulas only: each gets our terms and TF-IDF vectors, which are better than those that such tools
make, except the plain query, which has words as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recommender.evaluate.candidates import Task
from recommender.evaluate.protocol import chance
from recommender.papers import Paper
from recommender.rankers.profile import Floats, Profile


def plain_query(task: Task) -> Floats:
    """Return BM25 of the whole library's text as one query."""
    return task.candidates.plain.scores(task.library.papers)


def decayed_mean(task: Task) -> Floats:
    """Return the mean cosine with the library's papers, of which the newest weigh most.

    The paper in place i, counted from 0, weighs 1 / (1 + log10(i + 1)).
    """
    papers = sorted(task.library.papers, key=_age)
    weights = 1 / (1 + np.log10(1 + np.arange(len(papers))))
    return np.asarray(_cosines(papers, task) @ (weights / weights.sum()))


def nearest(task: Task) -> Floats:
    """Return the cosine with the one library paper that is nearest."""
    return np.asarray(_cosines(task.library.papers, task).max(axis=1))


def unordered(task: Task) -> Floats:
    """Return a random number for each paper, the same for the same library."""
    seed = "|".join(paper.key or paper.title for paper in task.library.papers)
    start = int(2**32 * chance("random", seed))
    return np.random.default_rng(start).random(len(task.candidates.ids))


def _profile(papers: Sequence[Paper], task: Task) -> Profile:
    return Profile.of(papers, task.candidates.corpus.index)


def _cosines(papers: Sequence[Paper], task: Task) -> Floats:
    """Return the similarities of all candidates with some papers, shape (candidates, papers)."""
    profile = _profile(papers, task)
    rows = profile.local(task.candidates.vectors)
    return np.asarray((rows @ profile.vectors.T).toarray())


def _age(paper: Paper) -> tuple[int, int]:
    """Return what sorts the newest first; papers without a year are old."""
    return -(paper.year or 0), -(paper.month or 0)
