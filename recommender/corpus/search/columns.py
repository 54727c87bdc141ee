"""What papers are filtered by, as columns: years, days of arrival, and coded texts.

A coded column holds its distinct texts once, folded (no case, no accents), and for each of them
the papers that have it. So "venue holds ICLR" reads the distinct venues, not the papers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.string_table import StringTable, string_table
from recommender.papers import Paper
from recommender.text.languages import languages

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


class CodedColumn:
    """One coded column, to be asked."""

    def __init__(self, arrays: Mapping[str, ChecksummedArray], name: str) -> None:
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
