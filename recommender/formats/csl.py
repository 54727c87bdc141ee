"""CSL JSON as Zotero, Crossref and pandoc write it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.csl_items import items_of
from recommender.formats.decode import decode
from recommender.formats.entry_types import entry_type, place_of
from recommender.formats.keys import keys_for
from recommender.library import Entry, Library
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import untagged
from recommender.text.tidy import tidy
from recommender.works.withheld import STATUS, status_of

TYPES = {  # CSL -> BibTeX; any other type is misc
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "chapter": "incollection",
    "entry-encyclopedia": "incollection",
    "book": "book",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
    "webpage": "online",
}
CSL_TYPES = {kind: csl for csl, kind in reversed(TYPES.items())} | {"mastersthesis": "thesis"}
FIELDS = {  # BibTeX -> CSL
    "volume": "volume",
    "number": "issue",
    "pages": "page",
    "publisher": "publisher",
    "address": "publisher-place",
    "edition": "edition",
    "series": "collection-title",
    "issn": "ISSN",
}
PLACES = {"thesis": "publisher", "report": "publisher", "book": "collection-title"}
EVENTS = ("container-title", "event-title", "event")
UPDATES = {"retraction": "retracted", "withdrawal": "withdrawn", "removal": "withdrawn"}
NOTICES = dict.fromkeys(
    ("erratum", "corrigendum", "correction", "addendum", "expression_of_concern", *UPDATES),
    "correction",
)
NAME_PARTS = {  # ours -> CSL's, in the order in which they are looked at
    "family": ("family",),
    "given": ("given",),
    "prefix": ("non-dropping-particle", "dropping-particle"),
    "suffix": ("suffix",),
    "literal": ("literal", "name"),
}


def read(source: bytes, *, file: str = "") -> Library:
    """Read CSL JSON; an item that is broken is told and left out."""
    decoded = decode(source)
    items, notices = items_of(decoded.text)
    if not items:
        name = file or "The text"
        raise UnreadableInput(f"{name} holds no CSL JSON item; it should be a list of objects.")
    entries = (
        Entry(paper=_paper(item.facts), position=i, line=item.line, file=file)
        for i, item in enumerate(items)
    )
    return Library(
        entries=tuple(entries),
        notices=tuple(facts.in_file(n, file) for n in (*decoded.notices, *notices)),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format="csl-json",
    )


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return a list of items; ids are the keys that `bibtex.write` would give."""
    keyed = zip(papers, keys_for(papers, into), strict=True)
    items = [_item(paper, key) for paper, key in keyed]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _paper(item: dict[str, Any]) -> Paper:
    def text(*names: str) -> str:
        return next(filter(None, (_text(item.get(name)) for name in names)), "")

    links = [text("URL"), text("DOI"), text("number"), text("note"), text("archive_location")]
    year, month = _date(item.get("issued"))
    return Paper(
        key=text("citation-key", "id") or None,
        type=TYPES.get(text("type"), "misc"),
        title=untagged(text("title")),
        authors=_people(item.get("author")),
        year=year,
        month=month,
        venue=untagged(text(PLACES.get(text("type"), "container-title"), *EVENTS)),
        abstract=untagged(text("abstract")),
        keywords=_keywords(item),
        doi=facts.first(identifiers.doi, [text("DOI"), text("URL")]),
        arxiv=facts.first(identifiers.arxiv, links),
        openreview=facts.first(identifiers.openreview, links),
        pmid=text("PMID") or identifiers.pmid(text("URL")),
        isbn=identifiers.isbn(text("ISBN")),
        url=text("URL"),
        language=text("language"),
        fields=_fields(item),
    )


def _text(value: object) -> str:
    """Return a value as text; Crossref gives lists of one, others numbers."""
    if isinstance(value, list) and value:
        value = value[0]
    return tidy(str(value)) if isinstance(value, str | int | float) else ""


def _people(value: object) -> tuple[Person, ...]:
    names = value if isinstance(value, list) else []
    people = (_person(name) for name in names if isinstance(name, dict))
    return tuple(person for person in people if str(person))


def _person(name: dict[str, Any]) -> Person:
    parts = {
        ours: untagged(" ".join(filter(None, (_text(name.get(part)) for part in theirs))))
        for ours, theirs in NAME_PARTS.items()
    }
    if parts["literal"] and not parts["family"]:
        return Person(literal=parts["literal"])
    return Person(**parts | {"literal": ""})


def _date(value: object) -> tuple[int | None, int | None]:
    """Return the year and month of date parts, numbers or texts, or of a date as text."""
    if not isinstance(value, dict):
        return facts.date(_text(value))
    parts = value.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    if isinstance(first, list) and first:
        return facts.date("-".join(_text(part) for part in first[:2]))
    return facts.date(_text(value.get("raw")) or _text(value.get("literal")))


def _keywords(item: dict[str, Any]) -> tuple[str, ...]:
    sign = ";" if ";" in _text(item.get("keyword")) else ","
    words = (untagged(word.strip()) for word in _text(item.get("keyword")).split(sign))
    return tuple(dict.fromkeys(filter(None, words)))


def _fields(item: dict[str, Any]) -> dict[str, str]:
    """Return the other facts under BibTeX's names."""
    found = {ours: untagged(_text(item.get(theirs))) for ours, theirs in FIELDS.items()}
    found["pages"] = facts.pages(found["pages"])
    found["editor"] = " and ".join(map(facts.inverted, _people(item.get("editor"))))
    found[STATUS] = status_of(_updates(item)) or ""
    return {name: value for name, value in found.items() if value}


def _updates(item: dict[str, Any]) -> Iterator[str]:
    """Yield what Crossref says of a work: what it is to others, and what others are to it."""
    for name, kinds in (("update-to", NOTICES), ("updated-by", UPDATES)):
        listed = item.get(name)
        for update in listed if isinstance(listed, list) else ():
            if isinstance(update, dict):
                yield kinds.get(_text(update.get("type")), "")


def _item(paper: Paper, key: str) -> dict[str, Any]:
    """Return a paper as CSL names its parts, without what is empty."""
    kind = CSL_TYPES.get(paper.type, "document")
    date = [part for part in (paper.year, paper.year and paper.month) if part]
    found = {
        "id": key,
        "citation-key": key,
        "type": kind,
        "title": tidy(paper.title),
        "author": [_name(person) for person in paper.authors],
        "issued": {"date-parts": [date]} if date else None,
        **{theirs: tidy(paper.fields.get(ours, "")) for ours, theirs in FIELDS.items()},
        PLACES.get(kind, "container-title"): tidy(place_of(paper, entry_type(paper))),
        "DOI": facts.doi_of(paper),
        "number": f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "PMID": paper.pmid,
        "ISBN": paper.isbn,
        "URL": facts.address_of(paper),
        "language": paper.language,
        "keyword": tidy("; ".join(paper.keywords)),
        "abstract": tidy(paper.abstract),
    }
    return {name: value for name, value in found.items() if value}


def _name(person: Person) -> dict[str, str]:
    if person.literal:
        return {"literal": tidy(person.literal)}
    parts = {theirs[0]: tidy(getattr(person, ours)) for ours, theirs in NAME_PARTS.items()}
    return {name: value for name, value in parts.items() if value}
