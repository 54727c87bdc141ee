"""Inheritance by crossref and xdata, for reading only: a child's own fields win.

The table follows biblatex (manual, appendix B); title, doi, url, file and abstract stay behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from recommender.formats.bibtex.references import References

MAX_PARENTS = 10  # generations
MAX_XDATA = 100  # parents of one entry
SPARE_FIELDS = 100_000  # that may be inherited in all, beyond 20 an entry

PARTS_OF_BOOKS = frozenset({"inbook", "bookinbook", "suppbook"})
MEETINGS = frozenset({"inproceedings", "conference"})
PARTS = PARTS_OF_BOOKS | MEETINGS | {"incollection", "suppcollection"}
VOLUMES = frozenset({"book", "collection", "proceedings", "reference"}) | PARTS
_OWN = (
    "title subtitle titleaddon shorttitle sorttitle indextitle indexsorttitle ids crossref xref"
    " entryset entrysubtype execute label options presort related relatedtype relatedstring"
    " relatedoptions sortkey sortname sortshorthand sortyear xdata doi url urldate file abstract"
    " keywords groups eprint eprinttype archiveprefix timestamp owner date-added date-modified"
    " bdsk-url-1 bdsk-file-1 annote annotation note"
)
OWN = frozenset(_OWN.split())
DATES = frozenset({"date", "year", "month"})
TITLES = ("title", "subtitle", "titleaddon")
KEYS = re.compile(r"[^\s,]+")


@dataclass(slots=True)
class Record:
    """An entry with its values as written, before and after inheritance."""

    type: str
    key: str | None
    values: dict[str, str] = field(default_factory=dict)
    start: int = 0  # of the entry in the text
    end: int = 0


Tell = Callable[[str, Record, str], None]  # code, record, what


def inherit(records: Sequence[Record], tell: Tell) -> None:
    """Fill in what entries inherit; `tell` hears of missing parents and circles."""
    if any("crossref" in r.values or "xdata" in r.values for r in records):
        Inheritance(records, tell).resolve()
    referring = [record for record in records if any("xdata" in v for v in record.values.values())]
    if referring:
        _fill_references(referring, Keys(records), tell)


def _fill_references(referring: Sequence[Record], keys: Keys, tell: Tell) -> None:
    """Fill in the fields that are parts of other entries, when those are complete."""
    references = References(keys.values_of)
    for record in referring:
        for name, value in record.values.items():
            if "xdata" in value:
                record.values[name], lost = references.filled(value)
                if lost:
                    tell("missing-reference", record, lost)


class Keys:
    """Which record a key means: its own, an alias of biblatex (`ids`), or in other case."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._exact: dict[str, int] = {}
        self._folded: dict[str, int] = {}
        for i, record in enumerate(records):
            if record.key is not None:
                self._exact.setdefault(record.key, i)
        for i, record in enumerate(records):
            for alias in KEYS.findall(record.values.get("ids", "")[:10_000]):
                self._exact.setdefault(alias, i)
        for key, i in self._exact.items():
            self._folded.setdefault(key.lower(), i)

    def position(self, key: str) -> int | None:
        """Return where the entry with a key stands, None for no such entry."""
        return self._exact.get(key, self._folded.get(key.lower()))

    def values_of(self, key: str) -> dict[str, str] | None:
        """Return the values of the entry with a key, None for no such entry."""
        position = self.position(key)
        return None if position is None else self._records[position].values


class Inheritance:
    """Parents before children, each entry once."""

    def __init__(self, records: Sequence[Record], tell: Tell) -> None:
        self._records, self._tell = records, tell
        self._position = Keys(records).position
        self._depth: dict[int, int] = {}  # of those already filled in
        self._left = SPARE_FIELDS + 20 * len(records)

    def resolve(self) -> None:
        """Fill in all records."""
        for i in range(len(self._records)):
            self._resolve(i)

    def _resolve(self, start: int) -> None:
        """Fill in a record after its parents; a stack, since chains may be long."""
        stack, open_ = [start], {start}
        while stack:
            i = stack[-1]
            waiting = next((p for p, _ in self._parents(i) if p not in self._depth), None)
            if i in self._depth or waiting is None:
                self._fill(i)
                open_.discard(stack.pop())
            elif waiting in open_:
                record, parent = self._records[i], self._records[waiting]
                self._tell("circular-parents", record, parent.key or "")
                self._depth[i] = 0
            else:
                stack.append(waiting)
                open_.add(waiting)

    def _parents(self, i: int) -> Iterator[tuple[int, bool]]:
        """Yield the parents of a record, and whether all of their fields are meant (xdata)."""
        for key, all_fields in _named(self._records[i]):
            if (parent := self._position(key)) is not None:
                yield parent, all_fields

    def _fill(self, i: int) -> None:
        if i in self._depth:
            return
        record, parents = self._records[i], list(self._parents(i))
        self._depth[i] = 1 + max((self._depth[p] for p, _ in parents), default=-1)
        self._tell_missing(record)
        for p, all_fields in parents:
            parent = self._records[p]
            if self._depth[i] > MAX_PARENTS or self._left < 0:
                self._tell("too-many-parents", record, parent.key or "")
                return
            new = dict(_from_xdata(parent) if all_fields else _from_crossref(record, parent))
            dated = "date" in record.values or "year" in record.values
            for name, value in new.items():
                if name not in record.values and not (dated and name in DATES):
                    record.values[name] = value
                    self._left -= 1

    def _tell_missing(self, record: Record) -> None:
        for key, _ in _named(record):
            if self._position(key) is None:
                self._tell("missing-parent", record, key)


def _named(record: Record) -> Iterator[tuple[str, bool]]:
    """Yield the keys that a record names, and whether by xdata."""
    if xdata := record.values.get("xdata"):
        yield from ((key, True) for key in KEYS.findall(xdata[:10_000])[:MAX_XDATA])
    if crossref := record.values.get("crossref", "").strip():
        yield crossref, False


def _from_xdata(parent: Record) -> Iterator[tuple[str, str]]:
    return ((n, v) for n, v in parent.values.items() if n not in ("ids", "xdata", "crossref"))


def _from_crossref(child: Record, parent: Record) -> Iterator[tuple[str, str]]:
    values = parent.values
    yield from ((n, v) for n, v in values.items() if n not in OWN)
    untitled = "title" not in child.values and child.type in PARTS - MEETINGS
    if untitled:  # chapter 3 of a book is cited by the title of the book
        yield from ((name, values[name]) for name in TITLES if name in values)
    into = _container(child.type, parent.type)
    if into and not (untitled and child.type in PARTS_OF_BOOKS):
        yield from (
            (into + name, values[name])
            for name in TITLES
            if name in values and into + name not in values
        )
    if child.type in PARTS_OF_BOOKS and parent.type in ("book", "mvbook") and "author" in values:
        yield "bookauthor", values["author"]


def _container(child: str, parent: str) -> str:
    """Return what the parent's title is to the child: book-, main- or journal-, or nothing."""
    if parent.startswith("mv"):
        return "main"
    if parent == "periodical":
        return "journal"
    return "book" if child in PARTS and parent in VOLUMES else ""
