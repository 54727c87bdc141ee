"""Papers to a corpus: records, filters and index, in one pass over papers that stream by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.assemble import assemble
from recommender.corpus.indexing.carry_over import runs_of
from recommender.corpus.indexing.records_writer import RecordsWriter
from recommender.corpus.indexing.run_files import RunFiles
from recommender.corpus.indexing.term_counts import Run, count
from recommender.corpus.indexing.term_encoder import TermEncoder
from recommender.corpus.storage.array_writers import ArrayWriter, write_array
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.string_table import Numbering, string_table
from recommender.papers import Paper

MEMORY_BYTES = 1 << 29  # for what is not yet on disk, where there is a disk
BYTES_A_WORD = 200  # while a run is counted


class CorpusWriter:
    """Writes papers one after the other; in bounded memory where it has a folder for runs."""

    def __init__(
        self,
        out: ArrayWriter,
        *,
        today: date,
        spool: Path | None = None,
        memory: int = MEMORY_BYTES,
    ) -> None:
        """Take where the arrays go, the day of arrival, and a folder for what is on the way."""
        self._out, self._memory = out, memory
        self._records = RecordsWriter(out, today)
        self._words = Numbering()
        self._coder = TermEncoder(self._words)
        self._runs: list[Run] | RunFiles = [] if spool is None else RunFiles(spool)

    def __len__(self) -> int:
        return len(self._records)

    def carry(self, before: Mapping[str, ChecksummedArray], kept: NDArray[np.bool_]) -> None:
        """Write papers of an earlier generation first, without analysing them again."""
        for word in string_table(before, "words").all():
            self._words[word]
        self._records.carry(before, kept)
        for run in runs_of(before, kept):
            self._runs.append(run)

    def append(self, paper: Paper, day: int | None = None) -> None:
        """Write a paper, which has its key."""
        self._records.append(paper, day)
        self._coder.add(paper)
        if len(self._coder) * BYTES_A_WORD >= self._memory:
            self._runs.append(count(self._coder.take()))

    def close(self, versions: Iterable[tuple[int, int]] = ()) -> None:
        """Write the index, and which papers are versions of each other."""
        both = sorted(pair for a, b in versions for pair in ((a, b), (b, a)))
        write_array(self._out, "versions.of", np.array([a for a, _ in both], np.int32))
        write_array(self._out, "versions.is", np.array([b for _, b in both], np.int32))
        self._records.close()
        self._runs.append(count(self._coder.take()))
        assemble(self._runs, list(self._words), self._out, self._memory)
