"""Why one paper stands where it does, also why it is not suggested."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from recommender.corpus import Corpus
from recommender.library import Library
from recommender.ranking.interest_ranking import InterestRanking
from recommender.ranking.query import Options, Query
from recommender.ranking.suggestion import Suggestion
from recommender.recommend import Answer, rank, why_empty
from recommender.verdicts import HELD_BACK


def explain_one(
    library: Library, corpus: Corpus, key: str, **options: Unpack[Options]
) -> tuple[Answer, str]:
    """Return an answer of one paper, and a sentence on its standing; raises UnknownName."""
    number = corpus.number(key)
    ranking = rank(library, corpus, Query.of(**options))
    answer = Answer(suggestions=(), interests=ranking.interests, library=library, corpus=corpus)
    if not ranking.by_interest:
        because = why_empty(ranking)
        return replace(answer, empty_because=because), because
    best = min(ranking.by_interest, key=lambda each: each.scored.rank(number))
    (suggestion,) = ranking.explained([(number, best)], first=best.scored.rank(number))
    several = len(ranking.interests) > 1
    held = held_back(suggestion, passes=ranking.passes(number))
    if not held and (because := ranking.held_back.withheld(number)):
        held = f"Not suggested: {because}."
    standing = held or _place(best, number, suggestion, several=several)
    if not held and not best.stands_out(number):
        standing = f"Not suggested: it does not stand out. {standing}"
    return replace(answer, suggestions=(suggestion,)), standing


def _place(ranking: InterestRanking, number: int, suggestion: Suggestion, *, several: bool) -> str:
    """Return where a paper stands, in its interest where there are several."""
    of = f"of {len(ranking.corpus):,}"
    if ranking.scored.values[number] <= 0:  # in a large corpus only the best are scored
        place = f"Rank beyond {suggestion.rank - 1:,} {of}"
    else:
        place = f"Rank {suggestion.rank:,} {of}"
    return f"{place} for {suggestion.interest.label}." if several else f"{place}."


def held_back(suggestion: Suggestion, *, passes: bool) -> str:
    """Return what keeps a paper out of every list, "" where nothing does."""
    owned = suggestion.in_library
    if owned:
        what = "in the library" if owned.relation == "same" else "in the library in another version"
        return f"Not suggested: it is {what}, as {owned.key or 'an entry'} (line {owned.line})."
    said = suggestion.said
    if said and said.verdict in HELD_BACK:
        what = f"another version of it, {said.told}," if said.through == "version" else "it"
        return f"Not suggested: you {said.verdict} {what} before; the verdict none takes that back."
    if not passes:
        return "Not suggested: it does not pass the filters."
    if suggestion.score <= 0:
        return "Not suggested: it has no word in common with the library."
    return ""
