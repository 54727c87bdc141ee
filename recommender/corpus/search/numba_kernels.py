"""Compiled kernels for servers: they sum postings where they lie, without copying them first.

They need numba (`pip install 'bib-recommender[fast]'`), whose import and compiler take more than a
second, so that only a server makes them, for a large corpus, beside its first answers. Results are
those of the product that they replace.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from recommender.corpus.search.weights import log_tf
from recommender.corpus.storage.checksummed import Array

Kernel = Callable[..., None]


class Kernels:
    """Both kernels, compiled; immutable, one object serves all corpora of a server."""

    def __init__(self) -> None:
        """Compile them; ImportError where numba is not installed."""
        self._logarithms = _logarithms()
        self._kernels = _kernels()
        for matrix, values in (("bm25", np.ones(1, np.float32)), ("tfidf", np.ones(1, np.uint8))):
            bounds = np.zeros(1, np.int64)
            some = (np.zeros(1, np.int32), values, bounds, bounds + 1, np.ones(1, np.float32))
            self.add_columns(matrix, *some, np.zeros(1, np.float32))

    def add_columns(self, matrix: str, *arrays: Array) -> None:
        """Add weighted columns to a total: papers, values, starts, ends, weights, total.

        Kernels are compiled for arrays of one kind: those in memory can be written, maps cannot.
        """
        *given, total = arrays
        views = [array.view() for array in given]
        for view in views:
            view.flags.writeable = False
        self._kernels[matrix](*views, self._logarithms, total)


def is_installed() -> bool:
    """Return whether numba is there."""
    return find_spec("numba") is not None


def _logarithms() -> Array:
    """Return 1 + ln tf of each tf that the index can hold in two bytes."""
    table = np.zeros(1 << 16, np.float32)
    table[1:] = log_tf(np.arange(1, len(table), dtype=np.uint16))
    table.flags.writeable = False
    return table


def _kernels() -> dict[str, Kernel]:
    from numba import njit

    def bm25(papers, values, starts, ends, weights, logarithms, total):  # type: ignore[no-untyped-def] # noqa: PLR0913, PLR0917
        for column in range(len(starts)):
            weight = weights[column]
            for place in range(starts[column], ends[column]):
                total[papers[place]] += weight * values[place]

    def tfidf(papers, tf, starts, ends, weights, logarithms, total):  # type: ignore[no-untyped-def] # noqa: PLR0913, PLR0917
        for column in range(len(starts)):
            weight = weights[column]
            for place in range(starts[column], ends[column]):
                total[papers[place]] += weight * logarithms[tf[place]]

    compile_one: Any = njit(nogil=True)
    return {"bm25": compile_one(bm25), "tfidf": compile_one(tfidf)}
