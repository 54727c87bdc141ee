"""A store of its own for each test, and what is said there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recommender.papers import Paper
from recommender.store import Store
from recommender.verdicts import Judgement, Verdict, Verdicts

BIB = b"@article{a, title = {Sparse autoencoders}}"


@pytest.fixture
def bib() -> bytes:
    """Return a library of one entry."""
    return BIB


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a store of its own."""
    opened = Store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def add() -> Callable[..., str]:
    """Return what puts a library into a store; it gives the id."""

    def added(store: Store, source: bytes = BIB, label: str = "refs.bib") -> str:
        return store.add(source, label=label, form="bibtex")[0].id

    return added


@pytest.fixture
def on() -> Callable[[str, Verdict], Judgement]:
    """Return what makes a verdict on the paper of a key, of which there is one."""

    def judged(key: str, verdict: Verdict) -> Judgement:
        paper = Paper(key=key, title=f"The paper of {key} and no other")
        return Judgement.on(paper, verdict, "made")

    return judged


@pytest.fixture
def say(on: Callable[[str, Verdict], Judgement]) -> Callable[[Store, str, str, Verdict], None]:
    """Return what says something of the paper of a key."""

    def said(store: Store, library: str, key: str, verdict: Verdict) -> None:
        store.set_verdicts(library, [on(key, verdict)])

    return said


@pytest.fixture
def by_key() -> Callable[[Verdicts], dict[str, Verdict]]:
    """Return what gives verdicts by key, where each key is of one work."""
    return lambda verdicts: {each.key: each.verdict for each in verdicts}
