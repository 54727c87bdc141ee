"""The papers of a corpus on disk: their records, their keys, and the columns of the filters."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from datetime import date

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Checked
from recommender.corpus.columns import ColumnsWriter
from recommender.corpus.filters import day_number
from recommender.corpus.merging import Signatures
from recommender.corpus.records import to_line
from recommender.corpus.sinks import Sink, put
from recommender.corpus.strings import string_arrays, string_table
from recommender.papers import Paper

BUFFER_BYTES = 1 << 20
PAPERS_AT_ONCE = 1 << 14  # that are carried: about 16 MB


class CatalogueWriter:
    """Writes papers one after the other."""

    def __len__(self) -> int:
        return len(self._keys)

    def __init__(self, sink: Sink, today: date) -> None:
        """Take the sink, and the day of arrival of the papers to come."""
        self._sink, self._day = sink, day_number(today)
        self._lines, self._buffer = sink.column("papers.lines", np.uint8), bytearray()
        self._offsets, self._keys = array("q", [0]), list[str]()
        self._columns, self._signatures = ColumnsWriter(), Signatures()

    def carry(self, before: Mapping[str, Checked], kept: NDArray[np.bool_]) -> None:
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
        put(self._sink, "papers.offsets", np.array(self._offsets, np.int64))
        for part, values in string_arrays(self._keys).items():
            put(self._sink, f"keys.{part}", values)
        self._columns.write(self._sink)
        signatures, papers = self._signatures.arrays()
        put(self._sink, "signatures.values", signatures)
        put(self._sink, "signatures.papers", papers)

    def _drain(self) -> None:
        self._lines.append(np.frombuffer(bytes(self._buffer), np.uint8))
        self._buffer.clear()
