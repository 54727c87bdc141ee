"""The SQLite file: private, durable, one connection a thread, known by its version."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock, local

from recommender.errors import DamagedStore, NewerStore, RecommenderError, StoreInUse
from recommender.files.refusals import refused
from recommender.store import verdict_rows
from recommender.store.rows import FlippedError

FILE = "recommender.sqlite"
NEW_LOCK = ".new.lock"
VERSION = 2
BUSY_SECONDS = 5.0
SYSTEM = {  # refusals of SQLite that are the system's, and what they mostly come from
    "SQLITE_FULL": errno.ENOSPC,
    "SQLITE_READONLY": errno.EROFS,
    "SQLITE_PERM": errno.EACCES,
    "SQLITE_CANTOPEN": errno.EACCES,
    "SQLITE_NOMEM": errno.ENOMEM,
    "SQLITE_IOERR": errno.EIO,
}
PROBED_BYTES = 1 << 16  # as much as SQLite's smallest steps need
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
        with self._alone(), self.writing() as connection:
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
    def _alone(self) -> Iterator[None]:
        """Let one process make a new file: SQLite's first steps wait for no other."""
        if self.path.stat().st_size:
            yield
            return
        from filelock import FileLock  # slow to import, and needed once

        with FileLock(self.folder / NEW_LOCK, timeout=BUSY_SECONDS, mode=0o600):
            yield

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
                if connection.in_transaction:  # a full disk has ended it already
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _refused(self, error: sqlite3.OperationalError) -> RecommenderError:
        """Return what SQLite's refusal means to a user."""
        name = getattr(error, "sqlite_errorname", "")  # absent where Python itself refuses a text
        kind = "_".join(name.split("_")[:2])  # SQLITE_IOERR of SQLITE_IOERR_WRITE
        if kind in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            return StoreInUse(f"{self.path} is being written by another process: try again.")
        if kind in SYSTEM:
            return refused(f"Cannot use {self.path}", _cause(self.path, kind))
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


def _cause(path: Path, kind: str) -> OSError:
    """Return why the system refused SQLite, which tells the kind only: by trying it ourselves."""
    try:
        with TemporaryFile(dir=path.parent) as spare:
            spare.write(bytes(PROBED_BYTES))
            spare.flush()
        with path.open("r+b"):
            pass
    except OSError as cause:
        return cause
    return OSError(SYSTEM[kind], os.strerror(SYSTEM[kind]))


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
