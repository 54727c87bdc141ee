"""The index of a corpus: which term occurs in which paper, with the values of both rankers.

The same postings are kept twice: by term, to score all papers for some terms, and by paper, to
score some papers for all terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import weights as values
from recommender.corpus.blocks import Array, Checked
from recommender.corpus.search import Matrix, Numbers, Query
from recommender.corpus.strings import string_table
from recommender.corpus.vocabulary import Vocabulary

if TYPE_CHECKING:
    from scipy.sparse import csr_array

POSTINGS_AT_ONCE = 1 << 22  # bounds the copy that a long query makes


class Index:
    """Terms, document frequencies and postings; immutable, safe for threads."""

    def __init__(self, arrays: Mapping[str, Checked]) -> None:
        """Take the arrays that `assemble` wrote, in memory or on disk."""
        words = string_table(arrays, "words")
        self._vocabulary = Vocabulary(words, arrays["pairs"])
        self._arrays = arrays
        self.n_papers = len(arrays["lengths"])
        self.n_terms = len(self._vocabulary)
        self.n_postings = len(arrays["columns.papers"])

    def numbers(self, terms: Sequence[str]) -> NDArray[np.int32]:
        """Return the number of each term, -1 where no paper has it."""
        numbers = self._vocabulary.numbers(terms)
        known = np.flatnonzero(numbers >= 0)
        absent = self._arrays["frequency"].take(numbers[known]) == 0  # it is part of a pair only
        numbers[known[absent]] = -1
        return numbers

    def term(self, number: int) -> str:
        """Return the term of a number."""
        return self._vocabulary.term(number)

    @property
    def document_frequency(self) -> NDArray[np.int32]:
        """Return in how many papers each term occurs, shape (n_terms,)."""
        return self._arrays["frequency"].whole()

    @property
    def lengths(self) -> NDArray[np.int32]:
        """Return the number of counted terms in each paper, repeats included."""
        return self._arrays["lengths"].whole()

    @property
    def average_length(self) -> float:
        """Return the mean of `lengths`."""
        return float(self.lengths.mean()) or 1.0

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the weighted sum of the terms' values, shape (n_papers,); -1 is no term."""
        numbers, weights = _known(numbers, weights)
        starts = self._arrays["columns.start"].take(numbers)
        ends = self._arrays["columns.start"].take(numbers + 1)
        if matrix == "tfidf":
            weights = weights * self._idf(numbers)
        total = np.zeros(self.n_papers, np.float32)
        for group in _groups(ends - starts):
            total += self._product(matrix, starts[group], ends[group], weights[group])
        if matrix == "tfidf":
            total *= self._arrays["norms"].whole()
        return total

    def top(  # noqa: PLR0913 - the interface of every engine
        self,
        matrix: Matrix,
        numbers: Numbers,
        weights: Array,
        k: int,
        *,
        allowed: NDArray[np.bool_] | None = None,
        exact: bool = False,
    ) -> tuple[Numbers, NDArray[np.float32]]:
        """Return the k best papers and their scores, best first, ties by number; none at zero."""
        query = Query(self, matrix, *_known(numbers, weights))
        return query.in_one_pass(k, allowed) if exact else query.best(k, allowed)

    def rows(self, matrix: Matrix, papers: Numbers) -> csr_array:
        """Return the values of some papers, shape (len(papers), n_terms), float32."""
        from scipy.sparse import csr_array

        papers = np.asarray(papers, np.int64)
        starts = self._arrays["rows.start"].take(papers)
        ends = self._arrays["rows.start"].take(papers + 1)
        terms = self._arrays["rows.terms"].parts(starts, ends)
        tf = self._arrays["rows.tf"].parts(starts, ends)
        of = np.repeat(papers, ends - starts)
        if matrix == "bm25":
            found = values.bm25(tf, self.lengths[of], self.average_length)
        else:
            norms = self._arrays["norms"].take(of)
            found = (values.log_tf(tf) * self._idf(terms) * norms).astype(np.float32)
        start = np.concatenate([[0], np.cumsum(ends - starts)])
        return csr_array((found, terms, start), shape=(len(papers), self.n_terms))

    def _idf(self, numbers: Numbers) -> NDArray[np.float64]:
        return values.idf(self._arrays["frequency"].take(numbers), self.n_papers)

    def _product(
        self, matrix: Matrix, starts: Numbers, ends: Numbers, weights: Array
    ) -> NDArray[np.float32]:
        """Return the weighted sum of some columns."""
        from scipy.sparse import csc_array

        papers = self._arrays["columns.papers"].parts(starts, ends)
        if matrix == "bm25":
            column = self._arrays["columns.bm25"].parts(starts, ends)
        else:
            column = values.log_tf(self._arrays["columns.tf"].parts(starts, ends))
        start = np.concatenate([[0], np.cumsum(ends - starts)])
        columns = csc_array((column, papers, start), shape=(self.n_papers, len(starts)))
        product: NDArray[np.float32] = columns @ weights.astype(np.float32)
        return product


def _known(numbers: Numbers, weights: Array) -> tuple[NDArray[np.int64], Array]:
    """Return the terms that the corpus has, with their weights."""
    numbers, weights = np.asarray(numbers, np.int64), np.asarray(weights)
    return numbers[numbers >= 0], weights[numbers >= 0]


def _groups(sizes: NDArray[np.int64]) -> list[slice]:
    """Return slices of terms that hold a bounded number of postings each."""
    group = np.cumsum(sizes) // POSTINGS_AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(sizes)]
    return [slice(a, b) for a, b in pairwise(cuts) if a < b]
