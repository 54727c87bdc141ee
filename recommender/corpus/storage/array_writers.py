"""Where the arrays of a new index go: memory, or files with checksums."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from recommender.corpus.storage.checksummed import BLOCK_BYTES, Array, ChecksummedArray
from recommender.corpus.storage.folders import opener
from recommender.corpus.storage.packed import array as packed_array
from recommender.corpus.storage.packed import mapped, raw_file


class Column(Protocol):
    """An array that is being written."""

    def append(self, part: Array) -> None:
        """Write some more elements."""


class ArrayWriter(Protocol):
    """Takes arrays by name, each written from its start to its end."""

    def column(self, name: str, dtype: DTypeLike) -> Column:
        """Return a new array to write."""

    def array(self, name: str) -> ChecksummedArray:
        """Return an array; nothing can be appended to it any more."""


def write_array(out: ArrayWriter, name: str, array: Array) -> None:
    """Write a whole array."""
    out.column(name, array.dtype).append(array)


class MemoryWriter:
    """Keeps arrays in memory."""

    def __init__(self) -> None:
        self._columns: dict[str, _Parts] = {}

    def column(self, name: str, dtype: DTypeLike) -> Column:
        """Return a new array to write."""
        self._columns[name] = _Parts(dtype)
        return self._columns[name]

    def array(self, name: str) -> ChecksummedArray:
        """Return an array."""
        return ChecksummedArray(self._columns[name].joined())

    def arrays(self) -> Mapping[str, ChecksummedArray]:
        """Return all arrays by name."""
        return {name: self.array(name) for name in self._columns}


class _Parts:
    """The parts of an array."""

    def __init__(self, dtype: DTypeLike) -> None:
        self._dtype, self._parts = np.dtype(dtype), list[Array]()

    def append(self, part: Array) -> None:
        self._parts.append(part.astype(self._dtype, copy=False))

    def joined(self) -> Array:
        if len(self._parts) != 1:
            self._parts = [np.concatenate([np.zeros(0, self._dtype), *self._parts])]
        return self._parts[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayFacts:
    """What the manifest says of an array; a CRC-32 of each block of its bytes."""

    dtype: str
    length: int
    sha256: str
    checksums: NDArray[np.uint32]


class FileWriter:
    """Writes each array to a file of its own, and hashes what it writes; all are packed into one.

    Other files may stand in the folder.
    """

    def __init__(self, folder: Path) -> None:
        """Take an empty folder."""
        self.folder = folder
        self._columns: dict[str, _File] = {}

    def column(self, name: str, dtype: DTypeLike) -> Column:
        """Return a new array to write."""
        self._columns[name] = _File(raw_file(self.folder, name), np.dtype(dtype))
        return self._columns[name]

    def array(self, name: str) -> ChecksummedArray:
        """Return an array as a memory map; closes its file."""
        facts = self._columns[name].close()
        buffer = mapped(raw_file(self.folder, name))
        return ChecksummedArray(packed_array(buffer, facts.dtype, 0, facts.length))

    def arrays(self) -> Mapping[str, ChecksummedArray]:
        """Return all arrays by name."""
        return {name: self.array(name) for name in self._columns}

    def remove(self, name: str) -> None:
        """Delete an array that is needed no more."""
        self._columns.pop(name).close()
        raw_file(self.folder, name).unlink()

    def close(self) -> Mapping[str, ArrayFacts]:
        """Return the facts of all arrays; closes their files."""
        return {name: column.close() for name, column in self._columns.items()}

    def abandon(self) -> None:
        """Close all files as they are; they will be deleted."""
        for column in self._columns.values():
            column.abandon()


class _File:
    """The bytes of one array."""

    def __init__(self, path: Path, dtype: np.dtype[Any]) -> None:
        self._dtype, self._length, self._digest = dtype, 0, sha256()
        self._pending, self._checksums = bytearray(), list[int]()
        self._file: BinaryIO = open(path, "wb", opener=opener)  # noqa: SIM115 - Path.open takes no opener

    def append(self, part: Array) -> None:
        raw = np.ascontiguousarray(part, self._dtype)
        self._length += len(raw)
        self._file.write(raw.data)
        self._digest.update(raw.data)
        self._pending += raw.view(np.uint8).data
        self._drain(BLOCK_BYTES)

    def close(self) -> ArrayFacts:
        self._drain(1)
        self._file.close()
        return ArrayFacts(
            dtype=self._dtype.str,
            length=self._length,
            sha256=self._digest.hexdigest(),
            checksums=np.array(self._checksums, np.uint32),
        )

    def abandon(self) -> None:
        self._file.close()

    def _drain(self, least: int) -> None:
        """Check in the pending bytes by blocks, as long as there are enough."""
        view = memoryview(self._pending)
        done = 0
        while len(view) - done >= least:
            self._checksums.append(zlib.crc32(view[done : done + BLOCK_BYTES]))
            done = min(done + BLOCK_BYTES, len(view))
        view.release()
        del self._pending[:done]


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
