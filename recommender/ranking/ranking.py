"""Ranking: everything that is known about how a corpus stands to a library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.interests import Interest
from recommender.library import Library
from recommender.ranking.held_back import HeldBack
from recommender.ranking.interest_ranking import InterestRanking
from recommender.ranking.suggestion import Suggestion

Place = tuple[int, InterestRanking]  # a paper's number, and the interest that it is ranked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A corpus as the interests of a library rank it; nothing of it is explained yet."""

    library: Library
    corpus: Corpus
    interests: tuple[Interest, ...]  # all of the library
    allowed: NDArray[np.bool_] | None  # which papers pass the filters; None: all
    by_interest: tuple[InterestRanking, ...]  # for each interest that is asked for
    held_back: HeldBack
    best: tuple[Place, ...]  # what is suggested, best first
    versions: tuple[Place, ...]  # other versions of what the library holds, as they were met

    def passes(self, number: int) -> bool:
        """Return whether a paper passes the filters."""
        return self.allowed is None or bool(self.allowed[number])

    def explained(self, places: Sequence[Place], first: int = 1) -> tuple[Suggestion, ...]:
        """Return papers with their reasons; ranks count from the first."""
        numbers = defaultdict(list)
        for number, by in places:
            numbers[by].append(number)
        reasons = {by: dict(zip(n, by.reasons(n), strict=True)) for by, n in numbers.items()}
        return tuple(
            Suggestion(
                paper=self.corpus.papers[number],
                rank=rank,
                score=(why := reasons[by][number]).score,
                percentile=by.percentile(number),
                strength=why.strength,
                interest=by.interest,
                why=replace(why, sentence=why.sentence + self.held_back.told(number)),
                in_library=self.held_back.owned(number),
                said=self.held_back.said(number),
            )
            for rank, (number, by) in enumerate(places, start=first)
        )
