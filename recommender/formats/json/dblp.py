"""DBLP's answers: `result.hits.hit[].info`, where one author is an object and several a list."""

from __future__ import annotations

from typing import Any

from recommender.formats.json.values import number, persons, prose, record, text, year
from recommender.papers import Paper
from recommender.text import identifiers

TYPES = {
    "journal articles": "article",
    "conference and workshop papers": "inproceedings",
    "parts in books or collections": "incollection",
    "books and theses": "book",
    "editorship": "proceedings",
    "informal and other publications": "misc",
    "informal publications": "misc",
    "data and artifacts": "dataset",
}


def fits(found: dict[str, Any]) -> bool:
    """Tell whether a record is the info of a hit."""
    return "title" in found and ("dblp.org/" in text(found.get("url")) or _is_key(found))


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of an info."""
    key, links = text(found.get("key")), _listed(found.get("ee"))
    volume = number(found.get("volume"))
    fields = {
        "volume": volume,
        "number": number(found.get("number")),
        "pages": text(found.get("pages")),
        "publisher": text(found.get("publisher")),
    }
    return Paper(
        key=f"DBLP:{key}" if key else None,
        type=TYPES.get(text(found.get("type")).lower(), "misc"),
        title=prose(found.get("title")).removesuffix("."),
        authors=persons(record(found.get("authors")).get("author") or found.get("authors")),
        year=year(found.get("year")),
        venue=next(iter(_listed(found.get("venue"))), ""),
        doi=identifiers.doi(text(found.get("doi"))) or _first(identifiers.doi, links),
        arxiv=_first(identifiers.arxiv, links) or _arxiv(volume),
        openreview=_first(identifiers.openreview, links),
        url=next(iter(links), "") or text(found.get("url")),
        fields={name: value for name, value in fields.items() if value},
    )


def _is_key(found: dict[str, Any]) -> bool:
    key = text(found.get("key"))
    return key.count("/") > 1 and not isinstance(found.get("authors"), list)


def _arxiv(volume: str) -> str:
    """Return the number that a volume of CoRR is."""
    return identifiers.arxiv_eprint(volume[4:]) if volume.startswith("abs/") else ""


def _listed(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return list(filter(None, map(text, values)))


def _first(find: Any, values: list[str]) -> str:
    return next(filter(None, map(find, values)), "")
