"""Reasons: why a paper stands where it does, in words that a person reads, adding up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.caching import Cache
from recommender.library import Entry
from recommender.papers import Paper
from recommender.rankers.components import Nearest
from recommender.rankers.profile import Floats
from recommender.rankers.scored import Scored
from recommender.rankers.strength import Strength, Yardstick
from recommender.text.phrases import phrases, written
from recommender.text.terms import fields

MAX_WRITTEN = 2000  # papers whose terms stay spelled: about 20 MB
N_NEAREST = 3  # library papers named in a reason
N_KEYS = 10  # library papers named for a term, those that it weighs most in first
N_IN_SENTENCE = 3
CLOSE = 0.3  # a cosine from which two papers are plainly about the same thing


@dataclass(frozen=True, slots=True, kw_only=True)
class TermShare:
    """A word or phrase of a paper, what it gave, and who holds it; none where it speaks against."""

    term: str  # as written in the paper
    share: float
    keys: tuple[str, ...]  # citation keys of library entries, at most N_KEYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A library entry that is like the paper."""

    key: str | None
    title: str
    line: int
    similarity: float  # cosine of the TF-IDF vectors, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a paper is suggested; the shares of its terms add up to the score."""

    sentence: str
    terms: tuple[TermShare, ...]  # the largest share first
    nearest: tuple[Neighbour, ...]  # the nearest first
    rankers: Mapping[str, tuple[int, float]]  # ranker -> (rank from 1, score)
    score: float
    strength: Strength


class Explainer:
    """Explains papers of a corpus for one interest."""

    def __init__(
        self,
        scored: Scored,
        entries: Sequence[Entry],
        rankers: Mapping[str, Scored] = MappingProxyType({}),
    ) -> None:
        """Take what was scored, the entries of its profile in order, and the other rankers."""
        self._scored, self._entries, self._rankers = scored, entries, rankers
        self._nearest = Nearest.to(scored.profile)

    def reasons(self, papers: Mapping[int, Paper]) -> list[Reason]:
        """Return the reasons for some papers, given with their numbers in the corpus."""
        numbers = np.array([*papers], np.int32)
        rows = self._scored.profile.rows(numbers)
        shares = self._scored.shares(numbers, rows)
        similarities = self._nearest.similarities(rows["tfidf"])
        keys = Holders(self._scored.profile.vectors, self._entries, shares.indices)
        words = self._strengths(numbers, similarities, shares)
        return [
            self._reason(
                number, self._term_shares(paper, shares[[i]], keys), self._neighbours(alike), word
            )
            for i, ((number, paper), alike, word) in enumerate(
                zip(papers.items(), similarities, words, strict=True)
            )
        ]

    def _strengths(
        self, numbers: NDArray[np.int32], similarities: Floats, shares: csr_array
    ) -> list[Strength]:
        profile = self._scored.profile
        return Yardstick.of(profile).strengths(
            self._scored.z_scores[numbers],
            self._nearest.means(similarities),
            shares,
            profile.index.is_pair(profile.numbers),
        )

    def _reason(
        self,
        number: int,
        terms: tuple[TermShare, ...],
        nearest: tuple[Neighbour, ...],
        strength: Strength,
    ) -> Reason:
        return Reason(
            sentence=sentence(terms, nearest),
            terms=terms,
            nearest=nearest,
            rankers={
                name: (scored.rank(number), float(scored.values[number]))
                for name, scored in self._rankers.items()
            },
            score=float(sum(term.share for term in terms)),
            strength=strength,
        )

    def _term_shares(
        self, paper: Paper, shares: csr_array, holders: Holders
    ) -> tuple[TermShare, ...]:
        profile = self._scored.profile
        place = {profile.index.term(int(profile.numbers[i])): i for i in shares.indices.tolist()}
        whole = phrases(dict(zip(place, shares.data.tolist(), strict=True)))
        words = self._written(paper, tuple(whole))
        named = [
            TermShare(term=words.get(term, term), share=share, keys=holders.keys(place[term]))
            for term, share in whole.items()
        ]
        return tuple(sorted(named, key=lambda t: (-t.share, t.term)))

    def _written(self, paper: Paper, terms: tuple[str, ...]) -> Mapping[str, str]:
        """Return terms as a paper writes them, remembered: it is explained again and again."""
        cache: Cache[Mapping[str, str]] = self._scored.profile.index.cache.get(
            "written", lambda: Cache(MAX_WRITTEN)
        )
        key = (paper.key, terms)
        return cache.get(key, lambda: written(dict.fromkeys(fields(paper)), set(terms)))

    def _neighbours(self, similarities: Floats) -> tuple[Neighbour, ...]:
        order = np.argsort(-similarities, kind="stable")[:N_NEAREST]
        return tuple(
            Neighbour(
                key=self._entries[i].paper.key,
                title=self._entries[i].paper.label,
                line=self._entries[i].line,
                similarity=float(similarities[i]),
            )
            for i in order.tolist()
            if similarities[i] > 0
        )


def sentence(terms: Sequence[TermShare], nearest: Sequence[Neighbour]) -> str:
    """Return one sentence that says the main of it."""
    if not terms or not nearest:
        return "It shares no word with your library."
    topics = _listed([term.term for term in terms[:N_IN_SENTENCE]])
    first = f"“{nearest[0].title}”" + (f" ({nearest[0].key})" if nearest[0].key else "")
    close = [near for near in nearest if near.similarity >= CLOSE]
    if len(close) > 1:
        return f"About {topics}, like your {first} and others of yours."
    if close:
        return f"About {topics}, like your {first}."
    if len(nearest) > 1:
        return f"Shares {topics} with several of your papers, most with {first}."
    return f"Shares {topics} with your {first}."


class Holders:
    """Which entries with a key hold a term, those that it weighs most in first."""

    def __init__(
        self, vectors: csr_array, entries: Sequence[Entry], terms: NDArray[np.int32]
    ) -> None:
        """Take the vectors of the entries, and the terms that are asked for."""
        asked = np.zeros(vectors.shape[1], bool)
        asked[terms] = True
        has_key = np.array([bool(entry.paper.key) for entry in entries], bool)
        entry = np.repeat(np.arange(len(entries)), np.diff(vectors.indptr))
        kept = np.flatnonzero(asked[vectors.indices] & has_key[entry])
        entry, term, weight = entry[kept], vectors.indices[kept], vectors.data[kept]
        counts = np.bincount(term, minlength=vectors.shape[1])
        self._starts = np.append(0, np.cumsum(counts))
        self._ordered = entry[np.lexsort((entry, -weight, term))]
        self._entries = entries

    def keys(self, term: int) -> tuple[str, ...]:
        """Return the keys of the first entries that hold a term."""
        start, end = self._starts[term : term + 2].tolist()
        places = self._ordered[start : min(end, start + N_KEYS)].tolist()
        return tuple(self._entries[i].paper.key or "" for i in places)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
