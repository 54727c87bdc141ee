"""Semantic Scholar papers: datasets (papers, abstracts) and API answers.

The datasets write names in lower case (corpusid, externalids), the API in camel case (paperId,
externalIds). The abstracts are a dataset of their own: such a record has a corpusid and an
abstract, and becomes one work with the record of the same corpusid.
"""

from __future__ import annotations

from typing import Any

from recommender.formats.json.values import (
    date,
    persons,
    prose,
    record,
    records,
    text,
    texts,
    year,
)
from recommender.papers import Paper
from recommender.text import identifiers

_TYPES = {
    "journalarticle": "article",
    "conference": "inproceedings",
    "book": "book",
    "booksection": "incollection",
}


def fits(found: dict[str, Any]) -> bool:
    """Return whether a record is of Semantic Scholar."""
    return any(name in found for name in ("corpusid", "corpusId", "paperId", "externalIds"))


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a record."""
    found = {name.lower(): value for name, value in found.items()}
    others = {name.lower(): str(v) for name, v in _external(found).items() if v is not None}
    number = str(found.get("corpusid") or others.get("corpusid") or found.get("paperid") or "")
    published, month = date(found.get("publicationdate"))
    journal = record(found.get("journal"))
    return Paper(
        key=f"S2:{number}" if number else None,
        type=_type(found, journal),
        title=prose(found.get("title")),
        authors=persons(found.get("authors")),
        year=year(found.get("year")) or published,
        month=month,
        venue=_venue(found, journal),
        abstract=prose(found.get("abstract")),
        keywords=_keywords(found),
        doi=identifiers.doi(others.get("doi", "") or text(found.get("doi"))),
        arxiv=identifiers.arxiv_eprint(others.get("arxiv", "") or text(found.get("arxivid"))),
        pmid=others.get("pubmed", ""),
        url=text(found.get("url")),
        fields=_fields(number, journal, others),
    )


def _external(found: dict[str, Any]) -> dict[str, Any]:
    access = record(found.get("openaccessinfo"))
    return record(found.get("externalids")) or record(access.get("externalids"))


def _type(found: dict[str, Any], journal: dict[str, Any]) -> str:
    kinds = [kind.replace(" ", "").lower() for kind in texts(found.get("publicationtypes"))]
    known = [_TYPES[kind] for kind in kinds if kind in _TYPES]
    return "inproceedings" if "inproceedings" in known else (*known, _guessed(journal))[0]


def _guessed(journal: dict[str, Any]) -> str:
    return "article" if text(journal.get("volume")) else "misc"


def _venue(found: dict[str, Any], journal: dict[str, Any]) -> str:
    place = record(found.get("publicationvenue"))
    return text(place.get("name")) or text(found.get("venue")) or text(journal.get("name"))


def _keywords(found: dict[str, Any]) -> tuple[str, ...]:
    fields = [text(f.get("category")) for f in records(found.get("s2fieldsofstudy"))]
    return tuple(dict.fromkeys(filter(None, (*texts(found.get("fieldsofstudy")), *fields))))


def _fields(number: str, journal: dict[str, Any], others: dict[str, str]) -> dict[str, str]:
    fields = {
        "pmcid": identifiers.pmcid(f"PMC{others.get('pubmedcentral', '').removeprefix('PMC')}"),
        "s2": number,
        "volume": text(journal.get("volume")),
        "pages": text(journal.get("pages")).replace(" ", ""),
    }
    return {name: value for name, value in fields.items() if value}
