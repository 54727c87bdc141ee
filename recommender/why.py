"""Why one paper stands where it does, also why it is not suggested."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from recommender.corpus import Corpus
from recommender.library import Library
from recommender.ranked import HeldBack, Ranked, Suggestion
from recommender.recommend import Answer, rankings, why_empty
from recommender.verdicts import HELD_BACK
from recommender.wanted import Options, Wanted


def explain_one(
    library: Library, corpus: Corpus, key: str, **options: Unpack[Options]
) -> tuple[Answer, str]:
    """Return an answer of one paper, and a sentence on its standing; raises UnknownName."""
    number, wanted = corpus.number(key), Wanted.of(**options)
    allowed = corpus.passing(wanted.only) if wanted.only else None
    found, ranked = rankings(library, corpus, wanted, allowed)
    answer = Answer(suggestions=(), interests=found, library=library, corpus=corpus)
    if not ranked:
        because = why_empty(library, ranked, allowed)
        return replace(answer, empty_because=because), because
    best = min(ranked, key=lambda each: each.place(number))
    held = HeldBack(library, corpus, wanted.verdicts)
    suggestion = held.marked(best.suggestion(number, best.place(number)))
    passes = allowed is None or bool(allowed[number])
    standing = held_back(suggestion, passes) or _place(best, number, suggestion, len(found) > 1)
    if standing.startswith("Rank") and not best.stands_out(number):
        standing = f"Not suggested: it does not stand out. {standing}"
    return replace(answer, suggestions=(suggestion,)), standing


def _place(ranked: Ranked, number: int, suggestion: Suggestion, several: bool) -> str:
    """Return where a paper stands, in its interest where there are several."""
    of = f"of {len(ranked.corpus):,}"
    if ranked.scored.values[number] <= 0:  # in a large corpus only the best are scored
        rank = f"Rank beyond {suggestion.rank - 1:,} {of}"
    else:
        rank = f"Rank {suggestion.rank:,} {of}"
    return f"{rank} for {suggestion.interest.label}." if several else f"{rank}."


def held_back(suggestion: Suggestion, passes: bool) -> str:
    """Return what keeps a paper out of every list, "" where nothing does."""
    owned = suggestion.in_library
    if owned:
        what = "in the library" if owned.relation == "same" else "in the library in another version"
        return f"Not suggested: it is {what}, as {owned.key or 'an entry'} (line {owned.line})."
    if suggestion.verdict in HELD_BACK:
        return (
            f"Not suggested: you {suggestion.verdict} it before; the verdict none takes that back."
        )
    if not passes:
        return "Not suggested: it does not pass the filters."
    if suggestion.score <= 0:
        return "Not suggested: it has no word in common with the library."
    return ""
