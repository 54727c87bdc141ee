"""Names and files to a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path

from recommender.corpus.adding import Adding
from recommender.corpus.cache import cache_key, cached, keep
from recommender.corpus.corpus import Corpus, fingerprint
from recommender.corpus.shelf import SEEDS, names, open_named
from recommender.corpus.sinks import Files, Memory, file_hash
from recommender.corpus.sources import papers
from recommender.corpus.writer import CorpusWriter
from recommender.errors import UnknownName, UnreadableInput
from recommender.papers import Paper

SEED_FILES = ("iclr-2025.bib", "icml-2025.bib")


def seeds_dir() -> Path:
    """Return the folder of the bundled papers: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "seeds"
    return inside if inside.is_dir() else package.parent / "seeds"


def corpus_names(data: Path | None = None) -> list[str]:
    """Return the names that `open_corpus` knows: the seeds, then those of the data folder."""
    return [SEEDS, *names(_folder(data))]


def open_corpus(*sources: str | Path, data: Path | None = None) -> Corpus:
    """Return one corpus of all sources: names, or files; the bundled seeds where there is none.

    What was made of files is kept in the data folder, if one is given and can be written. Raises
    UnknownName, UnreadableInput, DamagedStore, NewerStore.
    """
    found = [_source(source, data) for source in sources or (SEEDS,)]
    if len(found) == 1 and isinstance(found[0], Corpus):
        return found[0]
    files = [path for source in found if not isinstance(source, Corpus) for path in source]
    named = [source for source in found if isinstance(source, Corpus)]
    return _made(_title(sources), files, named, data)


def _folder(data: Path | None) -> Path:
    if data is not None:
        return data
    from platformdirs import user_data_path

    return user_data_path("recommender", appauthor=False)


def _source(source: str | Path, data: Path | None) -> Corpus | list[Path]:
    """Return a corpus of the data folder, or the files of one that is to be made."""
    if source == SEEDS:
        return [seeds_dir() / name for name in SEED_FILES]
    if str(source) in names(_folder(data)):
        return open_named(_folder(data), str(source))
    if Path(source).is_file():
        return [Path(source)]
    if Path(source).is_dir():
        raise UnknownName(f"{source} is a folder: name the files in it, each with its own -c.")
    raise UnknownName(
        f"There is no corpus and no file {source}; `recommender corpus list` shows the corpora."
    )


def _title(sources: Sequence[str | Path]) -> str:
    return ", ".join(Path(source).name for source in sources) or SEEDS


def _made(name: str, files: list[Path], named: list[Corpus], data: Path | None) -> Corpus:
    """Return the corpus of some files and corpora, from the cache if it has it."""
    records = partial(_records, name, files, named)
    if data is None:
        return in_memory(name, records())
    key = cache_key(*map(file_hash, files), *(corpus.generation for corpus in named))
    arrays = cached(data, key)
    if arrays is None:
        try:
            arrays = keep(data, key, name, lambda sink: _fill(sink, records()))
        except OSError:
            return in_memory(name, records())
    return Corpus(name=name, generation=fingerprint(arrays["papers.lines"]), arrays=arrays)


def _records(name: str, files: list[Path], named: list[Corpus]) -> list[Paper]:
    """Return the papers of all sources; UnreadableInput if there is none."""
    found = [paper for path in files for paper in papers(path) if isinstance(paper, Paper)]
    found += [paper for corpus in named for paper in corpus.papers]
    if not found:
        raise UnreadableInput(f"There is no paper in {name}; name a file that holds some.")
    return found


def in_memory(name: str, records: list[Paper]) -> Corpus:
    """Return a corpus of records in memory."""
    memory = Memory()
    Adding(records).write(CorpusWriter(memory, today=date.today()))
    arrays = memory.arrays()
    return Corpus(name=name, generation=fingerprint(arrays["papers.lines"]), arrays=arrays)


def _fill(sink: Files, records: list[Paper]) -> str:
    Adding(records).write(CorpusWriter(sink, today=date.today()))
    return fingerprint(sink.array("papers.lines"))
