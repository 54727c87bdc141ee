"""The commonest terms of a large corpus: how often each occurs in each paper, as one table.

Most postings of a long query are of terms that many papers have, and they add much the same to all.
What they add to a typical query, the mean paper of the corpus, is kept for each paper. So a search
adds a multiple of that to all papers, and what is particular of the query to the best alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search import weights as values
from recommender.corpus.search.weights import Float32s, Matrix, Numbers
from recommender.corpus.storage.checksummed import Array, ChecksummedArray

LARGE = 50_000  # papers; in smaller corpora there is no table, they are searched in one pass
SHARE = 0.05  # of the papers: a term in more is common
MOST = 384  # common terms: bytes of a paper in the table


class FrequentTerms:
    """The common terms; a query is weights of them, shape (n_terms,)."""

    def __init__(self, arrays: Mapping[str, ChecksummedArray]) -> None:
        """Take the arrays of a corpus."""
        self._arrays = arrays
        self._terms: NDArray[np.int32] = arrays["common.terms"].whole()
        self.n_terms = len(self._terms)

    def holds(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Return which terms are common."""
        if not self.n_terms:
            return np.zeros(len(numbers), bool)
        held: NDArray[np.bool_] = self._terms[self._places(numbers)] == numbers
        return held

    def query(self, matrix: Matrix, numbers: Numbers, weights: Array) -> Float32s:
        """Return the query of some common terms; in that of TF-IDF their idf is contained."""
        query = np.zeros(self.n_terms, np.float32)
        np.add.at(query, self._places(numbers), weights.astype(np.float32))
        return query * self._idf if matrix == "tfidf" else query

    def typical(self, matrix: Matrix, query: Float32s) -> Float32s:
        """Return what a query gives to each paper so far as it is typical, shape (n_papers,)."""
        factor = np.float32(query @ self.mean_query / (self.mean_query @ self.mean_query))
        return np.asarray(self._arrays[f"common.{matrix}"].whole() * factor)

    def scores(self, matrix: Matrix, papers: Numbers, query: Float32s) -> Float32s:
        """Return what a query gives to some papers."""
        starts = papers * np.int64(self.n_terms)
        table = self._arrays["common.tf"].with_parts(starts, starts + self.n_terms)
        tf = table.reshape(-1, self.n_terms)[papers].astype(np.float32)
        if matrix == "bm25":
            lengths = np.maximum(self._arrays["lengths"].take(papers), 1).astype(np.float32)
            found = values.bm25(tf, lengths[:, np.newaxis], self._average_length)
            return np.asarray(np.einsum("ij,j->i", found, query))
        found = np.where(tf > 0, values.log_tf(np.maximum(tf, 1)), np.float32(0))
        return np.asarray(np.einsum("ij,j->i", found, query) * self._arrays["norms"].take(papers))

    def _places(self, numbers: Numbers) -> Numbers:
        return np.searchsorted(self._terms, numbers).clip(max=self.n_terms - 1)

    @cached_property
    def _average_length(self) -> float:
        return float(self._arrays["lengths"].whole().mean()) or 1.0

    @cached_property
    def _frequency(self) -> NDArray[np.int32]:
        return np.asarray(self._arrays["frequency"].take(self._terms))

    @cached_property
    def _idf(self) -> Float32s:
        return values.idf(self._frequency, len(self._arrays["lengths"])).astype(np.float32)

    @cached_property
    def mean_query(self) -> Float32s:
        """Return the typical query: about the mean of the corpus, as weights that hold the idf."""
        return self._frequency.astype(np.float32) * self._idf**2
