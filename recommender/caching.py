"""What was made before, kept while it is asked for, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")


class Cache(Generic[V]):
    """Values by what they were made from; bounded, safe for threads, owned by whoever made it.

    Those not asked for longest go first. A value heavier than the bound is not kept.
    """

    def __init__(self, most: float, weight: Callable[[V], float] = lambda _: 1) -> None:
        """Keep values up to a sum of weights; each counts as one where no weight is given."""
        self._held: LRUCache[Hashable, V] = LRUCache(most, getsizeof=weight)
        self._making: dict[Hashable, Future[V]] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return a value, making it if it is not held; others who ask meanwhile wait for it."""
        with self._lock:
            if key in self._held:
                return self._held[key]
            others = self._making.get(key)
            made = others or self._making.setdefault(key, Future())
        if others is None:
            self._make(key, make, made)
        return made.result()

    def _make(self, key: Hashable, make: Callable[[], V], made: Future[V]) -> None:
        try:
            value = make()
        except BaseException as error:  # those who wait learn of it too
            made.set_exception(error)
        else:
            self.keep({key: value})
            made.set_result(value)
        finally:
            with self._lock:
                del self._making[key]

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

    def drop(self, is_old: Callable[[Any], bool]) -> None:
        """Let go of the values whose keys are old."""
        with self._lock:
            for key in [key for key in self._held if is_old(key)]:
                del self._held[key]

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._held.clear()
