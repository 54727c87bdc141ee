"""Values of other people's JSON, of whatever type they turn out to be, as the parts of a Paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from recommender.papers import Person
from recommender.text.latex import plain, untagged

_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,200})?/?>")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?")
_SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})
MAX_NAME_WORDS = 8  # longer ones are organisations, or several names


def text(value: Any) -> str:
    """Return a text without markup and with single blanks; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    if "<" in value:
        value = _TAG.sub("", value)
    if "&" in value:
        value = unescape(value)
    return " ".join(value.split())


def prose(value: Any) -> str:
    """Return a title or an abstract as a person reads it: without markup, with TeX read."""
    if not isinstance(value, str):
        return ""
    return plain(value) if value.count("$") > 1 else untagged(value)


def record(value: Any) -> dict[str, Any]:
    """Return an object; {} for what is none."""
    return value if isinstance(value, dict) else {}


def records(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of a list."""
    return (
        (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())
    )


def texts(value: Any) -> Iterator[str]:
    """Yield the texts of a list, none of them empty."""
    return filter(None, map(text, value)) if isinstance(value, list) else iter(())


def year(value: Any) -> int | None:
    """Return a year, also one that is written as a text; None where it cannot be one."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value.strip()) == 4:
        value = int(value)
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if plain and 1000 <= value < 3000 else None


def date(value: Any) -> tuple[int | None, int | None]:
    """Return year and month of a date such as 2013-12-18."""
    found = _DATE.match(value) if isinstance(value, str) else None
    if not found:
        return None, None
    month = int(found[2] or 0)
    return year(int(found[1])), month if 1 <= month <= 12 else None


def person(name: Any) -> Person | None:
    """Return the author of a whole name as it is printed, given name first; None for no name."""
    words = text(name).replace(",", " ").split()
    if not words:
        return None
    suffix = words.pop() if len(words) > 2 and words[-1].lower() in _SUFFIXES else ""
    if not 1 < len(words) <= MAX_NAME_WORDS:
        return Person(literal=text(name))
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():  # "van der Maaten"
        start -= 1
    return Person(
        given=" ".join(words[:start]),
        prefix=" ".join(words[start:-1]),
        family=words[-1],
        suffix=suffix,
    )
