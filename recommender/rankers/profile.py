"""Profile: what the papers of one interest say, in the vocabulary of a corpus.

All vectors are over the profile's own terms (those that the corpus knows, ascending by number), so
that their size follows the library and not the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Index
from recommender.papers import Paper
from recommender.text.terms import paper_terms

FLAT_VOCABULARY = 1 << 22  # up to here a table over all terms is quicker than a search


@dataclass(frozen=True)
class Profile:
    """The papers of one interest: every paper weighs the same, however much text it has."""

    index: Index
    numbers: NDArray[np.int32]  # of its terms in the corpus, ascending
    counts: csr_array  # shape (library papers, terms of the profile)
    vectors: csr_array  # the same as TF-IDF, rows of length 1

    @classmethod
    def of(cls, papers: Sequence[Paper], index: Index) -> Profile:
        """Return the profile of some papers, in the vocabulary of a corpus."""
        counts = [_counts(paper) for paper in papers]
        known = _known(counts, index)
        numbers = np.unique(np.fromiter(known.values(), np.int32, len(known)))
        rows = _rows(counts, known, numbers)
        return cls(index, numbers, rows, _tfidf(rows, numbers, index))

    def part(self, rows: Sequence[int]) -> Profile:
        """Return the profile of some of its papers, over the same terms."""
        return Profile(self.index, self.numbers, self.counts[list(rows)], self.vectors[list(rows)])

    @cached_property
    def document_frequency(self) -> NDArray[np.float64]:
        """Return in how many papers of the corpus each term occurs."""
        return np.asarray(self.index.document_frequency[self.numbers], np.float64)

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """Return the mean of the vectors, shape (terms of the profile,)."""
        return np.asarray(self.vectors.sum(axis=0)).ravel() / max(1, self.n_papers)

    @property
    def n_papers(self) -> int:
        """Return how many library papers it was made of."""
        return int(self.counts.shape[0])

    def local(self, rows: csr_array) -> csr_array:
        """Return rows of the corpus without the terms that no library paper has."""
        places = self._places(rows.indices)
        kept = places >= 0
        ends = np.concatenate(([0], np.cumsum(kept)))[rows.indptr]
        shape = (rows.shape[0], len(self.numbers))
        return csr_array((rows.data[kept].astype(np.float64), places[kept], ends), shape=shape)

    def _places(self, numbers: NDArray[np.int32]) -> NDArray[np.int64]:
        if not len(self.numbers):
            return np.full(len(numbers), -1)
        if self.index.n_terms <= FLAT_VOCABULARY:
            table = np.full(self.index.n_terms, -1)
            table[self.numbers] = np.arange(len(self.numbers))
            return np.asarray(table[numbers])
        found = np.searchsorted(self.numbers, numbers).clip(max=len(self.numbers) - 1)
        return np.where(self.numbers[found] == numbers, found, -1)


def _tfidf(counts: csr_array, numbers: NDArray[np.int32], index: Index) -> csr_array:
    """Return rows as scikit-learn's TfidfVectorizer(sublinear_tf=True) transforms them."""
    idf = np.log((1 + index.n_papers) / (1 + index.document_frequency[numbers])) + 1
    rows = counts.copy()
    rows.data = (1 + np.log(rows.data)) * idf[rows.indices]
    length = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data /= np.repeat(np.where(length > 0, length, 1), np.diff(rows.indptr))
    return rows


@lru_cache(maxsize=4096)
def _terms_of(texts: tuple[str, str, tuple[str, ...]]) -> Counter[str]:
    title, abstract, keywords = texts
    return Counter(paper_terms(Paper(title=title, abstract=abstract, keywords=keywords)))


def _counts(paper: Paper) -> Counter[str]:
    """Return the terms of a paper, remembered for the next request about the same library."""
    return _terms_of((paper.title, paper.abstract, paper.keywords))


def _known(counts: Sequence[Counter[str]], index: Index) -> dict[str, int]:
    """Return the terms that some paper of the corpus has, with their numbers."""
    terms = sorted(set().union(*counts))
    numbers = index.numbers(terms)
    frequent = index.document_frequency[numbers] > 0
    return {
        term: number
        for term, number, known in zip(terms, numbers.tolist(), frequent.tolist(), strict=True)
        if number >= 0 and known
    }


def _rows(
    counts: Sequence[Counter[str]], known: dict[str, int], numbers: NDArray[np.int32]
) -> csr_array:
    """Return the counts as rows, shape (papers, terms of the profile)."""
    places = dict(zip(numbers.tolist(), range(len(numbers)), strict=True))
    place = {term: places[number] for term, number in known.items()}
    rows = [sorted((place[t], n) for t, n in c.items() if t in place) for c in counts]
    indptr = np.concatenate(([0], np.cumsum([len(row) for row in rows], dtype=np.int64)))
    columns = np.fromiter((column for row in rows for column, _ in row), np.int64, indptr[-1])
    data = np.fromiter((n for row in rows for _, n in row), np.float64, indptr[-1])
    return csr_array((data, columns, indptr), shape=(len(counts), len(numbers)))
