"""A row of a table as a paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from recommender.formats import facts
from recommender.formats.json import plain
from recommender.formats.json.values import persons
from recommender.formats.tables.headings import columns
from recommender.formats.tables.rows import Head
from recommender.formats.tagged import web_of_science
from recommender.formats.tagged.tagging import Record
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.text.identifiers import identifiers_in

Reader = Callable[[int, Sequence[str]], Paper]
DATABASES = frozenset({"scopus", "pubmed", "google scholar", "crossref", "openalex", "wos"})
KINDS = {  # a word in the type, as databases write it -> BibTeX; the first that is there
    "thesis": "phdthesis",
    "dissertation": "phdthesis",
    "chapter": "incollection",
    "section": "incollection",
    "conference": "inproceedings",
    "proceeding": "inproceedings",
    "preprint": "misc",
    "book": "book",
    "monograph": "book",
    "report": "techreport",
    "journal": "article",
    "article": "article",
    "review": "article",
    "letter": "article",
}
STATUS = {"retracted": "retracted", "erratum": "notice", "retraction": "notice"}
_NUMBER = re.compile(r"\s*\(\d{4,}\)")  # of an author, in Scopus
_BETWEEN = re.compile(r"\s*(?:\||\n|;)\s*")
_MORE = re.compile(r"[;,]?\s*(?:\.{3}|…)\s*$|[\s;,]+$")
_LAST_STOP = re.compile(r"(?<=[A-Z])\.$")  # PubMed: Berg IM, Lee A.
_INITIALS_LAST = re.compile(r"([^\W\d_][\w'’ -]*[^\W\d_A-Z]) ([A-Z]{1,3})")
_WORDS = re.compile(r"\s*[;|\n]\s*")


def reader(head: Head) -> Reader:
    """Return what makes a paper of the cells of a row."""
    if head.is_tagged:
        return lambda line, cells: web_of_science.paper(_tagged(head.cells, line, cells))
    places = columns(head.cells)
    return lambda _, cells: _paper(_facts(places, cells))


def _tagged(tags: Sequence[str], line: int, cells: Sequence[str]) -> Record:
    found = zip(tags, cells, strict=False)
    return Record(line, {tag: [[cell.strip()]] for tag, cell in found if cell.strip()})


def _facts(places: dict[str, list[int]], cells: Sequence[str]) -> dict[str, str]:
    """Return the first cell of each fact that says something."""
    found = {fact: [cells[i].strip() for i in at if i < len(cells)] for fact, at in places.items()}
    found["venue"] = [name for name in found.get("venue", ()) if name.casefold() not in DATABASES]
    return {fact: facts.said(facts.first(facts.said, texts)) for fact, texts in found.items()}


def _paper(given: dict[str, str]) -> Paper:
    found = plain.paper(
        {name: value for name, value in given.items() if name not in ("authors", "keywords")}
    )
    noted = identifiers_in(given.get("extra", ""))
    kind, status = _type(given)
    return replace(
        found,
        key=noted.key or "".join(given.get("key", "").split()) or None,
        type=kind,
        authors=persons(_names(given.get("authors", ""))),
        keywords=_keywords(given.get("keywords", "")),
        doi=found.doi or noted.doi,
        arxiv=found.arxiv or noted.arxiv,
        pmid=found.pmid or noted.pmid,
        fields={**found.fields, **_fields(given), **({"status": status} if status else {})},
    )


def _type(given: dict[str, str]) -> tuple[str, str]:
    """Return the type of BibTeX, and what the type says of the paper's standing."""
    said = given.get("type", "").casefold()
    kind = next((kind for word, kind in KINDS.items() if word in said), "")
    status = next((status for word, status in STATUS.items() if word in said), "")
    return kind or ("article" if given.get("venue") else "misc"), status


def _names(cell: str) -> str:
    """Return the names of a cell with semicolons between them, Family, Given or as printed."""
    cell = _LAST_STOP.sub("", _MORE.sub("", _NUMBER.sub("", cell)))
    commas = [part.strip() for part in cell.split(",")]
    if all(map(_INITIALS_LAST.fullmatch, commas)):
        return "; ".join(_INITIALS_LAST.sub(r"\1, \2", name) for name in commas)
    return "; ".join(filter(None, _BETWEEN.split(cell)))


def _keywords(cell: str) -> tuple[str, ...]:
    parts = _WORDS.split(cell) if _WORDS.search(cell) else cell.split(",")
    return tuple(dict.fromkeys(filter(None, (part.strip() for part in parts))))


def _fields(given: dict[str, str]) -> dict[str, str]:
    same = ("address", "series", "edition", "eid", "shortjournal", "eventtitle")
    found = {name: given.get(name, "") for name in same}
    if not given.get("pages"):
        found["pages"] = facts.pages(given.get("first", ""), given.get("last", ""))
    editors = persons(_names(given.get("editors", "")))
    found["editor"] = " and ".join(map(facts.inverted, editors))
    found["pmcid"] = identifiers.pmcid(given.get("pmcid", ""))
    if found["eventtitle"] == given.get("venue"):
        found["eventtitle"] = ""
    return {name: value for name, value in found.items() if value}
