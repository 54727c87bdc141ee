"""The picture: the library and the suggestions as dots, near where they are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from recommender.rankers import Profile
from recommender.recommend import Answer
from recommender.service.web.cards import Card
from recommender.text.visible import visible

WIDTH, HEIGHT, EDGE = 260, 200, 12
MAX_OWN = 300  # dots of the library; more would be a cloud
RADIUS = {"strong": 6.0, "fair": 4.8, "weak": 3.8}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A paper in the picture."""

    kind: str  # "own" or "paper"
    x: float
    y: float
    r: float
    interest: int
    title: str
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Dots in a frame, and what the picture says in words."""

    width: int
    height: int
    title: str
    dots: list[Dot]


def picture(answer: Answer, cards: Sequence[Card]) -> Picture | None:
    """Return the picture of an answer, None where there is too little to show."""
    own = _own(answer)
    if len(own) + len(cards) < 4 or not cards or not own:
        return None
    places = _places(answer, [position for position, _ in own], cards)
    dots = [
        Dot(
            kind="own",
            x=x,
            y=y,
            r=3.2,
            interest=interest,
            title=visible(answer.library.entries[position].paper.label),
        )
        for (position, interest), (x, y) in zip(own, places, strict=False)
    ]
    for card, (x, y) in zip(cards, places[len(own) :], strict=True):
        dots.append(
            Dot(
                kind="paper",
                x=x,
                y=y,
                r=RADIUS.get(card.strength, 4.8),
                interest=card.interest,
                title=card.plain_title,
                key=card.key,
            )
        )
    title = f"Map of {len(own)} papers of yours and {len(cards)} suggestions; near means alike"
    return Picture(width=WIDTH, height=HEIGHT, title=title, dots=dots)


def _own(answer: Answer) -> list[tuple[int, int]]:
    """Return position and interest of the library's papers, evenly thinned where they are many."""
    pairs: dict[int, int] = {}
    for number, interest in enumerate(answer.interests, start=1):
        for position in interest.positions:
            pairs.setdefault(position, number)
    found = sorted(pairs.items())
    return found[:: max(1, -(-len(found) // MAX_OWN))]


def _places(
    answer: Answer, positions: Sequence[int], cards: Sequence[Card]
) -> list[tuple[float, float]]:
    """Return where each paper stands: the two main directions of the likeness between all."""
    corpus = answer.corpus
    profile = Profile.of([answer.library.entries[i].paper for i in positions], corpus.index)
    numbers = np.array([corpus.number(card.key) for card in cards], np.int32)
    theirs = profile.rows(numbers)["tfidf"]
    rows = vstack([profile.vectors, theirs])
    likeness = (rows @ rows.T).toarray()
    likeness -= likeness.mean(axis=0)
    likeness -= likeness.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh((likeness + likeness.T) / 2)
    x, y = (_spread(vectors[:, -n] * np.sqrt(max(values[-n], 0))) for n in (1, 2))
    xs = EDGE + x * (WIDTH - 2 * EDGE)
    ys = EDGE + y * (HEIGHT - 2 * EDGE)
    return [(round(float(a), 1), round(float(b), 1)) for a, b in zip(xs, ys, strict=True)]


def _spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values from 0 to 1, half by size and half by rank, so that none hide each other."""
    ranks = np.argsort(np.argsort(values, kind="stable")) / max(1, len(values) - 1)
    span = np.ptp(values)
    sizes = (values - values.min()) / span if span > 0 else np.full(len(values), 0.5)
    if values[0] < 0:  # a direction has no sign: keep the first paper low
        sizes, ranks = 1 - sizes, 1 - ranks
    return np.asarray((sizes + ranks) / 2)
