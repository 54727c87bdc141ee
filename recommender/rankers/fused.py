"""The default ranking: parts that see different things, each in units of its own spread."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.bm25 import bm25_query
from recommender.rankers.parts import Floats, Nearest
from recommender.rankers.profile import Profile
from recommender.rankers.relevance import relevance_query
from recommender.rankers.scored import Scored, Weighted

N_CANDIDATES = 2000  # papers that the nearest library papers are sought for
N_SAMPLE = 4096  # papers that the spread of a query's scores is taken from
N_NEAREST_SAMPLE = 512  # the same for the nearest, which cost more


class FusedRanker:
    """The sum of BM25, relevance weights and nearest papers, each over its standard deviation.

    Means are not taken off: they would shift all scores alike, and hide what a term gave.
    """

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus."""
        self._index = corpus.index

    def score(self, profile: Profile, *, allowed: NDArray[np.bool_] | None = None) -> Scored:
        """Return the scores of all papers; allowed ones alone can be candidates."""
        values = np.zeros(self._index.n_papers)
        parts = []
        sample = spaced(self._index.n_papers, N_SAMPLE)
        for query in (bm25_query(profile), relevance_query(profile)):
            scores = query.all_scores(profile)
            parts.append(Weighted(query, 1 / spread(scores[sample])))
            values += parts[-1].factor * scores
        candidates = best(values, N_CANDIDATES, allowed)
        nearest = self._nearest(profile)
        parts.append(nearest)
        exact = sum(self._exact(w, profile, candidates) for w in parts)
        values[candidates] = exact
        return Scored(profile, values, tuple(parts), candidates)

    def _nearest(self, profile: Profile) -> Weighted:
        part = Nearest(profile.vectors)
        sample = spaced(self._index.n_papers, N_NEAREST_SAMPLE)
        scores = part.scores(profile.local(self._index.rows(part.matrix, sample)))
        return Weighted(part, 1 / spread(scores), candidates_only=True)

    def _exact(self, weighted: Weighted, profile: Profile, numbers: NDArray[np.int32]) -> Floats:
        rows = profile.local(self._index.rows(weighted.part.matrix, numbers))
        return weighted.factor * weighted.part.scores(rows)


def spaced(n_papers: int, n_sample: int) -> NDArray[np.int32]:
    """Return evenly spaced paper numbers, at most so many."""
    return np.unique(np.linspace(0, n_papers - 1, min(n_papers, n_sample)).astype(np.int32))


def spread(scores: Floats) -> float:
    """Return the standard deviation; 1 where all scores are alike."""
    deviation = float(scores.std())
    return deviation if deviation > 0 else 1.0


def best(
    values: Floats, n_best: int, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.int32]:
    """Return the papers of the highest values, ascending by number; equal ones by number."""
    numbers = np.arange(len(values)) if allowed is None else np.flatnonzero(allowed)
    if len(numbers) > n_best:
        order = np.argsort(-values[numbers], kind="stable")[:n_best]
        numbers = np.sort(numbers[order])
    return numbers.astype(np.int32)
