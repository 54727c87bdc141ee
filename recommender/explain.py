"""Reasons: why a paper stands where it does, in words that a person reads, adding up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from scipy.sparse import csc_array

from recommender.library import Entry
from recommender.papers import Paper
from recommender.rankers.parts import Floats, Nearest
from recommender.rankers.scored import Scored
from recommender.text.phrases import phrases, written
from recommender.text.terms import fields

N_NEAREST = 3  # library papers named in a reason
N_KEYS = 10  # library papers named for a term, those that it weighs most in first
N_IN_SENTENCE = 3
CLOSE = 0.3  # a cosine from which two papers are plainly about the same thing


@dataclass(frozen=True, slots=True, kw_only=True)
class TermShare:
    """A word or phrase that paper and library share, what it gave, and who holds it."""

    term: str  # as written in the paper
    share: float
    keys: tuple[str, ...]  # citation keys of library entries, at most N_KEYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
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
    nearest: tuple[Near, ...]  # the nearest first
    rankers: Mapping[str, tuple[int, float]]  # ranker -> (rank from 1, score)
    score: float


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
        self._columns = csc_array(scored.profile.vectors)
        self._nearest = Nearest(scored.profile.vectors)

    def reason(self, paper: Paper, number: int) -> Reason:
        """Return the reason for a paper, given with its number in the corpus."""
        shares = self._scored.shares(number)
        terms = self._term_shares(paper, shares)
        nearest = self._near(number)
        return Reason(
            sentence=sentence(terms, nearest),
            terms=terms,
            nearest=nearest,
            rankers={name: _rank(scored, number) for name, scored in self._rankers.items()},
            score=float(sum(term.share for term in terms)),
        )

    def _term_shares(self, paper: Paper, shares: Floats) -> tuple[TermShare, ...]:
        profile = self._scored.profile
        found = np.flatnonzero(shares).tolist()
        held = {profile.index.term(int(profile.numbers[i])): i for i in found}
        by_term = {term: float(shares[i]) for term, i in held.items()}
        words = written(dict.fromkeys(fields(paper)))
        named = [
            TermShare(term=words.get(term, term), share=share, keys=self._keys(held[term]))
            for term, share in phrases(by_term).items()
        ]
        return tuple(sorted(named, key=lambda t: (-t.share, t.term)))

    def _keys(self, term: int) -> tuple[str, ...]:
        """Return the keys of the entries that hold a term, those that it weighs most in first."""
        start, end = self._columns.indptr[term : term + 2]
        order = np.argsort(-self._columns.data[start:end], kind="stable")
        entries = (self._entries[i] for i in self._columns.indices[start:end][order].tolist())
        return tuple(e.paper.key for e in entries if e.paper.key)[:N_KEYS]

    def _near(self, number: int) -> tuple[Near, ...]:
        index = self._scored.profile.index
        row = self._scored.profile.local(index.rows("tfidf", np.array([number], np.int32)))
        similarities = self._nearest.similarities(row)[0]
        order = np.argsort(-similarities, kind="stable")[:N_NEAREST]
        return tuple(
            Near(
                key=self._entries[i].paper.key,
                title=self._entries[i].paper.label,
                line=self._entries[i].line,
                similarity=float(similarities[i]),
            )
            for i in order.tolist()
            if similarities[i] > 0
        )


def sentence(terms: Sequence[TermShare], nearest: Sequence[Near]) -> str:
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


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _rank(scored: Scored, number: int) -> tuple[int, float]:
    score = float(scored.values[number])
    return int(np.count_nonzero(scored.values > score)) + 1, score
