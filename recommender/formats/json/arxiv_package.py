"""Papers as arXiv's Python package, its Atom feed as JSON, and daily lists of papers have them.

Fields: entry_id (an address with the version), title, summary, authors, published, journal_ref,
doi, primary_category, categories.
"""

from __future__ import annotations

from typing import Any

from recommender.formats.json.arxiv import date_of
from recommender.formats.json.values import date, persons, prose, text, texts
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.works.withheld import STATUS, said_in

IDS = ("entry_id", "arxiv_id", "id", "link", "pdf_url")


def fits(found: dict[str, Any]) -> bool:
    """Tell whether a record has a summary and is arXiv's."""
    return "summary" in found and "title" in found and bool(_number(found))


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a record."""
    number = _number(found)
    journal = text(found.get("journal_ref") or found.get("arxiv_journal_ref"))
    year, month = date(found.get("published") or found.get("publishedAt"))
    if year is None:
        year, month = date_of(number)
    return Paper(
        key=f"arXiv:{number}",
        type="article" if journal else "misc",
        title=prose(found.get("title")),
        authors=persons(found.get("authors") or found.get("author")),
        year=year,
        month=month,
        venue=journal or "arXiv",
        abstract=prose(found.get("summary")),
        keywords=_categories(found),
        doi=identifiers.doi(text(found.get("doi") or found.get("arxiv_doi"))),
        arxiv=number,
        url=f"https://arxiv.org/abs/{number}",
        fields=_fields(found),
    )


def _fields(found: dict[str, Any]) -> dict[str, str]:
    """Return what the authors' remarks say of the paper's standing."""
    status = said_in(text(found.get("comment") or found.get("arxiv_comment")))
    return {STATUS: status} if status else {}


def _number(found: dict[str, Any]) -> str:
    values = (text(found.get(name)) for name in IDS)
    return next(filter(None, map(identifiers.arxiv_eprint, values)), "")


def _categories(found: dict[str, Any]) -> tuple[str, ...]:
    listed = tuple(texts(found.get("categories")))
    return listed or tuple(filter(None, [text(found.get("primary_category"))]))
