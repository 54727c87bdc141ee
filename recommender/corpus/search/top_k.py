"""The best papers for some weighted terms, in one pass over the postings or in two.

The common terms of a long query hold most of its postings. The first pass leaves them to what they
give to a typical query (`common.py`); the second scores its best papers exactly, and such others as
could still be among the first: how much the best gained in it says which (README, Decision 8). A
test measures the recall on real papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.frequent_terms import FrequentTerms
from recommender.corpus.search.weights import Float32s, Matrix, Numbers
from recommender.corpus.storage.checksummed import Array

Found = tuple[Numbers, Float32s]  # papers, best first, and their scores

CANDIDATES = 400  # scored exactly beyond the number of papers that are asked for
CELL_COST = 2  # times what a posting costs, for each common term of each candidate: measured
PAPER_COST = 2  # the same for each paper of the corpus: to add what is typical
SURE = 200  # places that more candidates are sought for; later ones may lack a paper
MARGIN = 1.25  # times the most that a candidate gained
MOST_OTHERS = 8000  # bounds the second pass
SAMPLED = 1 << 13  # scores that a floor is guessed from


class Postings(Protocol):
    """What is searched."""

    @property
    def n_papers(self) -> int:
        """Return how many papers there are."""

    @property
    def frequent(self) -> FrequentTerms:
        """Return the table of the common terms."""

    def frequency_of(self, numbers: Numbers) -> NDArray[np.int32]:
        """Return in how many papers some terms occur."""

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> Float32s:
        """Return the weighted sum of the terms' values for all papers."""


@dataclass(frozen=True, slots=True)
class Search:
    """Weighted terms, to be compared with the values of a matrix."""

    postings: Postings
    matrix: Matrix
    numbers: Numbers
    weights: Array

    def best(self, k: int, allowed: NDArray[np.bool_] | None = None) -> Found:
        """Return the k best papers, ties by number; in the way that is faster here."""
        common = self.postings.frequent.holds(self.numbers)
        if self._is_dearer(k + CANDIDATES, common):
            return self.in_one_pass(k, allowed)
        return self._in_two_passes(common, k, allowed)

    def in_one_pass(self, k: int, allowed: NDArray[np.bool_] | None = None) -> Found:
        """Return the k best papers from the exact scores of all."""
        scores = self.postings.scores(self.matrix, self.numbers, self.weights)
        if allowed is not None:
            scores[~allowed] = 0
        order = best(scores, k)
        return order, scores[order]

    def _in_two_passes(
        self, common: NDArray[np.bool_], k: int, allowed: NDArray[np.bool_] | None
    ) -> Found:
        table = self.postings.frequent
        query = table.query(self.matrix, self.numbers[common], self.weights[common])
        rare = self.postings.scores(self.matrix, self.numbers[~common], self.weights[~common])
        likely = table.typical(self.matrix, query)
        likely += rare
        if allowed is not None:
            likely[~allowed] = 0
        papers = best(likely, k + CANDIDATES)
        scores = rare[papers] + table.scores(self.matrix, papers, query)
        others = _close_to(papers, scores, likely, min(k, SURE))
        papers = np.concatenate([papers, others])
        more = rare[others] + table.scores(self.matrix, others, query)
        scores = np.concatenate([scores, more])
        order = np.lexsort((papers, -scores))[:k]
        order = order[scores[order] > 0]
        return papers[order], scores[order]

    def _is_dearer(self, n_candidates: int, common: NDArray[np.bool_]) -> bool:
        """Return whether two passes cost more than the postings of the common terms."""
        cells = n_candidates * self.postings.frequent.n_terms
        spared = self.postings.frequency_of(self.numbers[common]).sum()
        return bool(CELL_COST * cells + PAPER_COST * self.postings.n_papers >= spared)


def _close_to(papers: Numbers, scores: Float32s, likely: Float32s, sure: int) -> Numbers:
    """Return other papers that could be among the first, if they gained like some papers did."""
    if len(papers) <= sure:
        return papers[:0]
    gain = MARGIN * max(0.0, float((scores - likely[papers]).max()))
    close = likely > max(0, np.partition(scores, -sure)[-sure] - gain)
    close[papers] = False
    found = np.flatnonzero(close)
    return found if len(found) <= MOST_OTHERS else found[best(likely[found], MOST_OTHERS)]


def best(scores: Float32s, k: int) -> Numbers:
    """Return the places of the k highest positive scores, best first, ties by place."""
    places = np.flatnonzero(scores > _guess(scores, k))
    if len(places) < k:
        places = np.flatnonzero(scores > 0)
    if len(places) > k:
        floor = np.partition(scores[places], -k)[-k]
        places = places[scores[places] >= floor]
    return places[np.argsort(-scores[places], kind="stable")][:k]


def _guess(scores: Float32s, k: int) -> float:
    """Return a value that more than k scores are probably above, not many more."""
    sample = scores[:: max(1, len(scores) // SAMPLED)]
    place = 4 + 2 * k * len(sample) // len(scores)
    if place >= len(sample) // 2:
        return 0.0
    return max(0.0, float(np.partition(sample, -place)[-place]))
