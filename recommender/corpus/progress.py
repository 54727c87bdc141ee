"""How far the making of a corpus is, told as bytes of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

Progress = Callable[[int], None]  # told how many bytes of the files are done

READING, WRITING = 0.15, 0.70  # shares of the time; the rest is the index, made at the end


def quiet(done: int) -> None:
    """Tell nobody."""


def size_of(path: Path) -> int:
    """Return the bytes of a file, none where there is no file."""
    return path.stat().st_size if path.is_file() else 0


class Stages:
    """The bytes that are read and the papers that are written, as one progress."""

    def __init__(self, sizes: Iterable[int], progress: Progress) -> None:
        """Take the sizes in bytes of what a corpus is made of."""
        self._sizes = list(sizes)
        self._progress = progress

    def readers(self) -> Iterator[Progress]:
        """Yield for each file what is told how much of it has been read."""
        before = 0
        for size in self._sizes:
            yield partial(self._read, before)
            before += size

    def _read(self, before: int, done: int) -> None:
        self._progress(int(READING * (before + done)))

    def written(self, share: float) -> None:
        """Take note of the share of the papers that have been written."""
        self._progress(int((READING + WRITING * share) * sum(self._sizes)))
