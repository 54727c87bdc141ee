"""What hides new entries from BibTeX: an earlier entry that never ends takes them for its text.

Our own reader goes on behind a broken entry, BibTeX does not. pybtex reads as BibTeX does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from pybtex.database.input.bibtex import LowLevelParser
from pybtex.scanner import Literal, PybtexSyntaxError, Token

MAX_TEXT = 64 << 20  # characters of a file that pybtex is asked about


class Hiding(NamedTuple):
    """Where the entry begins that hides others, and its key if it has one."""

    start: int
    key: str | None


def hiding(text: str, old: int, keys: Collection[str]) -> Hiding | None:
    """Return what hides any entry with these keys behind `text[:old]`, None for nothing."""
    if len(text) > MAX_TEXT:
        return None
    parser = Bounded(text)
    for _ in parser:
        pass
    seen = {begun.key for begun in parser.begun if begun.start >= old}
    if seen.issuperset(keys):
        return None
    start, key = next((b for b in reversed(parser.begun) if b.start < old), Hiding(0, None))
    return Hiding(start, key if key and text.find(key, start, old) >= 0 else None)


class Bounded(LowLevelParser):  # type: ignore[misc]
    """pybtex's parser of foreign text: @string names stay unfilled, no character is read twice."""

    pos: int

    def __init__(self, text: str) -> None:
        super().__init__(text, macros={})
        self.begun: list[Hiding] = []  # each entry that was begun, finished or not

    def parse_command(self) -> Iterator[object]:
        """Read one entry, and remember it."""
        try:
            found: Iterator[object] = super().parse_command()
            return found
        finally:
            self.begun.append(Hiding(self.command_start or 0, self.current_entry_key))

    def handle_error(self, error: PybtexSyntaxError) -> None:
        """Go on behind any error, as BibTeX does."""

    def substitute_macro(self, name: str) -> str:
        """Leave a name alone: filled in, names that double would take all memory."""
        return name

    def skip_to(self, patterns: list[Literal]) -> Token | None:
        """Find the nearest of some signs by one search, where pybtex has one for each."""
        signs = {pattern.description[1]: pattern for pattern in patterns}
        found = _any_of("".join(signs)).search(self.text, self.pos)
        if found is None:
            return None
        value = self.text[self.pos : found.end()]
        self.pos = found.end()
        self.update_lineno(value)
        return Token(value, signs[found[0]])


@cache
def _any_of(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs)}]")
