"""Stored libraries as they leave the product, and where their suggestions are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from msgspec import defstruct

from recommender.formats import writable
from recommender.library import Library as ReadLibrary
from recommender.store import StoredLibrary
from recommender.store.rows import Origin, State
from recommender.wire.reports import ImportReport, Notice
from recommender.wire.shape import Count, Id, Shape

FEED = "/feeds"
ATOM = "atom"
FILES = {  # suffix -> format that suggestions are given in; .json would be taken for the contract's
    form.suffixes[0].removeprefix("."): form
    for form in writable().values()
    if not form.media_type.endswith("json")
}
if TYPE_CHECKING:

    class Feed(Shape):
        """The secret addresses of a library's suggestions, by suffix."""

else:
    Feed = defstruct("Feed", [(suffix, str) for suffix in (*FILES, ATOM)], bases=(Shape,))


class Library(Shape):
    """A stored library: what it is called, where it came from, where its feeds are."""

    id: Id
    label: str
    origin: Origin
    format: str
    size: Count
    added: str
    state: State
    feed: Feed | None

    @classmethod
    def of(cls, stored: StoredLibrary, origin: str, **more: Any) -> Self:
        """Return the shape of a stored library that is served at an origin."""
        names = ("id", "label", "origin", "format", "size", "added", "state")
        known = {name: getattr(stored, name) for name in names}
        return cls(**known, feed=feed(origin, stored.feed) if stored.feed else None, **more)


class Libraries(Shape):
    """The stored libraries."""

    libraries: list[Library]


class Import(Library):
    """What an import answers: the library, and the report without its entries."""

    entries: Count
    notices: list[Notice]


class Report(Library):
    """A stored library and what was read of it."""

    report: ImportReport


class Job(Shape):
    """How far an import in the background is."""

    id: Id
    library: Id
    state: Literal["waiting", "running", "done", "failed"]
    step: Count
    steps: Count
    error: str | None


def feed(origin: str, secret: str) -> Feed:
    """Return the secret addresses of a library's suggestions."""
    start = f"{origin}{FEED}/{secret}/suggestions"
    return Feed(**{suffix: f"{start}.{suffix}" for suffix in (*FILES, ATOM)})


def imported(stored: StoredLibrary, library: ReadLibrary, origin: str) -> Import:
    """Return what the import of a library answers."""
    read = [Notice.of(notice) for notice in library.notices]
    return Import.of(stored, origin, entries=len(library), notices=read)
