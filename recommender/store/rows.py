"""Rows of libraries: written with a checksum, compared with it when read."""

from __future__ import annotations

import json
import secrets
import sqlite3
import string
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal

Origin = Literal["upload", "file", "zotero"]
State = Literal["reading", "ready"]
ID_LETTERS = string.ascii_lowercase + string.digits


class FlippedError(Exception):
    """A row is not what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLibrary:
    """A library that the store knows; a file's bytes stay in the file."""

    id: str
    sequence: int  # the order of import
    label: str  # what the user calls it
    origin: Origin
    path: str | None = None  # of a file that is read where it stands
    format: str
    sha256: str = ""
    size: int = 0  # bytes
    added: str  # UTC, ISO 8601
    state: State = "ready"
    feed: str | None = None  # the secret in its feeds' addresses
    verdicts: int = 0  # how many there are, so that one lost by damage is missed


COLUMNS = [field.name for field in fields(StoredLibrary)]


def found(connection: sqlite3.Connection, condition: str, *values: str) -> list[StoredLibrary]:
    """Return the libraries that meet a condition, in the order they came."""
    rows = connection.execute(
        f"SELECT {', '.join(COLUMNS)}, checksum FROM libraries WHERE {condition} ORDER BY sequence",
        values,
    ).fetchall()
    check(rows)
    return [StoredLibrary(**dict(zip(COLUMNS, row, strict=False))) for row in rows]


def insert(connection: sqlite3.Connection, **known: Any) -> StoredLibrary:
    """Write a new library under an id of ours."""
    library = StoredLibrary(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(16)),
        sequence=next_number(connection),
        added=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        **known,
    )
    values = _values(library)
    marks = ", ".join("?" * (len(values) + 1))
    connection.execute(
        f"INSERT INTO libraries ({', '.join(COLUMNS)}, checksum) VALUES ({marks})",
        (*values, checksum(values)),
    )
    count_library(connection, 1)
    return library


def update(connection: sqlite3.Connection, library: StoredLibrary) -> None:
    """Write a library anew under its id."""
    values = _values(library)
    names = ", ".join(f"{name} = ?" for name in [*COLUMNS, "checksum"])
    connection.execute(
        f"UPDATE libraries SET {names} WHERE id = ?", (*values, checksum(values), library.id)
    )


def check(rows: Iterable[sqlite3.Row]) -> None:
    """Compare rows with their checksums, which come last: SQLite misses most flipped bits."""
    for row in rows:
        if row[-1] != checksum(tuple(row)[:-1]):
            raise FlippedError


def checksum(values: tuple[object, ...]) -> str:
    """Return what a row must still say when it is read again."""
    return sha256(json.dumps(values, default=repr).encode()).hexdigest()[:16]


def next_number(connection: sqlite3.Connection) -> int:
    """Return the next sequence number: clocks may stand still or go back, this does not."""
    row = connection.execute(
        "UPDATE counts SET sequence = sequence + 1 RETURNING sequence"
    ).fetchone()
    return int(row[0])


def count_library(connection: sqlite3.Connection, change: int) -> None:
    """Note that a library came or went."""
    connection.execute("UPDATE counts SET libraries = libraries + ?", (change,))


def all_libraries(connection: sqlite3.Connection) -> list[StoredLibrary]:
    """Return every library; one that is missing raises FlippedError."""
    libraries = found(connection, "1")
    if len(libraries) != connection.execute("SELECT libraries FROM counts").fetchone()[0]:
        raise FlippedError
    return libraries


def _values(library: StoredLibrary) -> tuple[object, ...]:
    return tuple(getattr(library, name) for name in COLUMNS)
