"""The main flow, from a library and a corpus to suggestions with reasons. Read this first.

library -> interests -> scores -> order -> hold back -> merge -> explain -> suggestions
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.errors import UnknownName
from recommender.explain import Explainer, Reason
from recommender.interests import Interest, interests, merged
from recommender.library import Library
from recommender.papers import Paper
from recommender.rankers import RANKERS, Profile
from recommender.verdicts import HELD_BACK, Verdict
from recommender.wanted import Options, Wanted
from recommender.works import Relation, Works


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
    strength: str  # "strong", "fair" or "weak"
    interest: Interest
    why: Reason
    in_library: Owned | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Suggestions for a library, best first, or why there are none."""

    suggestions: tuple[Suggestion, ...]
    interests: tuple[Interest, ...]
    library: Library
    corpus: Corpus
    versions: tuple[Suggestion, ...] = ()  # other versions of what the library holds
    empty_because: str | None = None


def suggest(library: Library, corpus: Corpus, **options: Unpack[Options]) -> Answer:
    """Rank a corpus for a library and explain the best; raises BadRequest and UnknownName."""
    wanted = Wanted.of(**options)
    found = interests(library, corpus)
    allowed = corpus.passing(wanted.only) if wanted.only else None
    ranked = [
        Ranked(library, corpus, interest, wanted, allowed)
        for interest in chosen(found, wanted.interest)
    ]
    held = HeldBack(library, corpus, wanted.verdicts)
    orders = [np.fromiter(islice(held.free(each), wanted.limit), np.int32) for each in ranked]
    best = merged(orders, [len(each.entries) for each in ranked], wanted.limit)
    return Answer(
        suggestions=tuple(
            held.marked(ranked[i].suggestion(number, rank))
            for rank, (i, number) in enumerate(best, start=1)
        ),
        versions=tuple(
            held.marked(each.suggestion(number, rank))
            for rank, (number, each) in enumerate(held.versions.items(), start=1)
        ),
        interests=found,
        library=library,
        corpus=corpus,
        empty_because=None if best else why_empty(library, ranked, allowed),
    )


def chosen(found: Sequence[Interest], wanted: str | None) -> Sequence[Interest]:
    """Return the interests whose id is, or whose label holds, what is wanted."""
    if not wanted:
        return found
    parts = [i for i in found if i.id == wanted or wanted.casefold() in i.label.casefold()]
    if not parts:
        there = ", ".join(f"{i.id} ({i.label})" for i in found) or "none at all"
        raise UnknownName(f"The library has no interest {wanted!r}; there is {there}.")
    return parts


class Ranked:
    """The corpus as one interest ranks it."""

    def __init__(
        self,
        library: Library,
        corpus: Corpus,
        interest: Interest,
        wanted: Wanted,
        allowed: NDArray[np.bool_] | None,
    ) -> None:
        """Score all papers of the corpus for the entries of an interest."""
        self.interest, self.corpus = interest, corpus
        self.entries = [library.entries[i] for i in interest.positions]
        profile = Profile.of([entry.paper for entry in self.entries], corpus.index)
        self.scores = {
            name: ranker(corpus).score(profile, allowed=allowed) for name, ranker in RANKERS.items()
        }
        self.scored = self.scores[wanted.ranker]
        self._allowed = allowed
        self._explainer = Explainer(self.scored, self.entries, self.scores)

    def order(self) -> Iterator[int]:
        """Yield the papers that share anything with the interest, best first, ties by number."""
        values = self.scored.values
        shared = values > 0 if self._allowed is None else (values > 0) & self._allowed
        numbers = np.flatnonzero(shared)
        yield from numbers[np.argsort(-values[numbers], kind="stable")].tolist()

    def suggestion(self, number: int, rank: int) -> Suggestion:
        """Return a paper with its reasons."""
        paper = self.corpus.papers[number]
        percentile = 100 * float(np.mean(self.scored.values < self.scored.values[number]))
        why = self._explainer.reason(paper, number)
        return Suggestion(
            paper=paper,
            rank=rank,
            score=why.score,
            percentile=percentile,
            strength=strength(percentile),
            interest=self.interest,
            why=why,
        )


class HeldBack:
    """The papers that are not suggested: what the library has, and what the user turned down."""

    def __init__(self, library: Library, corpus: Corpus, verdicts: Mapping[str, Verdict]) -> None:
        """Know a library's works; `versions` fills as papers are met."""
        self._library, self._corpus, self._verdicts = library, corpus, verdicts
        self._works = Works(library.papers)
        self.versions: dict[int, Ranked] = {}

    def free(self, ranked: Ranked) -> Iterator[int]:
        """Yield the papers that may be suggested, best first."""
        for number in ranked.order():
            paper = self._corpus.papers[number]
            owned = self.owned(paper)
            if self._verdicts.get(paper.key or "") in HELD_BACK:
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
        verdict = self._verdicts.get(paper.key or "")
        return replace(suggestion, in_library=self.owned(paper), verdict=verdict)


def strength(percentile: float) -> str:
    """Return the word for a percentile of the corpus."""
    return "strong" if percentile >= 95 else "fair" if percentile >= 80 else "weak"


def why_empty(library: Library, ranked: Sequence[Ranked], allowed: NDArray[np.bool_] | None) -> str:
    """Return why nothing is suggested, as a sentence that says what would help."""
    if not library.entries:
        return "The library holds no entry, so there is nothing to compare with."
    if not ranked:
        return "No entry of the library has a title or an abstract, so there is nothing to compare."
    if allowed is not None and not allowed.any():
        return "No paper of the corpus passes the filters: widen them."
    if not any(next(each.order(), None) is not None for each in ranked):
        return "The library and the corpus have no word in common: try another corpus."
    return "Every paper that fits is in the library already, or was saved or dismissed before."
