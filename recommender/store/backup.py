"""Daily copies of the store; what the user deletes goes from them too."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from recommender.store import rows
from recommender.store.database import FILE, Database, connect

FOLDER = "backups"
STEM = Path(FILE).stem
KEPT = 7  # of the daily ones
DAY = "[0-9]" * 4 + "-[0-9][0-9]" * 2
LOCK = ".backup.lock"


def daily(database: Database) -> Path:
    """Copy the store, once a day; keep the last few. Returns today's copy.

    Where another process is copying, it is left to that.
    """
    folder = _folder(database)
    today = folder / f"{STEM}-{datetime.now(UTC):%Y-%m-%d}.sqlite"
    if today.exists():
        return today
    from filelock import FileLock, Timeout  # slow to import, and needed once a day

    with suppress(Timeout), FileLock(database.folder / LOCK, timeout=0, mode=0o600):
        for leftover in folder.glob("*.part*"):
            leftover.unlink()
        if not today.exists():
            _copy(database, today)
        for old in sorted(folder.glob(f"{STEM}-{DAY}.sqlite"))[:-KEPT]:
            old.unlink()
    return today


def of_version(database: Database, version: int) -> Path:
    """Copy the store before it is taken to another version; the copy is kept."""
    name = f"{STEM}-version-{version}-{datetime.now(UTC):%Y-%m-%dT%H%M%S}.sqlite"
    _copy(database, _folder(database) / name)
    return _folder(database) / name


def copies(database: Database) -> list[Path]:
    """Return all copies."""
    return sorted((database.folder / FOLDER).glob("*.sqlite"))


def erase(database: Database, library: str) -> None:
    """Remove a library from every copy, so that nothing of it can be read there."""
    for path in copies(database):
        connection = connect(path)
        try:
            gone = connection.execute("DELETE FROM libraries WHERE id = ?", (library,))
            rows.count_library(connection, -gone.rowcount)
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        finally:
            connection.close()


def _folder(database: Database) -> Path:
    folder = database.folder / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _copy(database: Database, target: Path) -> None:
    draft = target.with_suffix(".part")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with database.reading() as connection:
        copy = sqlite3.connect(draft)
        try:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
    draft.replace(target)
