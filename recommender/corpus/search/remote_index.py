"""An index whose postings by term are kept by an engine: the rest of it is on this machine."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.engine import Engine
from recommender.corpus.search.index import Index
from recommender.corpus.search.top_k import CANDIDATES
from recommender.corpus.search.weights import Matrix, Numbers
from recommender.corpus.storage.checksummed import Array, ChecksummedArray

DEPTH = 2_000  # papers that are asked for and scored; the others score zero


class RemoteIndex(Index):
    """Asks the engine for the best papers, and scores them exactly from their own postings."""

    def __init__(self, arrays: Mapping[str, ChecksummedArray], engine: Engine) -> None:
        """Take the arrays of a corpus without its columns, and the engine that has them."""
        super().__init__(arrays)
        self._engine = engine

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the scores of the best DEPTH papers, zero for the others."""
        total = np.zeros(self.n_papers, np.float32)
        papers, scores = self._best(matrix, numbers, weights, DEPTH)
        total[papers] = scores
        return total

    def top(  # noqa: PLR0913 - the interface of every index
        self,
        matrix: Matrix,
        numbers: Numbers,
        weights: Array,
        k: int,
        *,
        allowed: NDArray[np.bool_] | None = None,
        exact: bool = False,
    ) -> tuple[Numbers, NDArray[np.float32]]:
        """Return the k best of the best DEPTH papers, or of four times as many if exact."""
        depth = 4 * DEPTH if exact else DEPTH if allowed is not None else CANDIDATES
        papers, scores = self._best(matrix, numbers, weights, max(depth, 2 * k))
        if allowed is not None:
            papers, scores = papers[allowed[papers]], scores[allowed[papers]]
        order = np.lexsort((papers, -scores))[:k]
        return papers[order], scores[order]

    def _best(
        self, matrix: Matrix, numbers: Numbers, weights: Array, depth: int
    ) -> tuple[Numbers, NDArray[np.float32]]:
        """Return what the engine puts first, scored for all terms."""
        numbers, weights = np.asarray(numbers, np.int64), np.asarray(weights)
        numbers, weights = numbers[numbers >= 0], weights[numbers >= 0]
        papers, _ = self._engine.search(matrix, numbers, weights, depth)
        return papers, self.scores_of(papers, matrix, numbers, weights)
