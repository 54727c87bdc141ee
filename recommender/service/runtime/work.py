"""Long work: a few things at a time, few more waiting, none longer than the deadline."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import TypeVar

from recommender.service.http.problems import Problem

T = TypeVar("T")
RUNNING = 2
WAITING = 8


class Work:
    """Runs functions on threads of its own; what takes too long is refused, not waited for."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._threads = ThreadPoolExecutor(RUNNING, thread_name_prefix="work")
        self._places = BoundedSemaphore(RUNNING + WAITING)

    def done(self, function: Callable[[], T]) -> T:
        """Return what the function returns; 503 if too many wait or the deadline passes."""
        if not self._places.acquire(blocking=False):
            raise _busy("Too many requests wait already")
        future = self._threads.submit(function)
        future.add_done_callback(lambda _: self._places.release())
        try:
            return future.result(timeout=self._deadline)
        except TimeoutError:
            if future.cancel() or not future.done():
                raise _busy(f"This took longer than {self._deadline:g} s") from None
            raise

    def close(self) -> None:
        """Take no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _busy(what: str) -> Problem:
    return Problem(
        503, "busy", f"{what}: try again, or ask for a smaller library.", {"Retry-After": "5"}
    )
