"""The default ranking: three parts that see different things, each in units of its own spread.

Relevance weights find the terms that set a library apart. The cosines with its mean and with its
nearest papers find what it is about; both are divided by the density of the corpus around a paper.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Corpus
from recommender.rankers.density import Density, spaced
from recommender.rankers.parts import Floats, Matrix, Nearest, Part
from recommender.rankers.profile import Profile
from recommender.rankers.relevance import relevance_query
from recommender.rankers.scored import Scored, Weighted
from recommender.rankers.tfidf import cosine_query

Numbers = NDArray[np.int32]
MATRICES: tuple[Matrix, ...] = ("bm25", "tfidf")

N_CANDIDATES = 2000  # papers that all parts are computed for
N_SAMPLE = 512  # papers that the spread of a part is taken from
SIMILAR = 2.0  # weight of each of the two similarities; relevance weighs 1: README, Decisions


class FusedRanker:
    """Relevance weights + 2 (cosine + nearest) / density, each over its standard deviation.

    Means are not taken off: they would shift all scores alike, and hide what a term gave.
    """

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus."""
        self._index = corpus.index
        self._density = Density.of(corpus.index)

    def score(self, profile: Profile, *, allowed: NDArray[np.bool_] | None = None) -> Scored:
        """Return the scores of all papers; allowed ones alone can be candidates.

        Papers that are no candidates have the score of the relevance weights alone.
        """
        sample = spaced(self._index.n_papers, N_SAMPLE)
        relevance, cosine = relevance_query(profile), cosine_query(profile)
        common, alike = relevance.all_scores(profile), cosine.all_scores(profile)
        values = common / spread(common[sample])
        candidates = best(values + SIMILAR * alike / spread(alike[sample]), N_CANDIDATES, allowed)
        parts = [Weighted(relevance, 1 / spread(common[sample]))]
        parts += self._similar((cosine, Nearest(profile.vectors)), profile, sample, candidates)
        rows = {matrix: self._rows(matrix, profile, candidates) for matrix in MATRICES}
        values[candidates] = np.sum([weighted.scores(rows) for weighted in parts], axis=0)
        return Scored(profile, values, tuple(parts))

    def _similar(
        self, parts: Sequence[Part], profile: Profile, sample: Numbers, candidates: Numbers
    ) -> list[Weighted]:
        """Return similarities over the density, in units of their spread over the corpus."""
        rows, around = self._rows("tfidf", profile, sample), self._density.divisors(sample)
        divisors = self._density.divisors(candidates)
        return [
            Weighted(part, SIMILAR / spread(part.scores(rows) / around), candidates, divisors)
            for part in parts
        ]

    def _rows(self, matrix: Matrix, profile: Profile, numbers: Numbers) -> csr_array:
        return profile.local(self._index.rows(matrix, numbers))


def spread(scores: Floats) -> float:
    """Return the standard deviation; 1 where all scores are alike."""
    deviation = float(scores.std())
    return deviation if deviation > 0 else 1.0


def best(values: Floats, n_best: int, allowed: NDArray[np.bool_] | None = None) -> Numbers:
    """Return the papers of the highest values, ascending by number; equal ones by number."""
    numbers = np.arange(len(values)) if allowed is None else np.flatnonzero(allowed)
    if len(numbers) > n_best:
        order = np.argsort(-values[numbers], kind="stable")[:n_best]
        numbers = np.sort(numbers[order])
    return numbers.astype(np.int32)
