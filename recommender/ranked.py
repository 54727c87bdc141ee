"""A corpus as one interest ranks it, and what of it is held back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.explain import Explainer, Reason
from recommender.interests import Interest
from recommender.library import Library
from recommender.papers import Paper
from recommender.rankers import DEFAULT_RANKER, RANKERS, Profile
from recommender.rankers.feedback import dismissed, moved
from recommender.rankers.saved import joined, saved
from recommender.rankers.strength import FLOOR, Strength, strength
from recommender.verdicts import HELD_BACK, Verdict, Verdicts
from recommender.wanted import Wanted
from recommender.works import Relation, Works

FEW = 50  # papers of a corpus too small to tell what an ordinary paper of it scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """The entry of the library that a paper is the same work as, or another version of."""

    key: str | None
    line: int
    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A paper of the corpus, where it stands, and why."""

    paper: Paper
    rank: int  # from 1
    score: float  # the shares of the reason's terms add up to it
    percentile: float  # share of the corpus that scores lower, 0 to 100
    strength: Strength
    interest: Interest
    why: Reason
    in_library: Owned | None = None
    verdict: Verdict | None = None


class Ranked:
    """The corpus as one interest ranks it."""

    def __init__(
        self,
        library: Library,
        corpus: Corpus,
        interest: Interest,
        wanted: Wanted,
        allowed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Score all papers of the corpus for the entries of an interest.

        What was saved or dismissed before moves the default ranking; the others stay as they are.
        """
        self.interest, self.corpus = interest, corpus
        self.entries = [library.entries[i] for i in interest.positions]
        papers = [entry.paper for entry in self.entries]
        profile = Profile.of(papers, corpus.index)
        self.scores = {
            name: ranker(corpus).score(profile, allowed=allowed) for name, ranker in RANKERS.items()
        }
        default = self.scores[DEFAULT_RANKER]
        self._towards = saved(wanted.verdicts, corpus, papers, default)
        self._away_from = dismissed(wanted.verdicts, corpus, default)
        if len(self._towards):
            default = joined(papers, self._towards, corpus, allowed)
        self.scores[DEFAULT_RANKER] = moved(default, self._away_from)
        self.scored = self.scores[wanted.ranker]
        self._allowed = allowed
        self._deviations = self.scored.deviations
        self._explainer = Explainer(self.scored, self.entries, self.scores)

    def order(self) -> Iterator[int]:
        """Yield the papers that stand out for the interest, best first, ties by number."""
        values, passed = self.scored.values, self.scored.values > 0
        if len(values) >= FEW:
            passed &= self._deviations >= FLOOR
        if self._allowed is not None:
            passed &= self._allowed
        numbers = np.flatnonzero(passed)
        yield from numbers[np.argsort(-values[numbers], kind="stable")].tolist()

    def stands_out(self, number: int) -> bool:
        """Return whether a paper scores above the floor."""
        return len(self._deviations) < FEW or bool(self._deviations[number] >= FLOOR)

    def shares_nothing(self) -> bool:
        """Return whether no paper of the corpus has a word in common with the interest."""
        return not (self.scored.values > 0).any()

    def place(self, number: int) -> int:
        """Return the rank of a paper among all of the corpus, from 1."""
        return int(np.count_nonzero(self.scored.values > self.scored.values[number])) + 1

    def suggestion(self, number: int, rank: int) -> Suggestion:
        """Return a paper with its reasons."""
        paper = self.corpus.papers[number]
        percentile = 100 * float(np.mean(self.scored.values < self.scored.values[number]))
        why = self._explainer.reason(paper, number)
        if self.scored is self.scores[DEFAULT_RANKER]:
            why = replace(why, sentence=why.sentence + self._said())
        return Suggestion(
            paper=paper,
            rank=rank,
            score=why.score,
            percentile=percentile,
            strength=strength(float(self._deviations[number])) or "weak",
            interest=self.interest,
            why=why,
        )

    def _said(self) -> str:
        """Return the sentences that tell which verdicts count, "" where none does."""
        said = (("saved", len(self._towards)), ("dismissed", len(self._away_from)))
        return "".join(
            f" The {n} papers that you {what} count."
            if n > 1
            else f" The paper that you {what} counts."
            for what, n in said
            if n
        )


class HeldBack:
    """The papers that are not suggested: what the library has, and what the user turned down."""

    def __init__(self, library: Library, corpus: Corpus, verdicts: Verdicts) -> None:
        """Know a library's works; `versions` fills as papers are met."""
        self._library, self._corpus, self._verdicts = library, corpus, verdicts.on(corpus)
        self._works = Works(library.papers)
        self.versions: dict[int, Ranked] = {}

    def free(self, ranked: Ranked) -> Iterator[int]:
        """Yield the papers that may be suggested, best first."""
        for number in ranked.order():
            paper = self._corpus.papers[number]
            owned = self.owned(paper)
            if number in self._verdicts and self._verdicts[number].verdict in HELD_BACK:
                continue
            if owned is None:
                yield number
            elif owned.relation == "version":
                self.versions.setdefault(number, ranked)

    def owned(self, paper: Paper) -> Owned | None:
        """Return the entry of the library that a paper is the same work as, or a version of."""
        found = self._works.find(paper)
        if found is None:
            return None
        entry = self._library.entries[found[0]]
        return Owned(key=entry.paper.key, line=entry.line, relation=found[1])

    def marked(self, suggestion: Suggestion) -> Suggestion:
        """Return a suggestion with what the user has and said of it."""
        paper = suggestion.paper
        said = self._verdicts.get(self._corpus.number(paper.key or ""))
        verdict = said.verdict if said else None
        return replace(suggestion, in_library=self.owned(paper), verdict=verdict)
