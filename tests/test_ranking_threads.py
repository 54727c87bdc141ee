"""Many threads ask one corpus for many libraries, with caches too small to hold what they find.

RECOMMENDER_SECONDS=10 asks for longer than the usual moment.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

import recommender
from recommender.caching import Cache
from recommender.corpus import Corpus
from recommender.library import Library
from recommender.papers import Paper
from recommender.rankers import RANKERS, Profile

N_THREADS, SECONDS = 16, float(os.environ.get("RECOMMENDER_SECONDS", "2"))
Answers = list[tuple[str | None, float, str]]
FAST = [name for name in RANKERS if name != "svm"]


@pytest.fixture(autouse=True)
def _threads_that_change_often() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture(scope="module")
def libraries() -> list[Library]:
    """Return parts of a library, half of their entries without an abstract."""
    whole = recommender.read(recommender.corpus.seeds_dir() / "library.bib").entries
    parts = [whole[i::4] for i in range(4)]
    return [Library(entries=tuple(_placed(part))) for part in parts]


def _placed(entries: tuple[Any, ...]) -> Iterator[Any]:
    for position, entry in enumerate(entries):
        bare = replace(entry.paper, abstract="") if position % 2 else entry.paper
        yield replace(entry, position=position, paper=bare)


def small(corpus: Corpus) -> Corpus:
    """Return a corpus whose caches hold next to nothing."""
    corpus.cache, corpus.index.cache = Cache(1), Cache(7)
    return corpus


def ask(library: Library, corpus: Corpus, ranker: str) -> Answers:
    own = Library(entries=library.entries)  # a library that nobody has asked about
    found = recommender.suggest(own, corpus, ranker=ranker, limit=10)
    return [(s.paper.key, s.score, s.why.sentence) for s in found.suggestions]


def test_many_threads_with_small_caches_get_the_answers_of_one(libraries: list[Library]) -> None:
    alone = recommender.open_corpus("seeds")
    asked = [(library, ranker) for library in libraries for ranker in FAST]
    expected = [ask(library, alone, ranker) for library, ranker in asked]
    corpus, end = small(recommender.open_corpus("seeds")), time.monotonic() + SECONDS

    def keep_asking(thread: int) -> int:
        for turn in count(1):
            place = (thread + turn) % len(asked)
            assert ask(asked[place][0], corpus, asked[place][1]) == expected[place]
            if time.monotonic() > end:
                return turn
        raise AssertionError

    with ThreadPoolExecutor(N_THREADS) as threads:
        turns = list(threads.map(keep_asking, range(N_THREADS)))

    assert min(turns) >= 1


def test_threads_that_push_papers_out_of_the_cache_get_whole_profiles() -> None:
    corpus, end = small(recommender.open_corpus("seeds")), time.monotonic() + SECONDS
    papers = [Paper(title=f"Sparse autoencoders, and feature {i}") for i in range(12)]
    one = Profile.of(papers[:1], recommender.open_corpus("seeds").index)

    def keep_making(thread: int) -> bool:
        chance = Random(thread)
        while time.monotonic() < end:
            profile = Profile.of(chance.sample(papers, 6), corpus.index)
            assert profile.counts.sum() == 6 * one.counts.sum()
        return True

    with ThreadPoolExecutor(N_THREADS) as threads:
        assert all(threads.map(keep_making, range(N_THREADS)))
