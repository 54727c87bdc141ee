"""The rankers: each scores every paper of a corpus for a profile, and can say why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.bm25 import Bm25Ranker
from recommender.rankers.fused import FusedRanker
from recommender.rankers.profile import Profile
from recommender.rankers.scored import Scored
from recommender.rankers.strength import Strength, strength
from recommender.rankers.tfidf import TfidfRanker

__all__ = ["DEFAULT_RANKER", "RANKERS", "Profile", "Ranker", "Scored", "Strength", "strength"]


class Ranker(Protocol):
    """Built whole on a corpus, asked many times."""

    def __init__(self, corpus: Corpus) -> None: ...

    def score(self, profile: Profile, *, allowed: NDArray[np.bool_] | None = None) -> Scored:
        """Return the scores of all papers; zero where a paper shares nothing with the profile."""


RANKERS: Mapping[str, type[Ranker]] = MappingProxyType(
    {"bm25": Bm25Ranker, "tfidf": TfidfRanker, "fused": FusedRanker}
)
DEFAULT_RANKER = "fused"
