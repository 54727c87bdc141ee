"""Paper -> the type and the fields of its entry, in the names of BibTeX or of biblatex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from recommender.formats.bibtex.escape import escaped, title, verbatim
from recommender.formats.bibtex.persons import author_field, names_field
from recommender.formats.entry_types import PLACE, entry_type, fact, place_of
from recommender.formats.facts import MONTHS, address_of, doi_of
from recommender.papers import Paper

MONTH_MACROS = tuple(MONTHS)
BIBLATEX = {
    "journal": "journaltitle",
    "address": "location",
    "school": "institution",
    "primaryclass": "eprintclass",
}
BOOKISH = ("editor", "series", "volume", "number", "publisher", "address")
FACTS = {  # what else belongs to a type, by the data model of biblatex
    "article": ("series", "volume", "number", "pages", "issn"),
    "inproceedings": (*BOOKISH, "organization", "pages"),
    "incollection": (*BOOKISH, "edition", "chapter", "pages"),
    "book": (*BOOKISH, "edition", "chapter", "pages"),
    "phdthesis": ("address", "chapter", "pages"),
    "mastersthesis": ("address", "chapter", "pages"),
    "techreport": ("number", "address", "chapter", "pages"),
    "unpublished": ("address", "pages"),
    "misc": ("publisher", "pages"),
}
DASH = re.compile(r"\s*(?:--+|[‐-―]+)\s*")
HYPHEN = re.compile(r"(?<=\w)\s*-\s*(?=\w)")


class Field(NamedTuple):
    """A field as it is written: its value is TeX, or a macro (`jan`) where bare."""

    name: str
    value: str
    bare: bool = False


def fields(paper: Paper, *, biblatex: bool = False, codec: str = "utf-8") -> list[Field]:
    """Return the fields of an entry in their order; nothing about us, no file."""
    kind = entry_type(paper)
    found = [
        Field("author", author_field(paper.authors, codec)),
        Field("title", title(paper.title, codec)),
        *_where(paper, kind, codec),
        *_when(paper, biblatex),
        *_identifiers(paper, kind, biblatex, codec),
        *_about(paper, codec),
    ]
    new_names = BIBLATEX if biblatex else {}
    return [
        field._replace(name=new_names.get(field.name, field.name)) for field in found if field.value
    ]


def _where(paper: Paper, kind: str, codec: str) -> Iterator[Field]:
    place = PLACE.get(kind, "howpublished")
    yield Field(place, escaped(place_of(paper, kind), codec))
    for name in FACTS[kind]:
        if name != place and not _one_too_many(name, paper, kind):
            write = WRITERS.get(name, escaped)
            yield Field(name, write(fact(paper, name), codec))


def _one_too_many(name: str, paper: Paper, kind: str) -> bool:
    """Tell whether the styles of BibTeX object to a fact beside another: one of the two is used."""
    if name == "number":
        return kind in ("inproceedings", "incollection", "book") and bool(fact(paper, "volume"))
    return name == "editor" and kind == "book" and bool(paper.authors)


def _pages(text: str, codec: str) -> str:
    """Return ranges with TeX's dash; hyphens stay where a longer dash marks the range."""
    dash = DASH if DASH.search(text) else HYPHEN
    return "--".join(escaped(page, codec) for page in dash.split(text))


WRITERS: dict[str, Callable[[str, str], str]] = {"pages": _pages, "editor": names_field}


def _when(paper: Paper, biblatex: bool) -> Iterator[Field]:
    if paper.year is None:
        return
    month = f"-{paper.month:02d}" if paper.month else ""
    sign = "-" if paper.year < 0 else ""
    if biblatex:
        yield Field("date", f"{sign}{abs(paper.year):04d}{month}")
        return
    yield Field("year", f"{sign}{abs(paper.year):0{4 if abs(paper.year) < 100 else 3}d}")
    if paper.month:
        yield Field("month", MONTH_MACROS[paper.month - 1], bare=True)


def _identifiers(paper: Paper, kind: str, biblatex: bool, codec: str) -> Iterator[Field]:
    yield Field("doi", verbatim(doi_of(paper), codec))
    if paper.arxiv:  # BibTeX's styles read the one name of the archive, Zotero and biber the other
        yield Field("eprint", verbatim(paper.arxiv, codec))
        yield Field("eprinttype", "arxiv")
        if not biblatex:
            yield Field("archiveprefix", "arXiv")
        yield Field("primaryclass", verbatim(fact(paper, "primaryclass"), codec))
    if biblatex and paper.pmid and not paper.arxiv:
        yield Field("eprint", verbatim(paper.pmid, codec))
        yield Field("eprinttype", "pubmed")
    else:
        yield Field("pmid", verbatim(paper.pmid, codec))
    if not biblatex or "publisher" in FACTS[kind]:
        yield Field("isbn", verbatim(paper.isbn, codec))
    yield Field("url", verbatim(address_of(paper), codec))


def _about(paper: Paper, codec: str) -> Iterator[Field]:
    sign = "; " if any("," in word for word in paper.keywords) else ", "
    yield Field("note", escaped(fact(paper, "note"), codec))
    yield Field("language", escaped(paper.language, codec))
    yield Field("keywords", escaped(sign.join(paper.keywords), codec))
    yield Field("abstract", escaped(paper.abstract, codec))
