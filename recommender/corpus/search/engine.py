"""Engines: what finds the best papers for weighted terms; the arrays of a corpus are one.

A document is the values of its terms (the rows of an index), a query is weights, a score is their
product, so that every engine that multiplies gives the same scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.filters import Filter
from recommender.corpus.search.top_k import Found
from recommender.corpus.search.weights import Matrix, Numbers

if TYPE_CHECKING:
    from scipy.sparse import csr_array

ANY = Filter()
Facts = Mapping[str, int | Sequence[str]]  # what papers are filtered by


@dataclass(frozen=True, slots=True)
class Batch:
    """Some papers: their numbers, their rows in each matrix, what they are filtered by."""

    papers: NDArray[np.int64]
    rows: Mapping[Matrix, csr_array]
    facts: Sequence[Facts]


@dataclass(frozen=True, slots=True)
class Stats:
    """What an engine holds."""

    papers: int
    engine: str


class Engine(Protocol):
    """Finds papers."""

    def search(
        self, matrix: Matrix, numbers: Numbers, weights: Numbers, k: int, wanted: Filter = ANY
    ) -> Found:
        """Return the k best papers that pass a filter, best first, ties by number."""

    def stats(self) -> Stats:
        """Return what it holds."""


class Store(Engine, Protocol):
    """An engine outside this process, which is given the papers."""

    def upsert(self, batch: Batch) -> None:
        """Take some papers, or take them again."""

    def delete(self, papers: Numbers) -> None:
        """Forget some papers."""
