"""One file for all arrays of a generation: one descriptor and one map, however many arrays.

A map keeps the descriptor of its file open, and a server may have many corpora open.
"""

from __future__ import annotations

from collections.abc import Iterable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from shutil import copyfileobj

import numpy as np
from numpy.typing import DTypeLike

from recommender.corpus.storage.checksummed import Array
from recommender.corpus.storage.folders import opener

ARRAYS = "arrays.bin"
ALIGNED = 64  # bytes: a cache line, and more than any element asks for
AT_ONCE = 1 << 20


def raw_file(folder: Path, name: str) -> Path:
    """Return the file in which an array stands until it is packed."""
    return folder / f"{name}.raw"


def pack(folder: Path, names: Iterable[str]) -> dict[str, int]:
    """Move the raw files of some arrays into one; return the byte at which each begins."""
    starts: dict[str, int] = {}
    with open(folder / ARRAYS, "wb", opener=opener) as packed:
        for name in names:
            packed.write(bytes(-packed.tell() % ALIGNED))
            starts[name] = packed.tell()
            with raw_file(folder, name).open("rb") as raw:
                copyfileobj(raw, packed, AT_ONCE)
            raw_file(folder, name).unlink()
    return starts


def mapped(path: Path) -> mmap | bytes:
    """Return a file as memory that is read when it is touched; raises OSError."""
    with path.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ) if path.stat().st_size else b""


def array(buffer: mmap | bytes, dtype: DTypeLike, start: int, length: int) -> Array:
    """Return an array that lies in a buffer; the buffer stays as long as the array does."""
    return np.ndarray((length,), dtype, buffer, start)
