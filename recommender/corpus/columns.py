"""What papers are filtered by, as columns: years, days of arrival, and coded texts.

A coded column holds its distinct texts once, folded (no case, no accents), and for each of them
the papers that have it. So "venue holds ICLR" reads the distinct venues, not the papers.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Checked
from recommender.corpus.coding import Numbering
from recommender.corpus.languages import languages
from recommender.corpus.sinks import Sink, put
from recommender.corpus.strings import StringTable, string_arrays, string_table
from recommender.papers import Paper

CODED: Mapping[str, Callable[[Paper], Iterable[str]]] = {
    "venue": lambda paper: (paper.venue,),
    "author": lambda paper: map(str, paper.authors),
    "keyword": lambda paper: paper.keywords,
    "language": lambda paper: languages(folded(paper.language)),
}


def folded(text: str) -> str:
    """Return a text without case and accents, for comparison."""
    if text.isascii():
        return text.lower()
    bare = unicodedata.normalize("NFKD", text)
    return "".join(c for c in bare if not unicodedata.combining(c)).casefold()


class ColumnsWriter:
    """Collects the columns of papers that come one after the other."""

    def __init__(self) -> None:
        self._years, self._days = array("h"), array("i")
        self._coded = {name: _Coded() for name in CODED}

    def append(self, paper: Paper, day: int) -> None:
        """Take the next paper, and the day of its arrival, counted from 1970."""
        number = len(self._years)
        self._years.append(paper.year if paper.year and 0 < paper.year < 1 << 15 else 0)
        self._days.append(day)
        for name, values in CODED.items():
            self._coded[name].append(number, values(paper))

    def carry(self, before: Mapping[str, Checked], kept: NDArray[np.bool_]) -> None:
        """Take the papers of an earlier generation that are kept, before all others."""
        self._years.frombytes(before["year"].whole()[kept].tobytes())
        self._days.frombytes(before["day"].whole()[kept].tobytes())
        for name, coded in self._coded.items():
            coded.carry(before, name, kept)

    def write(self, sink: Sink) -> None:
        """Write all columns."""
        put(sink, "year", np.array(self._years, np.int16))
        put(sink, "day", np.array(self._days, np.int32))
        for name, coded in self._coded.items():
            coded.write(name, sink)


class _Coded:
    """Distinct texts, and the papers of each."""

    def __init__(self) -> None:
        self._texts = Numbering()
        self._codes, self._papers = array("i"), array("i")

    def append(self, paper: int, values: Iterable[str]) -> None:
        for code in {self._texts[folded(value)] for value in values if value}:
            self._codes.append(code)
            self._papers.append(paper)

    def carry(self, before: Mapping[str, Checked], name: str, kept: NDArray[np.bool_]) -> None:
        texts = string_table(before, name).all()
        papers = before[f"{name}.papers"].whole()
        codes = np.repeat(np.arange(len(texts)), np.diff(before[f"{name}.start"].whole()))
        some = kept[papers]
        used, codes = np.unique(codes[some], return_inverse=True)
        place = np.cumsum(kept, dtype=np.int32) - 1
        for code in used.tolist():
            self._texts[texts[code]]
        self._codes.frombytes(codes.astype(np.int32).tobytes())
        self._papers.frombytes(place[papers[some]].tobytes())

    def write(self, name: str, sink: Sink) -> None:
        codes = np.array(self._codes, np.int32)
        order = np.argsort(codes, kind="stable")
        counts = np.bincount(codes, minlength=len(self._texts))
        put(sink, f"{name}.start", np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))
        put(sink, f"{name}.papers", np.array(self._papers, np.int32)[order])
        for part, values in string_arrays(self._texts).items():
            put(sink, f"{name}.{part}", values)


class CodedColumn:
    """One coded column, to be asked."""

    def __init__(self, arrays: Mapping[str, Checked], name: str) -> None:
        """Take the arrays of a corpus."""
        self._texts: StringTable = string_table(arrays, name)
        self._start, self._papers = arrays[f"{name}.start"], arrays[f"{name}.papers"]

    def holding(self, text: str) -> NDArray[np.int32]:
        """Return the papers with a value that holds a text, in any order, perhaps repeated."""
        return self._of(self._texts.holding(folded(text)))

    def meeting(self, wanted: Callable[[str], bool]) -> NDArray[np.int32]:
        """Return the papers with a value that is wanted; each distinct value is looked at."""
        codes = [code for code, text in enumerate(self._texts.all()) if wanted(text)]
        return self._of(np.array(codes, np.int64))

    def _of(self, codes: NDArray[np.int64]) -> NDArray[np.int32]:
        return self._papers.parts(self._start.take(codes), self._start.take(codes + 1))

    def commonest(self, most: int) -> list[tuple[int, int]]:
        """Return the first paper that has each of the commonest values, and how many have it."""
        starts, texts = self._start.whole(), self._texts.all()
        counts = np.diff(starts).tolist()
        order = sorted(
            np.flatnonzero(counts).tolist(), key=lambda code: (-counts[code], texts[code])
        )
        firsts = self._papers.take(starts[order[:most]]).tolist()
        return [(paper, counts[code]) for paper, code in zip(firsts, order, strict=False)]
