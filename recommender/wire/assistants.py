"""What assistants are given: suggestions in short, or one paper with all its reasons."""

from __future__ import annotations

from typing import Self

from recommender import recommend
from recommender.rankers.strength import Strength
from recommender.ranking.suggestion import Suggestion as Found
from recommender.wire.answers import Suggestion, suggestion
from recommender.wire.papers import known
from recommender.wire.shape import Count, Shape


class Brief(Shape):
    """What an assistant needs of a suggestion; abstracts would fill its window."""

    rank: Count
    key: str | None
    title: str
    year: int | None
    venue: str | None
    doi: str | None
    arxiv: str | None
    url: str | None
    authors: list[str]
    strength: Strength
    why: str
    nearest: list[str | None]

    @classmethod
    def of(cls, found: Found) -> Self:
        """Return the short shape of a suggestion."""
        paper, facts = found.paper, known(found.paper)
        return cls(
            rank=found.rank,
            title=paper.label,
            **{name: facts[name] for name in ("key", "year", "venue", "doi", "arxiv", "url")},
            authors=[str(person) for person in paper.authors],
            strength=found.strength,
            why=found.why.sentence,
            nearest=[near.key for near in found.why.nearest],
        )


class Suggested(Shape):
    """Suggestions in short."""

    suggestions: list[Brief]
    interests: list[str]
    empty_because: str | None

    @classmethod
    def of(cls, answer: recommend.Answer) -> Self:
        """Return the short shape of an answer."""
        return cls(
            suggestions=[Brief.of(found) for found in answer.suggestions],
            interests=[interest.label for interest in answer.interests],
            empty_because=answer.empty_because,
        )


class Explained(Shape):
    """Where one paper stands, and why, with every term."""

    standing: str
    paper: Suggestion | None

    @classmethod
    def of(cls, answer: recommend.Answer, standing: str) -> Self:
        """Return the shape of an answer of one paper, or of none."""
        found = [suggestion(each, answer.corpus.name, "all") for each in answer.suggestions]
        return cls(standing=standing, paper=found[0] if found else None)
