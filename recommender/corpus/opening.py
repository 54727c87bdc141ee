"""Names and files to a corpus."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from recommender.corpus.cache import cache_key, cached, keep
from recommender.corpus.corpus import Corpus, fingerprint
from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.merge import Merge
from recommender.corpus.progress import Progress, Stages, quiet, size_of
from recommender.corpus.registry import SEEDS, names, open_named
from recommender.corpus.seeds import SEED_FILES, seeds_dir
from recommender.corpus.sources import papers
from recommender.corpus.storage.array_writers import (
    ArrayWriter,
    FileWriter,
    MemoryWriter,
    file_hash,
)
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.errors import UnknownName, UnreadableInput
from recommender.notices import Notice
from recommender.papers import Paper


def corpus_names(data: Path | None = None) -> list[str]:
    """Return the names that `open_corpus` knows: the seeds, then those of the data folder."""
    return [SEEDS, *names(_folder(data))]


def open_corpus(
    *sources: str | Path, data: Path | None = None, progress: Progress = quiet
) -> Corpus:
    """Return one corpus of all sources: names, or files; the bundled seeds where there is none.

    What was made of files is kept in the data folder, if one is given and can be written; records
    that could not be read are its notices when it is made. Raises UnknownName, UnreadableInput,
    DamagedStore, NewerStore.
    """
    found = [_source(source, data, progress) for source in sources or (SEEDS,)]
    if len(found) == 1 and isinstance(found[0], Corpus):
        return found[0]
    files = [path for source in found if not isinstance(source, Corpus) for path in source]
    named = [source for source in found if isinstance(source, Corpus)]
    return _Making(_title(sources), files, named, progress).made(data)


def _folder(data: Path | None) -> Path:
    if data is not None:
        return data
    if named := os.environ.get("RECOMMENDER_DATA"):  # as the command line has it
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("recommender", appauthor=False)


def _source(source: str | Path, data: Path | None, progress: Progress) -> Corpus | list[Path]:
    """Return a corpus of the data folder, or the files of one that is to be made."""
    if source == SEEDS:
        return [seeds_dir() / name for name in SEED_FILES]
    if str(source) in names(_folder(data)):
        return open_named(_folder(data), str(source), progress)
    if Path(source).is_file():
        return [Path(source)]
    if Path(source).is_dir():
        raise UnknownName(f"{source} is a folder: name the files in it, each with its own -c.")
    raise UnknownName(
        f"There is no corpus and no file {source}; `recommender corpus list` shows the corpora."
    )


def _title(sources: Sequence[str | Path]) -> str:
    return ", ".join(Path(source).name for source in sources) or SEEDS


class _Making:
    """The making of one corpus of some files and corpora."""

    def __init__(
        self, name: str, files: list[Path], named: list[Corpus], progress: Progress
    ) -> None:
        self._name, self._files, self._named = name, files, named
        self._stages = Stages(map(size_of, files), progress)
        self._unread: list[Notice] = []

    def made(self, data: Path | None) -> Corpus:
        """Return the corpus, from the cache of the data folder if that has it."""
        if data is None:
            return self._corpus(self._in_memory())
        others = (corpus.generation for corpus in self._named)
        key = cache_key(*map(file_hash, self._files), *others)
        try:
            return self._corpus(cached(data, key) or keep(data, key, self._name, self._fill))
        except OSError:
            return self._corpus(self._in_memory())

    def _corpus(self, arrays: Mapping[str, ChecksummedArray]) -> Corpus:
        return Corpus(
            name=self._name,
            generation=fingerprint(arrays["papers.lines"]),
            arrays=arrays,
            notices=(*(n for corpus in self._named for n in corpus.notices), *self._unread),
        )

    def _in_memory(self) -> Mapping[str, ChecksummedArray]:
        memory = MemoryWriter()
        self._write(memory)
        return memory.arrays()

    def _fill(self, out: FileWriter) -> str:
        self._write(out)
        return fingerprint(out.array("papers.lines"))

    def _write(self, out: ArrayWriter) -> None:
        writer = CorpusWriter(out, today=date.today())
        Merge(self._records()).write(writer, told=self._stages.written)

    def _records(self) -> list[Paper]:
        """Return the papers of all sources; UnreadableInput if there is none."""
        found: list[Paper] = []
        self._unread.clear()
        for path, told in zip(self._files, self._stages.readers(), strict=True):
            for each in papers(path, told):
                if isinstance(each, Paper):
                    found.append(each)
                else:
                    self._unread.append(each)
        found += [paper for corpus in self._named for paper in corpus.papers]
        if not found:
            raise UnreadableInput(
                f"There is no paper in {self._name}; name a file that holds some."
            )
        return found
