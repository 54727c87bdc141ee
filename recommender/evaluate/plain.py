"""Plain BM25: lower-cased words, nothing else; what a first version of a recommender does.

The statistics are those of rank_bm25.BM25Plus(delta=0), the best of that library's variants on long
queries, whose idf is never negative. The sum is a product: fast enough for hundreds of libraries.
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

_WORD = re.compile(r"\w\w+")


def plain_words(paper: Paper) -> list[str]:
    """Return the words of title and abstract in small letters, those of one letter left out."""
    return _WORD.findall(f"{paper.title} {paper.abstract}".lower())


@dataclass(frozen=True, slots=True)
class WordCounts:
    """The words of each paper, and how often each occurs."""

    words: Sequence[Sequence[str]]
    columns: dict[str, int]
    counts: csr_array  # shape (papers, words), float64

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> WordCounts:
        """Count the words of papers."""
        columns: dict[str, int] = {}
        words = [plain_words(paper) for paper in papers]
        places = [columns.setdefault(word, len(columns)) for each in words for word in each]
        ends = np.cumsum([0, *map(len, words)])
        shape = (len(words), len(columns))
        counts = csr_array((np.ones(len(places)), places, ends), shape=shape)
        counts.sum_duplicates()
        return cls(words, columns, counts)

    def part(self, rows: Sequence[int]) -> WordCounts:
        """Return the counts of some papers; words that none of them has stay, with no count."""
        words = [self.words[row] for row in rows]
        return WordCounts(words, self.columns, self.counts[list(rows)])


class PlainBm25:
    """BM25 with idf ln((N + 1) / df), over all words as they are."""

    def __init__(self, words: WordCounts) -> None:
        """Take the counted words of a corpus."""
        from rank_bm25 import BM25Plus

        self._columns, counts = words.columns, words.counts
        plus = BM25Plus(words.words, delta=0)
        lengths = np.array(plus.doc_len) / (plus.avgdl or 1.0)
        norms = plus.k1 * (1 - plus.b + plus.b * lengths)
        self._parts = counts.copy()
        repeated = np.repeat(norms, np.diff(counts.indptr))
        self._parts.data = counts.data * (plus.k1 + 1) / (counts.data + repeated)
        self._idf = np.zeros(counts.shape[1])
        self._idf[[self._columns[word] for word in plus.idf]] = list(plus.idf.values())

    def scores(self, papers: Iterable[Paper]) -> NDArray[np.float64]:
        """Return the score of each paper of the corpus for the text of all papers as one query."""
        query = np.zeros(len(self._columns))
        words = Counter(word for paper in papers for word in plain_words(paper))
        for word, count in words.items():
            if word in self._columns:
                query[self._columns[word]] = count
        return np.asarray(self._parts @ (query * self._idf))
