"""Lists of names that are not joined by `and`: semicolons, ampersands, commas."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import unescape

from recommender.text.name_parts import only_particles

_INITIALS = r"(?:[^\W\d_a-z]\.?[ -]?){1,5}"
_FAMILY = r"[^\W\d_][\w'’-]*+(?: [^\W\d_][\w'’-]*+){0,2}"
# `Nimbus M., Strato A.J.S., Fog A.S.`: family and initials, then the next.
# Each name is atomic: a middle word may be of the family or an initial, and not both in turn.
INITIALS_LIST = re.compile(rf"(?>{_FAMILY} {_INITIALS})(?:, (?>{_FAMILY} {_INITIALS}))++")
_FAMILY_INITIALS = re.compile(rf"({_FAMILY}) ({_INITIALS})(?:,|$)")
# Given names or initials, then a family name that is longer than an initial.
_WHOLE_NAME = re.compile(r"[^\W\d_a-z][^\s,]*+(?: [^\s,]++){0,4}? [^\W\d_][^\W\d_.][\w'’-]*+")
_INITIAL = re.compile(r"[^\W\d_a-z]\.")
_INITIALS_ONLY = re.compile(rf"{_INITIALS}")
_AMPERSAND = re.compile(r",? (?:&|\\&|\{\\&\}) ")
_ORGANISATION = re.compile(
    r"\b(?:the|of|for|group|team|society|institut\w*|universit\w*|department|committee|council"
    r"|association|consortium|cent(?:er|re)|foundation|ministry|office|agency|bureau|board|college"
    r"|school|academy|laborator(?:y|ies)|labs?|museum|library|hospital|network|project|service"
    r"|services|union|federation|collaboration|commission|program(?:me)?|company|co|inc|ltd|llc"
    r"|gmbh|corp|corporation|press|bank|trust|sons|bros)\b",
    re.IGNORECASE,
)
_SEMICOLON = re.compile(r"[;；、]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")


@lru_cache(maxsize=20_000)
def is_list(name: str) -> bool:
    """Whether a name with at most two commas is several, though BibTeX would read one."""
    return _is_initials_list(name) or bool(_whole_names(name.split(",")))


def _is_initials_list(name: str) -> bool:
    name = name.rstrip(", ")
    if INITIALS_LIST.fullmatch(name) is None:
        return False
    one, *others = name.split(", ")
    if len(others) > 1:
        return True
    # `De La O, Ana L.` is one person: particles alone are no family, and only one part has a stop
    return one.endswith(".") == others[0].endswith(".") and not only_particles(
        one.rpartition(" ")[0]
    )


def is_initials_pair(name: str) -> bool:
    """Whether a name with one comma may be two, or one: `Kim O, Ana L`."""
    return name.count(",") == 1 and "., " not in name and _is_initials_list(name)


def is_organisation(name: str) -> bool:
    """Whether an ampersand is part of one organisation's name: The Red \\& Green Group."""
    first, *others = _at_ampersand(name)
    if not others or any(other.startswith("The ") for other in others):
        return False
    return _ORGANISATION.search(first if "," in name else name) is not None


def several(name: str) -> tuple[str, list[str]] | None:
    """Return a code and the names in a text that holds several; no names where it is unclear."""
    if _SEMICOLON.search(name):
        names = [n for n in _split(name, _SEMICOLON) if n]
        return ("semicolon-between-names", names) if names else None
    if len(parts := _at_ampersand(name)) > 1:
        return "ampersand-between-names", _joined_by_ampersand(parts)
    if _is_initials_list(name):
        return "too-many-commas-in-name", [
            f"{found[1]}, {found[2]}" for found in _FAMILY_INITIALS.finditer(name)
        ]
    commas = outside_braces(name, "，" if name.count("，") > 1 else ",")
    if "，" in name and len(commas) > 2 and all(len(part) < 5 for part in commas):
        return "too-many-commas-in-name", commas
    if len(commas) > 3 or _whole_names(commas):
        return "too-many-commas-in-name", _whole_names(commas) or _by_pairs(commas)
    return None


def _whole_names(parts: list[str], at_least: int = 3) -> list[str]:
    """Return `Ann Lee, Bo Hill, Cy Oak` (or `Ann Lee, Bo Hill,` before an "and") as names.

    No family name begins with an initial, so that `A. Lee, B. Hill` are two people as well.
    """
    names = [part.strip() for part in parts if part.strip()]
    if len(parts) < at_least and not (len(names) > 1 and all(map(_INITIAL.match, names))):
        return []
    return names if all(map(_WHOLE_NAME.fullmatch, names)) else []


def _at_ampersand(name: str) -> list[str]:
    """Split at ampersands outside braces."""
    return rejoined(_AMPERSAND.split(name), " & ") if "&" in name else [name]


def _joined_by_ampersand(parts: list[str]) -> list[str]:
    """Return `Ives, R. & Oak, T.` apart; `Johnson & Johnson` may be one firm."""
    names = [n.strip() for n in parts if n.strip()]
    if any(n.count(",") > 2 for n in names):
        parts = [p.strip() for n in names for p in n.split(",")]
        return _by_pairs(parts)
    names = [single for n in names for single in _whole_names(n.split(","), at_least=2) or [n]]
    return names if all(" " in n for n in names) else []


def _by_pairs(parts: list[str]) -> list[str]:
    """Return `Smith, A., Jones, B.` as pairs of family and initials, or nothing."""
    parts = [part.strip() for part in parts if part.strip()]
    given = parts[1::2]
    if len(parts) % 2 or not all(map(_INITIALS_ONLY.fullmatch, given)):
        return []
    return [f"{family}, {first}" for family, first in zip(parts[::2], given, strict=True)]


def without_entities(value: str) -> str:
    """Return names with HTML's entities undone, whose semicolons divide nothing."""
    return _ENTITY.sub(lambda found: unescape(found[0]), value)


def outside_braces(text: str, separator: str) -> list[str]:
    """Split at a character outside braces."""
    return [part.strip() for part in rejoined(text.split(separator), separator)]


def _split(text: str, pattern: re.Pattern[str]) -> list[str]:
    return [part.strip() for part in rejoined(pattern.split(text), ";")]


def rejoined(parts: list[str], separator: str) -> list[str]:
    """Join parts again where the cut between them was inside braces."""
    whole: list[str] = []
    pending: list[str] = []
    depth = 0
    for part in parts:
        pending.append(part)
        depth = max(0, depth + part.count("{") - part.count("}"))
        if depth == 0:
            whole.append(separator.join(pending))
            pending = []
    return whole + pending  # a brace that is never closed protects nothing


def each_word(name: str, change: Callable[[str], str]) -> str:
    """Return a name with each word changed; blanks, `~` and commas in braces divide none."""
    out: list[str] = []
    start = depth = 0
    for at, char in enumerate(name):
        depth = max(0, depth + (char == "{") - (char == "}"))
        if depth == 0 and (char in " ," or (char == "~" and name[at - 1 : at] != "\\")):
            out.append(change(name[start:at]) if at > start else "")
            out.append(" " if char == "~" else char)
            start = at + 1
    out.append(change(name[start:]))
    return "".join(out)
