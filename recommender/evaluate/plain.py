"""Plain BM25: lower-cased words, nothing else; what a first version of a recommender does.

Equals rank_bm25.BM25Plus(delta=0), the best of that library's variants on long queries, whose idf
is never negative; a test holds the two together. Fast enough for hundreds of whole libraries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.papers import Paper

K1, B = 1.5, 0.75
_WORD = re.compile(r"\w\w+")


def plain_words(paper: Paper) -> list[str]:
    """Return the words of title and abstract in small letters, those of one letter left out."""
    return _WORD.findall(f"{paper.title} {paper.abstract}".lower())


@dataclass(frozen=True, slots=True)
class WordCounts:
    """How often each word occurs in each paper."""

    columns: dict[str, int]
    counts: csr_array  # shape (papers, words), float64

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> WordCounts:
        """Count the words of papers."""
        columns: dict[str, int] = {}
        words: list[int] = []
        ends = [0]
        for paper in papers:
            words += [columns.setdefault(word, len(columns)) for word in plain_words(paper)]
            ends.append(len(words))
        shape = (len(ends) - 1, len(columns))
        counts = csr_array((np.ones(len(words)), words, ends), shape=shape)
        counts.sum_duplicates()
        return cls(columns, counts)

    def part(self, rows: Sequence[int]) -> WordCounts:
        """Return the counts of some papers; words that none of them has stay, with no count."""
        return WordCounts(self.columns, self.counts[list(rows)])


class PlainBm25:
    """BM25 with idf ln((N + 1) / df), over all words as they are."""

    def __init__(self, words: WordCounts) -> None:
        """Take the counted words of a corpus."""
        self._columns, counts = words.columns, words.counts
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        norms = K1 * (1 - B + B * lengths / max(lengths.mean(), 1e-12))
        self._parts = counts.copy()
        repeated = np.repeat(norms, np.diff(counts.indptr))
        self._parts.data = counts.data * (K1 + 1) / (counts.data + repeated)
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        self._idf = np.log((counts.shape[0] + 1) / np.maximum(frequency, 1))

    def scores(self, papers: Iterable[Paper]) -> NDArray[np.float64]:
        """Return the score of each paper of the corpus for the text of all papers as one query."""
        query = np.zeros(len(self._columns))
        words = Counter(word for paper in papers for word in plain_words(paper))
        for word, count in words.items():
            if word in self._columns:
                query[self._columns[word]] = count
        return np.asarray(self._parts @ (query * self._idf))
