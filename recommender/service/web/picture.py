"""The picture: the library and the suggestions as dots, near where they are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from recommender.ranking.layout import layout
from recommender.recommend import Answer, divided
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
    """Return where each paper stands in the frame."""
    full, _ = divided(answer.library, answer.corpus)
    own = [full.entries[i].paper for i in positions]
    numbers = [answer.corpus.number(card.key) for card in cards]
    frame = (WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE)
    places = np.round(EDGE + layout(own, answer.corpus, numbers) * frame, 1)
    return [(x, y) for x, y in places.tolist()]
