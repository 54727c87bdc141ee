"""EndNote's export as XML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from recommender.formats import facts
from recommender.formats.gathering import left_out
from recommender.formats.tagged import tagging
from recommender.formats.tagged.refer import ISSN, TYPES
from recommender.formats.tagged.tagging import Record, Tags
from recommender.formats.xml.elements import Element, elements
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.text import identifiers

PEOPLE = ("authors", "secondary-authors")
TAGS = Tags(
    title=("title", "short-title"),
    authors=(("authors",),),
    editors=("secondary-authors",),
    dates=("year", "date"),
    venue=("full-title", "secondary-title", "alt-title"),
    abstract=("abstract",),
    keywords=("keyword",),
    doi=("electronic-resource-num",),
    isbn=("isbn",),
    links=("url",),
    language=("language",),
    fields={
        **{"volume": ("volume",), "number": ("number",), "edition": ("edition",)},
        **{"publisher": ("publisher",), "address": ("pub-location",)},
        **{"series": ("tertiary-title",), "shortjournal": ("abbr-1",)},
    },
)
LEAVES = (
    *("title", "short-title", "secondary-title", "tertiary-title", "alt-title", "full-title"),
    *("abbr-1", "year", "date", "abstract", "keyword", "electronic-resource-num", "isbn", "url"),
    *("language", "volume", "number", "pages", "edition", "publisher", "pub-location", "label"),
    *("accession-num", "remote-database-name"),
)
NUMBERS = {  # of a type that is not named
    **{"17": "article", "10": "inproceedings", "47": "inproceedings", "6": "book", "28": "book"},
    **{"5": "incollection", "32": "phdthesis", "27": "techreport", "34": "unpublished"},
}


def records(stream: BinaryIO, *, file: str = "") -> Iterator[tuple[int, Paper | Notice]]:
    """Yield the papers of a file, and the notices of what was left out."""
    for line, found in elements(stream, lambda name, _: name == "record", file=file):
        if isinstance(found, Notice):
            yield line, replace(found, file=file)
            continue
        paper = _paper(found)
        if paper.title or paper.authors:
            yield line, paper
        else:
            message = "A record that names no title and no author was left out."
            yield line, replace(left_out(line, message)[1], file=file)


def _paper(element: Element) -> Paper:
    record = _record(element)
    found = tagging.paper(record, TAGS, _type(element, record))
    number = record.first("isbn")
    more = {
        "pages": facts.pages(record.first("pages")),
        "issn": number if ISSN.fullmatch(number) else "",
    }
    series = {} if found.venue == found.fields.get("series") else found.fields
    fields = {name: value for name, value in found.fields.items() if name != "series" or series}
    return replace(
        found,
        key="".join(record.first("label").split()[:1]) or None,
        pmid=identifiers.accession(
            record.first("accession-num"), record.first("remote-database-name")
        ),
        fields={**fields, **{name: value for name, value in more.items() if value}},
    )


def _record(element: Element) -> Record:
    """Return what an element says by the names of its facts, whatever holds their texts."""
    record = Record(element.line)
    for found in element.all(*LEAVES, *PEOPLE):
        names = [each.text for each in found.all("author")] if found.name in PEOPLE else []
        for text in names or [found.text]:
            record.texts.setdefault(found.name, []).append(text.split("\n"))
    return record


def _type(element: Element, record: Record) -> str:
    kind = next(element.children("ref-type"), None)
    named = TYPES.get(kind.said.casefold()) or NUMBERS.get(kind.text) if kind else None
    return named or ("article" if record.first("full-title") else "misc")
