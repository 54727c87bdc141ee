"""OpenAlex works, as in the snapshot and in the API's `results`.

Reference: the Work object in OpenAlex's documentation. Abstracts come as an inverted index, word to
positions; identifiers as URLs.
"""

from __future__ import annotations

from typing import Any

from recommender.formats.json.bounded import MAX_TEXT
from recommender.formats.json.values import (
    date,
    person,
    prose,
    record,
    records,
    text,
    texts,
    year,
)
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.works.withheld import status_of

_TYPES = {
    **dict.fromkeys(("article", "review", "letter", "editorial", "erratum"), "article"),
    **{"book": "book", "book-chapter": "incollection", "dissertation": "phdthesis"},
    **{"report": "techreport", "standard": "techreport"},
}


def fits(found: dict[str, Any]) -> bool:
    """Return whether a record is an OpenAlex work."""
    known = ("abstract_inverted_index", "authorships")
    return "openalex.org/W" in str(found.get("id")) or any(name in found for name in known)


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a work."""
    place = record(found.get("primary_location"))
    source = record(place.get("source")) or record(found.get("host_venue"))
    work = text(found.get("id")).rpartition("/")[2]
    published, month = date(found.get("publication_date"))
    return Paper(
        key=work or None,
        type=_type(found, source),
        title=prose(found.get("title")) or prose(found.get("display_name")),
        authors=tuple(filter(None, map(_author, records(found.get("authorships"))))),
        year=year(found.get("publication_year")) or published,
        month=month,
        venue=text(source.get("display_name")) or text(place.get("raw_source_name")),
        abstract=abstract(found.get("abstract_inverted_index")),
        keywords=_keywords(found),
        doi=identifiers.doi(text(found.get("doi"))),
        arxiv=_arxiv(found),
        pmid=identifiers.pmid(text(record(found.get("ids")).get("pmid"))),
        url=text(place.get("landing_page_url")),
        language=text(found.get("language")),
        fields={"openalex": work, **_fields(found, source)} if work else _fields(found, source),
    )


def _fields(found: dict[str, Any], source: dict[str, Any]) -> dict[str, str]:
    biblio = record(found.get("biblio"))
    return _filled(
        volume=text(biblio.get("volume")),
        number=text(biblio.get("issue")),
        pages=_pages(biblio),
        status=_status(found),
        issn=text(source.get("issn_l")),
        pmcid=identifiers.pmcid(text(record(found.get("ids")).get("pmcid"))),
    )


def abstract(index: Any) -> str:
    """Return the text of an inverted index; "" where it is none.

    No more of it is unfolded than an abstract can have, whatever it says.
    """
    placed: dict[int, str] = {}
    for word, places in record(index).items():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and 0 <= place < MAX_TEXT:
                placed.setdefault(place, word)
    words, length = [], 0
    for place in sorted(placed):
        words.append(placed[place][: MAX_TEXT + 1])
        length += len(words[-1]) + 1
        if length > MAX_TEXT + 1:
            break
    return prose(" ".join(words))


def _type(found: dict[str, Any], source: dict[str, Any]) -> str:
    if source.get("type") == "conference" or found.get("type_crossref") == "proceedings-article":
        return "inproceedings"
    return _TYPES.get(text(found.get("type")), "misc")


def _author(authorship: dict[str, Any]) -> Any:
    name = record(authorship.get("author")).get("display_name")
    return person(name) or person(authorship.get("raw_author_name"))


def _keywords(found: dict[str, Any]) -> tuple[str, ...]:
    listed = found.get("keywords")
    names = [text(k.get("display_name") or k.get("keyword")) for k in records(listed)]
    return tuple(dict.fromkeys(filter(None, (*names, *texts(listed)))))


def _status(found: dict[str, Any]) -> str:
    flags = [name for name in ("retracted", "paratext") if found.get(f"is_{name}") is True]
    return status_of([text(found.get("type")), *flags]) or ""


def _arxiv(found: dict[str, Any]) -> str:
    places = [record(found.get("primary_location")), *records(found.get("locations"))]
    addresses = [text(found.get("doi")), *(text(p.get("landing_page_url")) for p in places)]
    return next(filter(None, map(identifiers.arxiv, addresses)), "")


def _pages(biblio: dict[str, Any]) -> str:
    ends = [text(biblio.get("first_page")), text(biblio.get("last_page"))]
    return "-".join(dict.fromkeys(filter(None, ends)))


def _filled(**fields: str) -> dict[str, str]:
    return {name: value for name, value in fields.items() if value}
