"""The rankers: each scores every paper of a corpus for a profile, and can say why."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.bm25 import Bm25Ranker
from recommender.rankers.feedback import NONE, Feedback
from recommender.rankers.fused import FusedRanker
from recommender.rankers.profile import Profile
from recommender.rankers.scored import Scored
from recommender.rankers.strength import Strength
from recommender.rankers.svm import SvmRanker
from recommender.rankers.tfidf import TfidfRanker

__all__ = [
    "DEFAULT_RANKER",
    "NAMED",
    "RANKERS",
    "Feedback",
    "Profile",
    "Ranker",
    "Scored",
    "Strength",
]


class Ranker(Protocol):
    """Built whole on a corpus, asked many times."""

    def __init__(self, corpus: Corpus) -> None: ...

    def score(
        self,
        profile: Profile,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback = NONE,
    ) -> Scored:
        """Return the scores of all papers; zero where a paper shares nothing with the profile.

        A ranker that verdicts do not move leaves them out of what it says has counted.
        """


RANKERS: dict[str, type[Ranker]] = {
    "bm25": Bm25Ranker,
    "tfidf": TfidfRanker,
    "fused": FusedRanker,
    "svm": SvmRanker,
}
DEFAULT_RANKER = "fused"
NAMED = ("bm25", "tfidf", "fused")  # whose ranks every reason tells, beside that of the chosen one
