"""The papers of a corpus on disk: their records, their keys, and the columns of the filters."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from datetime import date

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.columns_writer import ColumnsWriter
from recommender.corpus.indexing.duplicates import Signatures
from recommender.corpus.search.filters import day_number
from recommender.corpus.storage.array_writers import ArrayWriter, write_array
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.records import to_line
from recommender.corpus.storage.string_table import string_arrays, string_table
from recommender.papers import Paper

BUFFER_BYTES = 1 << 20
PAPERS_AT_ONCE = 1 << 14  # that are carried: about 16 MB


class RecordsWriter:
    """Writes papers one after the other."""

    def __len__(self) -> int:
        return len(self._keys)

    def __init__(self, out: ArrayWriter, today: date) -> None:
        """Take the out, and the day of arrival of the papers to come."""
        self._out, self._day = out, day_number(today)
        self._lines, self._buffer = out.column("papers.lines", np.uint8), bytearray()
        self._offsets, self._keys = array("q", [0]), list[str]()
        self._columns, self._signatures = ColumnsWriter(), Signatures()

    def carry(self, before: Mapping[str, ChecksummedArray], kept: NDArray[np.bool_]) -> None:
        """Write the papers of an earlier generation that are kept, before all others."""
        lines, offsets = before["papers.lines"], before["papers.offsets"].whole()
        numbers = np.flatnonzero(kept)
        for some in np.split(numbers, range(PAPERS_AT_ONCE, len(numbers), PAPERS_AT_ONCE)):
            self._lines.append(lines.parts(offsets[some], offsets[some + 1]))
        self._offsets.frombytes(np.cumsum(np.diff(offsets)[numbers]).tobytes())
        keys = string_table(before, "keys").all()
        self._keys += [keys[number] for number in numbers.tolist()]
        self._columns.carry(before, kept)
        self._signatures.carry(before, kept)

    def append(self, paper: Paper, day: int | None = None) -> None:
        """Write a paper, which has its key."""
        line = to_line(paper)
        self._buffer += line
        self._offsets.append(self._offsets[-1] + len(line))
        self._keys.append(paper.key or "")
        self._columns.append(paper, self._day if day is None else day)
        self._signatures.append(paper)
        if len(self._buffer) > BUFFER_BYTES:
            self._drain()

    def close(self) -> None:
        """Write what is known at the end: offsets, keys, columns."""
        self._drain()
        write_array(self._out, "papers.offsets", np.array(self._offsets, np.int64))
        for part, values in string_arrays(self._keys).items():
            write_array(self._out, f"keys.{part}", values)
        self._columns.write(self._out)
        signatures, papers = self._signatures.arrays()
        write_array(self._out, "signatures.values", signatures)
        write_array(self._out, "signatures.papers", papers)

    def _drain(self) -> None:
        self._lines.append(np.frombuffer(bytes(self._buffer), np.uint8))
        self._buffer.clear()
