"""A linear support vector machine: the library against the corpus, as arxiv-sanity-lite ranks.

It learns a weight for each term of the TF-IDF vectors; words that the library lacks speak against a
paper. A score is the distance from the margin without its constant part, so it is a sum over terms;
what would be below zero, nearer to the corpus, is zero. scikit-learn is loaded when it ranks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from recommender.corpus import Corpus
from recommender.rankers.components import QueryVector
from recommender.rankers.feedback import NONE, Feedback, new
from recommender.rankers.profile import Floats, Profile, spaced
from recommender.rankers.scored import Scored, WeightedComponent
from recommender.rankers.strength import FAIR
from recommender.rankers.tfidf import TfidfRanker

C = 0.01  # as arxiv-sanity-lite has it
N_AGAINST = 20_000  # papers of the corpus that a library is held against: bounds time and memory


class SvmRanker:
    """The side of the margin that a linear support vector machine puts a paper on."""

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus."""
        self._corpus = corpus

    def score(
        self,
        profile: Profile,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback = NONE,
    ) -> Scored:
        """Return the scores of all papers of the corpus.

        Of what was saved and dismissed those count that are fair or better by their cosine.
        """
        cosine = TfidfRanker(self._corpus).score(profile, allowed=allowed)
        saved, dismissed = (
            each[cosine.z_scores[each] >= FAIR] for each in (feedback.saved, feedback.dismissed)
        )
        saved = new(saved, profile.papers, self._corpus)
        both = profile.beside([self._corpus.papers[n] for n in saved.tolist()])
        wide, weights = self._learned(both, saved, dismissed)
        own, query = wide.part(range(profile.n_papers)), QueryVector("tfidf", weights)
        values = np.maximum(query.all_scores(own, allowed), 0)
        found = np.flatnonzero(values).astype(np.int32)
        return Scored(
            own,
            values,
            (WeightedComponent(query, 1.0, found, np.ones(len(found))),),
            np.maximum(query.scores(own.sample["tfidf"]), 0),
            feedback=Feedback(saved=saved, dismissed=dismissed),
            within={"tfidf": cosine},
        )

    def _learned(
        self, profile: Profile, saved: NDArray[np.int32], dismissed: NDArray[np.int32]
    ) -> tuple[Profile, Floats]:
        """Return the profile over the terms of both sides, and the weight of each."""
        index = self._corpus.index
        against = np.setdiff1d(spaced(index.n_papers, N_AGAINST), saved)
        against = np.union1d(against, dismissed).astype(np.int32)
        rows = index.rows("tfidf", against)
        wide = profile.over(np.union1d(profile.numbers, rows.indices).astype(np.int32))
        if not len(against) or not profile.vectors.nnz:
            return wide, np.zeros(len(wide.numbers))
        return wide, margin(wide.vectors, wide.local(rows), np.isin(against, dismissed))


def margin(own: csr_array, others: csr_array, heavy: NDArray[np.bool_]) -> Floats:
    """Return the weight of each term in what sets some rows apart from others.

    Both sides weigh the same. A heavy one of the others counts as much as one of the own rows.
    """
    from sklearn.svm import LinearSVC

    rows = vstack([own, others], format="csr")
    rows.indices, rows.indptr = (a.astype(np.int32) for a in (rows.indices, rows.indptr))
    is_own = np.arange(rows.shape[0]) < own.shape[0]
    counts = np.ones(rows.shape[0])
    counts[~is_own] = np.where(heavy, max(1.0, others.shape[0] / own.shape[0]), 1.0)
    machine = LinearSVC(C=C, class_weight="balanced", random_state=0)
    machine.fit(rows, is_own, sample_weight=counts)
    return np.asarray(machine.coef_.ravel())
