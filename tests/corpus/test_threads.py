"""Many threads read one corpus at once, from the first touch on."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from recommender.corpus import build
from recommender.corpus.search import index
from recommender.corpus.storage.checksummed import BLOCK_BYTES, ChecksummedArray
from recommender.papers import Paper

N_THREADS, N_ROUNDS = 16, 60
VALUES = np.arange(40 * BLOCK_BYTES // 4, dtype=np.int32)


@pytest.fixture(autouse=True)
def _threads_that_change_often() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def unread() -> ChecksummedArray:
    raw = VALUES.tobytes()
    parts = (raw[i : i + BLOCK_BYTES] for i in range(0, len(raw), BLOCK_BYTES))
    return ChecksummedArray(VALUES, checksums=np.array([*map(zlib.crc32, parts)], np.uint32))


def read(array: ChecksummedArray, way: int, gate: Barrier) -> bool:
    """Read in one of four ways, when all threads are ready; tell whether it was right."""
    places = np.arange(way, len(VALUES), 997)
    gate.wait(30)
    if way % 4 == 0:
        return bool((array.whole() == VALUES).all())
    if way % 4 == 1:
        return bool((array.take(places) == places).all())
    if way % 4 == 2:
        return bool((array.parts(places, places + 1) == places).all())
    return bool((array.part(way, 9000) == VALUES[way:9000]).all())


def test_an_array_is_read_whole_and_in_parts_by_many_threads_at_once() -> None:
    with ThreadPoolExecutor(N_THREADS) as threads:
        for _ in range(N_ROUNDS):
            array, gate = unread(), Barrier(N_THREADS)
            ways = [threads.submit(read, array, way, gate) for way in range(N_THREADS)]

            assert all(way.result(30) for way in ways)


def test_terms_are_looked_up_by_many_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of them is thrown away again and again."""
    monkeypatch.setattr(index, "REMEMBERED_TERMS", 20)
    words = [f"word{chr(97 + i)}" for i in range(26)]
    found = build("some", [Paper(title=word) for word in words]).index
    expected = dict(zip(words, found.numbers(words).tolist(), strict=True))

    def ask(start: int) -> bool:
        some = (words[start:] + words[:start])[:9]
        return found.numbers(some).tolist() == [expected[word] for word in some]

    with ThreadPoolExecutor(N_THREADS) as threads:
        assert all(threads.map(ask, (n % 26 for n in range(4000))))
