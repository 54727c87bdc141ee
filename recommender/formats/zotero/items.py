"""A paper as an item of Zotero's, the way its Connector and its APIs take them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from recommender.formats.entry_types import is_preprint, place_of, repository_of
from recommender.formats.facts import address_of, doi_of
from recommender.formats.zotero.fields import (
    CREATORS,
    FIELDS,
    FIRST,
    KINDS,
    NAMES,
    VENUE,
)
from recommender.papers import Paper, Person
from recommender.text.names import people

THESES = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}
OTHER_CREATORS = {"editor": "editor", "translator": "translator", "bookauthor": "bookAuthor"}
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
AUTOMATIC = 1  # the kind of tag that came with a paper; one without kind is the user's own


def item(paper: Paper) -> dict[str, Any]:
    """Return an item; only what Zotero has no field for goes into Extra."""
    kind = _kind(paper)
    fields = {
        "itemType": kind,
        "title": paper.title,
        "creators": list(_creators(kind, paper)),
        "date": _date(paper),
        "abstractNote": paper.abstract,
        "url": address_of(paper),
        "language": paper.language,
        "citationKey": paper.key or "",
        "DOI": doi_of(paper),
        **_details(kind, paper),
        "extra": "\n".join(_extra(kind, paper)),
        "tags": [{"tag": t, "type": AUTOMATIC} for t in dict.fromkeys(paper.keywords)],
    }
    always = {"itemType", "title", "creators", "tags"}
    return {name: value for name, value in fields.items() if value or name in always}


def _kind(paper: Paper) -> str:
    return "preprint" if is_preprint(paper) else KINDS.get(paper.type.lower(), "document")


def _venue(paper: Paper) -> str:
    """Return where it appeared, unless that is the archive."""
    place = place_of(paper, paper.type.lower())
    return "" if paper.arxiv and "arxiv" in place.casefold() else place


def _details(kind: str, paper: Paper) -> dict[str, str]:
    """Return the fields of the type; the venue stands in one of them."""
    held = FIELDS[kind]
    found = {name: _first(paper, NAMES[name]) for name in sorted(held & set(NAMES))}
    if "series" in held and "issue" not in held and not _first(paper, ("series",)):
        found.pop("seriesNumber", None)  # a number alone is that of the book
    if kind == "thesis":
        found["thesisType"] = found["thesisType"] or THESES.get(paper.type.lower(), "")
    if kind == "preprint":
        number = f"arXiv:{paper.arxiv}" if paper.arxiv else ""
        found |= {"repository": repository_of(paper), "archiveID": number}
    if kind in VENUE:
        found[VENUE[kind]] = _venue(paper)
    known = {"ISBN": paper.isbn, "PMID": paper.pmid}
    return {**found, **{name: value for name, value in known.items() if name in held}}


def _first(paper: Paper, names: tuple[str, ...]) -> str:
    return next(filter(None, (paper.fields.get(name, "") for name in names)), "")


def _extra(kind: str, paper: Paper) -> Iterator[str]:
    """Yield lines that Zotero and its citation styles understand."""
    if paper.isbn and "ISBN" not in FIELDS[kind]:
        yield f"ISBN: {paper.isbn}"
    if paper.pmid and "PMID" not in FIELDS[kind]:
        yield f"PMID: {paper.pmid}"
    if paper.arxiv and kind != "preprint":
        yield f"arXiv: {paper.arxiv}"
    if (venue := _venue(paper)) and kind not in (*VENUE, "preprint"):
        yield f"Container Title: {venue}"
    for name, role in OTHER_CREATORS.items():
        if role not in CREATORS.get(kind, ()):
            for person in people(paper.fields.get(name, ""))[0]:
                yield f"{name.capitalize()}: {_marked(person)}"


def _marked(person: Person) -> str:
    """Return a name as Extra has it: Family || Given."""
    creator = _creator(person, "")
    return creator.get("name") or f"{creator['lastName']} || {creator['firstName']}"


def _creators(kind: str, paper: Paper) -> Iterator[dict[str, str]]:
    """Yield whom the type knows; Zotero would make authors of the others."""
    for person in paper.authors:
        yield _creator(person, FIRST.get(kind, "author"))
    for name, role in OTHER_CREATORS.items():
        if role in CREATORS.get(kind, ()):
            for person in people(paper.fields.get(name, ""))[0]:
                yield _creator(person, role)


def _creator(person: Person, role: str) -> dict[str, str]:
    if person.literal:
        return {"creatorType": role, "name": person.literal}
    last = " ".join(filter(None, (person.prefix, person.family)))
    first = ", ".join(filter(None, (person.given, person.suffix)))
    return {"creatorType": role, "lastName": last, "firstName": first}


def _date(paper: Paper) -> str:
    if paper.year is None:
        return ""
    whole = paper.fields.get("date", "")
    if DAY.fullmatch(whole) and whole.startswith(str(paper.year)):
        return whole
    return f"{paper.year}-{paper.month:02}" if paper.month else str(paper.year)
