"""Generations: complete, checksummed folders of a corpus, and the one that is current.

HOME/gen-3/     the generation before
HOME/gen-4/     arrays.bin, checksums.npy, manifest.json and its copy; never changed
HOME/CURRENT    "gen-4", replaced in one step
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.folders import (
    entries,
    flush,
    private_folder,
    replace_file,
    sweep,
    temporary_folder,
)
from recommender.corpus.storage.manifest import Damage, Manifest, load, read_manifest, seal

CURRENT = "CURRENT"
SPOOL = "spool"  # in a generation that is being written: what is on the way
KEPT = 2  # the current generation and the one before


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a generation is called, where it comes from, and what searches it."""

    name: str
    sources: tuple[str, ...] = ()  # names of files, as the user gave them
    engine: str = ""  # the address of a Qdrant server; "" for the arrays


def publish(home: Path, label: Label, fill: Callable[[FileWriter], str]) -> Path:
    """Write a generation and make it the current one; all or nothing, also when killed.

    `fill` writes the arrays and returns the fingerprint. The caller holds the lock of the writers.
    """
    private_folder(home)
    sweep(home)
    folder = temporary_folder(home)
    files = FileWriter(folder)
    try:
        about: dict[str, Any] = {"generation": fill(files), **asdict(label)}
        facts = files.close()
        about["papers"] = facts["lengths"].length
        shutil.rmtree(folder / SPOOL, ignore_errors=True)
        about["made"] = datetime.now(UTC).isoformat(timespec="seconds")
        seal(folder, facts, about)
        return _switch(home, folder)
    except BaseException:
        files.abandon()
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _switch(home: Path, folder: Path) -> Path:
    """Give a complete generation its number, and make it the current one."""
    number = max((_number(path) for path in home.glob("gen-*")), default=0) + 1
    final = home / f"gen-{number}"
    folder.rename(final)
    flush(home)
    replace_file(home / CURRENT, final.name.encode())
    for old in newest_first(home)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return final


def newest_first(home: Path) -> list[Path]:
    """Return the folders of all generations: the current one, then the others by age; OSError."""
    generations = (path for path in entries(home) if path.name.startswith("gen-"))
    found = sorted(generations, key=_number, reverse=True)
    try:
        current = home / (home / CURRENT).read_text(encoding="ascii")
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return found
    return sorted(found, key=lambda path: path != current)


def manifests(home: Path) -> Iterator[Manifest]:
    """Yield the manifests of all generations that are whole, the current one first."""
    for folder in newest_first(home):
        with suppress(Damage):
            yield read_manifest(folder)


def open_generation(folder: Path) -> tuple[Manifest, dict[str, ChecksummedArray]]:
    """Return manifest and arrays; raises Damage, OutdatedError, NewerStore."""
    manifest = read_manifest(folder)
    return manifest, load(folder, manifest)


def _number(path: Path) -> int:
    digits = path.name.removeprefix("gen-")
    return int(digits) if digits.isdecimal() else 0
