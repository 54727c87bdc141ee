"""Papers as plain JSON objects, one a line: title, abstract, authors, year, venue, identifiers."""

from __future__ import annotations

from typing import Any

from recommender.formats.json_values import person, prose, text, texts, year
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.works.withheld import STATUS, status_of


def fits(found: dict[str, Any]) -> bool:
    """Return whether a record says what a paper is called or about."""
    return isinstance(found.get("title") or found.get("abstract"), str)


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a record; names that it does not know are left out."""
    keywords = found.get("keywords")
    return Paper(
        key=text(found.get("key")) or _identifier(found.get("id")) or None,
        type=text(found.get("type")).lower() or "misc",
        title=prose(found.get("title")),
        authors=tuple(filter(None, map(_author, _listed(found.get("authors"))))),
        year=year(found.get("year")),
        venue=text(found.get("venue")) or text(found.get("journal")),
        abstract=prose(found.get("abstract")),
        keywords=tuple(texts(keywords.split(",") if isinstance(keywords, str) else keywords)),
        doi=identifiers.doi(text(found.get("doi"))),
        arxiv=identifiers.arxiv_eprint(text(found.get("arxiv"))),
        openreview=text(found.get("openreview")),
        pmid=_identifier(found.get("pmid")),
        url=text(found.get("url")),
        language=text(found.get("language")),
        fields=_fields(found),
    )


def _fields(found: dict[str, Any]) -> dict[str, str]:
    flags = ("retracted", "withdrawn", "paratext")
    raised = (name for name in flags if True in (found.get(name), found.get(f"is_{name}")))
    status = status_of([text(found.get("status")), *raised])
    return {STATUS: status} if status else {}


def _identifier(value: Any) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _author(value: Any) -> Any:
    return person(value.get("name") if isinstance(value, dict) else value)
