"""The main flow, from a library and a corpus to suggestions with reasons. Read this first.

library -> fuller library -> interests -> scores -> order -> hold back -> merge -> explain
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Unpack

import numpy as np

from recommender.corpus import Corpus
from recommender.errors import UnknownName
from recommender.interests import Interest, interests
from recommender.interests import undivided as whole
from recommender.interests.turns import merged
from recommender.library import Library
from recommender.notices import Notice
from recommender.rankers import Feedback
from recommender.ranking.enrichment import enriched
from recommender.ranking.held_back import HeldBack
from recommender.ranking.interest_ranking import InterestRanking
from recommender.ranking.query import Options, Query
from recommender.ranking.ranking import Ranking
from recommender.ranking.suggestion import Suggestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Suggestions for a library, best first, or why there are none."""

    suggestions: tuple[Suggestion, ...]
    interests: tuple[Interest, ...]
    library: Library
    corpus: Corpus
    versions: tuple[Suggestion, ...] = ()  # other versions of what the library holds
    empty_because: str | None = None
    notices: tuple[Notice, ...] = ()  # of what the user saved or has, and was retracted


def suggest(library: Library, corpus: Corpus, **options: Unpack[Options]) -> Answer:
    """Rank a corpus for a library and explain the best; raises BadRequest and UnknownName."""
    ranking = rank(library, corpus, Query.of(**options))
    return Answer(
        suggestions=ranking.explained(ranking.best),
        versions=ranking.explained(ranking.versions),
        interests=ranking.interests,
        library=library,
        corpus=corpus,
        empty_because=None if ranking.best else why_empty(ranking),
        notices=(*ranking.held_back.notices(), *of_another_field(ranking)),
    )


def rank(library: Library, corpus: Corpus, query: Query) -> Ranking:
    """Rank a corpus for the interests of a library, and merge what they find; UnknownName."""
    allowed = corpus.passing(query.only) if query.only else None
    full, found = divided(library, corpus, undivided=query.undivided)
    held = HeldBack(library, corpus, query.verdicts)
    feedback = Feedback(
        saved=query.verdicts.papers("saved", corpus),
        dismissed=query.verdicts.papers("dismissed", corpus),
    )
    ranked = [
        InterestRanking(
            corpus,
            interest,
            [full.entries[i] for i in interest.positions],
            query.ranker,
            allowed=allowed,
            feedback=feedback,
        )
        for interest in chosen(found, query.interest)
    ]
    orders = [np.fromiter(islice(held.candidates(each), query.limit), np.int32) for each in ranked]
    best = merged(orders, [len(each.entries) for each in ranked], query.limit)
    return Ranking(
        library=library,
        corpus=corpus,
        interests=found,
        allowed=allowed,
        by_interest=tuple(ranked),
        held_back=held,
        best=tuple((number, ranked[i]) for i, number in best),
        versions=tuple(held.versions.items()),
    )


def divided(
    library: Library, corpus: Corpus, *, undivided: bool = False
) -> tuple[Library, tuple[Interest, ...]]:
    """Return a library with the abstracts that the corpus lends it, and its interests.

    Both are remembered with the library: it does not change.
    """

    def find() -> tuple[Library, tuple[Interest, ...]]:
        full = enriched(library, corpus)
        return full, (whole if undivided else interests)(full, corpus)

    key = (corpus.name, corpus.generation, undivided)
    found: tuple[Library, tuple[Interest, ...]] = library.cache.get(key, find)
    return found


def chosen(found: Sequence[Interest], asked: str | None) -> Sequence[Interest]:
    """Return the interests whose id is, or whose label holds, what is asked for."""
    if not asked:
        return found
    parts = [i for i in found if i.id == asked or asked.casefold() in i.label.casefold()]
    if not parts:
        there = "; ".join(f"“{i.label}”" for i in found) or "none"
        raise UnknownName(f"The library has no interest {asked!r}; its interests: {there}.")
    return parts


def of_another_field(ranking: Ranking) -> Iterator[Notice]:
    """Yield a notice for each interest whose field is not that of the corpus."""
    for each in ranking.by_interest:
        if each.is_far:
            message = (
                f"The corpus {ranking.corpus.name} is of another field than your papers on "
                f"{each.interest.label}: it knows few of their words. Choose a corpus of that "
                "field; what is shown of this one is marked “far”."
            )
            yield Notice(line=0, code="another-field", severity="info", message=message)


def why_empty(ranking: Ranking) -> str:
    """Return why nothing is suggested, as a sentence that says what would help."""
    if not ranking.library.entries:
        return (
            "The library holds no entry, so there is nothing to compare with: "
            "add papers to it, or name another file."
        )
    if not ranking.by_interest:
        return (
            "No entry of the library has a title or an abstract, so there is nothing to compare: "
            "give its entries titles."
        )
    if ranking.allowed is not None and not ranking.allowed.any():
        return "No paper of the corpus passes the filters: widen them."
    if all(next(each.order(), None) is None for each in ranking.by_interest):
        of = "the corpus" if ranking.allowed is None else "what passes the filters"
        if all(each.shares_nothing() for each in ranking.by_interest):
            return f"The library and {of} have no word in common: try another corpus."
        return f"No paper of {of} stands out for the library: try another corpus."
    return (
        "Every paper that fits is in the library already, was saved or dismissed before, "
        "or is none to suggest, as a retracted one."
    )
