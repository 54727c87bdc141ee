"""Libraries that live elsewhere: a file of the user's, or Zotero's own; read anew when changed."""

from __future__ import annotations

import time
from collections.abc import Hashable
from pathlib import Path

from recommender.errors import UnreadableInput
from recommender.formats import read_bytes
from recommender.formats.reading import completed
from recommender.library import Library
from recommender.managers.zotero import Zotero
from recommender.managers.zotero.reading import read as read_zotero
from recommender.store import StoredLibrary

ZOTERO = "zotero:library"  # where Zotero's library lives, as the store calls it
FRESH_SECONDS = 60  # Zotero cannot tell cheaply whether it changed


def stamp(stored: StoredLibrary) -> Hashable:
    """Return what changes when a library does."""
    if not stored.path:
        return (stored.sha256, stored.format, stored.label)
    if stored.path == ZOTERO:
        return (ZOTERO, int(time.monotonic() / FRESH_SECONDS))
    try:
        status = Path(stored.path).stat()
    except OSError:
        return (stored.path, "absent")
    return (stored.path, status.st_mtime_ns, status.st_size)


def read(stored: StoredLibrary, zotero: str) -> Library:
    """Read a library where it lives."""
    if stored.path == ZOTERO:
        return read_zotero(Zotero(zotero))
    path = Path(stored.path or "")
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UnreadableInput(
            f"{stored.label} cannot be read ({error.strerror}): put it back where it was, "
            "or start the service with --library and its new place."
        ) from None
    return completed([read_bytes(source, file=path.name)], [path.parent])[0]
