"""TF-IDF: the cosine with the mean of the library's vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.components import QueryVector
from recommender.rankers.feedback import NONE, Feedback
from recommender.rankers.profile import Profile
from recommender.rankers.scored import Scored, WeightedComponent


class TfidfRanker:
    """The cosine as scikit-learn's TfidfVectorizer(sublinear_tf=True) gives it."""

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus; its index holds the vectors."""
        self._index = corpus.index

    def score(
        self,
        profile: Profile,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback = NONE,
    ) -> Scored:
        """Return the scores of all papers of the corpus, from 0 to 1."""
        query = cosine_query(profile)
        background = query.scores(profile.sample[query.matrix])
        return Scored(
            profile, query.all_scores(profile, allowed), (WeightedComponent(query),), background
        )


def cosine_query(profile: Profile) -> QueryVector:
    """Return the query whose score is the cosine with the mean of the library's vectors."""
    length = float(np.sqrt(np.sum(profile.centre**2)))  # BLAS would start threads
    return QueryVector("tfidf", profile.centre / (length or 1.0))
