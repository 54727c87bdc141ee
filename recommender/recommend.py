"""The main flow, from a library and a corpus to suggestions with reasons. Read this first.

library -> interests -> scores -> order -> hold back -> merge -> explain -> suggestions
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.errors import UnknownName
from recommender.interests import Interest, interests, merged
from recommender.library import Library
from recommender.ranked import HeldBack, Ranked, Suggestion
from recommender.rankers.borrow import borrowed
from recommender.wanted import Options, Wanted


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
    allowed = corpus.passing(wanted.only) if wanted.only else None
    found, ranked = rankings(library, corpus, wanted, allowed)
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


def rankings(
    library: Library, corpus: Corpus, wanted: Wanted, allowed: NDArray[np.bool_] | None
) -> tuple[tuple[Interest, ...], list[Ranked]]:
    """Return the interests of a library, and the corpus as each that is wanted ranks it.

    Entries without an abstract are compared by that of the corpus, where it has the same work.
    """
    fuller = borrowed(library, corpus)
    found = interests(fuller, corpus)
    parts = chosen(found, wanted.interest)
    return found, [Ranked(fuller, corpus, part, wanted, allowed) for part in parts]


def chosen(found: Sequence[Interest], wanted: str | None) -> Sequence[Interest]:
    """Return the interests whose id is, or whose label holds, what is wanted."""
    if not wanted:
        return found
    parts = [i for i in found if i.id == wanted or wanted.casefold() in i.label.casefold()]
    if not parts:
        there = "; ".join(f"“{i.label}”" for i in found) or "none"
        raise UnknownName(f"The library has no interest {wanted!r}; its interests: {there}.")
    return parts


def why_empty(library: Library, ranked: Sequence[Ranked], allowed: NDArray[np.bool_] | None) -> str:
    """Return why nothing is suggested, as a sentence that says what would help."""
    if not library.entries:
        return (
            "The library holds no entry, so there is nothing to compare with: "
            "add papers to it, or name another file."
        )
    if not ranked:
        return (
            "No entry of the library has a title or an abstract, so there is nothing to compare: "
            "give its entries titles."
        )
    if allowed is not None and not allowed.any():
        return "No paper of the corpus passes the filters: widen them."
    if all(next(each.order(), None) is None for each in ranked):
        of = "the corpus" if allowed is None else "what passes the filters"
        if all(each.shares_nothing() for each in ranked):
            return f"The library and {of} have no word in common: try another corpus."
        return f"No paper of {of} stands out for the library: try another corpus."
    return "Every paper that fits is in the library already, or was saved or dismissed before."
