"""RIS as Zotero, EndNote and Mendeley write it; rispy knows its tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.decode import decode
from recommender.formats.entry_types import entry_type, place_of
from recommender.formats.keys import keys_for
from recommender.formats.ris_records import Record, records_of
from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.text.latex import untagged
from recommender.text.tidy import tidy

TYPES = {  # RIS -> BibTeX; any other type is misc
    **dict.fromkeys(("JOUR", "EJOUR", "MGZN", "NEWS", "INPR"), "article"),
    **dict.fromkeys(("CPAPER", "CONF"), "inproceedings"),
    **dict.fromkeys(("CHAP", "ECHAP", "ENCYC", "DICT"), "incollection"),
    **dict.fromkeys(("BOOK", "EBOOK", "EDBOOK"), "book"),
    **{"THES": "phdthesis", "RPRT": "techreport", "UNPB": "unpublished", "MANSCPT": "unpublished"},
    **{"ELEC": "online", "BLOG": "online"},
}
TAGS = {  # BibTeX -> RIS, as Zotero and Mendeley have it; any other type is GEN
    **{"article": "JOUR", "inproceedings": "CONF", "incollection": "CHAP", "book": "BOOK"},
    **{"phdthesis": "THES", "mastersthesis": "THES", "techreport": "RPRT"},
    **{"unpublished": "UNPB", "online": "ELEC"},
}
TITLES = ("title", "primary_title", "translated_title")
VENUES = ("journal_name", "alternate_title3", "secondary_title", "custom3", "alternate_title2")
PLACES = dict.fromkeys(("phdthesis", "techreport"), ("publisher", "secondary_title"))
FIELDS = ("volume", "number", "publisher", "edition")  # of one name here and there


def read(source: bytes, *, file: str = "") -> Library:
    """Read a RIS file; a record without a name or a title is told and left out."""
    decoded = decode(source)
    records, notices = records_of(decoded.text)
    if not records:
        name = file or "The text"
        raise UnreadableInput(f"{name} holds no RIS record; each begins with a line “TY  - ”.")
    entries: list[Entry] = []
    for record in records:
        paper = _paper(_parsed(record))
        if paper.title or paper.authors:
            entries.append(Entry(paper=paper, position=len(entries), line=record.line, file=file))
        else:
            message = "A record that names no title and no author was left out."
            notices.append(Notice(line=record.line, code="empty-record", message=message))
    told = sorted((*decoded.notices, *notices), key=lambda notice: notice.line)
    return Library(
        entries=tuple(entries),
        notices=tuple(facts.in_file(notice, file) for notice in told),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format="ris",
    )


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return one record for each paper; keys are those that `bibtex.write` would give them."""
    from rispy import RisWriter, dumps

    class Writer(RisWriter):  # type: ignore[misc]
        def set_header(self, count: int) -> str:  # rispy numbers the records, which is not RIS
            return ""

    if not papers:
        return ""
    keyed = zip(papers, keys_for(papers, into), strict=True)
    written: str = dumps(
        [_reference(paper, key) for paper, key in keyed],
        implementation=Writer,
        delimiter_tags_mapping={},  # a doi may hold the ";" that would part two addresses
    )
    return written


def _parsed(record: Record) -> dict[str, Any]:
    from rispy import loads

    text = "\n".join(f"{tag}  - {value}" for tag, value in record.lines)
    found: list[dict[str, Any]] = loads(f"{text}\nER  - \n", delimiter_tags_mapping={})
    return found[0]


def _paper(found: dict[str, Any]) -> Paper:
    others = {tag: values[0] for tag, values in found.get("unknown_tag", {}).items() if tag}
    urls = found.get("urls", [])
    notes = [*found.get("notes", []), found.get("accession_number", ""), found.get("note", "")]
    dates = (found.get(name, "") for name in ("year", "date", "publication_year"))
    years, months = zip(*(facts.date(text) for text in dates), strict=True)
    kind = TYPES.get(found["type_of_reference"].upper(), "misc")
    return Paper(
        key=found.get("id") or found.get("label") or None,
        type=kind,
        title=untagged(_first(found, TITLES) or others.get("BT", "")),
        authors=tuple(facts.person(untagged(name)) for name in _names(found)),
        year=next(filter(None, years), None),
        month=next(filter(None, months), None),
        venue=untagged(_first(found, PLACES.get(kind, VENUES))),
        abstract=untagged(_first(found, ("abstract", "notes_abstract"))),
        keywords=tuple(dict.fromkeys(untagged(word) for word in found.get("keywords", []) if word)),
        doi=facts.first(identifiers.doi, [found.get("doi", ""), *urls]),
        arxiv=facts.first(identifiers.arxiv, [*urls, found.get("doi", ""), *notes]),
        openreview=facts.first(identifiers.openreview, urls),
        pmid=facts.first(identifiers.pmid, urls),
        isbn=identifiers.isbn(found.get("issn", "")),
        url=next(iter(urls), ""),
        language=found.get("language", ""),
        fields=_fields(found),
    )


def _first(found: dict[str, Any], names: Iterable[str]) -> str:
    return next((found[name] for name in names if found.get(name)), "")


def _names(found: dict[str, Any]) -> list[str]:
    return found.get("authors") or found.get("first_authors") or []


def _fields(found: dict[str, Any]) -> dict[str, str]:
    """Return the other facts under BibTeX's names."""
    number = found.get("issn", "")  # or the ISBN of a book
    others = {
        **{name: found.get(name, "") for name in FIELDS},
        "pages": facts.pages(found.get("start_page", ""), found.get("end_page", "")),
        "address": found.get("place_published", ""),
        "issn": "" if identifiers.isbn(number) else number,
        "editor": " and ".join(found.get("secondary_authors", [])),
    }
    return {name: untagged(value) for name, value in others.items() if value}


def _reference(paper: Paper, key: str) -> dict[str, Any]:
    """Return a paper as rispy names its parts, in the order in which they are written."""
    kind = TAGS.get(paper.type, "GEN")
    first, _, last = paper.fields.get("pages", "").replace("--", "-").partition("-")
    month = f"{paper.month:02d}" if paper.month else ""
    place = place_of(paper, entry_type(paper))
    published = {"publisher": place} if kind in ("THES", "RPRT") else {"secondary_title": place}
    parts: dict[str, str | list[str]] = {
        "type_of_reference": kind,
        "authors": [facts.inverted(person) for person in paper.authors],
        "title": paper.title,
        **({"alternate_title3": place} if kind == "JOUR" else {}),
        "year": str(paper.year or ""),
        "date": f"{paper.year}/{month}//" if paper.year and month else "",
        **{name: paper.fields.get(name, "") for name in FIELDS},
        **published,
        "place_published": paper.fields.get("address", ""),
        "start_page": first,
        "end_page": last,
        "issn": paper.isbn or paper.fields.get("issn", ""),
        "doi": facts.doi_of(paper),
        "accession_number": f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "urls": [facts.address_of(paper)],
        "language": paper.language,
        "keywords": list(paper.keywords),
        "abstract": paper.abstract,
        "id": key,
    }
    return {name: _one_line(value) for name, value in parts.items() if value and value != [""]}


def _one_line(value: str | list[str]) -> str | list[str]:
    """Return text that cannot begin a line of its own: a line feed in it would be a new tag."""
    return tidy(value) if isinstance(value, str) else [tidy(text) for text in value]
