"""A file of the user's under a new name: what was said for it follows, known by its bytes.

What a file holds is noted with each verdict, and whenever its suggestions are asked for. So it may
be edited and it may be renamed, but an edit that nobody saw before the renaming hides it.
"""

from __future__ import annotations

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from recommender.store import rows
from recommender.store.database import Database
from recommender.store.rows import StoredLibrary


def digest(library: StoredLibrary) -> str:
    """Return the digest of a library, for a file of what it holds now, if that can be read."""
    read = _digest(Path(library.path or "")) if library.origin == "file" else ""
    return read or library.sha256


def follow(database: Database, place: Path) -> Path | None:
    """Let a file never told of take the place of one of the same bytes that is gone; tells which.

    Of a file that is known, what it holds now is noted.
    """
    now = _digest(place)
    if not now:
        return None
    with database.writing() as connection:
        if known := rows.found(connection, "path = ?", str(place)):
            if known[0].verdicts and known[0].sha256 != now:
                rows.update(connection, replace(known[0], sha256=now))
            return None
        same = rows.found(connection, "origin = 'file' AND verdicts > 0 AND sha256 = ?", now)
        gone = [library for library in same if not _exists(library.path or "")]
        if not gone:
            return None
        rows.update(connection, replace(gone[-1], path=str(place), label=place.name))
    return Path(gone[-1].path or "")


def _exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path's raises where a folder is closed


def _digest(path: Path) -> str:
    """Return the digest of a file, "" if it cannot be read."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
