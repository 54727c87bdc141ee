"""Relevance weights: how much commoner a term is in the library than in the corpus."""

from __future__ import annotations

import numpy as np

from recommender.rankers.components import QueryVector
from recommender.rankers.profile import Profile


def relevance_query(profile: Profile) -> QueryVector:
    """Return the terms with the weights of Robertson and Spärck Jones (1976), none negative."""
    n_library, n_corpus = profile.n_papers, profile.index.n_papers
    with_term = np.bincount(profile.counts.indices, minlength=len(profile.numbers))
    here = np.log((with_term + 0.5) / (n_library - with_term + 0.5))
    there = np.log(
        (profile.document_frequency + 0.5) / (n_corpus - profile.document_frequency + 0.5)
    )
    return QueryVector("bm25", np.where(with_term > 0, np.maximum(here - there, 0), 0))
