"""The values of the two matrices: formulas on arrays, one place for building and for asking."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.checksummed import Array

Matrix = Literal["bm25", "tfidf"]  # what can be searched
Values = Literal["bm25", "tfidf", "tf"]  # what rows of papers can hold; tf: as counted
MATRICES: tuple[Matrix, ...] = ("bm25", "tfidf")
Numbers = NDArray[Any]  # of papers or terms: int32 or int64
Float32s = NDArray[np.float32]

K1 = 1.5  # term saturation: rank_bm25's default
B = 1.0  # length normalisation: README, Decision 1


def bm25(tf: Array, lengths: Array, average_length: float) -> NDArray[np.float32]:
    """Return the BM25 part of a term without its idf, in (0, K1 + 1]: Robertson et al. 1994."""
    norm = K1 * (1 - B + B * lengths / average_length)
    values: NDArray[np.float32] = (tf * (K1 + 1) / (tf + norm)).astype(np.float32)
    return values


def log_tf(tf: Array, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Return 1 + ln tf, scikit-learn's `sublinear_tf`; in `out` if it is given."""
    values: NDArray[np.float32] = np.log(tf, out=out, dtype=np.float32)
    values += 1
    return values


def idf(document_frequency: Array, n_papers: int) -> NDArray[np.float64]:
    """Return ln((1 + N) / (1 + df)) + 1: scikit-learn's `smooth_idf`."""
    values: NDArray[np.float64] = np.log((1 + n_papers) / (1 + document_frequency)) + 1
    return values
