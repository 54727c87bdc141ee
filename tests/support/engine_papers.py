"""Papers for engines to search, and what two answers have in common."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from recommender.papers import Paper, Person

WORDS = [f"{a}{b}o" for a in ("ba", "du", "ka", "mo", "ru", "ta") for b in ("la", "no", "pu", "ga")]


def some_papers(n: int, words: list[str] = WORDS) -> Iterator[Paper]:
    """Yield papers of made-up words, some rarer than others."""
    rng = np.random.default_rng(9)
    odds = 1 / np.arange(1, len(words) + 1) ** 0.8
    drawn = rng.choice(words, (n, 40), p=odds / odds.sum())
    for i, text in enumerate(drawn.tolist()):
        yield Paper(
            key=f"p{i}",
            title=" ".join(text[:6]),
            abstract=" ".join(text[6 : 10 + i % 30]),
            year=2000 + i % 25,
            venue=("ICLR", "ICML Workshop", "Zürich Days")[i % 3],
            authors=(Person(given="Ada", family=f"Byte{i % 7}"),),
            keywords=("Graphs",) if i % 5 == 0 else (),
            language="en" if i % 2 else "de",
        )


def same(found: tuple[np.ndarray, np.ndarray], expected: tuple[np.ndarray, np.ndarray]) -> bool:
    """Return whether the papers and the scores are the same, up to the rounding of ties."""
    assert found[1] == pytest.approx(expected[1], rel=1e-5)
    return set(found[0].tolist()) == set(expected[0].tolist())
