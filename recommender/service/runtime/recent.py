"""What was made lately, kept while it is asked for, up to a weight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by what they were made from; those not asked for longest go first."""

    def __init__(self, most: int, weight: Callable[[V], int]) -> None:
        self._most, self._weight = most, weight
        self._held: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Hashable, make: Callable[[], V]) -> V:
        """Return a value, making it if it is not held; two threads may make it at once."""
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        value = make()
        with self._lock:
            self._held[name] = value
            while len(self._held) > 1 and sum(map(self._weight, self._held.values())) > self._most:
                self._held.popitem(last=False)
        return value

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._held.clear()
