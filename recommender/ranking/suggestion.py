"""Suggestion: a paper of the corpus, where it stands, and why."""

from __future__ import annotations

from dataclasses import dataclass

from recommender.interests import Interest
from recommender.papers import Paper
from recommender.rankers.strength import Strength
from recommender.ranking.reasons import Reason
from recommender.verdicts import Applied, Verdict
from recommender.works import Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """The entry of the library that a paper is the same work as, or another version of."""

    key: str | None
    line: int
    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A paper, explained."""

    paper: Paper
    rank: int  # from 1
    score: float  # the shares of the reason's terms add up to it
    percentile: float  # share of the corpus that scores lower, 0 to 100
    strength: Strength
    interest: Interest
    why: Reason
    in_library: Owned | None = None
    said: Applied | None = None

    @property
    def verdict(self) -> Verdict | None:
        """Return what the user said of it, or of another version of it."""
        return self.said.verdict if self.said else None
