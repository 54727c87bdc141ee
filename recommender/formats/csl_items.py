"""The items of a CSL JSON text, with their lines; what cannot be read is told and passed over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn, TypeGuard

from recommender.notices import Notice

HEAD = re.compile(r"\s*(?:\{\s*\"items\"\s*:\s*)?\[?\s*")
NEXT_OBJECT = re.compile(r"\}\s*,\s*(?=\{)")
BETWEEN = re.compile(r"[\s,]*")
MAX_BROKEN = 1000  # objects that are tried; each may be read to the end of the text before it fails


class Item(NamedTuple):
    """One item and the line on which it begins."""

    line: int
    facts: dict[str, Any]


def items_of(text: str) -> tuple[list[Item], list[Notice]]:
    """Return the items of an array, of an object with "items", or of one item alone."""
    items: list[Item] = []
    notices: list[Notice] = []
    line, counted = 1, 0
    for start, value in _values(text):
        line += text.count("\n", counted, start)
        counted = start
        if _is_item(value):
            items.append(Item(line, value))
        else:
            message = f"This is no CSL item and was left out: {text[start : start + 60]!r}."
            notices.append(Notice(line=line, code="broken-item", message=message, severity="error"))
    return items, notices


def _values(text: str) -> Iterator[tuple[int, object]]:
    """Yield each value and where it stands; for something broken None, then the next item."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at, broken = HEAD.match(text).end(), 0  # type: ignore[union-attr]
    while at < len(text) and text[at] not in "]}" and broken < MAX_BROKEN:
        try:
            value, after = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):  # also numbers of 5,000 digits, brackets without end
            yield at, None
            at, tried = _resume(text, at, decoder)
            broken += tried
            continue
        yield at, value
        at = BETWEEN.match(text, after).end()  # type: ignore[union-attr]


def _resume(text: str, at: int, decoder: json.JSONDecoder) -> tuple[int, int]:
    """Return where the next item begins that can be read, and how many objects were tried."""
    tried = 0
    for found in NEXT_OBJECT.finditer(text, at + 1):
        tried += 1
        try:
            if _is_item(decoder.raw_decode(text, found.end())[0]):
                return found.end(), tried
        except (ValueError, RecursionError):
            pass
        if tried >= MAX_BROKEN:
            break
    return len(text), tried


def _is_item(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict) and not {"type", "title"}.isdisjoint(value)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
