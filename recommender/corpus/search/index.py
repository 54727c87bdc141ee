"""The index of a corpus: which term occurs in which paper, with the values of both rankers.

The same postings are kept twice: by term, to score all papers for some terms, and by paper, to
score some papers for all terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from recommender.caching import Cache
from recommender.corpus.search import weights as values
from recommender.corpus.search.frequent_terms import FrequentTerms
from recommender.corpus.search.numba_kernels import Kernels
from recommender.corpus.search.scoring import Columns, ScratchMemory
from recommender.corpus.search.top_k import Search
from recommender.corpus.search.vocabulary import Vocabulary
from recommender.corpus.search.weights import MATRICES, Matrix, Numbers, Values
from recommender.corpus.storage.checksummed import Array, ChecksummedArray
from recommender.corpus.storage.string_table import string_table

if TYPE_CHECKING:
    from scipy.sparse import csr_array

REMEMBERED_TERMS = 1 << 18  # by their numbers: about 30 MB
REMEMBERED = 40_000  # papers of libraries, mostly: they are asked for again and again


class Index:
    """Terms, document frequencies and postings; immutable, safe for threads."""

    def __init__(self, arrays: Mapping[str, ChecksummedArray]) -> None:
        """Take the arrays that `assemble` wrote, in memory or on disk."""
        words = string_table(arrays, "words")
        self._vocabulary = Vocabulary(words, arrays["pairs"])
        self._arrays = arrays
        self._known: Mapping[str, int] = {}
        self._term = lru_cache(REMEMBERED_TERMS)(self._vocabulary.term)
        self._memory = ScratchMemory()
        self.cache = Cache[Any](REMEMBERED)  # what rankers learn of this corpus
        self.kernels: Kernels | None = None  # a server gives them to large corpora
        self.n_papers = len(arrays["lengths"])
        self.n_terms = len(self._vocabulary)
        self.n_postings = len(arrays["rows.terms"])
        self.frequent = FrequentTerms(arrays)

    def is_pair(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Return which terms are pairs of words."""
        return np.asarray(numbers >= self._vocabulary.n_words)

    @cached_property
    def shared(self) -> tuple[float, float]:
        """Return what share of a paper's words, and of its pairs, another paper of the corpus has.

        From 0 to 1, in the mean over the corpus; a pair that one paper has is no term.
        """
        words, pairs = np.split(self.document_frequency, [self._vocabulary.n_words])
        of_words, of_pairs = int(words[words > 1].sum()), int(pairs.sum())
        n_pairs = of_pairs + len(self._arrays["once.codes"])
        return of_words / max(1, int(words.sum())), of_pairs / max(1, n_pairs)

    def use(self, kernels: Kernels | None) -> None:
        """Sum postings by compiled kernels from now on, or by products again."""
        self.kernels = kernels

    def numbers(self, terms: Sequence[str]) -> NDArray[np.int32]:
        """Return the number of each term, -1 where no paper has it."""
        known = self._known  # a value that is never changed: threads may put others in its place
        if new := [term for term in dict.fromkeys(terms) if term not in known]:
            if len(known) + len(new) > REMEMBERED_TERMS:
                known, new = {}, list(dict.fromkeys(terms))
            known = {**known, **dict(zip(new, self._looked_up(new).tolist(), strict=True))}
            self._known = known
        return np.fromiter(map(known.__getitem__, terms), np.int32, len(terms))

    def _looked_up(self, terms: Sequence[str]) -> NDArray[np.int32]:
        numbers = self._vocabulary.numbers(terms)
        found = np.flatnonzero(numbers >= 0)
        absent = self.frequency_of(numbers[found]) == 0  # it is part of a pair only
        numbers[found[absent]] = -1
        return numbers

    def term(self, number: int) -> str:
        """Return the term of a number."""
        return self._term(number)

    @property
    def document_frequency(self) -> NDArray[np.int32]:
        """Return in how many papers each term occurs, shape (n_terms,)."""
        return self._arrays["frequency"].whole()

    @property
    def lengths(self) -> NDArray[np.int32]:
        """Return the number of counted terms in each paper, repeats included."""
        return self._arrays["lengths"].whole()

    @cached_property
    def average_length(self) -> float:
        """Return the mean of `lengths`."""
        return float(self.lengths.mean()) or 1.0

    def frequency_of(self, numbers: Numbers) -> NDArray[np.int32]:
        """Return in how many papers some terms occur."""
        found: NDArray[np.int32] = self._arrays["frequency"].take(numbers)
        return found

    def scores(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the weighted sum of the terms' values, shape (n_papers,); -1 is no term."""
        _known_matrix(matrix)
        numbers, weights = _known(numbers, weights)
        if matrix == "bm25":
            return self._sum(matrix, numbers, weights)
        weights = weights * self._idf(numbers)
        total = self._sum(matrix, numbers, weights)
        total *= self._arrays["norms"].whole()
        return total

    def scores_of(
        self, papers: Numbers, matrix: Matrix, numbers: Numbers, weights: Array
    ) -> NDArray[np.float32]:
        """Return `scores` of some papers only, from their own postings."""
        query, is_asked = np.zeros(self.n_terms, np.float32), np.zeros(self.n_terms, bool)
        np.add.at(query, numbers, weights * self._idf(numbers) if matrix == "tfidf" else weights)
        is_asked[numbers] = True  # looked at first: it is a quarter as large
        sizes, terms, tf = self._postings(papers)
        place = np.repeat(np.arange(len(papers)), sizes)
        found = np.flatnonzero(is_asked[terms])
        place, tf, weight = place[found], tf[found], query[terms[found]]
        if matrix == "tfidf":
            norms = self._arrays["norms"].take(papers)
            parts = values.log_tf(tf) * norms[place]
        else:
            parts = values.bm25(
                tf, self._arrays["lengths"].take(papers)[place], self.average_length
            )
        return np.bincount(place, weight * parts, len(papers)).astype(np.float32)

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
        _known_matrix(matrix)
        search = Search(self, matrix, *_known(numbers, weights))
        return search.in_one_pass(k, allowed) if exact else search.best(k, allowed)

    def rows(self, kind: Values, papers: Numbers) -> csr_array:
        """Return the values of some papers, shape (len(papers), n_terms), float32."""
        from scipy.sparse import csr_array

        papers = np.asarray(papers, np.int64)
        sizes, terms, tf = self._postings(papers)
        place = np.repeat(np.arange(len(papers)), sizes)
        found = self._values(kind, tf, papers, place, lambda: self._idf(terms))
        found = found.astype(np.float32)
        start = np.append(0, np.cumsum(sizes))
        return csr_array((found, terms, start), shape=(len(papers), self.n_terms))

    def rows_over(
        self, papers: Numbers, terms: Numbers, places: Callable[[Numbers], Numbers]
    ) -> Mapping[Values, csr_array]:
        """Return the values of some papers for some terms, shape (len(papers), len(terms)).

        `places` gives the column of a term, -1 for one that is not among them.
        """
        from scipy.sparse import csr_array

        sizes, numbers, tf = self._postings(papers)
        column = places(numbers)
        kept = np.flatnonzero(column >= 0)
        column, tf, place = column[kept], tf[kept], np.repeat(np.arange(len(papers)), sizes)[kept]
        start = np.append(0, np.cumsum(np.bincount(place, minlength=len(papers))))
        shape = (len(papers), len(terms))

        def make(kind: Values) -> csr_array:
            found = self._values(kind, tf, papers, place, lambda: self._idf(terms)[column])
            return csr_array((found.astype(np.float64), column, start), shape=shape)

        return MadeOnce(make)

    def _values(
        self, kind: Values, tf: Array, papers: Numbers, place: Numbers, idf: Callable[[], Array]
    ) -> Array:
        """Return the value of each posting of some papers, given with the places of these."""
        if kind == "tf":
            return tf
        _known_matrix(kind)
        if kind == "bm25":
            return values.bm25(tf, self._arrays["lengths"].take(papers)[place], self.average_length)
        return np.asarray(values.log_tf(tf) * idf() * self._arrays["norms"].take(papers)[place])

    def _sum(self, matrix: Matrix, numbers: Numbers, weights: Array) -> NDArray[np.float32]:
        """Return the weighted sum of the columns of some terms, shape (n_papers,)."""
        columns = Columns(self._arrays, matrix, numbers, self.n_papers)
        weights = weights.astype(np.float32)
        if self.kernels and columns.fit_kernels:
            return columns.summed_in_place(weights, self.kernels)
        return columns.summed(weights, self._memory)

    def _postings(self, papers: Numbers) -> tuple[Numbers, Numbers, Array]:
        """Return how many postings some papers have, and the term and tf of each posting."""
        starts = self._arrays["rows.start"].take(papers)
        ends = self._arrays["rows.start"].take(papers + 1)
        terms, tf = (self._arrays[f"rows.{name}"].parts(starts, ends) for name in ("terms", "tf"))
        return ends - starts, terms, tf

    def _idf(self, numbers: Numbers) -> NDArray[np.float64]:
        return values.idf(self._arrays["frequency"].take(numbers), self.n_papers)


class MadeOnce(dict[Values, "csr_array"]):
    """Rows of each kind of values, made when they are first asked for."""

    def __init__(self, make: Callable[[Values], csr_array]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, kind: Values) -> csr_array:
        self[kind] = self._make(kind)
        return self[kind]


def _known_matrix(matrix: str) -> None:
    """Raise ValueError for what is no matrix: it would be taken for TF-IDF."""
    if matrix not in MATRICES:
        raise ValueError(f"There is no matrix {matrix!r}; there are {', '.join(MATRICES)}.")


def _known(numbers: Numbers, weights: Array) -> tuple[NDArray[np.int64], Array]:
    """Return the terms that the corpus has, with their weights."""
    numbers, weights = np.asarray(numbers, np.int64), np.asarray(weights)
    return numbers[numbers >= 0], weights[numbers >= 0]
