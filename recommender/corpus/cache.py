"""Corpora made of files, kept in the data folder so that the next run need not index again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.folders import private_folder, temporary_folder
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
    spare = temporary_folder(folder)
    try:
        publish(spare, Label(name=name), fill)
        shutil.rmtree(folder / key, ignore_errors=True)
        with suppress(OSError):  # another process was as fast
            spare.rename(folder / key)
    finally:
        shutil.rmtree(spare, ignore_errors=True)
    _forget(folder)
    return open_generation(newest_first(folder / key)[0])[1]


def _forget(folder: Path) -> None:
    """Delete what has not been used for longest."""
    with suppress(OSError):  # another process deletes too
        by_use = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in by_use[KEPT:]:
            shutil.rmtree(path, ignore_errors=True)
