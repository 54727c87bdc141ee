"""FileWriter into a named corpus: all of them, or nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np

from recommender.corpus.corpus import fingerprint
from recommender.corpus.engines.upload import forget, upload
from recommender.corpus.indexing.corpus_writer import MEMORY_BYTES, CorpusWriter
from recommender.corpus.indexing.duplicates import Signatures
from recommender.corpus.merge import NOTHING, Counts, Merge
from recommender.corpus.progress import Progress, Stages, quiet, size_of
from recommender.corpus.registry import home, names, open_named, writing
from recommender.corpus.sources import papers
from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.folders import opener, private_folder
from recommender.corpus.storage.generations import (
    SPOOL,
    Label,
    manifests,
    newest_first,
    open_generation,
    publish,
)
from recommender.corpus.storage.manifest import Manifest
from recommender.corpus.storage.records import StoredPapers, to_line
from recommender.errors import UnreadableInput
from recommender.files.refusals import refused
from recommender.notices import Notice
from recommender.papers import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What became of some files."""

    counts: Counts
    papers: int  # of the corpus, now
    notices: tuple[Notice, ...]  # what was left out, and why


class _Unchanged(Exception):
    """The files hold nothing that the corpus lacks."""


def add(  # noqa: PLR0913 - one keyword each for the day, the terminal and the memory
    data: Path,
    name: str,
    files: Sequence[Path],
    *,
    today: date,
    progress: Progress = quiet,
    memory: int = MEMORY_BYTES,
    engine: str = "",
) -> Added:
    """Add the papers of files to a corpus, which may be new; all or nothing, also when killed.

    `engine` is the address of a Qdrant server that searches the corpus from now on.

    Raises UnreadableInput, StoreInUse, NewerStore, DamagedStore.
    """
    place, before = home(data, name), NOTHING
    label = Label(name=name, sources=tuple(path.name for path in files), engine=engine)
    if name in names(data):
        open_named(data, name)  # repairs it, if need be
    with writing(data):
        if name in names(data):
            manifest, before = open_generation(newest_first(place)[0])
            label = _continued(label, manifest)
        job = _Job(files, before, today, progress, memory)
        try:
            publish(place, label, partial(job.fill, label))
            kept = list(manifests(place))
            forget(kept[0], kept)
        except _Unchanged:
            pass
        except OSError as error:
            doing = f"Nothing was changed, since the corpus {name} cannot be written"
            raise refused(doing, error) from error
    return Added(counts=job.counts, papers=job.papers, notices=tuple(job.notices))


def _continued(label: Label, before: Manifest) -> Label:
    """Return the label of a corpus that grows: its files add up, its engine stays."""
    sources = tuple(dict.fromkeys((*before.sources, *label.sources)))
    return replace(label, sources=sources, engine=label.engine or before.engine)


class _Job:
    """One filling of a new generation."""

    def __init__(
        self,
        files: Sequence[Path],
        before: Mapping[str, ChecksummedArray],
        today: date,
        progress: Progress,
        memory: int,
    ) -> None:
        self._files, self._before, self._today = files, before, today
        self._stages, self._memory = Stages(map(size_of, files), progress), memory
        self.notices: list[Notice] = []
        self.papers = len(before["day"]) if before else 0
        self.counts = Counts(new=0, merged=0, versions=0)

    def fill(self, label: Label, files: FileWriter) -> str:
        """Write the arrays of the new generation; return their fingerprint."""
        spool = private_folder(files.folder / SPOOL)
        with open(spool / "records", "wb", opener=opener) as file:
            records = _Records(file)
            for found in self._found():
                if isinstance(found, Notice):
                    self.notices.append(found)
                else:
                    records.append(found)
        if not len(records):
            raise UnreadableInput("These files hold no paper that can be read; nothing was added.")
        adding = Merge(records.stored(spool / "records"), records.signatures, self._before)
        if not adding and not self._moves(label):
            self.counts = Counts(new=0, merged=len(records), versions=0)
            raise _Unchanged
        writer = CorpusWriter(files, today=self._today, spool=spool / "runs", memory=self._memory)
        self.counts = adding.write(writer, told=self._stages.written)
        self.papers = len(writer)
        generation = fingerprint(files.array("papers.lines"))
        upload(files, label, generation)
        return generation

    def _moves(self, label: Label) -> bool:
        """Return whether the papers have to go to another engine than before."""
        return bool(label.engine) and "columns.papers" in self._before

    def _found(self) -> Iterator[Paper | Notice]:
        for path, told in zip(self._files, self._stages.readers(), strict=True):
            yield from papers(path, told)


class _Records:
    """Records set aside in a file, to be read again one by one."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._offsets = file, array("q", [0])
        self.signatures = Signatures()

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def append(self, paper: Paper) -> None:
        line = to_line(paper)
        self._file.write(line)
        self._offsets.append(self._offsets[-1] + len(line))
        self.signatures.append(paper)

    def stored(self, path: Path) -> StoredPapers:
        lines = np.memmap(path, np.uint8, "r")
        return StoredPapers(
            ChecksummedArray(lines), ChecksummedArray(np.array(self._offsets, np.int64))
        )
