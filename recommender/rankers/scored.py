"""Scored: a corpus with the scores that a ranker gave, able to say where each comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

from recommender.corpus import Values
from recommender.rankers.components import Component
from recommender.rankers.feedback import NONE, Feedback
from recommender.rankers.profile import Floats, Profile


@dataclass(frozen=True, slots=True)
class WeightedComponent:
    """A component of a score, and its factor for each paper."""

    component: Component
    factor: float = 1.0
    numbers: NDArray[np.int32] | None = None  # the papers it counts for, ascending; None: all
    divisors: Floats | None = None  # of each of these papers

    def scores(self, rows: Mapping[Values, csr_array]) -> Floats:
        """Return the scores of the papers it counts for, given as rows over the profile's terms."""
        scores = self.factor * self.component.scores(rows[self.component.matrix])
        return scores if self.divisors is None else scores / self.divisors

    def shares(self, numbers: NDArray[np.int32], rows: Mapping[Values, csr_array]) -> csr_array:
        """Return what each term gave to some papers, given with their rows."""
        shares = self.component.shares(rows[self.component.matrix])
        return csr_array(diags_array(self._factors(numbers)) @ shares)

    def _factors(self, numbers: NDArray[np.int32]) -> Floats:
        """Return the factor for some papers; zero where it does not count."""
        if self.numbers is None or self.divisors is None:
            return np.full(len(numbers), self.factor)
        if not len(self.numbers):
            return np.zeros(len(numbers))
        place = np.searchsorted(self.numbers, numbers).clip(max=len(self.numbers) - 1)
        counts = self.numbers[place] == numbers
        return np.where(counts, self.factor / self.divisors[place], 0.0)


@dataclass(frozen=True)
class Scored:
    """The scores of one profile; the score of a paper is the sum of its shares."""

    profile: Profile
    values: Floats  # shape (n_papers,), zero where nothing is shared
    components: Sequence[WeightedComponent]
    background: Floats  # the scores of a sample of the corpus
    feedback: Feedback = NONE  # what of it has counted
    within: Mapping[str, Scored] = field(default_factory=dict)  # by rankers it is made of

    def shares(
        self, numbers: NDArray[np.int32], rows: Mapping[Values, csr_array] | None = None
    ) -> csr_array:
        """Return what each term gave to some papers, shape (len(numbers), terms of the profile).

        Rows are those papers over the terms of the profile, if they are known already.
        """
        rows = rows or self.profile.rows(numbers)
        total = csr_array((len(numbers), len(self.profile.numbers)))
        for each in self.components:
            total += each.shares(numbers, rows)
        return total

    @cached_property
    def z_scores(self) -> Floats:
        """Return how far above the background each paper scores, in standard deviations."""
        return np.asarray((self.values - self.background.mean()) / spread(self.background))

    def rank(self, number: int) -> int:
        """Return the rank of a paper among all of the corpus, from 1."""
        return int(np.count_nonzero(self.values > self.values[number])) + 1


def spread(scores: Floats) -> float:
    """Return the standard deviation; 1 where all scores are alike."""
    deviation = float(scores.std())
    return deviation if deviation > 0 else 1.0


def highest(
    values: Floats, most: int, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.int32]:
    """Return the papers of the highest values, ascending by number; equal ones by number."""
    numbers = np.arange(len(values)) if allowed is None else np.flatnonzero(allowed)
    if len(numbers) > most:
        found = values[numbers]
        least = np.partition(found, -most)[-most]
        above = found > least
        equal = np.flatnonzero(found == least)[: most - np.count_nonzero(above)]
        above[equal] = True
        numbers = numbers[above]
    return numbers.astype(np.int32)
