"""Density: how like a paper is to the part of the corpus around it.

A survey, or a paper of a crowded field, is like many libraries. What tells is to be nearer to this
library than to the corpus: similarities are divided by the density (README, Decision 4).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Corpus, Index
from recommender.rankers.profile import Floats, spaced

N_AROUND = 1500  # papers of the corpus that a paper is compared with
SHARE_AROUND = 1 / 30  # of them: those that it is most like, its surroundings
AT_ONCE = 1024  # bounds the table of similarities


class Density:
    """The densities of the papers of one corpus, each computed when it is first asked for."""

    def __init__(self, index: Index) -> None:
        """Take the index of a corpus."""
        self._index = index
        self._known = np.full(index.n_papers, np.nan, np.float32)
        self._sample = spaced(index.n_papers, N_AROUND)

    @classmethod
    def of(cls, corpus: Corpus) -> Density:
        """Return the densities of a corpus, the same object for all requests."""
        found: Density = corpus.cache.get("density", lambda: cls(corpus.index))
        return found

    def divisors(self, numbers: NDArray[np.int32]) -> Floats:
        """Return what similarities of some papers are divided by: 1 for a paper like most."""
        if not self.mean:
            return np.ones(len(numbers))
        return (self._densities(numbers) / self.mean + 0.5) / 1.5

    @cached_property
    def mean(self) -> float:
        """Return the mean density of the sample."""
        return float(self._densities(self._sample).mean())

    def _densities(self, numbers: NDArray[np.int32]) -> Floats:
        unknown = numbers[np.isnan(self._known[numbers])]
        for start in range(0, len(unknown), AT_ONCE):
            block = unknown[start : start + AT_ONCE]
            self._known[block] = self._compared(block)
        return self._known[numbers].astype(np.float64)

    def _compared(self, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the mean similarity of each paper with those of the sample around it."""
        around = max(1, round(SHARE_AROUND * len(self._sample)))
        if len(self._sample) <= around:
            return np.zeros(len(numbers), np.float32)
        alike = (self._index.rows("tfidf", numbers) @ self._transposed).toarray()
        place = np.searchsorted(self._sample, numbers).clip(max=len(self._sample) - 1)
        itself = np.flatnonzero(self._sample[place] == numbers)
        alike[itself, place[itself]] = 0
        nearest = np.partition(alike, -around, axis=1)[:, -around:]
        return np.asarray(nearest.mean(axis=1), np.float32)

    @cached_property
    def _transposed(self) -> csr_array:
        return self._index.rows("tfidf", self._sample).T.tocsr()
