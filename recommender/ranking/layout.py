"""Layout: library and suggestions on a plane, near where they are alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from recommender.corpus import Corpus
from recommender.papers import Paper
from recommender.rankers import Profile


def layout(own: Sequence[Paper], corpus: Corpus, numbers: Sequence[int]) -> NDArray[np.float64]:
    """Return where library papers and then some of the corpus stand, shape (papers, 2), 0 to 1.

    The axes are the two main directions of the likeness between all (classical scaling, Torgerson
    1952).
    """
    profile = Profile.of(own, corpus.index)
    theirs = profile.rows(np.array(numbers, np.int32))["tfidf"]
    rows = vstack([profile.vectors, theirs])
    likeness = (rows @ rows.T).toarray()
    likeness -= likeness.mean(axis=0)
    likeness -= likeness.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh((likeness + likeness.T) / 2)
    axes = [_spread(vectors[:, -n] * np.sqrt(max(values[-n], 0))) for n in (1, 2)]
    return np.stack(axes, axis=1)


def _spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values from 0 to 1, half by size and half by rank, so that none hide each other."""
    ranks = np.argsort(np.argsort(values, kind="stable")) / max(1, len(values) - 1)
    span = np.ptp(values)
    sizes = (values - values.min()) / span if span > 0 else np.full(len(values), 0.5)
    if values[0] < 0:  # a direction has no sign: keep the first paper low
        sizes, ranks = 1 - sizes, 1 - ranks
    return np.asarray((sizes + ranks) / 2)
