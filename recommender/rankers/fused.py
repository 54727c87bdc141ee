"""The default ranking: three components that see different things, each in units of its own spread.

Relevance weights find the terms that set a library apart. The cosines with its mean and with its
nearest papers find what it is about; both are divided by the density of the corpus around a paper.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.rankers.components import Nearest
from recommender.rankers.density import Density
from recommender.rankers.feedback import NONE, Feedback, new
from recommender.rankers.profile import N_BACKGROUND, Floats, Profile, spaced
from recommender.rankers.relevance import relevance_query
from recommender.rankers.rocchio import moved
from recommender.rankers.scored import Scored, WeightedComponent, highest, spread
from recommender.rankers.strength import FAIR
from recommender.rankers.tfidf import TfidfRanker, cosine_query

N_CANDIDATES = (
    2000  # papers that all components are computed for, beside as many as the library has
)
SIMILAR = 2.0  # weight of each of the two similarities; relevance weighs 1: README, Decision 4
MOST_WITH_SAVED = 10  # papers of an interest that saved ones add to: few say little about it
ENOUGH_DISMISSED = 5  # fewer say more about single papers than about an interest


class FusedRanker:
    """Relevance weights + 2 (cosine + nearest) / density, each over its standard deviation.

    Means are not taken off: they would shift all scores alike, and hide what a term gave.
    """

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus."""
        self._corpus, self._index = corpus, corpus.index
        self._density = Density.of(corpus)

    def score(
        self,
        profile: Profile,
        *,
        allowed: NDArray[np.bool_] | None = None,
        feedback: Feedback = NONE,
    ) -> Scored:
        """Return the scores of all papers; allowed ones alone can be candidates.

        Papers that are no candidates have the score of the relevance weights alone. Saved papers
        count for few library papers, dismissed ones where they are many: those that are fair or
        better suggestions for the profile.
        """
        scored = first = self._score(profile, allowed)
        saved = feedback.saved[: 0 if profile.n_papers > MOST_WITH_SAVED else None]
        saved = new(saved[scored.z_scores[saved] >= FAIR], profile.papers, self._corpus)
        dismissed = feedback.dismissed[scored.z_scores[feedback.dismissed] >= FAIR]
        dismissed = dismissed[: 0 if len(dismissed) < ENOUGH_DISMISSED else None]
        if len(saved):
            scored = self._joined(profile, saved, allowed)
        if len(dismissed):
            scored = moved(scored, dismissed, SIMILAR)
        counted = Feedback(saved=saved, dismissed=dismissed)
        return replace(scored, feedback=counted, within=first.within)

    def _joined(
        self, profile: Profile, saved: NDArray[np.int32], allowed: NDArray[np.bool_] | None
    ) -> Scored:
        """Return the mean of the scores for a profile, and for it with saved papers beside."""
        both = profile.beside([self._corpus.papers[n] for n in saved.tolist()])
        own = both.part(range(profile.n_papers))
        one, other = self._score(own, allowed), self._score(both, allowed)
        components = (*one.components, *other.components)
        return Scored(
            profile=own,
            values=(one.values + other.values) / 2,
            components=[replace(each, factor=each.factor / 2) for each in components],
            background=(one.background + other.background) / 2,
        )

    def _score(self, profile: Profile, allowed: NDArray[np.bool_] | None) -> Scored:
        cosine = TfidfRanker(self._corpus).score(profile, allowed=allowed)
        components, background = self._of_sample(profile)
        relevance = relevance_query(profile).all_scores(profile, allowed)
        values = components[0].factor * relevance
        first = values + SIMILAR / spread(cosine.background) * cosine.values
        able = first > 0 if allowed is None else (first > 0) & allowed
        candidates = highest(first, N_CANDIDATES + profile.n_papers, able)
        counting = tuple(self._counting(each, candidates) for each in components)
        rows = profile.rows(candidates)
        values[candidates] = np.sum([each.scores(rows) for each in counting], axis=0)
        return Scored(profile, values, counting, background, within={"tfidf": cosine})

    def _of_sample(self, profile: Profile) -> tuple[tuple[WeightedComponent, ...], Floats]:
        """Return the components in units of their spread over the sample, and its scores."""
        found: tuple[tuple[WeightedComponent, ...], Floats] = profile.cache.get(
            "fused", lambda: self._compared(profile)
        )
        return found

    def _compared(self, profile: Profile) -> tuple[tuple[WeightedComponent, ...], Floats]:
        sample = spaced(self._index.n_papers, N_BACKGROUND)
        around = self._density.divisors(sample)
        rows, relevance = profile.sample, relevance_query(profile)
        scores = relevance.scores(rows["bm25"])
        components = [WeightedComponent(relevance, 1 / spread(scores))]
        total = components[0].factor * scores
        for each in (cosine_query(profile), Nearest.to(profile)):
            scores = each.scores(rows["tfidf"])
            factor = SIMILAR / spread(scores / around)
            components.append(WeightedComponent(each, factor, sample, around))
            total = total + factor * scores / around
        return tuple(components), total

    def _counting(
        self, component: WeightedComponent, numbers: NDArray[np.int32]
    ) -> WeightedComponent:
        """Return a component as it counts for other papers."""
        if component.divisors is None:
            return component
        return replace(component, numbers=numbers, divisors=self._density.divisors(numbers))
