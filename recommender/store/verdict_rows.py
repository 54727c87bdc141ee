"""Rows of verdicts: one for each work that was judged for a library."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, fields, replace

from recommender.store.rows import FlippedError, StoredLibrary, check, checksum, next_number, update
from recommender.verdicts import Judgement

SCHEMA = """
CREATE TABLE verdicts (
    sequence INTEGER PRIMARY KEY, library TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE,
    verdict TEXT NOT NULL, key TEXT NOT NULL, corpus TEXT NOT NULL, record BLOB NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE INDEX verdicts_of ON verdicts (library);
"""

NAMES = [field.name for field in fields(Judgement)]


def read(connection: sqlite3.Connection, library: StoredLibrary) -> dict[int, Judgement]:
    """Return the verdicts of a library by sequence number, ascending; a missing one is noticed."""
    rows = connection.execute(
        "SELECT sequence, library, verdict, key, corpus, record, checksum FROM verdicts "
        "WHERE library = ? ORDER BY sequence",
        (library.id,),
    ).fetchall()
    check(rows)
    if len(rows) != library.verdicts:
        raise FlippedError
    return {row["sequence"]: Judgement(**dict(zip(NAMES, row[2:6], strict=True))) for row in rows}


def insert(
    connection: sqlite3.Connection, library: StoredLibrary, judgements: Iterable[Judgement]
) -> None:
    """Write verdicts, each under the next number."""
    for judgement in judgements:
        write(connection, next_number(connection), library.id, judgement)


def write(
    connection: sqlite3.Connection, sequence: int, library: str, judgement: Judgement
) -> None:
    """Write one verdict under a number."""
    values = (sequence, library, *astuple(judgement))
    connection.execute(
        "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, checksum(values))
    )


def delete(connection: sqlite3.Connection, sequences: Iterable[int]) -> None:
    """Remove verdicts."""
    numbers = [(sequence,) for sequence in sequences]
    connection.executemany("DELETE FROM verdicts WHERE sequence = ?", numbers)


def count(connection: sqlite3.Connection, library: StoredLibrary) -> None:
    """Note how many verdicts a library has now."""
    n = connection.execute(
        "SELECT count(*) FROM verdicts WHERE library = ?", (library.id,)
    ).fetchone()[0]
    update(connection, replace(library, verdicts=n))
