"""The SQLite file: private, durable, one connection a thread, known by its version."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local

from recommender.errors import DamagedStore, NewerStore, RecommenderError, StoreInUse
from recommender.store import verdict_rows
from recommender.store.rows import FlippedError

FILE = "recommender.sqlite"
VERSION = 2
BUSY_SECONDS = 5.0
_SCHEMA = """
CREATE TABLE libraries (
    id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, label TEXT NOT NULL, origin TEXT NOT NULL,
    path TEXT UNIQUE, format TEXT NOT NULL, sha256 TEXT NOT NULL, size INTEGER NOT NULL,
    added TEXT NOT NULL, state TEXT NOT NULL, feed TEXT UNIQUE, verdicts INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE TABLE sources (
    library TEXT PRIMARY KEY REFERENCES libraries(id) ON DELETE CASCADE, source BLOB NOT NULL
) STRICT;
CREATE TABLE counts (sequence INTEGER NOT NULL, libraries INTEGER NOT NULL) STRICT;
INSERT INTO counts VALUES (0, 0);
"""
SCHEMA = _SCHEMA + verdict_rows.SCHEMA


class Database:
    """One database file; threads share the object, never a connection."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file, which may be of an earlier version; NewerStore, DamagedStore."""
        self.folder, self.path = folder, folder / FILE
        self._mine, self._all, self._lock = local(), list[sqlite3.Connection](), Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        with self.writing() as connection:
            version = version_of(connection)
            if version > VERSION:
                raise NewerStore(
                    f"{self.path} was written by a newer version: update Recommender, "
                    "or choose another folder with --data."
                )
            if version == 0:
                execute(connection, SCHEMA)
                connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield this thread's connection; what SQLite finds damaged raises DamagedStore."""
        try:
            yield self._connection()
        except (FlippedError, UnicodeDecodeError) as error:
            raise damaged(self.path, "it holds what was never written") from error
        except sqlite3.OperationalError as error:
            raise self._refused(error) from error
        except sqlite3.DatabaseError as error:
            raise damaged(self.path, str(error)) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection inside a transaction that is on disk when this ends."""
        with self.reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _refused(self, error: sqlite3.OperationalError) -> RecommenderError:
        """Return what SQLite's refusal means to a user."""
        name = getattr(error, "sqlite_errorname", "")  # absent where Python itself refuses a text
        if name in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            return StoreInUse(f"{self.path} is being written by another process: try again.")
        if name in ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN"):
            return RecommenderError(f"{self.path} cannot be written ({error}): see to the disk.")
        return damaged(self.path, str(error))

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
            self._mine = local()

    def _connection(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if found is None:
            found = connect(self.path)
            self._mine.connection = found
            with self._lock:
                self._all.append(found)
        return found


def connect(path: Path) -> sqlite3.Connection:
    """Open a database as we want each: durable, and leaving nothing of what is deleted."""
    found = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    found.row_factory = sqlite3.Row
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",
    ):
        found.execute(f"PRAGMA {pragma}")
    return found


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of what is in a database, 0 where there is nothing."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def execute(connection: sqlite3.Connection, script: str) -> None:
    """Execute the statements of a script inside the transaction that is open."""
    for statement in filter(str.strip, script.split(";")):
        connection.execute(statement)


def damaged(path: Path, what: str) -> DamagedStore:
    """Return the error for a file that is not what was written."""
    return DamagedStore(
        f"{path} is damaged ({what}): stop the service and put the newest file of its folder "
        "`backups` in its place."
    )
