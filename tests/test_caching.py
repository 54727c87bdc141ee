"""What is remembered is bounded, and threads may ask for it at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from recommender.caching import Cache


def test_what_is_held_is_not_made_again() -> None:
    cache, made = Cache[int](2), []

    found = [cache.get("a", lambda: made.append(1) or len(made)) for _ in range(3)]

    assert found == [1, 1, 1]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache = Cache[str](2)
    for key in "abac":
        cache.get(key, lambda: "made")

    assert set(cache.known(["a", "b", "c"])) == {"a", "c"}


def test_a_value_heavier_than_the_bound_is_given_and_not_kept() -> None:
    cache = Cache[str](3, len)

    assert cache.get("long", lambda: "four") == "four"
    assert cache.get("short", lambda: "two") == "two"
    assert not cache.known(["long"])
    assert cache.known(["short"])


def test_threads_that_push_each_others_values_out_get_their_own() -> None:
    cache = Cache[int](3)

    def ask(n: int) -> int:
        cache.clear() if n % 97 == 0 else None
        return cache.get(n % 10, lambda: n % 10)

    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(ask, range(5000)))

    assert found == [n % 10 for n in range(5000)]


def test_what_could_not_be_made_is_tried_again() -> None:
    cache = Cache[str](2)

    def fail() -> str:
        raise OSError("the disk is full")

    for _ in range(2):
        with pytest.raises(OSError, match="full"):
            cache.get("a", fail)

    assert cache.get("a", lambda: "made") == "made"


def test_what_was_dropped_is_made_again() -> None:
    cache = Cache[int](2)
    cache.get("a", lambda: 1)

    cache.drop(lambda key: key == "a")

    assert cache.get("a", lambda: 2) == 2
