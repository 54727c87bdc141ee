"""Candidates: the papers that a ranking chooses from, indexed without the library's own.

The corpus is built anew for each library, as if its papers had never been in it: left in, they
would count in the document frequencies, and a ranking might borrow from them what a case hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from recommender.corpus import Corpus, build
from recommender.evaluate.plain import PlainBm25, WordCounts
from recommender.library import Entry, Library
from recommender.papers import Paper


class Pool:
    """All papers of a test, by id: those that libraries hold, and the others."""

    def __init__(self, papers: Mapping[str, Paper]) -> None:
        """Take the papers; ties are broken by id."""
        self.ids = sorted(papers)
        self.papers = [papers[i] for i in self.ids]
        self._place = {name: place for place, name in enumerate(self.ids)}

    @cached_property
    def words(self) -> WordCounts:
        """Return the words of all papers, counted once."""
        return WordCounts.of(self.papers)

    @cached_property
    def everything(self) -> Candidates:
        """Return all papers."""
        return self.without(frozenset())

    def __getitem__(self, name: str) -> Paper:
        return self.papers[self._place[name]]

    def without(self, own: Set[str]) -> Candidates:
        """Return all papers but some."""
        return Candidates(self, [i for i, name in enumerate(self.ids) if name not in own])


class Candidates:
    """The papers that a ranking chooses from; paper number n of the corpus is `ids[n]`."""

    def __init__(self, pool: Pool, places: Sequence[int]) -> None:
        """Take some papers of a pool."""
        self._pool, self._places = pool, places
        self.ids = [pool.ids[i] for i in places]

    @cached_property
    def corpus(self) -> Corpus:
        """Return the corpus, in the order of the ids."""
        return build("candidates", (self._pool.papers[i] for i in self._places))

    @cached_property
    def vectors(self) -> csr_array:
        """Return the TF-IDF vectors of all papers, shape (papers, terms of the corpus)."""
        index = self.corpus.index
        return index.rows("tfidf", np.arange(index.n_papers))

    @cached_property
    def plain(self) -> PlainBm25:
        """Return the plain BM25 index of the papers."""
        return PlainBm25(self._pool.words.part(self._places))


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a ranking is given: a library, and where to find papers for it."""

    library: Library
    candidates: Candidates
    limit: int  # papers that are looked at
    own: Set[str] = frozenset()  # ids of its papers, where the candidates hold them


def library_of(papers: Sequence[Paper]) -> Library:
    """Return papers as a library, as if read from a file with one entry a line."""
    return Library(
        entries=tuple(Entry(paper=p, position=i, line=i + 1) for i, p in enumerate(papers))
    )
