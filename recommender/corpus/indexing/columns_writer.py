"""Papers to the columns that they are filtered by."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.columns import CODED, folded
from recommender.corpus.storage.array_writers import ArrayWriter, write_array
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.string_table import Numbering, string_arrays, string_table
from recommender.papers import Paper


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

    def carry(self, before: Mapping[str, ChecksummedArray], kept: NDArray[np.bool_]) -> None:
        """Take the papers of an earlier generation that are kept, before all others."""
        self._years.frombytes(before["year"].whole()[kept].tobytes())
        self._days.frombytes(before["day"].whole()[kept].tobytes())
        for name, coded in self._coded.items():
            coded.carry(before, name, kept)

    def write(self, out: ArrayWriter) -> None:
        """Write all columns."""
        write_array(out, "year", np.array(self._years, np.int16))
        write_array(out, "day", np.array(self._days, np.int32))
        for name, coded in self._coded.items():
            coded.write(name, out)


class _Coded:
    """Distinct texts, and the papers of each."""

    def __init__(self) -> None:
        self._texts = Numbering()
        self._codes, self._papers = array("i"), array("i")

    def append(self, paper: int, values: Iterable[str]) -> None:
        for code in {self._texts[folded(value)] for value in values if value}:
            self._codes.append(code)
            self._papers.append(paper)

    def carry(
        self, before: Mapping[str, ChecksummedArray], name: str, kept: NDArray[np.bool_]
    ) -> None:
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

    def write(self, name: str, out: ArrayWriter) -> None:
        codes = np.array(self._codes, np.int32)
        order = np.argsort(codes, kind="stable")
        counts = np.bincount(codes, minlength=len(self._texts))
        write_array(out, f"{name}.start", np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))
        write_array(out, f"{name}.papers", np.array(self._papers, np.int32)[order])
        for part, values in string_arrays(self._texts).items():
            write_array(out, f"{name}.{part}", values)
