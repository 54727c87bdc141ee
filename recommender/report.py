"""The import report: what was read of a library, and which of its entries are one work."""

from __future__ import annotations

from dataclasses import dataclass

from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.works import clashes, pairs

Pairs = list[tuple[int, int]]  # positions of entries, counted from 0


@dataclass(frozen=True, slots=True)
class Report:
    """A library with what was noticed when its entries were held against each other."""

    library: Library
    duplicates: Pairs
    versions: Pairs
    notices: tuple[Notice, ...]


def report(library: Library) -> Report:
    """Compare the entries of a library with each other; changes nothing."""
    duplicates, versions = pairs(library.papers)
    return Report(library, duplicates, versions, (*library.notices, *_clashes(library)))


def _clashes(library: Library) -> tuple[Notice, ...]:
    return tuple(
        _clash(library.entries[first], library.entries[second], identifier)
        for first, second, identifier in clashes(library.papers)
    )


def _clash(first: Entry, second: Entry, identifier: str) -> Notice:
    return Notice(
        line=second.line,
        code="identifier-on-two-works",
        message=f"It has the same {identifier} as line {first.line}, which has another title: "
        "one of the two is likely wrong.",
        key=second.paper.key,
        file=second.file,
    )
