"""A corpus as one interest ranks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.interests import Interest
from recommender.library import Entry
from recommender.rankers import NAMED, RANKERS, Feedback, Profile, Scored
from recommender.rankers.strength import FLOOR, Yardstick
from recommender.ranking.reasons import Explainer, Reason

MOST_FAR = 3  # suggestions of a corpus of another field
FEW = 50  # papers of a corpus too small to tell what an ordinary paper of it scores


class InterestRanking:
    """The scores that a ranker gave for the entries of an interest, and what follows from them."""

    def __init__(  # noqa: PLR0913 - what a ranking is made of
        self,
        corpus: Corpus,
        interest: Interest,
        entries: Sequence[Entry],
        ranker: str,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback,
    ) -> None:
        """Score all papers of the corpus by one ranker."""
        self.corpus, self.interest, self.entries = corpus, interest, entries
        self._allowed, self._feedback = allowed, feedback
        self._profile = Profile.kept([entry.paper for entry in entries], corpus.index)
        self._ranker, self.scored = ranker, self._score(ranker)

    @cached_property
    def by_ranker(self) -> Mapping[str, Scored]:
        """Return the scores by each ranker that reasons name, and by the one that was chosen."""
        found = {self._ranker: self.scored, **self.scored.within}
        for name in reversed(NAMED):  # one may be made of those before it
            if name not in found:
                scored = self._score(name)
                found |= {**scored.within, name: scored}
        return {name: found[name] for name in dict.fromkeys((*NAMED, self._ranker))}

    def _score(self, ranker: str) -> Scored:
        return RANKERS[ranker](self.corpus).score(
            self._profile, allowed=self._allowed, feedback=self._feedback
        )

    def order(self) -> Iterator[int]:
        """Yield the papers that stand out for the interest, best first, ties by number."""
        values, passed = self.scored.values, self.scored.values > 0
        if len(values) >= FEW:
            passed &= self.scored.z_scores >= FLOOR
        if self._allowed is not None:
            passed &= self._allowed
        numbers = np.flatnonzero(passed)
        order = numbers[np.argsort(-values[numbers], kind="stable")]
        yield from (order[:MOST_FAR] if self.is_far else order).tolist()

    @property
    def is_far(self) -> bool:
        """Return whether the corpus is of another field than the interest."""
        return len(self.corpus) >= FEW and Yardstick.of(self._profile).is_far

    def passes(self, number: int) -> bool:
        """Return whether a paper passes the filters."""
        return self._allowed is None or bool(self._allowed[number])

    def stands_out(self, number: int) -> bool:
        """Return whether a paper scores above the floor."""
        return len(self.corpus) < FEW or bool(self.scored.z_scores[number] >= FLOOR)

    def shares_nothing(self) -> bool:
        """Return whether no paper of the corpus has a word in common with the interest."""
        return not (self.scored.values > 0).any()

    def percentile(self, number: int) -> float:
        """Return the share of the corpus that scores lower than a paper, 0 to 100."""
        return 100 * float(np.mean(self.scored.values < self.scored.values[number]))

    def reasons(self, numbers: Sequence[int]) -> list[Reason]:
        """Return why some papers stand where they do, and which verdicts count."""
        told = self.scored.feedback.told()
        explainer = Explainer(self.scored, self.entries, self.by_ranker)
        papers = {number: self.corpus.papers[number] for number in numbers}
        return [replace(r, sentence=r.sentence + told) for r in explainer.reasons(papers)]
