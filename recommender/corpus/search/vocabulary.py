"""The terms of a corpus: words by number, pairs of words as two numbers in one integer.

A pair ("spars autoencod") is stored as the code of its words, so that tens of millions of pairs
need eight bytes each, no strings, and are found by binary search in a memory map. Words keep their
numbers when a corpus grows; they come first, then the pairs in the order of their codes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.string_table import StringTable

FIRST_PAIR = 1 << 32  # the codes of words are their numbers: below this


def split(term: str) -> tuple[str, str]:
    """Return the words of a term: its own and "" for a single word."""
    first, _, second = term.partition(" ")
    return first, second


class Vocabulary:
    """Term to number and back."""

    def __init__(self, words: StringTable, pairs: ChecksummedArray) -> None:
        """Take the words, and the codes of the pairs, ascending."""
        self._words, self._pairs = words, pairs
        self.n_words = len(words)

    def __len__(self) -> int:
        return self.n_words + len(self._pairs)

    def term(self, number: int) -> str:
        """Return the term of a number."""
        if number < self.n_words:
            return self._words[number]
        code = int(self._pairs.part(number - self.n_words, number - self.n_words + 1)[0])
        return f"{self._words[(code >> 32) - 1]} {self._words[code & 0xFFFFFFFF]}"

    def numbers(self, terms: Sequence[str]) -> NDArray[np.int32]:
        """Return the number of each term, -1 where the corpus lacks it."""
        halves = [split(term) for term in terms]
        words = dict.fromkeys(word for half in halves for word in half if word)
        known = dict(zip(words, self._words.numbers(list(words)).tolist(), strict=True))
        first = np.array([known.get(a, -1) for a, _ in halves], np.int64)
        second = np.array([known[b] if b else -2 for _, b in halves], np.int64)
        paired = (first >= 0) & (second >= 0)
        numbers = np.where(second == -2, first, -1)
        numbers[paired] = self._pair_numbers(pair_codes(first[paired], second[paired]))
        return numbers.astype(np.int32)

    def _pair_numbers(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        return places(self._pairs.whole(), codes, self.n_words)


def pair_codes(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return `pair_code` of each two numbers."""
    return (first + 1) << 32 | second


def places(
    table: NDArray[np.int64], codes: NDArray[np.int64], offset: int = 0
) -> NDArray[np.int64]:
    """Return offset + where each code stands in an ascending table; -1 where it does not."""
    if not len(table):
        return np.full(len(codes), -1, np.int64)
    found = np.searchsorted(table, codes)
    found[found == len(table)] = 0
    return np.where(table[found] == codes, found + offset, -1)
