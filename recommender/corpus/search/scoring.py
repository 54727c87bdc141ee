"""Weighted sums of columns of postings: scipy's product of a copy, or a kernel where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from threading import local
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search import numba_kernels
from recommender.corpus.search import weights as values
from recommender.corpus.search.weights import Floats, Matrix, Numbers
from recommender.corpus.storage.checksummed import Array, ChecksummedArray

if TYPE_CHECKING:
    from scipy.sparse import csc_array

POSTINGS_AT_ONCE = 1 << 22  # bounds the copy that a long query makes
RARE, MANY = 64, 1000  # postings of a term, and such terms, from which they are copied apart

_buffers = local()  # of each thread: fresh memory for each query would cost as much as the query


def summed(
    arrays: Mapping[str, ChecksummedArray],
    matrix: Matrix,
    numbers: Numbers,
    weights: Array,
    n_papers: int,
) -> Floats:
    """Return the weighted sum of the columns of some terms, shape (n_papers,)."""
    starts = arrays["columns.start"].take(numbers)
    ends = arrays["columns.start"].take(numbers + 1)
    weights = weights.astype(np.float32)
    total = np.zeros(n_papers, np.float32)
    if numba_kernels.is_compiled() and arrays["columns.tf"].dtype.itemsize <= 2:
        names = ("columns.papers", "columns.bm25" if matrix == "bm25" else "columns.tf")
        whole = (arrays[name].with_parts(starts, ends) for name in names)
        numba_kernels.add_columns(matrix, *whole, starts, ends, weights, total)
        return total
    for group in _groups(ends - starts):
        total += _columns(arrays, matrix, starts[group], ends[group], n_papers) @ weights[group]
    return total


def _columns(
    arrays: Mapping[str, ChecksummedArray],
    matrix: Matrix,
    starts: Numbers,
    ends: Numbers,
    n_papers: int,
) -> csc_array:
    """Return some columns, in memory that the next call may overwrite."""
    from scipy.sparse import csc_array

    start = np.zeros(len(starts) + 1, np.int32)  # as wide as the papers, or scipy copies them
    np.cumsum(ends - starts, out=start[1:])
    papers = arrays["columns.papers"].parts(starts, ends, _scratch("papers", start))
    if matrix == "bm25":
        column = arrays["columns.bm25"].parts(starts, ends, _scratch("values", start))
    else:
        tf = arrays["columns.tf"].parts(starts, ends)
        column = values.log_tf(tf, _scratch("values", start))
    return csc_array((column, papers, start), shape=(n_papers, len(starts)))


def _scratch(name: str, start: NDArray[np.int32]) -> Array:
    """Return memory for some postings, which the next call for the name may overwrite.

    It is more than half of its buffer: scipy copies what is less.
    """
    size = int(start[-1])
    slot = f"{name} {size.bit_length()}"
    if not hasattr(_buffers, slot):
        dtype = np.int32 if name == "papers" else np.float32
        setattr(_buffers, slot, np.empty(1 << size.bit_length(), dtype))
    buffer: Array = getattr(_buffers, slot)
    return buffer[:size]


def _groups(sizes: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """Return groups of terms that hold a bounded number of postings each; rare ones apart."""
    rare = sizes < RARE
    if rare.sum() < MANY:
        rare[:] = False
    groups = []
    for some in (np.flatnonzero(rare), np.flatnonzero(~rare)):
        cuts = np.flatnonzero(np.diff(np.cumsum(sizes[some]) // POSTINGS_AT_ONCE)) + 1
        groups += np.split(some, cuts)
    return [group for group in groups if len(group)]
