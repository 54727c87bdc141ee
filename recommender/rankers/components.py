"""The components of a score: each is a sum over terms, and can say what a term gave to a paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Matrix, Values
from recommender.rankers.profile import Floats, Profile

MAX_SCORED = 100_000  # papers; in larger corpora only the best are looked for
N_BEST = 1000  # of these, beside as many as the library has: its own papers are among the best
MAX_CELLS = 1 << 22  # of a table of similarities: 32 MB; a larger one is made in tiles


class Component(Protocol):
    """Scores papers for a profile; linear in the terms of a paper, zero where nothing is shared."""

    @property
    def matrix(self) -> Values:
        """Return which values of the index it reads."""

    def scores(self, rows: csr_array) -> Floats:
        """Return shape (rows,): rows are papers of the corpus over the profile's terms."""

    def shares(self, rows: csr_array) -> csr_array:
        """Return shape (rows, terms of the profile): what each term gave to each score."""


@dataclass(frozen=True, slots=True)
class QueryVector:
    """A weighted query over the profile's terms."""

    matrix: Matrix
    weights: Floats

    def scores(self, rows: csr_array) -> Floats:
        """Return the sum of weight times value for each row."""
        return np.asarray(rows @ self.weights)

    def shares(self, rows: csr_array) -> csr_array:
        """Return weight times value for each term."""
        values = rows.data * self.weights[rows.indices]
        return csr_array((values, rows.indices, rows.indptr), shape=rows.shape)

    def all_scores(self, profile: Profile, allowed: NDArray[np.bool_] | None = None) -> Floats:
        """Return the scores of all papers, shape (n_papers,); on large corpora of the best only."""
        used, index = np.flatnonzero(self.weights), profile.index
        numbers, weights = profile.numbers[used], self.weights[used].astype(np.float32)
        if index.n_papers <= MAX_SCORED:
            return np.asarray(index.scores(self.matrix, numbers, weights), np.float64)
        scores = np.zeros(index.n_papers)
        k = N_BEST + profile.n_papers
        papers, found = index.top(self.matrix, numbers, weights, k, allowed=allowed)
        scores[papers] = found
        return scores


@dataclass(frozen=True)
class Nearest:
    """The mean cosine with the library papers that are nearest."""

    vectors: csr_array
    n_nearest: int = 5
    matrix: Matrix = "tfidf"

    @classmethod
    def to(cls, profile: Profile) -> Nearest:
        """Return the nearest of the papers of a profile."""
        found: Nearest = profile.cache.get("nearest", lambda: cls(profile.vectors))
        return found

    def scores(self, rows: csr_array) -> Floats:
        """Return the mean similarity of the nearest, for each row."""
        tiles = [self.means(self.similarities(tile)) for tile in self._tiles(rows)]
        return np.concatenate([np.zeros(0), *tiles])

    def shares(self, rows: csr_array) -> csr_array:
        """Return what each term gives to the mean similarity of the nearest."""
        n_nearest = min(self.n_nearest, self.vectors.shape[0])
        order = np.argsort(-self.similarities(rows), axis=1, kind="stable")[:, :n_nearest]
        starts = np.arange(0, order.size + 1, n_nearest)
        means = np.full(order.size, 1 / n_nearest)
        chosen = csr_array(
            (means, order.ravel(), starts), shape=(len(order), self.vectors.shape[0])
        )
        return csr_array(rows.multiply(chosen @ self.vectors))

    def similarities(self, rows: csr_array) -> Floats:
        """Return the cosine of each row with each library paper, shape (rows, library papers)."""
        return np.asarray((rows @ self._transposed).toarray())

    def means(self, similarities: Floats) -> Floats:
        """Return the mean of the highest in each row."""
        k = min(self.n_nearest, similarities.shape[1])
        return np.asarray(-np.partition(-similarities, k - 1, axis=1)[:, :k].mean(axis=1))

    def _tiles(self, rows: csr_array) -> Iterator[csr_array]:
        """Yield rows so few at once that their similarities are a table of bounded size."""
        at_once = max(1, MAX_CELLS // max(1, self.vectors.shape[0]))
        for start in range(0, rows.shape[0], at_once):
            yield rows[start : start + at_once]

    @cached_property
    def _transposed(self) -> csr_array:
        return self.vectors.T.tocsr()
