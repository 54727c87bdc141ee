"""Papers to streams of whole numbers: the terms of `paper_terms`, without their strings.

A term costs about 20 ns here and 1,000 ns as a string, which is what makes indexing fast. A test
holds the two to the same result.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.vocabulary import pair_codes
from recommender.corpus.storage.checksummed import Array
from recommender.corpus.storage.string_table import Numbering
from recommender.papers import Paper
from recommender.text import terms as analysis

STOP, BREAK, STEM, RUN = range(4)  # of a word: passed over; ends a sentence; a stem; characters
MAX_WORDS = 1 << 20  # distinct ones that are remembered


@dataclass(frozen=True, slots=True)
class EncodedTerms:
    """All terms of some papers, in no order: the place of the paper and the code of the term."""

    papers: NDArray[np.int64]
    codes: NDArray[np.int64]
    n_papers: int


class TermEncoder:
    """Codes papers that come one after the other."""

    def __init__(self, numbers: Numbering) -> None:
        """Take the numbers of stems; new stems get new ones."""
        self._numbers, self._words = numbers, _Words()
        self._tokens, self._ends = array("i"), array("q")

    def __len__(self) -> int:
        """Return the number of words since the last `take`."""
        return len(self._tokens)

    def add(self, paper: Paper) -> None:
        """Take the next paper."""
        words = self._words
        for text in map(analysis.composed, analysis.fields(paper)):
            codes = list(map(words.__getitem__, analysis.words(text)))
            self._tokens.extend(codes if text.isascii() else words.expanded(codes))
            self._tokens.append(BREAK)
        self._ends.append(len(self._tokens))

    def take(self) -> EncodedTerms:
        """Return the terms of the papers since the last time."""
        tokens = np.array(self._tokens, np.int64)
        ends = np.array(self._ends, np.int64)
        coded = self._coded(tokens, np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0)))
        self._tokens, self._ends = array("i"), array("q")
        if len(self._words) > MAX_WORDS:
            self._words = _Words()
        return EncodedTerms(*coded, n_papers=len(ends))

    def _coded(self, tokens: Array, papers: Array) -> tuple[Array, Array]:
        words = self._words
        kinds = np.array(words.kinds, np.int8)
        places = np.flatnonzero(kinds[tokens] != STOP)
        tokens, papers = tokens[places], papers[places]
        stems = np.array(words.stems, np.int64)[tokens]
        is_stem = kinds[tokens] == STEM
        alone = is_stem & np.array(words.alone, bool)[tokens]
        opens = np.array(words.opens, bool)[tokens]
        near = np.diff(places) <= analysis.MAX_SKIPPED + 1
        pair = np.flatnonzero(is_stem[:-1] & is_stem[1:] & opens[:-1] & near)
        used = alone.copy()
        used[pair] = used[pair + 1] = True
        numbers = self._numbered(stems[used])
        first, second = words.in_order(stems[pair], stems[pair + 1])
        codes = [numbers[stems[alone]], pair_codes(numbers[first], numbers[second])]
        return np.concatenate([papers[alone], papers[pair]]), np.concatenate(codes)

    def _numbered(self, stems: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of each stem of the words, -1 for those that are in no term."""
        found, first = np.unique(stems, return_index=True)
        texts = self._words.texts
        numbers = np.full(len(texts), -1, np.int64)
        for stem in found[np.argsort(first)].tolist():
            numbers[stem] = self._numbers[texts[stem]]
        return numbers


class _Words(dict[str, int]):
    """Words as they are written to places in the lists of what they are."""

    def __init__(self) -> None:
        self.kinds, self.stems = [STOP, BREAK], [0, 0]
        self.alone, self.opens = [False, False], [False, False]
        self.texts = list[str]()  # of the stems
        self._stems = Numbering()
        self._runs: dict[int, list[int]] = {}
        super().__init__({"": BREAK})

    def __missing__(self, word: str) -> int:
        if analysis.is_unspaced(word):
            place = self._new(RUN)
            self._runs[place] = self._characters(word)
        elif stem := analysis.stem(word):
            alone, opens = analysis.roles(stem)
            place = self._new(STEM, stem, alone, opens)
        else:
            place = STOP
        self[word] = place
        return place

    def _new(self, kind: int, stem: str = "", alone: bool = False, opens: bool = False) -> int:
        self.kinds.append(kind)
        number = self._stems[stem]
        if number == len(self.texts):
            self.texts.append(stem)
        self.stems.append(number)
        self.alone.append(alone)
        self.opens.append(opens)
        return len(self.kinds) - 1

    def _characters(self, word: str) -> list[int]:
        """Return the places of a run's pairs of characters, none of them beside another."""
        places = [BREAK]
        for term in analysis.characters(word):
            key = f"\0{term}"  # not the word that is written so
            if key not in self:
                self[key] = self._new(STEM, term, alone=True)
            places += (self[key], BREAK)
        return places

    def expanded(self, codes: list[int]) -> list[int]:
        """Return codes with each run of characters as its pairs."""
        if self._runs.keys().isdisjoint(codes):
            return codes
        return [part for code in codes for part in self._runs.get(code, (code,))]

    def in_order(self, first: Array, second: Array) -> tuple[Array, Array]:
        """Return each two stems in the order of the alphabet."""
        used = np.unique(np.concatenate([first, second])).tolist()
        rank = np.empty(len(self.texts), np.int64)
        rank[sorted(used, key=self.texts.__getitem__)] = np.arange(len(used))
        swap = rank[first] > rank[second]
        return np.where(swap, second, first), np.where(swap, first, second)
