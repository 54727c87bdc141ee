"""A paper as an item of Zotero's, the way its web and local API write them."""

from __future__ import annotations

from typing import Any

from recommender.papers import Paper, Person

TYPES = {  # BibTeX -> Zotero; any other type is a preprint with an arXiv id, else a document
    "article": "journalArticle",
    "book": "book",
    "conference": "conferencePaper",
    "inbook": "bookSection",
    "incollection": "bookSection",
    "inproceedings": "conferencePaper",
    "mastersthesis": "thesis",
    "online": "webpage",
    "phdthesis": "thesis",
    "techreport": "report",
}
VENUE = {
    "bookSection": "bookTitle",
    "conferencePaper": "proceedingsTitle",
    "journalArticle": "publicationTitle",
    "report": "institution",
    "thesis": "university",
    "webpage": "websiteTitle",
}
# Zotero refuses a whole item for one field that its type lacks.
FIELDS = {
    "book": {"publisher", "volume", "edition", "series"},
    "bookSection": {"publisher", "volume", "pages", "edition", "series"},
    "conferencePaper": {"publisher", "volume", "pages", "series"},
    "journalArticle": {"volume", "number", "pages"},
}
NAMES = {"number": "issue"}
WITH_DOI = {"journalArticle", "conferencePaper", "preprint"}
WITH_ISBN = {"book", "bookSection", "conferencePaper"}


def item(paper: Paper, *, collections: list[str], tag: str) -> dict[str, Any]:
    """Return an item; what its type has no field for goes into Extra, as Zotero does it itself."""
    kind = _type(paper)
    fields = {
        "itemType": kind,
        "title": paper.title,
        "creators": [_creator(person) for person in paper.authors],
        "date": _date(paper),
        "abstractNote": paper.abstract,
        "url": paper.url,
        "language": paper.language,
        "citationKey": paper.key or "",
        **_venue(kind, paper),
        **_details(kind, paper),
        "extra": "\n".join(_extra(kind, paper)),
        "tags": [{"tag": t} for t in dict.fromkeys((*paper.keywords, tag))],
        "collections": collections,
    }
    always = {"itemType", "title", "creators", "tags", "collections"}
    return {name: value for name, value in fields.items() if value or name in always}


def _type(paper: Paper) -> str:
    if paper.type in TYPES and not (paper.type == "article" and _is_arxiv_only(paper)):
        return TYPES[paper.type]
    return "preprint" if paper.arxiv else "document"


def _is_arxiv_only(paper: Paper) -> bool:
    return bool(paper.arxiv) and (not paper.venue or "arxiv" in paper.venue.lower())


def _venue(kind: str, paper: Paper) -> dict[str, str]:
    if kind == "preprint":
        return {"repository": "arXiv", "archiveID": f"arXiv:{paper.arxiv}"}
    return {VENUE[kind]: paper.venue} if kind in VENUE else {}


def _details(kind: str, paper: Paper) -> dict[str, str]:
    held = FIELDS.get(kind, set())
    found = {NAMES.get(n, n): paper.fields[n] for n in sorted(held) if n in paper.fields}
    if kind in WITH_DOI:
        found["DOI"] = paper.doi
    if kind in WITH_ISBN:
        found["ISBN"] = paper.isbn
    return found


def _extra(kind: str, paper: Paper) -> list[str]:
    lines = []
    if paper.doi and kind not in WITH_DOI:
        lines.append(f"DOI: {paper.doi}")
    if paper.isbn and kind not in WITH_ISBN:
        lines.append(f"ISBN: {paper.isbn}")
    if paper.pmid:
        lines.append(f"PMID: {paper.pmid}")
    if paper.arxiv and kind != "preprint":
        lines.append(f"arXiv: {paper.arxiv}")
    if paper.venue and kind not in (*VENUE, "preprint"):
        lines.append(f"Venue: {paper.venue}")
    return lines


def _creator(person: Person) -> dict[str, str]:
    if person.literal:
        return {"creatorType": "author", "name": person.literal}
    last = " ".join(filter(None, (person.prefix, person.family)))
    first = ", ".join(filter(None, (person.given, person.suffix)))
    return {"creatorType": "author", "lastName": last, "firstName": first}


def _date(paper: Paper) -> str:
    if paper.year is None:
        return ""
    return f"{paper.year}-{paper.month:02}" if paper.month else str(paper.year)
