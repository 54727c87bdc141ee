"""The default ranking: three parts that see different things, each in units of its own spread.

Relevance weights find the terms that set a library apart. The cosines with its mean and with its
nearest papers find what it is about; both are divided by the density of the corpus around a paper.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.density import Density
from recommender.rankers.parts import Floats, Nearest, Query
from recommender.rankers.profile import N_SAMPLE, Profile, spaced
from recommender.rankers.relevance import relevance_query
from recommender.rankers.scored import Scored, Weighted, spread
from recommender.rankers.tfidf import cosine_query, cosines

N_CANDIDATES = 2000  # papers that all parts are computed for, beside as many as the library has
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
        relevance, cosine = relevance_query(profile), cosine_query(profile)
        parts = self._parts(profile, relevance, cosine)
        factor = SIMILAR / spread(cosine.scores(profile.sample["tfidf"]))
        values = parts[0].factor * relevance.all_scores(profile, allowed)
        first = values + factor * cosines(profile, allowed)
        candidates = best(first, N_CANDIDATES + profile.n_papers, allowed)
        ordinary = np.sum([part.scores(profile.sample) for part in parts], axis=0)
        parts = [self._counting(part, candidates) for part in parts]
        rows = profile.rows(candidates)
        values[candidates] = np.sum([part.scores(rows) for part in parts], axis=0)
        return Scored(profile, values, tuple(parts), ordinary)

    def _parts(self, profile: Profile, relevance: Query, cosine: Query) -> list[Weighted]:
        """Return the parts as they count for the sample, in units of their spread over it."""
        sample = spaced(self._index.n_papers, N_SAMPLE)
        around = self._density.divisors(sample)
        parts = [Weighted(relevance, 1 / spread(relevance.scores(profile.sample["bm25"])))]
        for part in (cosine, Nearest(profile.vectors)):
            deviation = spread(part.scores(profile.sample["tfidf"]) / around)
            parts.append(Weighted(part, SIMILAR / deviation, sample, around))
        return parts

    def _counting(self, weighted: Weighted, numbers: NDArray[np.int32]) -> Weighted:
        """Return a part as it counts for other papers."""
        if weighted.divisors is None:
            return weighted
        return replace(weighted, numbers=numbers, divisors=self._density.divisors(numbers))


def best(
    values: Floats, n_best: int, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.int32]:
    """Return the papers of the highest values, ascending by number; equal ones by number."""
    numbers = np.arange(len(values)) if allowed is None else np.flatnonzero(allowed)
    if len(numbers) > n_best:
        found = values[numbers]
        least = np.partition(found, -n_best)[-n_best]
        above = found > least
        equal = np.flatnonzero(found == least)[: n_best - np.count_nonzero(above)]
        above[equal] = True
        numbers = numbers[above]
    return numbers.astype(np.int32)
