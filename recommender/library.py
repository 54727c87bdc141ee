"""Library: what the user has, with file and line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from recommender.caching import Cache
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.works import Works

REMEMBERED = 24  # of what was found in a few corpora


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One paper of a library and where it stands; its identity is its position, not its key."""

    paper: Paper
    position: int  # counted from 0, in file order
    line: int  # counted from 1
    file: str = ""
    collections: tuple[str, ...] = ()  # the user's own groups, collections or folders


@dataclass(frozen=True, kw_only=True)
class Library:
    """A reader's papers as read from one file, with all that was odd about it."""

    entries: tuple[Entry, ...]
    notices: tuple[Notice, ...] = ()
    file: str = ""  # as the user named it
    source: bytes = b""  # the original, every byte
    encoding: str = "utf-8"
    format: str = "bibtex"

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Return the papers alone, in file order."""
        return tuple(entry.paper for entry in self.entries)

    @cached_property
    def works(self) -> Works:
        """Return its works, to be asked for other records of them."""
        return Works(self.papers)

    @cached_property
    def cache(self) -> Cache[Any]:
        """Return what was found for it in corpora, which are asked again and again."""
        return Cache(REMEMBERED)


def joined(libraries: list[Library]) -> Library:
    """Return several files as one library; positions count on from file to file."""
    if len(libraries) == 1:
        return libraries[0]
    entries = [entry for library in libraries for entry in library.entries]
    return Library(
        entries=tuple(
            Entry(paper=e.paper, position=i, line=e.line, file=e.file, collections=e.collections)
            for i, e in enumerate(entries)
        ),
        notices=tuple(notice for library in libraries for notice in library.notices),
        file=", ".join(library.file for library in libraries),
    )
