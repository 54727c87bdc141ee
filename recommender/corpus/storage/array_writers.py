"""Where the arrays of a new index go: memory, or files with checksums."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.lib import format as npy
from numpy.typing import DTypeLike, NDArray

from recommender.corpus.storage.checksummed import BLOCK_BYTES, Array, ChecksummedArray
from recommender.corpus.storage.folders import opener

HEADER_BYTES = 128  # of every one-dimensional array that we write


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
class FileFacts:
    """What the manifest says of a file; the CRC-32 of its header and of each block after it."""

    dtype: str
    length: int
    size: int  # bytes, header included
    sha256: str
    checksums: NDArray[np.uint32]


class FileWriter:
    """Writes each array to `NAME.npy` in a folder, and hashes what it writes."""

    def __init__(self, folder: Path) -> None:
        """Take an empty folder."""
        self.folder = folder
        self._columns: dict[str, _File] = {}

    def column(self, name: str, dtype: DTypeLike) -> Column:
        """Return a new array to write."""
        self._columns[name] = _File(self.folder / f"{name}.npy", np.dtype(dtype))
        return self._columns[name]

    def array(self, name: str) -> ChecksummedArray:
        """Return an array as a memory map; closes its file."""
        self._columns[name].close()
        path = self.folder / f"{name}.npy"
        return ChecksummedArray(np.load(path, mmap_mode="r", allow_pickle=False))

    def arrays(self) -> Mapping[str, ChecksummedArray]:
        """Return all arrays by name."""
        return {name: self.array(name) for name in self._columns}

    def remove(self, name: str) -> None:
        """Delete an array that is needed no more."""
        self._columns.pop(name).close()
        (self.folder / f"{name}.npy").unlink()

    def close(self) -> Mapping[str, FileFacts]:
        """Return the facts of all files; closes them."""
        return {name: column.close() for name, column in self._columns.items()}

    def abandon(self) -> None:
        """Close all files as they are; they will be deleted."""
        for column in self._columns.values():
            column.abandon()


class _File:
    """One `.npy` file; its header is written again when the length is known."""

    def __init__(self, path: Path, dtype: np.dtype[Any]) -> None:
        self._path, self._dtype, self._length = path, dtype, 0
        self._pending, self._checksums = bytearray(), list[int]()
        self._facts: FileFacts | None = None
        self._file: BinaryIO = open(path, "wb", opener=opener)  # noqa: SIM115 - Path.open takes no opener
        self._header()

    def append(self, part: Array) -> None:
        raw = np.ascontiguousarray(part, self._dtype)
        self._length += len(raw)
        self._file.write(raw.data)
        self._pending += raw.view(np.uint8).data
        self._drain(BLOCK_BYTES)

    def close(self) -> FileFacts:
        if self._facts is None:
            self._drain(1)
            self._file.seek(0)
            self._header()
            self._file.close()
            self._facts = FileFacts(
                dtype=self._dtype.str,
                length=self._length,
                size=self._path.stat().st_size,
                sha256=file_hash(self._path),
                checksums=np.array([header_sum(self._path), *self._checksums], np.uint32),
            )
        return self._facts

    def abandon(self) -> None:
        self._file.close()

    def _header(self) -> None:
        """Write the header; numpy leaves room in it for any length."""
        header = {"descr": self._dtype.str, "fortran_order": False, "shape": (self._length,)}
        npy.write_array_header_1_0(self._file, header)

    def _drain(self, least: int) -> None:
        """Check in the pending bytes by blocks, as long as there are enough."""
        view = memoryview(self._pending)
        done = 0
        while len(view) - done >= least:
            self._checksums.append(zlib.crc32(view[done : done + BLOCK_BYTES]))
            done = min(done + BLOCK_BYTES, len(view))
        view.release()
        del self._pending[:done]


def header_sum(path: Path) -> int:
    """Return the CRC-32 of the header of a `.npy` file that we wrote."""
    with path.open("rb") as file:
        return zlib.crc32(file.read(HEADER_BYTES))


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
