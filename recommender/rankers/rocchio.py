"""Rocchio's formula (1971): what the reader dismissed moves the query of an interest away from it.

Its negative part, with the weight of Manning, Raghavan and Schütze, Introduction to Information
Retrieval (2008), section 9.1.1. Its positive part lowered the recall of real libraries (README,
Decisions).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recommender.rankers.components import QueryVector
from recommender.rankers.scored import Scored, WeightedComponent, highest, spread
from recommender.rankers.tfidf import cosine_query

AWAY = 0.15
N_MOVED = 4000  # the best papers, whose scores are moved


def moved(scored: Scored, away_from: NDArray[np.int32], weight: float) -> Scored:
    """Return the scores with what was dismissed as one component more.

    The weight is that of the cosine with the profile, in units of its spread.
    """
    profile = scored.profile
    total = np.asarray(profile.rows(away_from)["tfidf"].sum(axis=0)).ravel()
    length = float(np.sqrt(np.sum(profile.centre**2))) or 1.0  # the interest's own is of length 1
    weights = np.asarray(-AWAY * total / (len(away_from) * length), np.float64)
    query = QueryVector("tfidf", weights)
    factor = weight / spread(cosine_query(profile).scores(profile.sample["tfidf"]))
    numbers = highest(scored.values, N_MOVED, scored.values > 0)
    values = scored.values.copy()
    values[numbers] += factor * query.scores(profile.rows(numbers)["tfidf"])
    component = WeightedComponent(query, factor, numbers, np.ones(len(numbers)))
    background = scored.background + factor * query.scores(profile.sample["tfidf"])
    return replace(
        scored, values=values, components=(*scored.components, component), background=background
    )
