"""Values of other people's JSON, of whatever type they turn out to be, as the parts of a Paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from recommender.formats import facts
from recommender.formats.json.bounded import MAX_ITEMS
from recommender.papers import Person
from recommender.text.latex import plain, untagged
from recommender.text.name_lists import is_list
from recommender.text.name_parts import divided
from recommender.text.names import people

_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,200})?/?>")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?")
_SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})
_ODD = re.compile(r"[,\d]|\s[A-Z]{1,2}$|^\S+ [^\W\d_]\.")  # Lee, Ann; Wei Zhang 0001; Lee AB
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_LAST_AND = re.compile(r",?\s+(?:and|&)\s+(?=[^,]+$)", re.IGNORECASE)
_VENUE_IN_ENTRY = re.compile(r"\b(?:booktitle|journal)\s*=\s*[{\"]([^{}\"]{1,500})[}\"]", re.I)
_YEAR_IN_ENTRY = re.compile(r"\byear\s*=\s*[{\"]?(\d{4})\b", re.IGNORECASE)
MAX_NAME_WORDS = 8  # longer ones are organisations, or several names
WHOLE_NAMES = ("name", "fullname", "displayname", "literal", "text", "creator", "author", "value")
FAMILY_NAMES = ("family", "familyname", "lastname", "last", "surname", "keyname")
GIVEN_NAMES = ("given", "givenname", "firstname", "first", "forenames")


def text(value: Any) -> str:
    """Return a text without markup and with single blanks; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    if "<" in value:
        value = _TAG.sub("", value)
    if "&" in value:
        value = unescape(value)
    return facts.said(" ".join(value.split()))


def prose(value: Any) -> str:
    """Return a title or an abstract as a person reads it: without markup, with TeX read."""
    if not isinstance(value, str):
        return ""
    return facts.said(plain(value) if value.count("$") > 1 else untagged(value))


def number(value: Any) -> str:
    """Return a text or a whole number as text; "" for anything else."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole else text(value)


def record(value: Any) -> dict[str, Any]:
    """Return an object; {} for what is none."""
    return value if isinstance(value, dict) else {}


def records(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of a list; of an endless one the first."""
    listed = value if isinstance(value, list) else []
    return (item for item in islice(listed, MAX_ITEMS) if isinstance(item, dict))


def texts(value: Any) -> Iterator[str]:
    """Yield the texts of a list, none of them empty; of an endless one the first."""
    listed = value if isinstance(value, list) else []
    return filter(None, map(text, islice(listed, MAX_ITEMS)))


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
    """Return the author of a whole name as it is printed, in either order; None for no name."""
    whole = text(name)
    words = whole.split()
    if not words:
        return None
    if _ODD.search(whole):
        found = divided(whole)
        return found if found.family or found.literal else None
    suffix = words.pop() if len(words) > 2 and words[-1].lower() in _SUFFIXES else ""
    if not 1 < len(words) <= MAX_NAME_WORDS:
        return Person(literal=whole)
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():  # "van der Maaten"
        start -= 1
    return Person(
        given=" ".join(words[:start]),
        prefix=" ".join(words[start:-1]),
        family=words[-1],
        suffix=suffix,
    )


def persons(value: Any) -> tuple[Person, ...]:
    """Return the authors of a list of names or objects, of one of them, or of a text of names."""
    if isinstance(value, str):
        return tuple(filter(None, map(person, _names(text(value)))))
    if isinstance(value, dict):
        inner = next((v for v in value.values() if isinstance(v, list)), None)
        return persons(inner if inner is not None else [value])
    listed = islice(value, MAX_ITEMS) if isinstance(value, list) else ()
    return tuple(filter(None, map(_author, listed)))


def _author(value: Any) -> Person | None:
    if not isinstance(value, dict):
        return person(value)
    parts = {name.lower().replace("_", ""): part for name, part in value.items()}
    family = next(filter(None, (text(parts.get(name)) for name in FAMILY_NAMES)), "")
    given = next(filter(None, (text(parts.get(name)) for name in GIVEN_NAMES)), "")
    if family and given:
        prefix, family = facts.particle(family)
        return Person(family=family, given=given, prefix=prefix, suffix=text(parts.get("suffix")))
    return person(next(filter(None, (text(parts.get(n)) for n in WHOLE_NAMES)), family or given))


def _names(whole: str) -> list[str]:
    """Return the names of a text: `A; B`, `A and B`, `Ann Lee, Bo Hill`, `Lee, Ann`."""
    if ";" in whole:
        return [name for name in whole.split(";") if name.strip()]
    if _AND.search(whole) and "," not in whole:
        return _AND.split(whole)
    commas = _LAST_AND.sub(", ", whole).split(",")
    if len(commas) > 1 and all(" " in part.strip() for part in commas):
        return commas
    if _AND.search(whole) or is_list(whole) or len(commas) > 3:
        return [facts.inverted(found) for found in people(whole)[0]]
    return [whole]


def in_bibtex(entry: str) -> tuple[str, int | None]:
    """Return venue and year that an entry of BibTeX in a field of its own says."""
    venue = _VENUE_IN_ENTRY.search(entry)
    found = _YEAR_IN_ENTRY.search(entry)
    return (plain(venue[1]) if venue else ""), (int(found[1]) if found else None)
