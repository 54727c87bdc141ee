"""Which lines of a page are names, and whose."""

from __future__ import annotations

import re

from recommender.formats import facts
from recommender.formats.json.values import persons
from recommender.papers import Person

MAX_CHARACTERS = 5_000
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]{0,300}[)\]]")
_MARKS = re.compile(r"[*†‡§¶#¹²³⁴⁵⁶⁷⁸⁹⁰]+|(?<=[^\W\d_])\d(?:,\d)*(?=\s*(?:[,;]|$))")
_BETWEEN = re.compile(r"\s*(?:[,;·•|⋅]|\s&\s|\s(?:and|und|et|y)\s)\s*")
_ALSO = re.compile(r"\s*[·•|⋅;]\s*")
_NAME = re.compile(r"[^\W\d_][\w.'’ʼ-]*(?: [^\W\d_][\w.'’ʼ-]*){0,5}")
_LABEL = re.compile(
    r"^(?:by|authors?|author\(s\)|von|par|作者)\s*:?\s+|^(?:authors?|作者)[:：]", re.I
)
_SURE = re.compile(r"[,;·•|⋅]|\b[A-Z]\.")
_ARTICLES = frozenset(
    {"A", "An", "The", "On", "In", "How", "Why", "What", "Is", "Are", "To", "From"}
)
_SMALL = frozenset(
    {
        "von",
        "van",
        "de",
        "der",
        "den",
        "la",
        "le",
        "da",
        "di",
        "del",
        "dos",
        "du",
        "el",
        "al",
        "bin",
    }
    | {"ter", "ten", "zu", "af", "y", "e", "do", "das", "st.", "ibn", "della", "dalla"}
)


def people(line: str, *, certain: bool = False) -> tuple[Person, ...]:
    """Return whom a line names; none where it is something else.

    Unless it is `certain` to be names, each has two words at least.
    """
    if len(line) > MAX_CHARACTERS:
        return ()
    plain = _MARKS.sub("", _IN_BRACKETS.sub("", _LABEL.sub("", line.strip()))).strip(" .;,")
    parts = [part for part in _BETWEEN.split(plain) if part]
    named = all(_is_name(part, short=certain) for part in parts)
    if not parts or not (named or certain or _are_inverted(plain)):
        return ()
    return tuple(p for name in _ALSO.split(plain) for p in _persons(name))


def is_list(line: str) -> bool:
    """Tell whether a line names several people, and is no title such as `Red Owls and Wet Snow`."""
    return len(people(line)) > 1 and bool(_SURE.search(line))


def _is_name(part: str, *, short: bool) -> bool:
    words = part.split()
    if words and words[0] in _ARTICLES:
        return False
    if not _NAME.fullmatch(part) or (len(words) < 2 and not short):
        return False
    return all(word[0].isupper() or not word[0].islower() or word in _SMALL for word in words)


def _are_inverted(plain: str) -> bool:
    """Tell whether a text is a list such as `Lee, A., Hill, B. C.`: every second part initials."""
    parts = [part.strip() for part in plain.replace(";", ",").split(",")]
    given = parts[1::2]
    return len(parts) % 2 == 0 and all(re.fullmatch(r"(?:[A-Z]\.?[ -]?){1,4}", p) for p in given)


def _persons(name: str) -> tuple[Person, ...]:
    found = persons(name)
    return found or tuple(facts.persons(name))
