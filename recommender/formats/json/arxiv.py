r"""arXiv's metadata snapshot (`arxiv-metadata-oai-snapshot.json`).

Fields: id, title, authors_parsed ([family, given, suffix, …]), abstract, categories, journal-ref,
doi, versions (the first one's date is the paper's). Texts are TeX with broken lines.
"""

from __future__ import annotations

import re
from email.utils import parsedate
from typing import Any

from recommender.formats.json.bounded import MAX_ITEMS
from recommender.formats.json.values import persons, records, text, year
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import plain
from recommender.works.withheld import STATUS, said_in

_MONTH_OF_ID = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)(\d\d)\.?\d")


def fits(found: dict[str, Any]) -> bool:
    """Return whether a record is one of the snapshot's."""
    known = ("authors_parsed", "journal-ref", "update_date")
    return "id" in found and any(name in found for name in known)


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a record."""
    number = identifiers.arxiv_eprint(text(found.get("id")))
    journal = _read(found.get("journal-ref"))
    published, month = _date(found, number)
    return Paper(
        key=f"arXiv:{number}" if number else None,
        type="article" if journal else "misc",
        title=_read(found.get("title")),
        authors=_authors(found.get("authors_parsed")) or persons(found.get("authors")),
        year=published,
        month=month,
        venue=journal or "arXiv",
        abstract=_read(found.get("abstract")),
        keywords=tuple(text(found.get("categories")).split()),
        doi=identifiers.doi(text(found.get("doi"))),
        arxiv=number,
        url=f"https://arxiv.org/abs/{number}" if number else "",
        fields=_fields(found),
    )


def _fields(found: dict[str, Any]) -> dict[str, str]:
    """Return what the authors' remarks say of the paper's standing."""
    status = said_in(text(found.get("comments")))
    return {STATUS: status} if status else {}


def _read(value: Any) -> str:
    """Return a text as a person reads it; most have no TeX in them."""
    found = text(value)
    return plain(found) if any(sign in found for sign in "\\$~{") else found


def _authors(value: Any) -> tuple[Person, ...]:
    names = value[:MAX_ITEMS] if isinstance(value, list) else []
    return tuple(filter(None, map(_author, names)))


def _author(name: Any) -> Person | None:
    parts = [_read(part) for part in name[:3]] if isinstance(name, list) else []
    family, given, suffix = [*parts, "", "", ""][:3]
    if not given:
        return Person(literal=family) if family else None
    return Person(family=family, given=given, suffix=suffix)


def _date(found: dict[str, Any], number: str) -> tuple[int | None, int | None]:
    """Return year and month of the first version, else those that the identifier holds."""
    for version in records(found.get("versions")):
        if when := parsedate(text(version.get("created"))):
            return year(when[0]), when[1]
    return date_of(number)


def date_of(number: str) -> tuple[int | None, int | None]:
    """Return year and month that an identifier of arXiv's holds."""
    digits = _MONTH_OF_ID.match(number)
    if not digits:
        return None, None
    short, month = int(digits[1]), int(digits[2])
    return short + (1900 if short > 90 else 2000), month if 1 <= month <= 12 else None
