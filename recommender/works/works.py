"""The works of a library or corpus, found by their identifiers and titles in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, TypeVar

from recommender.papers import Paper
from recommender.works.marks import Marks, marks
from recommender.works.rules import Relation, doubtful, related

K = TypeVar("K")

MAX_CANDIDATES = 50  # of one identifier or title; keeps the work linear


class Doubt(NamedTuple):
    """A record that may be of the same work, or that shares an identifier with it by mistake."""

    position: int
    shared: str  # the identifier that two works bear, as "doi 10.5555/1"; "" for a like title


class Works:
    """The works of a library or corpus, to be asked for other records of them."""

    def __init__(self, papers: Iterable[Paper] = ()) -> None:
        self._marks: list[Marks] = []
        self._by_identifier: dict[tuple[str, str], list[int]] = {}
        self._by_title: dict[str, list[int]] = {}
        for paper in papers:
            self._add(marks(paper))

    def find(self, paper: Paper) -> tuple[int, Relation] | None:
        """Return the position of the first record of the same work, else of a version, or None."""
        found = list(self._related(marks(paper)))
        same = next(((i, r) for i, r in found if r == "same"), None)
        return same or next(iter(found), None)

    def doubt(self, paper: Paper) -> Doubt | None:
        """Return the first record that a paper may be, where `find` knows none."""
        new = marks(paper)
        for position in self._candidates(new):
            if doubtful(new, self._marks[position]):
                return Doubt(position, "")
        return next(self._sharing_only_an_identifier(new), None)

    def _add(self, new: Marks) -> None:
        position = len(self._marks)
        self._marks.append(new)
        for identifier in new.identifiers:
            _list_in(self._by_identifier, identifier, position)
        if new.title:
            _list_in(self._by_title, new.title, position)

    def _candidates(self, new: Marks) -> list[int]:
        positions = {i for name in new.identifiers for i in self._by_identifier.get(name, ())}
        positions.update(self._by_title.get(new.title, ()))
        return sorted(positions)

    def _related(self, new: Marks) -> Iterator[tuple[int, Relation]]:
        for position in self._candidates(new):
            if (relation := related(new, self._marks[position])) is not None:
                yield position, relation

    def _sharing_only_an_identifier(self, new: Marks) -> Iterator[Doubt]:
        for scheme, value in sorted(new.identifiers):
            for position in self._by_identifier.get((scheme, value), ()):
                if related(new, self._marks[position]) is None:
                    yield Doubt(position, f"{scheme} {value}")


def best(papers: Sequence[Paper]) -> int:
    """Return the position of the best version of a work: published, with a DOI, newest, fullest."""
    return max(range(len(papers)), key=lambda i: (_goodness(papers[i]), -i))


def _goodness(paper: Paper) -> tuple[bool, bool, int, bool]:
    mark = marks(paper)
    return not mark.preprint, bool(mark.doi), paper.year or 0, bool(paper.abstract)


def _list_in(index: dict[K, list[int]], name: K, position: int) -> None:
    positions = index.setdefault(name, [])
    if len(positions) < MAX_CANDIDATES:
        positions.append(position)


def pairs(papers: Iterable[Paper]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the duplicates and the versions among papers, as pairs of positions, (early, late).

    A work of many records is named by pairs that hang together, not by all of them.
    """
    works = Works()
    duplicates: list[tuple[int, int]] = []
    versions: list[tuple[int, int]] = []
    for position, paper in enumerate(papers):
        new = marks(paper)
        for earlier, relation in works._related(new):
            (duplicates if relation == "same" else versions).append((earlier, position))
        works._add(new)
    return _completed(duplicates), versions


def _completed(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return all pairs of the records that hang together by some, but for very large groups."""
    group_of: dict[int, list[int]] = {}
    for one, other in found:
        small, large = sorted((group_of.get(n, [n]) for n in (one, other)), key=len)
        if small is not large:
            large += small
            group_of.update(dict.fromkeys(small, large))
        group_of.setdefault(large[0], large)
    groups = {id(group): sorted(group) for group in group_of.values()}.values()
    pairs = {pair for g in groups if len(g) <= MAX_CANDIDATES for pair in combinations(g, 2)}
    return sorted(pairs.union(found), key=itemgetter(1, 0))


def clashes(papers: Iterable[Paper]) -> list[tuple[int, int, str]]:
    """Return pairs of different works with one identifier: one of the two is likely wrong."""
    works = Works()
    found: list[tuple[int, int, str]] = []
    for position, paper in enumerate(papers):
        new = marks(paper)
        first = next(works._sharing_only_an_identifier(new), None)
        if first is not None:
            found.append((first.position, position, first.shared))
        works._add(new)
    return found
