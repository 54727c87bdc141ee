"""A table of distinct strings: number to string, string to number, without loading it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.checksummed import Array, ChecksummedArray, Places

PARTS = ("text", "offsets", "hashes", "order")


class Numbering(dict[str, int]):
    """Strings to numbers, in the order of first appearance."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class StringTable:
    """Strings by number, found again through their sorted CRC-32."""

    def __init__(
        self,
        text: ChecksummedArray,
        offsets: ChecksummedArray,
        hashes: ChecksummedArray,
        order: ChecksummedArray,
    ) -> None:
        """Take the arrays that `string_arrays` made, in memory or on disk."""
        self._text, self._offsets = text, offsets
        self._hashes, self._order = hashes, order

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, number: int) -> str:
        start, end = self._offsets.part(number, number + 2).tolist()
        return _decoded(self._text.part(start, end))

    def all(self) -> list[str]:
        """Return all strings, in the order of their numbers."""
        text, ends = self._text.whole().tobytes(), self._offsets.whole().tolist()
        return [text[a:b].decode(errors="surrogatepass") for a, b in pairwise(ends)]

    def numbers(self, strings: Sequence[str]) -> NDArray[np.int32]:
        """Return the number of each string, -1 where the table lacks it."""
        wanted = [_encoded(string) for string in strings]
        hashes = np.fromiter(map(zlib.crc32, wanted), np.uint32, len(wanted))
        table = self._hashes.whole()
        first = np.searchsorted(table, hashes)
        last = np.searchsorted(table, hashes, side="right")
        found = np.full(len(wanted), -1, np.int32)
        single = np.flatnonzero(last - first == 1)
        found[single] = self._checked([wanted[i] for i in single.tolist()], first[single])
        for i in np.flatnonzero(last - first > 1).tolist():
            places = np.arange(first[i], last[i])
            found[i] = self._checked([wanted[i]] * len(places), places).max()
        return found

    def holding(self, part: str) -> NDArray[np.int64]:
        """Return the numbers of the strings that hold a part, ascending."""
        text, sought = self._text.whole().tobytes(), _encoded(part)
        places, place = [], text.find(sought)
        while sought and place >= 0:
            places.append(place)
            place = text.find(sought, place + 1)
        offsets = self._offsets.whole()
        inside = np.searchsorted(offsets, places, side="right") - 1
        ends = np.array(places, np.int64) + len(sought)
        return np.unique(inside[ends <= offsets[inside + 1]])

    def beyond(self, letters: bytes, most: int) -> NDArray[np.int64]:
        """Return the numbers of the strings of other letters, or of more bytes, ascending."""
        other = np.ones(256, bool)
        other[np.frombuffer(letters, np.uint8)] = False
        offsets = self._offsets.whole()
        places = np.flatnonzero(other[self._text.whole()])
        inside = np.searchsorted(offsets, places, side="right") - 1
        return np.union1d(inside, np.flatnonzero(np.diff(offsets) > most))

    def _checked(self, wanted: list[bytes], places: Places) -> NDArray[np.int32]:
        """Return the numbers at places of the hashes, -1 where the string is another one."""
        numbers: NDArray[np.int32] = self._order.take(places)
        starts, ends = self._offsets.take(numbers), self._offsets.take(numbers + 1)
        sizes = np.fromiter(map(len, wanted), np.int64, len(wanted))
        long = np.flatnonzero((sizes == ends - starts) & (sizes > 0))
        same = (sizes == ends - starts) & (sizes == 0)
        text = np.frombuffer(b"".join([wanted[i] for i in long.tolist()]), np.uint8)
        equal = self._text.parts(starts[long], ends[long]) == text
        begins = np.cumsum(sizes[long]) - sizes[long]
        same[long] = np.logical_and.reduceat(equal, begins) if len(long) else True
        return np.where(same, numbers, np.int32(-1))


def string_table(arrays: Mapping[str, ChecksummedArray], name: str) -> StringTable:
    """Return the table of a name."""
    return StringTable(*(arrays[f"{name}.{part}"] for part in PARTS))


def string_arrays(strings: Iterable[str]) -> dict[str, Array]:
    """Return the arrays of a table: text (bytes), offsets, hashes (ascending), order."""
    encoded = [_encoded(string) for string in strings]
    hashes = np.fromiter(map(zlib.crc32, encoded), np.uint32, len(encoded))
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    offsets = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)), out=offsets[1:])
    text = np.frombuffer(b"".join(encoded), np.uint8)
    return dict(zip(PARTS, (text, offsets, hashes[order], order), strict=True))


def _encoded(string: str) -> bytes:
    return string.encode(errors="surrogatepass")


def _decoded(raw: Array) -> str:
    return raw.tobytes().decode(errors="surrogatepass")
