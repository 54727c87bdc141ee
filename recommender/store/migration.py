"""A store of an earlier version to one of today: whole or not at all, after a copy of it.

Version 1 knew verdicts by library and key, whatever the corpus. Which corpus was meant is not
known, so that such a verdict keeps counting for its key in each corpus; what is said from now on is
of a work.
"""

from __future__ import annotations

import sqlite3

from recommender.store import backup, verdict_rows
from recommender.store.database import VERSION, Database, execute, version_of
from recommender.store.rows import checksum
from recommender.verdicts import Judgement


def to_current(database: Database) -> None:
    """Take a store to the version of this code; a copy of what it was is kept."""
    with database.reading() as connection:
        before = version_of(connection)
    if before == VERSION:
        return
    backup.of_version(database, before)
    with database.writing() as connection:  # another process may have done it meanwhile
        for version in range(version_of(connection), VERSION):
            MIGRATIONS[version](connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def from_version_1(connection: sqlite3.Connection) -> None:
    """Give each verdict the form of version 2; one that is damaged stays so, and is told later."""
    rows = connection.execute(
        "SELECT library, key, verdict, sequence, checksum FROM verdicts"
    ).fetchall()
    connection.execute("DROP TABLE verdicts")
    execute(connection, verdict_rows.SCHEMA)
    for row in rows:
        judgement = Judgement(verdict=row["verdict"], key=row["key"])
        verdict_rows.write(connection, row["sequence"], row["library"], judgement)
        if row["checksum"] != checksum(tuple(row)[:-1]):
            connection.execute(
                "UPDATE verdicts SET checksum = '' WHERE sequence = ?", (row["sequence"],)
            )


MIGRATIONS = {1: from_version_1}  # the version that each takes to the next
