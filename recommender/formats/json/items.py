"""The items of a text of JSON, one after the other, with their places; broken ones are skipped."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple, NoReturn

from recommender.formats.json.unwrapped import way_to_papers

BETWEEN = re.compile(r"[\s,]*")
COLON = re.compile(r"\s*:\s*")
NEXT_OBJECT = re.compile(r"[}\]]\s*,?\s*(?=\{)")
LIST = re.compile(r"\[\s*(?=\{)")
MAX_BROKEN = 1000  # objects that are tried; each may be read to the end of the text before it fails
SHOWN = 60  # characters of what is broken
Found = Generator[tuple[int, Any], None, int]  # yields place and value, returns where to go on


class Broken(NamedTuple):
    """Something that is no JSON."""

    start: str  # how it begins


class Items:
    """The values that follow each other in a text; lists and answers of services item by item."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tried = 0
        self._decoder = json.JSONDecoder(parse_constant=_refuse)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Yield the place of each item, and the item or Broken."""
        at = self._next(0)
        while at < len(self._text):
            if self._text[at] == "[":
                at = yield from self._listed(at + 1)
            elif self._text[at] == "{":
                at = yield from self._object(at)
            else:
                yield at, Broken(self._text[at : at + SHOWN])
                return
            at = self._next(at)

    def _object(self, at: int) -> Found:
        """Yield one record, or the items of the list that an answer wraps."""
        try:
            value, after = self._decoder.raw_decode(self._text, at)
        except (ValueError, RecursionError):
            inner = LIST.search(self._text, at)
            found = self._listed(inner.end()) if inner else self._resumed(at)
            return (yield from found)
        start = at
        for name in way_to_papers(value) or ():
            start = self._member(start, name)
        if self._text[start] == "[":
            yield from self._listed(start + 1)
        else:
            yield at, value
        return after

    def _member(self, at: int, name: str) -> int:
        """Return where the value of a name begins in the sound object that begins at a place."""
        at, found = self._next(at + 1), at
        while self._text[at] != "}":
            key, at = self._decoder.raw_decode(self._text, at)
            at = COLON.match(self._text, at).end()  # type: ignore[union-attr]
            found = at if key == name else found  # the last of a name is the one that counts
            at = self._next(self._decoder.raw_decode(self._text, at)[1])
        return found

    def _listed(self, at: int) -> Found:
        """Yield the items of the list whose first one stands here."""
        at = self._next(at)
        while at < len(self._text) and self._text[at] not in "]}":
            try:
                value, after = self._decoder.raw_decode(self._text, at)
            except (ValueError, RecursionError):  # also numbers of 5,000 digits, endless brackets
                at = yield from self._resumed(at)
                continue
            yield at, value
            at = self._next(after)
        return at + 1

    def _resumed(self, at: int) -> Found:
        """Yield that something is broken; go on with the next record that can be read."""
        yield at, Broken(self._text[at : at + SHOWN])
        for found in NEXT_OBJECT.finditer(self._text, at + 1):
            self._tried += 1
            if self._tried > MAX_BROKEN:
                break
            try:
                value = self._decoder.raw_decode(self._text, found.end())[0]
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and way_to_papers(value) is not None:
                return found.end()
        return len(self._text)

    def _next(self, at: int) -> int:
        return BETWEEN.match(self._text, at).end()  # type: ignore[union-attr]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
