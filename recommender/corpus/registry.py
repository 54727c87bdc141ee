"""The named corpora of a data folder: list, open, repair, remove, verify."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

from recommender.corpus.corpus import Corpus, fingerprint
from recommender.corpus.engines.upload import engine_of, forget, upload
from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.merge import Merge
from recommender.corpus.progress import Progress, Stages, quiet
from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.folders import entries, private_folder, sweep, temporary_folder
from recommender.corpus.storage.generations import (
    SPOOL,
    Label,
    newest_first,
    open_generation,
    publish,
)
from recommender.corpus.storage.manifest import (
    COPIES,
    Damage,
    Manifest,
    OutdatedError,
    damaged_parts,
    read_manifest,
    stored,
)
from recommender.errors import BadRequest, DamagedStore, NewerStore, StoreInUse, UnknownName
from recommender.files.refusals import refused
from recommender.notices import Notice

SEEDS = "seeds"  # the bundled papers: always there, in no data folder
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_FOLDER = "corpora"


def home(data: Path, name: str) -> Path:
    """Return the folder of a corpus, which may not exist; BadRequest if it can be no name."""
    if not NAME.fullmatch(name) or name == SEEDS:
        raise BadRequest(
            f"{name!r} cannot name a corpus; use up to 64 letters, digits, dots, dashes, and not "
            f"the name {SEEDS}."
        )
    return data / _FOLDER / name


def names(data: Path) -> list[str]:
    """Return the names of the corpora in a data folder, sorted; raises OSError."""
    return sorted(path.name for path in entries(data / _FOLDER) if _is_corpus(path))


def _is_corpus(path: Path) -> bool:
    """Tell whether a corpus is there; one that may not be read is."""
    try:
        return bool(NAME.fullmatch(path.name) and path.is_dir() and newest_first(path))
    except PermissionError:
        return True


def about(data: Path, name: str) -> Manifest:
    """Return what the current generation of a corpus says of itself; reads no paper."""
    with _reading(name):
        return read_manifest(_generations(data, name)[0])


def size(data: Path, name: str) -> int:
    """Return how many bytes the papers of a corpus have: as many as its repair tells of."""
    try:
        return read_manifest(_generations(data, name)[0]).paper_bytes
    except (Damage, NewerStore, OSError):
        return 0  # whoever opens it is told


def open_named(data: Path, name: str, progress: Progress = quiet) -> Corpus:
    """Return a corpus; a damaged or older one is repaired first where that can be done.

    Repair is to build again from its own papers, so that nothing is lost; where these are damaged,
    the generation before is used. Raises UnknownName, NewerStore, DamagedStore.
    """
    with _reading(name):
        current = _generations(data, name)[0]
        try:
            return _opened(current)
        except (Damage, OutdatedError) as error:
            if not current.is_dir():  # it was replaced, and taken away, just now
                return open_named(data, name, progress)
            return _repaired(data, name, error, progress)


def remove(data: Path, name: str) -> None:
    """Delete a corpus, in one step for all readers."""
    current = _generations(data, name)[0]
    with writing(data):
        with suppress(Damage, NewerStore):
            forget(read_manifest(current), [])
        gone = temporary_folder(data / _FOLDER)
        home(data, name).rename(gone / name)
        shutil.rmtree(gone)


def verify(data: Path, name: str) -> list[str]:
    """Read every byte of the current generation; return the parts that are damaged."""
    with _reading(name):
        current = _generations(data, name)[0]
        try:
            return damaged_parts(current, read_manifest(current))
        except Damage:
            return list(COPIES)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Say of what the system refuses which corpus it is: it is not damaged."""
    try:
        yield
    except OSError as error:
        raise refused(f"Cannot read the corpus {name}", error) from error


@contextmanager
def writing(data: Path) -> Iterator[None]:
    """Hold the lock of the writers; raises StoreInUse at once if another has it."""
    from filelock import FileLock, Timeout  # slow to import, and needed for writing only

    folder = private_folder(data / _FOLDER)
    try:
        with FileLock(folder / ".lock", timeout=0, mode=0o600):
            sweep(folder)
            yield
    except Timeout:
        raise StoreInUse(
            f"Another process is writing corpora in {data}; try again when it is done."
        ) from None


def _generations(data: Path, name: str) -> list[Path]:
    found = newest_first(home(data, name))
    if not found:
        raise UnknownName(
            f"There is no corpus {name}; `recommender corpus list` shows those that there are."
        )
    return found


def _opened(folder: Path, *notices: Notice) -> Corpus:
    manifest, arrays = open_generation(folder)
    return Corpus(
        name=manifest.name,
        generation=manifest.generation,
        arrays=arrays,
        engine=engine_of(manifest),
        notices=notices,
    )


def _repaired(data: Path, name: str, error: Exception, progress: Progress) -> Corpus:
    """Return a corpus of the papers of the damaged one, else the generation before."""
    current, *before = _generations(data, name)
    try:
        return _opened(
            _rebuilt(data, name, current, progress), _notice(name, error, "its own papers")
        )
    except (Damage, OSError) as failure:
        for folder in before:
            with suppress(Damage, OutdatedError):
                return _opened(folder, _notice(name, error, "the generation before"))
        if isinstance(failure, OSError):
            raise refused(f"The corpus {name} must be built again", failure) from failure
    raise DamagedStore(
        f"The corpus {name} is damaged and cannot be repaired; remove it with `recommender corpus "
        f"remove {name}` and add its files again."
    ) from error


def _rebuilt(data: Path, name: str, damaged: Path, progress: Progress) -> Path:
    """Build the index of a generation again, from its own papers."""
    manifest = read_manifest(damaged)
    papers, days = stored(damaged, manifest)
    label = Label(name=name, sources=manifest.sources, engine=manifest.engine)
    stages = Stages([manifest.paper_bytes], progress)

    def fill(files: FileWriter) -> str:
        writer = CorpusWriter(files, today=date.today(), spool=files.folder / SPOOL)
        Merge(papers).write(writer, days.tolist(), stages.written)
        generation = fingerprint(files.array("papers.lines"))
        upload(files, label, generation)
        return generation

    with writing(data):
        rebuilt = publish(home(data, name), label, fill)
        shutil.rmtree(damaged, ignore_errors=True)
        return rebuilt


def _notice(name: str, error: Exception, source: str) -> Notice:
    old = isinstance(error, OutdatedError)
    what = "was of an older version" if old else f"was damaged ({getattr(error, 'part', '')})"
    message = f"The corpus {name} {what}; it is now built from {source}."
    return Notice(
        line=0, code="corpus-repaired", severity="info" if old else "warning", message=message
    )
