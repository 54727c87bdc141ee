"""Scored: a corpus with the scores that a ranker gave, able to say where each comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender.rankers.parts import Floats, Part
from recommender.rankers.profile import Profile


@dataclass(frozen=True, slots=True)
class Weighted:
    """A part of a score and its factor."""

    part: Part
    factor: float = 1.0
    candidates_only: bool = False  # too costly for all papers: counted for the best ones only


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of one profile; the score of a paper is the sum of its shares."""

    profile: Profile
    values: Floats  # shape (n_papers,), zero where nothing is shared
    parts: Sequence[Weighted]
    candidates: NDArray[np.int32] | None = None  # ascending; None: all papers

    def shares(self, number: int) -> Floats:
        """Return what each term of the profile gave to a paper, shape (terms of the profile,)."""
        total = np.zeros(len(self.profile.numbers))
        for weighted in self.parts:
            if weighted.candidates_only and not self.is_candidate(number):
                continue
            rows = self.profile.index.rows(weighted.part.matrix, np.array([number], np.int32))
            total += weighted.factor * weighted.part.shares(self.profile.local(rows))
        return total

    def is_candidate(self, number: int) -> bool:
        """Return whether a paper was scored by all parts."""
        if self.candidates is None:
            return True
        place = int(np.searchsorted(self.candidates, number))
        return place < len(self.candidates) and int(self.candidates[place]) == number
