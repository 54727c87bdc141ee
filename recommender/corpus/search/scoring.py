"""Weighted sums of columns of postings: scipy's product of a copy, or a kernel where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from threading import local
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search import weights as values
from recommender.corpus.search.numba_kernels import Kernels
from recommender.corpus.search.weights import Float32s, Matrix, Numbers
from recommender.corpus.storage.checksummed import Array, ChecksummedArray

if TYPE_CHECKING:
    from scipy.sparse import csc_array

POSTINGS_AT_ONCE = 1 << 22  # bounds the copy that a long query makes
RARE, MANY = 64, 1000  # postings of a term, and such terms, from which they are copied apart


class ScratchMemory:
    """Memory that each thread uses again: fresh memory would cost as much as the query."""

    def __init__(self) -> None:
        self._of_thread = local()

    def part(self, name: str, size: int) -> Array:
        """Return memory for some postings, which the next call for the name may overwrite.

        It is more than half of its buffer: scipy copies what is less.
        """
        slot = f"{name} {size.bit_length()}"
        if not hasattr(self._of_thread, slot):
            dtype = np.int32 if name == "papers" else np.float32
            setattr(self._of_thread, slot, np.empty(1 << size.bit_length(), dtype))
        buffer: Array = getattr(self._of_thread, slot)
        return buffer[:size]


class Columns:
    """The columns of some terms of a matrix: the papers of each, and its values there."""

    def __init__(
        self,
        arrays: Mapping[str, ChecksummedArray],
        matrix: Matrix,
        numbers: Numbers,
        n_papers: int,
    ) -> None:
        """Take the arrays of a corpus, and the terms."""
        self._arrays, self._matrix, self._n_papers = arrays, matrix, n_papers
        self._starts = arrays["columns.start"].take(numbers)
        self._ends = arrays["columns.start"].take(numbers + 1)

    @property
    def fit_kernels(self) -> bool:
        """Return whether kernels know the type of the frequencies."""
        return self._arrays["columns.tf"].dtype.itemsize <= 2

    def summed_in_place(self, weights: Float32s, kernels: Kernels) -> Float32s:
        """Return the weighted sum, shape (n_papers,), by a kernel."""
        names = ("columns.papers", "columns.bm25" if self._matrix == "bm25" else "columns.tf")
        whole = [self._arrays[name].with_parts(self._starts, self._ends) for name in names]
        total = np.zeros(self._n_papers, np.float32)
        kernels.add_columns(self._matrix, *whole, self._starts, self._ends, weights, total)
        return total

    def summed(self, weights: Float32s, memory: ScratchMemory) -> Float32s:
        """Return the weighted sum, shape (n_papers,), by products of copies."""
        total = np.zeros(self._n_papers, np.float32)
        for group in groups(self._ends - self._starts):
            total += self._copied(group, memory) @ weights[group]
        return total

    def _copied(self, group: NDArray[np.intp], memory: ScratchMemory) -> csc_array:
        """Return some of the columns, in memory that the next call may overwrite."""
        from scipy.sparse import csc_array

        starts, ends = self._starts[group], self._ends[group]
        start = np.zeros(len(starts) + 1, np.int32)  # as wide as the papers, or scipy copies them
        np.cumsum(ends - starts, out=start[1:])
        size = int(start[-1])
        papers = self._arrays["columns.papers"].parts(starts, ends, memory.part("papers", size))
        column = memory.part("values", size)
        if self._matrix == "bm25":
            column = self._arrays["columns.bm25"].parts(starts, ends, column)
        else:
            column = values.log_tf(self._arrays["columns.tf"].parts(starts, ends), column)
        return csc_array((column, papers, start), shape=(self._n_papers, len(starts)))


def groups(sizes: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """Return groups of terms that hold a bounded number of postings each; rare ones apart."""
    rare = sizes < RARE
    if rare.sum() < MANY:
        rare[:] = False
    found = []
    for some in (np.flatnonzero(rare), np.flatnonzero(~rare)):
        cuts = np.flatnonzero(np.diff(np.cumsum(sizes[some]) // POSTINGS_AT_ONCE)) + 1
        found += np.split(some, cuts)
    return [group for group in found if len(group)]
