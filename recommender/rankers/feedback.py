"""Feedback: what the reader dismissed moves the query of an interest away from it.

The negative part of Rocchio's formula (1971), with the weight of Manning, Raghavan and Schütze,
Introduction to Information Retrieval (2008), section 9.1.1. Its positive part lowered the recall of
real libraries (README, Decisions); `saved.py` has what saved papers do.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.fused import SIMILAR, best
from recommender.rankers.parts import Query
from recommender.rankers.scored import Scored, Weighted, spread
from recommender.rankers.strength import FAIR
from recommender.rankers.tfidf import cosine_query
from recommender.verdicts import Verdicts

AWAY = 0.15
ENOUGH = 5  # fewer say more about single papers than about an interest
N_MOVED = 4000  # the best papers, whose scores are moved

Numbers = NDArray[np.int32]


def dismissed(verdicts: Verdicts, corpus: Corpus, scored: Scored) -> Numbers:
    """Return the dismissed papers that belong to an interest: those fair or better there.

    None where they are too few to count.
    """
    numbers = verdicts.papers("dismissed", corpus)
    numbers = numbers[scored.deviations[numbers] >= FAIR]
    return numbers if len(numbers) >= ENOUGH else numbers[:0]


def moved(scored: Scored, away_from: Numbers) -> Scored:
    """Return the scores with what was dismissed as one part more."""
    if not len(away_from):
        return scored
    profile = scored.profile
    total = np.asarray(profile.rows(away_from)["tfidf"].sum(axis=0)).ravel()
    length = float(np.sqrt(np.sum(profile.centre**2))) or 1.0  # the interest's own is of length 1
    weights = np.asarray(-AWAY * total / (len(away_from) * length), np.float64)
    query = Query("tfidf", weights)
    factor = SIMILAR / spread(cosine_query(profile).scores(profile.sample["tfidf"]))
    numbers = best(scored.values, N_MOVED, scored.values > 0)
    values = scored.values.copy()
    values[numbers] += factor * query.scores(profile.rows(numbers)["tfidf"])
    part = Weighted(query, factor, numbers, np.ones(len(numbers)))
    ordinary = scored.ordinary + factor * query.scores(profile.sample["tfidf"])
    return replace(scored, values=values, parts=(*scored.parts, part), ordinary=ordinary)
