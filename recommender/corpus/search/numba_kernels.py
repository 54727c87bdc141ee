"""Compiled kernels for servers: they sum postings where they lie, without copying them first.

They need numba (`pip install 'bib-recommender[fast]'`), whose import and compiler take more than a
second, so that only a server asks for them, for a large corpus, beside its first answers. Results
are those of the product that they replace.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import Any

import numpy as np

from recommender.corpus.search.weights import log_tf
from recommender.corpus.storage.checksummed import Array

Kernel = Callable[..., None]
_compiled: dict[str, Kernel] = {}  # empty until a server calls `compile_kernels`


@cache
def compile_soon() -> Thread:
    """Compile the kernels on a thread of its own, once in a process, if numba is there."""
    thread = Thread(target=compile_kernels, name="kernels", daemon=True)
    thread.start()
    return thread


def compile_kernels() -> bool:
    """Compile the kernels, once in a process; return whether numba is there."""
    if not _compiled and find_spec("numba"):
        kernels = _kernels()
        for name, values in (("bm25", np.ones(1, np.float32)), ("tfidf", np.ones(1, np.uint8))):
            bounds = np.zeros(1, np.int64)
            some = (np.zeros(1, np.int32), values, bounds, bounds + 1, np.ones(1, np.float32))
            _call(kernels[name], *some, np.zeros(1, np.float32))
        _compiled.update(kernels)
    return bool(_compiled)


def forget_kernels() -> None:
    """Go back to the products: for comparing the two in one process."""
    _compiled.clear()


def is_compiled() -> bool:
    """Return whether there are kernels to call."""
    return bool(_compiled)


def add_columns(matrix: str, *arrays: Array) -> None:
    """Add weighted columns to a total: papers, values, starts, ends, weights, total."""
    _call(_compiled[matrix], *arrays)


def _call(kernel: Kernel, *arrays: Array) -> None:
    """Call a kernel with arrays of one kind: those in memory can be written, maps cannot."""
    *given, total = arrays
    views = [array.view() for array in given]
    for view in views:
        view.flags.writeable = False
    kernel(*views, _logarithms(), total)


@cache
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
