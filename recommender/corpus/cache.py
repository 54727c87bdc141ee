"""Corpora made of files, kept in the data folder so that the next run need not index again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.folders import (
    TEMPORARY,
    private_folder,
    sweep_old,
    temporary_folder,
)
from recommender.corpus.storage.generations import Label, newest_first, open_generation, publish
from recommender.corpus.storage.manifest import FORMAT, Damage, OutdatedError
from recommender.errors import NewerStore
from recommender.text.terms import TOKENIZER

KEPT = 8  # the rest, longest unused first, is deleted
READ = 2  # raise it with every change of what is read from a file, or under which keys
_FOLDER = "cache"


def cache_key(*hashes: str) -> str:
    """Return a name for what is built from some contents, by this version."""
    return sha256(" ".join((str(FORMAT), str(READ), TOKENIZER, *hashes)).encode()).hexdigest()[:32]


def cached(data: Path, key: str) -> dict[str, ChecksummedArray] | None:
    """Return the arrays that are kept under a key; None if there are none, or damaged ones."""
    home = data / _FOLDER / key
    for folder in newest_first(home):
        with suppress(Damage, OutdatedError, NewerStore, OSError):
            _, arrays = open_generation(folder)
            with suppress(OSError):  # a read-only data folder
                home.touch()
            return arrays
    return None


def keep(
    data: Path, key: str, name: str, fill: Callable[[FileWriter], str]
) -> dict[str, ChecksummedArray]:
    """Write the arrays of a key and return them; OSError where the data folder is read-only."""
    folder = private_folder(data / _FOLDER)
    spare, gone = temporary_folder(folder), temporary_folder(folder)
    try:
        publish(spare, Label(name=name), fill)
        _, arrays = open_generation(newest_first(spare)[0])  # before others can take it away
        with suppress(OSError):  # nothing was there
            (folder / key).rename(gone / key)
        with suppress(OSError):  # another process was as fast
            spare.rename(folder / key)
    finally:
        shutil.rmtree(spare, ignore_errors=True)
        shutil.rmtree(gone, ignore_errors=True)
    _forget(folder)
    return arrays


def _forget(folder: Path) -> None:
    """Delete what has not been used for longest, and what processes that died have left."""
    sweep_old(folder)
    with suppress(OSError):  # another process deletes too
        kept = [path for path in folder.iterdir() if not path.name.startswith(TEMPORARY)]
        for path in sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(path, ignore_errors=True)
