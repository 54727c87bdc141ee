"""What was made before, kept while it is asked for, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")


class Cache(Generic[V]):
    """Values by what they were made from; bounded, safe for threads, owned by whoever made it.

    Those not asked for longest go first. A value heavier than the bound is not kept.
    """

    def __init__(self, most: float, weight: Callable[[V], float] = lambda _: 1) -> None:
        """Keep values up to a sum of weights; each counts as one where no weight is given."""
        self._held: LRUCache[Hashable, V] = LRUCache(most, getsizeof=weight)
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return a value, making it if it is not held; two threads may make it at once."""
        found = self.known([key])
        return found[key] if key in found else self.keep({key: make()})[key]

    def known(self, keys: list[Hashable]) -> dict[Hashable, V]:
        """Return those of some values that are held."""
        with self._lock:
            return {key: self._held[key] for key in keys if key in self._held}

    def keep(self, values: dict[Hashable, V]) -> dict[Hashable, V]:
        """Hold some values, and return them."""
        with self._lock:
            for key, value in values.items():
                with suppress(ValueError):  # heavier than the bound
                    self._held[key] = value
        return values

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._held.clear()
