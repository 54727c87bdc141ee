"""Papers as plain JSON objects: title, abstract, authors, year, venue, identifiers.

What the names are differs from list to list; case, blanks, `_` and the prefix of a namespace do not
count, and a value may stand in a list or in an object.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from recommender.formats import facts
from recommender.formats.entry_types import TYPES
from recommender.formats.json.values import in_bibtex, number, persons, prose, texts
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.works.withheld import STATUS, said_in, status_of

TITLES = ("title", "papertitle", "titles", "displayname")
ABSTRACTS = ("abstract", "summary", "abstracttext", "abstracts", "description", "descriptions")
AUTHORS = (
    *("authors", "author", "creators", "creator", "authorlist", "authorstring", "authornames"),
    *("authfullname", "paperauthors", "contributors"),
)
DATES = (
    *("year", "publicationyear", "pubyear", "publishedyear", "conferenceyear", "date", "published"),
    *("publicationdate", "pubdate", "coverdate", "firstpublicationdate", "publisheddate", "issued"),
    *("publishedat", "produceddate"),
)
VENUES = (
    *("venue", "journal", "journaltitle", "journalname", "publicationname", "publicationtitle"),
    *("booktitle", "containertitle", "conference", "conferencename", "journalinfo", "container"),
    *("journalref", "publication", "pub", "source", "server"),
)
KEYWORDS = ("keywords", "keyword", "tags", "keywordlist", "subjects", "categories", "topics")
ADDRESSES = (
    *(
        "url",
        "site",
        "link",
        "htmlurl",
        "paperurl",
        "landingpageurl",
        "openreviewurl",
        "virtualsite",
    ),
    *("virtualsite", "uri", "pdfurl", "pdf", "openaccess", "oa", "arxiv"),
)
FIELDS = {  # BibTeX -> what others call it
    "volume": ("volume", "journalvolume"),
    "number": ("number", "issue"),
    "pages": ("pages", "page", "pageinfo", "pagerange"),
    "publisher": ("publisher",),
    "issn": ("issn",),
    "pmcid": ("pmcid", "pmc"),
}
KINDS = {
    **{"journal": "article", "journalarticle": "article", "conference": "inproceedings"},
    **{"conferencepaper": "inproceedings", "proceedingsarticle": "inproceedings"},
    **{"bookchapter": "incollection", "chapter": "incollection", "preprint": "misc"},
}
KINDS_OF = ("status", "type", "documenttype", "publicationtype", "publicationtypes")
_NAME = re.compile(r"^.*:|_(?:s|t|tdate)$|[^a-z]")
_SIGNS = re.compile(r"[;|]")
INNER = ("value", "name", "title", "text", "displayname", "fullname", "description", "term")


def fits(found: Mapping[str, Any]) -> bool:
    """Tell whether a record says what a paper is called or about."""
    given = _by_name(found)
    return bool(_first(given, TITLES) or _first(given, ("abstract", "summary")))


def paper(found: Mapping[str, Any]) -> Paper:
    """Return the paper of a record; names that it does not know are left out."""
    given = _by_name(found)
    printed, printed_year = in_bibtex(_first(given, ("bibtex", "bib")))
    year, month = facts.agreeing(_first(given, (name,)) for name in DATES)
    addresses = list(filter(_is_address, (_first(given, (name,)) for name in ADDRESSES)))
    links = [*addresses, _first(given, ("doi", "doiid", "id"))]
    return Paper(
        key=_first(given, ("key", "citationkey", "bibkey")) or _first(given, ("id",)) or None,
        type=_type(_first(given, ("type", "entrytype", "documenttype"))),
        title=prose(_inner(_any(given, TITLES))),
        authors=_authors(given),
        year=year or printed_year,
        month=month,
        venue=_first(given, VENUES) or printed,
        abstract=prose(_inner(_any(given, ABSTRACTS))),
        keywords=_keywords(_any(given, KEYWORDS)),
        doi=facts.first(identifiers.doi, [*links[-1:], *links]),
        arxiv=facts.first(identifiers.arxiv_eprint, [_first(given, ("arxiv", "arxivid", "eprint"))])
        or facts.first(identifiers.arxiv, links),
        openreview=_openreview(given, addresses),
        pmid=_digits(_first(given, ("pmid", "pubmedid", "pubmed"))),
        isbn=identifiers.isbn(_first(given, ("isbn",))),
        url=next(iter(addresses), ""),
        language=_first(given, ("language", "lang")),
        fields=_fields(given),
    )


def _by_name(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by their names in one form; the first of a name counts."""
    given: dict[str, Any] = {}
    for name, value in found.items():
        if value not in (None, "", [], {}):
            given.setdefault(_plainly(name), value)
    return given


@lru_cache(maxsize=10_000)
def _plainly(name: str) -> str:
    return _NAME.sub("", name[:100].lower())


def _any(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((given[name] for name in names if name in given), None)


def _first(given: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first of some names as text."""
    held = [name for name in names if name in given]  # of many names a record has few
    return next(filter(None, (number(_inner(given[name])) for name in held)), "")


def _inner(value: Any) -> Any:
    """Return the text of a value that stands in lists or objects."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else None
        elif isinstance(value, dict):
            named = _by_name(value)
            value = next((named[n] for n in (*INNER, "journal") if n in named), None)
        else:
            break
    return value


def _authors(given: Mapping[str, Any]) -> Any:
    value = _any(given, AUTHORS)
    while isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    return persons(value)


def _keywords(value: Any) -> tuple[str, ...]:
    if isinstance(value, dict):
        value = next((v for v in value.values() if isinstance(v, list)), None)
    if isinstance(value, str):
        value = _SIGNS.split(value) if _SIGNS.search(value) else value.split(",")
    if isinstance(value, list):
        value = [_inner(item) if isinstance(item, dict) else item for item in value[:1000]]
    return tuple(dict.fromkeys(texts(value)))


def _type(name: str) -> str:
    name = name.lower()
    usual = KINDS.get(_plainly(name), "misc")
    return name if name in TYPES or name in ("online", "dataset", "software") else usual


def _is_address(value: str) -> bool:
    return value.startswith(("http://", "https://"))


def _openreview(given: Mapping[str, Any], addresses: list[str]) -> str:
    own = _first(given, ("openreview", "openreviewid"))
    return facts.first(identifiers.openreview, [own, *addresses]) or (
        "" if _is_address(own) else own
    )


def _digits(value: str) -> str:
    return value if value.isdecimal() else identifiers.pmid(value)


def _fields(given: Mapping[str, Any]) -> dict[str, str]:
    found = {name: _first(given, others) for name, others in FIELDS.items()}
    found["pages"] = facts.pages(found["pages"])
    found[STATUS] = _status(given)
    return {name: value for name, value in found.items() if value}


def _status(given: Mapping[str, Any]) -> str:
    flags = ("retracted", "withdrawn", "paratext")
    raised = (name for name in flags if True in (given.get(name), given.get(f"is{name}")))
    group = _first(given, ("venueid",)).rpartition("/")[2]  # OpenReview's
    listed = [_first(given, (name,)) for name in KINDS_OF]
    kinds = (*listed, *texts(given.get("publicationtypes")))
    remarks = (said_in(_first(given, (name,))) for name in ("comment", "comments", "note", "notes"))
    return status_of([group, *kinds, *raised]) or next(filter(None, remarks), "")
