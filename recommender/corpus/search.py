"""The best papers for some weighted terms, in one pass over the postings or in two.

On large corpora the terms that occur in many of the papers hold most of the postings and decide
little: the first pass leaves them out, the second scores its best papers exactly (README,
Decisions). Common terms can still carry a paper that begins low; how far they carried the first
candidates says how many more are to be scored. A test measures the recall on real papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Array

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Matrix = Literal["bm25", "tfidf"]
Numbers = NDArray[Any]  # int32 or int64
Found = tuple[Numbers, NDArray[np.float32]]  # papers, best first, and their scores

MANY_PAPERS, MANY_TERMS = 50_000, 50  # below these one pass is as fast
COMMON = 0.15  # of the papers: terms in more are left out of the first pass
CANDIDATES, MORE_CANDIDATES = 1_000, 10_000  # scored exactly: always, and where it is close
MARGIN = 1.25  # times the most that the common terms added to a candidate


class Postings(Protocol):
    """What is searched."""

    n_papers: int
    n_terms: int

    @property
    def document_frequency(self) -> NDArray[np.int32]:
        """Return in how many papers each term occurs."""

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the weighted sum of the terms' values for all papers."""

    def rows(self, matrix: Matrix, papers: Numbers) -> csr_array:
        """Return the values of some papers."""


@dataclass(frozen=True, slots=True)
class Query:
    """Weighted terms, to be compared with the values of a matrix."""

    postings: Postings
    matrix: Matrix
    numbers: Numbers
    weights: Array

    def best(self, k: int, allowed: NDArray[np.bool_] | None = None) -> Found:
        """Return the k best papers, ties by number; in the way that is faster here."""
        if self.postings.n_papers < MANY_PAPERS:
            return self.in_one_pass(k, allowed)
        frequency = self.postings.document_frequency[self.numbers]
        rare = frequency <= COMMON * self.postings.n_papers
        if rare.all() or np.count_nonzero(rare) < MANY_TERMS:
            return self.in_one_pass(k, allowed)
        return self._in_two_passes(rare, k, allowed)

    def in_one_pass(self, k: int, allowed: NDArray[np.bool_] | None = None) -> Found:
        """Return the k best papers from the exact scores of all."""
        scores = self.postings.scores(self.matrix, self.numbers, self.weights)
        if allowed is not None:
            scores[~allowed] = 0
        order = best(scores, k)
        return order, scores[order]

    def _in_two_passes(
        self, rare: NDArray[np.bool_], k: int, allowed: NDArray[np.bool_] | None
    ) -> Found:
        first = self.postings.scores(self.matrix, self.numbers[rare], self.weights[rare])
        if allowed is not None:
            first[~allowed] = 0
        papers = best(first, max(CANDIDATES, 2 * k))
        scores = self._exact(papers)
        if len(papers) > k:
            gain = MARGIN * float((scores - first[papers]).max())
            floor = np.partition(scores, -k)[-k] - gain
            first[papers] = 0
            others = np.flatnonzero(first > max(floor, 0))
            others = others[best(first[others], MORE_CANDIDATES)]
            papers = np.concatenate([papers, others])
            scores = np.concatenate([scores, self._exact(others)])
        order = np.lexsort((papers, -scores))[:k]
        return papers[order], scores[order]

    def _exact(self, papers: Numbers) -> NDArray[np.float32]:
        """Return the exact scores of some papers."""
        query = np.zeros(self.postings.n_terms, np.float32)
        np.add.at(query, self.numbers, self.weights.astype(np.float32))
        scores: NDArray[np.float32] = self.postings.rows(self.matrix, papers) @ query
        return scores


def best(scores: NDArray[np.float32], k: int) -> Numbers:
    """Return the places of the k highest positive scores, best first, ties by place."""
    floor = np.partition(scores, -k)[-k] if k < len(scores) else 0
    places = np.flatnonzero((scores >= floor) & (scores > 0))
    return places[np.argsort(-scores[places], kind="stable")][:k]
