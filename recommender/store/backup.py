"""Daily copies of the store; what the user deletes goes from them too."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from recommender.store import rows
from recommender.store.database import FILE, Database, connect

FOLDER = "backups"
KEPT = 7


def daily(database: Database) -> Path:
    """Copy the store, once a day; keep the last few. Returns today's copy."""
    folder = database.folder / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    for leftover in folder.glob("*.part*"):
        leftover.unlink()
    today = folder / f"{Path(FILE).stem}-{datetime.now(UTC):%Y-%m-%d}.sqlite"
    if not today.exists():
        _copy(database, today)
    for old in copies(database)[:-KEPT]:
        old.unlink()
    return today


def copies(database: Database) -> list[Path]:
    """Return the copies, the oldest first."""
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


def _copy(database: Database, target: Path) -> None:
    draft = target.with_suffix(".part")
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with database.reading() as connection:
        copy = sqlite3.connect(draft)
        try:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
    draft.replace(target)
