"""Scored: a corpus with the scores that a ranker gave, able to say where each comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.corpus import Matrix
from recommender.rankers.parts import Floats, Part
from recommender.rankers.profile import Profile


@dataclass(frozen=True, slots=True)
class Weighted:
    """A part of a score, and its factor for each paper."""

    part: Part
    factor: float = 1.0
    numbers: NDArray[np.int32] | None = None  # the papers it counts for, ascending; None: all
    divisors: Floats | None = None  # of each of these papers

    def scores(self, rows: Mapping[Matrix, csr_array]) -> Floats:
        """Return the scores of the papers it counts for, given as rows over the profile's terms."""
        scores = self.factor * self.part.scores(rows[self.part.matrix])
        return scores if self.divisors is None else scores / self.divisors

    def at(self, number: int) -> float:
        """Return the factor for one paper; zero where the part does not count."""
        if self.numbers is None or self.divisors is None:
            return self.factor
        place = int(np.searchsorted(self.numbers, number))
        there = place < len(self.numbers) and int(self.numbers[place]) == number
        return self.factor / float(self.divisors[place]) if there else 0.0


@dataclass(frozen=True)
class Scored:
    """The scores of one profile; the score of a paper is the sum of its shares."""

    profile: Profile
    values: Floats  # shape (n_papers,), zero where nothing is shared
    parts: Sequence[Weighted]
    ordinary: Floats  # the scores of a sample of the corpus

    def shares(self, number: int) -> Floats:
        """Return what each term of the profile gave to a paper, shape (terms of the profile,)."""
        total = np.zeros(len(self.profile.numbers))
        rows = self.profile.rows(np.array([number], np.int32))
        for weighted in self.parts:
            if factor := weighted.at(number):
                total += factor * weighted.part.shares(rows[weighted.part.matrix])
        return total

    @cached_property
    def deviations(self) -> Floats:
        """Return how far above an ordinary paper each scores, in standard deviations."""
        return np.asarray((self.values - self.ordinary.mean()) / spread(self.ordinary))


def spread(scores: Floats) -> float:
    """Return the standard deviation; 1 where all scores are alike."""
    deviation = float(scores.std())
    return deviation if deviation > 0 else 1.0
