"""How many terms of a reason are named: the long tail says little and is most of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from recommender.ranking.reasons import TermShare

TERMS = ("most", "all")
MOST = 0.9  # of the score, which the terms that are named carry
AT_LEAST = 5  # terms, where there are so many


def named(terms: Sequence[TermShare], how: str = "most") -> Sequence[TermShare]:
    """Return the terms to name, of terms with the largest share first; `how` is one of TERMS."""
    if how == "all":
        return terms
    wanted, carried = MOST * sum(term.share for term in terms), 0.0
    for n, term in enumerate(terms):
        if carried >= wanted and n >= AT_LEAST:
            return terms[:n]
        carried += term.share
    return terms
