"""What is held back: what the library has, and what the user turned down."""

from __future__ import annotations

from collections.abc import Iterator

from recommender.caching import Cache
from recommender.corpus import Corpus
from recommender.library import Library
from recommender.ranking.interest_ranking import InterestRanking
from recommender.ranking.suggestion import Owned
from recommender.verdicts import HELD_BACK, Applied, Verdicts

REMEMBERED = 50_000  # papers of a corpus that were compared with a library


class HeldBack:
    """What the user has of a corpus, and said of it; asked by the numbers of papers."""

    def __init__(self, library: Library, corpus: Corpus, verdicts: Verdicts) -> None:
        self._library, self._corpus, self._said = library, corpus, verdicts.on(corpus)
        self._owned: Cache[Owned | None] = library.cache.get(
            ("owned", corpus.name, corpus.generation), lambda: Cache(REMEMBERED)
        )
        self.versions: dict[int, InterestRanking] = {}  # met among candidates: where, as what

    def candidates(self, ranking: InterestRanking) -> Iterator[int]:
        """Yield the papers that may be suggested, best first; remember versions of owned ones."""
        for number in ranking.order():
            owned = self.owned(number)
            said = self.said(number)
            if said and said.verdict in HELD_BACK:
                continue
            if owned is None:
                yield number
            elif owned.relation == "version":
                self.versions.setdefault(number, ranking)

    def owned(self, number: int) -> Owned | None:
        """Return the entry of the library that a paper is the same work as, or a version of."""
        return self._owned.get(number, lambda: self._of_library(number))

    def said(self, number: int) -> Applied | None:
        """Return what the user said of a paper, or of another version of it."""
        return self._said.get(number)

    def _of_library(self, number: int) -> Owned | None:
        found = self._library.works.find(self._corpus.papers[number])
        if found is None:
            return None
        entry = self._library.entries[found[0]]
        return Owned(key=entry.paper.key, line=entry.line, relation=found[1])
