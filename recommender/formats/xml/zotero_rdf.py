"""Zotero's RDF, with the collections that its items stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

from recommender.formats import zotero
from recommender.formats.gathering import left_out, library
from recommender.formats.xml.elements import Element, elements
from recommender.formats.zotero.fields import VENUE
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper

PEOPLE = {  # what holds them -> what Zotero calls them
    **{"authors": "author", "editors": "editor", "translators": "translator"},
    **{"contributors": "contributor", "inventors": "inventor", "programmers": "programmer"},
    **{"presenters": "presenter", "artists": "artist", "directors": "director"},
}
SAME = {  # element -> field of Zotero's, of the item or of what it is a part of
    **{"title": "title", "abstract": "abstractNote", "date": "date", "pages": "pages"},
    **{"description": "extra", "volume": "volume", "number": "issue", "edition": "edition"},
    **{"citationKey": "citationKey", "language": "language", "type": "thesisType"},
    **{"repository": "repository", "archiveID": "archiveID", "shortTitle": "shortTitle"},
}
NUMBERS = ("DOI", "ISSN", "ISBN")
KINDS = {  # classes, where no type is said
    **{"Article": "journalArticle", "Book": "book", "BookSection": "bookSection"},
    **{"Thesis": "thesis", "Report": "report", "Manuscript": "manuscript"},
}
OWN = frozenset({"title", "description"})  # never those of what an item is a part of
PUBLISHED = frozenset({"thesis", "report", "manuscript"})  # by the university or institution
SERIES = frozenset({"Series"})
NO_ITEMS = frozenset({"Attachment", "Memo", "Collection", "Journal", "Series"})


def read(source: bytes, *, file: str = "") -> Library:
    """Read the items of a file; those in a collection keep its name."""
    found = list(elements(BytesIO(source), lambda _, depth: depth == 1, file=file))
    inside = [each for _, each in found if isinstance(each, Element)]
    by_name = {each.about: each for each in inside if each.about}
    items = [each for each in inside if _kind(each) not in ("", "attachment", "note")]
    read = [(item.about, *_read(item, by_name)) for item in items]
    told = ((line, each) for line, each in found if isinstance(each, Notice))
    records = [*told, *((line, each) for _, line, each in read)]
    whole = library(records, source, file=file, form="zotero-rdf", of="Zotero's RDF")
    names = [about for about, _, each in read if isinstance(each, Paper)]
    return _in_collections(whole, inside, names)


def _read(item: Element, by_name: Mapping[str, Element]) -> tuple[int, Paper | Notice]:
    paper = zotero.paper(_data(item, by_name))
    if paper.title or paper.authors:
        return item.line, paper
    return left_out(item.line, "An item that names no title and no author was left out.")


def _kind(element: Element) -> str:
    known = "" if element.name in NO_ITEMS else KINDS.get(element.name, "")
    return element.first("itemType") or known


def _data(item: Element, by_name: Mapping[str, Element]) -> dict[str, Any]:
    """Return an item as Zotero's JSON has it."""
    kind, places = _kind(item), (item, *_parts_of(item, by_name))
    data: dict[str, Any] = {
        "itemType": kind,
        "creators": list(_creators(item)),
        "tags": [subject.text for subject in item.children("subject")],
        "series": _first("title", (p for p in places[1:] if p.name in SERIES)),
        "conferenceName": _first("title", item.all("Conference")),
        "publisher": _first("name", _publishers(item)),
        "place": _first("locality", _publishers(item)),
    }
    for name, field in SAME.items():
        data[field] = _first(name, places[:1] if name in OWN else places)
    for place in reversed(places):
        data |= _numbers(place)
    if kind in PUBLISHED:
        data[VENUE[kind]] = data.pop("publisher")
    elif container := _first("title", (p for p in places[1:] if p.name not in SERIES)):
        data[VENUE.get(kind, "publicationTitle")] = container
    return data


def _first(name: str, places: Iterable[Element]) -> str:
    return next(filter(None, (place.first(name) for place in places)), "")


def _parts_of(item: Element, by_name: Mapping[str, Element]) -> Iterator[Element]:
    """Yield what an item is a part of: in it, or elsewhere in the file."""
    for part in item.children("isPartOf"):
        yield from part.inner
        if part.resource in by_name:
            yield by_name[part.resource]


def _creators(item: Element) -> Iterator[dict[str, str]]:
    for group in item.inner:
        if group.name in PEOPLE:
            for person in group.all("Person"):
                yield {
                    "creatorType": PEOPLE[group.name],
                    "lastName": person.first("surname"),
                    "firstName": person.first("givenName") or person.first("givenname"),
                    "name": person.first("name"),
                }


def _numbers(element: Element) -> dict[str, str]:
    """Return the identifiers, which say first what they are, and the address."""
    found: dict[str, str] = {}
    for identifier in element.children("identifier"):
        name, _, value = identifier.text.partition(" ")
        if name in NUMBERS:
            found.setdefault(name, value.strip())
        elif "://" in name:
            found.setdefault("url", name)
    return found


def _publishers(item: Element) -> Iterator[Element]:
    """Yield the publisher and its address."""
    return (e for p in item.children("publisher") for e in _with_inner(p))


def _with_inner(element: Element) -> Iterator[Element]:
    yield element
    for inner in element.inner:
        yield from _with_inner(inner)


def _in_collections(whole: Library, inside: list[Element], about: list[str]) -> Library:
    """Return a library whose entries name the collections that they stand in."""
    names: dict[str, list[str]] = {}
    for collection in inside:
        if collection.name == "Collection":
            for part in collection.children("hasPart"):
                names.setdefault(part.resource, []).append(collection.first("title"))
    entries = (
        replace(entry, collections=tuple(names.get(name, ())))
        for entry, name in zip(whole.entries, about, strict=True)
    )
    return replace(whole, entries=tuple(entries))
