"""BM25 with the library's heaviest TF-IDF terms as a weighted query."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.components import QueryVector
from recommender.rankers.feedback import NONE, Feedback
from recommender.rankers.profile import Profile
from recommender.rankers.scored import Scored, WeightedComponent

MAX_TERMS = 1000  # the heaviest; the rest change little: README, Decision 5


class Bm25Ranker:
    """BM25 with the idf of BM25+ (Lv and Zhai, CIKM 2011), which is never negative."""

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus; its index holds the term parts of the formula."""
        self._index = corpus.index

    def score(
        self,
        profile: Profile,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback = NONE,
    ) -> Scored:
        """Return the scores of all papers of the corpus."""
        query = bm25_query(profile)
        background = query.scores(profile.sample[query.matrix])
        return Scored(
            profile, query.all_scores(profile, allowed), (WeightedComponent(query),), background
        )


def bm25_query(profile: Profile) -> QueryVector:
    """Return the query: a term weighs as much as in the mean of the library's TF-IDF vectors."""
    weights = profile.centre * bm25_idf(profile)
    if len(weights) > MAX_TERMS:
        weights[np.argsort(-weights, kind="stable")[MAX_TERMS:]] = 0
    return QueryVector("bm25", weights / max(profile.centre.sum(), 1e-12))


def bm25_idf(profile: Profile) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return ln((N + 1) / df), as rank_bm25.BM25Plus has it."""
    return np.log((profile.index.n_papers + 1) / profile.document_frequency)
