"""Strength: the word for how well a paper suits an interest, whatever else the corpus holds.

That it stands out in its corpus is not enough: in a corpus of another field something always does.
So three things more are asked: that the corpus speaks the library's language at all, that the paper
is about as near to the library as the library's own papers are to each other, and that they share
several terms, a phrase among them. Calibrated on libraries that fit and on foreign ones (README,
Decision 7; `tests/benchmarks/strengths.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.rankers.components import Nearest
from recommender.rankers.profile import Floats, Profile, spaced

Strength = Literal["strong", "fair", "weak", "far"]

STRONG, FAIR = 3.0, 1.5  # standard deviations above the mean of the corpus
FLOOR = 0.5  # below it, where 3 to 4 % of the hidden papers are, nothing is suggested
STRONG_PHRASES = 0.5  # times as many phrases known as of a paper of the corpus itself
SAME_PHRASES, SAME_WORDS = 0.2, 0.6  # fewer phrases or words: the corpus is of another field
STRONG_NEAR, FAIR_NEAR = 0.6, 0.3  # of how near the library's own papers are to each other
STRONG_TERMS, FAIR_TERMS = 3.0, 2.0  # terms that share the score, if each gave the same
N_COMPARED = 200  # papers of the library that show how near its own are


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What a library itself says of how near is near."""

    words: float  # share of its words that the corpus knows, over that of the corpus's own papers
    phrases: float  # the same of its pairs of words
    closeness: float  # median over its papers: the mean cosine with the nearest others

    @classmethod
    def of(cls, profile: Profile) -> Yardstick:
        """Return that of the papers of a profile."""
        found: Yardstick = profile.cache.get(
            "yardstick", lambda: cls(*_known(profile), _closeness(profile))
        )
        return found

    @property
    def is_far(self) -> bool:
        """Return whether the corpus is of another field."""
        return self.words < SAME_WORDS or self.phrases < SAME_PHRASES

    def strengths(
        self, z_scores: Floats, nearness: Floats, shares: csr_array, phrases: NDArray[Any]
    ) -> list[Strength]:
        """Return the word for each of some papers.

        Given are how far they stand out, their mean cosine with the nearest library papers, what
        each term gave to them, shape (papers, terms), and which terms are phrases, shape (terms,).
        """
        n_terms, has_phrase = _spread_over(shares), (shares > 0).astype(float) @ phrases > 0
        fair = (z_scores >= FAIR) & (n_terms >= FAIR_TERMS)
        fair &= nearness >= FAIR_NEAR * self.closeness
        strong = fair & (z_scores >= STRONG) & (n_terms >= STRONG_TERMS) & has_phrase
        strong &= (nearness >= STRONG_NEAR * self.closeness) & (self.phrases >= STRONG_PHRASES)
        if self.is_far:
            return ["far"] * len(z_scores)
        return [
            "strong" if is_strong else "fair" if is_fair else "weak"
            for is_strong, is_fair in zip(strong.tolist(), fair.tolist(), strict=True)
        ]


def _known(profile: Profile) -> tuple[float, float]:
    """Return how much of its words and pairs the corpus knows: 1 where as of its own papers.

    One more is counted on both sides: few papers say little.
    """
    pairs = profile.index.is_pair(profile.numbers)[profile.counts.indices]
    known = np.array([np.count_nonzero(~pairs), np.count_nonzero(pairs)])
    expected = profile.n_distinct.sum(axis=0) * profile.index.shared
    words, phrases = ((known + 1) / (expected + 1)).tolist()
    return words, phrases


def _closeness(profile: Profile) -> float:
    nearest = Nearest.to(profile)
    own = spaced(profile.n_papers, N_COMPARED)
    if profile.n_papers < 2:
        return 0.0
    similarities = nearest.similarities(profile.vectors[own])
    similarities[np.arange(len(own)), own] = -1.0  # itself
    k = min(nearest.n_nearest, profile.n_papers - 1)
    means = -np.partition(-similarities, k - 1, axis=1)[:, :k].mean(axis=1)
    return float(np.median(means))


def _spread_over(shares: csr_array) -> Floats:
    """Return over how many terms each score is spread: the inverse Simpson index (1949)."""
    positive = shares.maximum(0)
    total = np.asarray(positive.sum(axis=1)).ravel()
    square = np.asarray(positive.multiply(positive).sum(axis=1)).ravel()
    return np.asarray(np.divide(total**2, square, out=np.zeros(len(total)), where=square > 0))
