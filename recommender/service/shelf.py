"""Libraries as read, kept while they are asked for: reading again is the slow part."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from recommender.library import Library

MAX_BYTES = 32 * 1024 * 1024  # of sources; a library as read takes about ten times its source


class Shelf:
    """The libraries last asked for, by what identifies their bytes."""

    def __init__(self) -> None:
        self._held: OrderedDict[Hashable, Library] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Hashable, read: Callable[[], Library]) -> Library:
        """Return a library, reading it if it is not held."""
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        library = read()
        with self._lock:
            self._held[name] = library
            while len(self._held) > 1 and self._bytes() > MAX_BYTES:
                self._held.popitem(last=False)
        return library

    def drop(self, name: Hashable) -> None:
        """Let go of a library."""
        with self._lock:
            self._held.pop(name, None)

    def _bytes(self) -> int:
        return sum(len(library.source) for library in self._held.values())
