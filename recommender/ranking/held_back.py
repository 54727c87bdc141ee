"""What is held back: what the library has, what the user turned down, what is never suggested."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from recommender.caching import Cache
from recommender.corpus import Corpus
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.ranking.interest_ranking import InterestRanking
from recommender.ranking.suggestion import Owned
from recommender.verdicts import HELD_BACK, Applied, Verdicts
from recommender.works import Doubt, best, is_taken_back, withheld

REMEMBERED = 50_000  # papers of a corpus that were compared with a library
LOOKED_AT = 1000  # papers that tell whether those of a corpus have titles


class HeldBack:
    """What the user has of a corpus, and said of it; asked by the numbers of papers."""

    def __init__(self, library: Library, corpus: Corpus, verdicts: Verdicts) -> None:
        self._library, self._corpus, self._said = library, corpus, verdicts.on(corpus)
        self._in_library: Cache[tuple[Owned | None, Doubt | None]] = library.cache.get(
            ("owned", corpus.name, corpus.generation), lambda: Cache(REMEMBERED)
        )
        self._flaws: Cache[tuple[str, bool]] = corpus.cache.get("flaws", lambda: Cache(REMEMBERED))
        self._titled: bool = corpus.cache.get(
            "titled", lambda: any(paper.title for paper in islice(corpus.papers, LOOKED_AT))
        )
        self._saved = verdicts.papers("saved", corpus)
        self._taken_back: dict[int, Owned] = {}
        self.versions: dict[int, InterestRanking] = {}  # met among candidates: where, as what

    def candidates(self, ranking: InterestRanking) -> Iterator[int]:
        """Yield the papers that may be suggested, best first; remember versions of owned ones.

        With these are those that the library may hold, where too little is known to say. Of
        several versions in the corpus the best one stands where the first of them does.
        """
        met = set[int]()
        for number in ranking.order():
            if number in met or not self._is_free(number, ranking):
                continue
            versions = [number, *self._corpus.versions(number)]
            met.update(versions)
            if len(versions) == 1 or not any(map(self._is_taken_back, versions)):
                yield self._best(versions, ranking)

    def owned(self, number: int) -> Owned | None:
        """Return the entry of the library that a paper is the same work as, or a version of."""
        return self._compared(number)[0]

    def said(self, number: int) -> Applied | None:
        """Return what the user said of a paper, or of another version of it."""
        return self._said.get(number)

    def withheld(self, number: int) -> str:
        """Return why a paper is never suggested, whoever asks; "" for nothing."""
        versions = self._corpus.versions(number)
        if because := self._flaw(number)[0]:
            return because
        if any(map(self._is_taken_back, versions)):
            return "another version of it was retracted"
        doubt = self._compared(number)[1]
        if doubt and not doubt.shared:
            return "the library may hold it"
        better = [number, *versions][best([self._corpus.papers[n] for n in (number, *versions)])]
        key = self._corpus.papers[better].key
        return f"its better version {key} is there" if better != number else ""

    def told(self, number: int) -> str:
        """Return the sentences on other records that may be the same work, "" for none."""
        others = [self._corpus.papers[n] for n in self._corpus.versions(number)]
        named = ", ".join(f"{p.key} ({p.venue or p.type}, {p.year or 'no year'})" for p in others)
        also = f" Other versions in the corpus: {named}." if others else ""
        doubt = self._compared(number)[1]
        return also + (self._told_doubt(doubt) if doubt else "")

    def notices(self) -> tuple[Notice, ...]:
        """Return what was saved or is owned and was retracted since, as far as it was met."""
        owned = (
            Notice(
                line=entry.line,
                key=entry.key,
                file=self._library.file,
                code="retracted",
                message=f"You have this paper, and {self._why(number)} ({self._label(number)}).",
            )
            for number, entry in self._taken_back.items()
        )
        saved = (
            Notice(
                line=0,
                key=self._corpus.papers[number].key,
                code="retracted",
                message=f"You saved this paper, and {self._why(number)} ({self._label(number)}).",
            )
            for number in self._saved.tolist()
            if self._is_taken_back(number) and number not in self._taken_back
        )
        return (*owned, *saved)

    def _is_free(self, number: int, ranking: InterestRanking) -> bool:
        owned, said = self.owned(number), self.said(number)
        if owned and owned.relation == "same" and self._is_taken_back(number):
            self._taken_back[number] = owned
        if said and said.verdict in HELD_BACK:
            return False
        if self._flaw(number)[0]:
            return False
        doubt = self._compared(number)[1]
        if (owned and owned.relation == "version") or (doubt and not doubt.shared):
            self.versions.setdefault(number, ranking)
            return False
        return owned is None

    def _best(self, numbers: list[int], ranking: InterestRanking) -> int:
        """Return the best of some versions that passes the filters and is not held back."""
        free = [n for n in numbers if ranking.passes(n) and self._is_free(n, ranking)]
        return free[best([self._corpus.papers[n] for n in free])] if len(free) > 1 else free[0]

    def _is_taken_back(self, number: int) -> bool:
        return self._flaw(number)[1]

    def _flaw(self, number: int) -> tuple[str, bool]:
        """Return why a paper is never suggested, and whether it was taken back."""

        def find() -> tuple[str, bool]:
            paper = self._corpus.papers[number]
            return withheld(paper, beside_titled=self._titled), is_taken_back(paper)

        return self._flaws.get(number, find)

    def _why(self, number: int) -> str:
        return withheld(self._corpus.papers[number], beside_titled=False)

    def _label(self, number: int) -> str:
        return self._corpus.papers[number].label

    def _compared(self, number: int) -> tuple[Owned | None, Doubt | None]:
        """Return the entry that a paper is, or else the one that it may be."""
        return self._in_library.get(number, lambda: self._of_library(self._corpus.papers[number]))

    def _of_library(self, paper: Paper) -> tuple[Owned | None, Doubt | None]:
        works = self._library.works
        found = works.find(paper)
        if found is None:
            return None, works.doubt(paper)
        entry = self._library.entries[found[0]]
        return Owned(key=entry.paper.key, line=entry.line, relation=found[1]), None

    def _told_doubt(self, doubt: Doubt) -> str:
        entry = self._library.entries[doubt.position]
        named = f"{entry.paper.key or 'an entry'} (line {entry.line})"
        if not doubt.shared:
            return f" You may have this as {named}."
        return (
            f" It has the same {doubt.shared} as {named}, which is another work by all else:"
            " one of the two is likely wrong."
        )
