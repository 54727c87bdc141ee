"""Arrays whose bytes are checked, a block at a time, when they are first touched.

A corpus of a million papers opens in milliseconds and holds gigabytes, so it is not hashed as a
whole first. Each file has a CRC-32 for each block of 16 KiB; the first request that reads a block
checks it, so a flipped bit ends in DamagedStore and never in a wrong answer.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK_BYTES = 1 << 14
SHORT = 24  # elements: shorter parts are gathered faster than sliced
Array = NDArray[Any]
Places = NDArray[Any]  # of elements or blocks: int32 or int64
NO_CHECKSUMS: NDArray[np.uint32] = np.zeros(0, np.uint32)


class ChecksummedArray:
    """A one-dimensional array, of memory or of a file with block checksums."""

    def __init__(
        self,
        array: Array,
        *,
        checksums: NDArray[np.uint32] = NO_CHECKSUMS,
        damage: Callable[[], Exception] = RuntimeError,
    ) -> None:
        """Take an array; one with checksums is checked where it is read, or `damage` raised."""
        self._array = np.asarray(array)  # a plain view: slices of a memmap cost ten times as much
        self._checksums, self._damage = checksums, damage
        self._unseen = np.ones(len(checksums), bool)  # blocks; none where there is no file
        self._unseen_before: Places | None = None  # how many unseen ones stand before each

    def __len__(self) -> int:
        return len(self._array)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the type of an element."""
        return self._array.dtype

    def unchecked(self) -> Array:
        """Return all of it as it lies there, whatever that is."""
        return self._array

    def whole(self) -> Array:
        """Return all of it."""
        self.part(0, len(self._array))
        self._unseen = self._unseen[:0]  # nothing is left to check
        return self._array

    def part(self, start: int, end: int) -> Array:
        """Return the elements from start up to end, as a view."""
        unseen = self._unseen  # another thread may put an empty one in its place meanwhile
        if unseen.size and start < end:
            size = self._array.itemsize
            first, last = start * size // BLOCK_BYTES, (end * size - 1) // BLOCK_BYTES
            for block in np.flatnonzero(unseen[first : last + 1]).tolist():
                self._check(first + block)
        return self._array[start:end]

    def parts(self, starts: Places, ends: Places, out: Array | None = None) -> Array:
        """Return several parts, one after the other, as a copy; in `out` if it is given."""
        array, sizes = self.with_parts(starts, ends), ends - starts
        if (total := int(sizes.sum())) < SHORT * len(starts):
            offsets = np.cumsum(sizes) - sizes  # of the parts in what is returned
            places = np.arange(total) + np.repeat(starts - offsets, sizes)
            gathered: Array = array.take(places, out=out, mode="clip")
            return gathered
        pairs = zip(starts.tolist(), ends.tolist(), strict=True)
        slices = [array[start:end] for start, end in pairs]
        joined: Array = np.concatenate(slices, out=out) if slices else array[:0]
        return joined

    def with_parts(self, starts: Places, ends: Places) -> Array:
        """Return the whole array, of which only some parts are to be read."""
        if (unseen := self._unseen).size:
            for i in self._unchecked(unseen, starts, ends).tolist():
                self.part(int(starts[i]), int(ends[i]))
        return self._array

    def take(self, places: Places) -> Array:
        """Return the elements at some places, as a copy."""
        if (unseen := self._unseen).size:
            blocks = places * np.int64(self._array.itemsize) // BLOCK_BYTES
            for block in np.unique(blocks[unseen[blocks]]).tolist():
                self._check(block)
        taken: Array = self._array[places]
        return taken

    def _unchecked(self, unseen: NDArray[np.bool_], starts: Places, ends: Places) -> Places:
        """Return which parts touch a block that has not been checked."""
        before, size = self._unseen_before, self._array.itemsize
        if before is None:
            before = self._unseen_before = np.append(0, np.cumsum(unseen))
        last = (ends * size + BLOCK_BYTES - 1) // BLOCK_BYTES
        return np.flatnonzero(before[last] > before[starts * size // BLOCK_BYTES])

    def _check(self, block: int) -> None:
        raw = self._array.view(np.uint8)
        found = zlib.crc32(raw[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES].data)
        if found != self._checksums[block]:
            raise self._damage()
        if (unseen := self._unseen).size:
            unseen[block], self._unseen_before = False, None
