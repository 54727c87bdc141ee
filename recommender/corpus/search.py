"""The best papers for some weighted terms, in one pass over the postings or in two.

The commonest terms of a long query hold most of its postings and a tenth of its weight: the first
pass leaves them out, the second scores its best papers exactly (README, Decisions). Common terms
can still carry a paper that begins low; how far they carried the first candidates says how many
more are to be scored. A test measures the recall on real papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Array
from recommender.corpus.weights import idf

Matrix = Literal["bm25", "tfidf"]
Numbers = NDArray[Any]  # int32 or int64
Found = tuple[Numbers, NDArray[np.float32]]  # papers, best first, and their scores

LEFT_OUT = 0.1  # of the weight of a query: its commonest terms, left out of the first pass
COMMON = 0.02  # of the papers: terms in fewer cost little and stay
CANDIDATES = 400  # scored exactly at least
ROW_COST = 16  # times what a posting costs by term, when a paper is scored by itself: measured
SURE = 200  # places that more candidates are sought for; later ones may lack a paper
MARGIN = 1.25  # times the most that the common terms added to a candidate


class Postings(Protocol):
    """What is searched."""

    n_papers: int
    n_postings: int

    def frequency_of(self, numbers: Numbers) -> NDArray[np.int32]:
        """Return in how many papers some terms occur."""

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the weighted sum of the terms' values for all papers."""

    def scores_of(
        self, papers: Numbers, matrix: Matrix, numbers: Numbers, weights: Array
    ) -> NDArray[np.float32]:
        """Return the same for some papers."""


@dataclass(frozen=True, slots=True)
class Query:
    """Weighted terms, to be compared with the values of a matrix."""

    postings: Postings
    matrix: Matrix
    numbers: Numbers
    weights: Array

    def best(self, k: int, allowed: NDArray[np.bool_] | None = None) -> Found:
        """Return the k best papers, ties by number; in the way that is faster here."""
        rare = self._rare()
        if self._is_dearer(max(CANDIDATES, k), ~rare):
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
        papers = best(first, max(CANDIDATES, k))
        scores = self._exact(papers)
        others = _close_to(papers, scores, first, min(k, SURE))
        if self._is_dearer(len(others), ~rare):
            common = self.postings.scores(self.matrix, self.numbers[~rare], self.weights[~rare])
            total = (
                np.where(first > 0, first + common, 0) if allowed is not None else first + common
            )
            papers = best(total, k)
            return papers, total[papers]
        papers = np.concatenate([papers, others])
        scores = np.concatenate([scores, self._exact(others)])
        order = np.lexsort((papers, -scores))[:k]
        return papers[order], scores[order]

    def _is_dearer(self, n_papers: int, left_out: NDArray[np.bool_]) -> bool:
        """Return whether so many papers cost more to score than the terms that were left out."""
        each = ROW_COST * self.postings.n_postings / self.postings.n_papers
        common = self.postings.frequency_of(self.numbers[left_out]).sum()
        return bool(n_papers * each >= common)

    def _exact(self, papers: Numbers) -> NDArray[np.float32]:
        """Return the exact scores of some papers."""
        return self.postings.scores_of(papers, self.matrix, self.numbers, self.weights)

    def _rare(self) -> NDArray[np.bool_]:
        """Return which terms are not left out: all but the commonest with a tenth of the weight."""
        frequency = self.postings.frequency_of(self.numbers)
        weight = np.abs(self.weights)
        if self.matrix == "tfidf":
            weight = weight * idf(frequency, self.postings.n_papers)
        order = np.argsort(-frequency, kind="stable")
        share = np.cumsum(weight[order]) / weight.sum()
        rare = frequency <= COMMON * self.postings.n_papers
        rare[order[share > LEFT_OUT]] = True
        return rare


def _close_to(
    papers: Numbers, scores: NDArray[np.float32], first: NDArray[np.float32], sure: int
) -> Numbers:
    """Return the other papers that common terms could lift among the first few of some papers."""
    if len(papers) <= sure:
        return papers[:0]
    gain = MARGIN * float((scores - first[papers]).max())
    close = first > max(0, np.partition(scores, -sure)[-sure] - gain)
    close[papers] = False
    return np.flatnonzero(close)


def best(scores: NDArray[np.float32], k: int) -> Numbers:
    """Return the places of the k highest positive scores, best first, ties by place."""
    floor = np.partition(scores, -k)[-k] if k < len(scores) else 0
    places = np.flatnonzero((scores >= floor) & (scores > 0))
    return places[np.argsort(-scores[places], kind="stable")][:k]
