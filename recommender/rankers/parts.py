"""The parts of a score: each is a sum over terms, so each can say what a term gave to a paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Matrix
from recommender.rankers.profile import Profile

Floats = NDArray[np.float64]

MAX_SCORED = 100_000  # papers; in larger corpora only the best are looked for
N_BEST = 1000  # of these, beside as many as the library has: its own papers are among the best


class Part(Protocol):
    """Scores papers for a profile; linear in the terms of a paper, zero where nothing is shared."""

    @property
    def matrix(self) -> Matrix:
        """Return which values of the index it reads."""

    def scores(self, rows: csr_array) -> Floats:
        """Return shape (rows,): rows are papers of the corpus over the profile's terms."""

    def shares(self, row: csr_array) -> Floats:
        """Return shape (terms of the profile,): what each term gave to the score of one paper."""


@dataclass(frozen=True, slots=True)
class Query:
    """A weighted query over the profile's terms."""

    matrix: Matrix
    weights: Floats

    def scores(self, rows: csr_array) -> Floats:
        """Return the sum of weight times value for each row."""
        return np.asarray(rows @ self.weights)

    def shares(self, row: csr_array) -> Floats:
        """Return weight times value for each term."""
        return np.asarray(row.toarray().ravel() * self.weights)

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

    def scores(self, rows: csr_array) -> Floats:
        """Return the mean similarity of the nearest, for each row."""
        similarities = self.similarities(rows)
        k = min(self.n_nearest, similarities.shape[1])
        return np.asarray(-np.partition(-similarities, k - 1, axis=1)[:, :k].mean(axis=1))

    def shares(self, row: csr_array) -> Floats:
        """Return what each term gives to the mean similarity of the nearest."""
        order = np.argsort(-self.similarities(row)[0], kind="stable")[: self.n_nearest]
        centre = np.asarray(self.vectors[order].sum(axis=0)).ravel() / len(order)
        return np.asarray(row.toarray().ravel() * centre)

    def similarities(self, rows: csr_array) -> Floats:
        """Return the cosine of each row with each library paper, shape (rows, library papers)."""
        return np.asarray((rows @ self._transposed).toarray())

    @cached_property
    def _transposed(self) -> csr_array:
        return self.vectors.T.tocsr()
