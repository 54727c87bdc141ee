"""Papers -> RIS, in the tags that Zotero's translator gives back whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recommender.formats import facts
from recommender.formats.entry_types import entry_type, fact, is_preprint, place_of, repository_of
from recommender.formats.keys import keys_for
from recommender.formats.ris import tags as names
from recommender.library import Library
from recommender.papers import Paper
from recommender.text.tidy import tidy

Lines = Iterator[tuple[str, str]]  # (tag, text)


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return one record for each paper; keys are those that `bibtex.write` would give them."""
    keyed = zip(papers, keys_for(papers, into), strict=True)
    return "\n".join(_record(paper, key) for paper, key in keyed)


def _record(paper: Paper, key: str) -> str:
    """Return the lines of a paper; no text can begin a line of its own."""
    lines = ((tag, tidy(text)) for tag, text in _lines(paper, key))
    return "".join(f"{tag}  - {text}\n" for tag, text in lines if text or tag == "ER")


def _lines(paper: Paper, key: str) -> Lines:
    preprint = is_preprint(paper)
    kind = "GEN" if preprint else names.TAGS.get(paper.type.lower(), "GEN")
    yield "TY", kind
    if kind == "GEN":
        yield "M2", "Type: preprint" if preprint else "Type: document"
    for person in paper.authors:
        yield "AU", facts.inverted(person)
    yield "TI", paper.title
    yield from _where(paper, kind, preprint=preprint)
    yield from _when(paper)
    yield from _people(paper, kind)
    yield from _numbers(paper, kind)
    yield from _identifiers(paper, kind, preprint=preprint)
    yield "LA", paper.language
    for word in paper.keywords:  # a line that stands alone would be parted at its commas
        yield "KW", f"{word};" if len(paper.keywords) == 1 and "," in word else word
    yield "AB", paper.abstract
    yield "N1", fact(paper, "note")
    yield "ID", key
    if ":" not in key:  # of what holds a colon Zotero makes no field
        yield "M2", f"Citation Key: {key}"
    yield "ER", ""


def _where(paper: Paper, kind: str, *, preprint: bool) -> Lines:
    place = repository_of(paper) if preprint else place_of(paper, entry_type(paper)) or paper.venue
    tag = "PB" if preprint else names.VENUE_TAGS.get(kind, "T2")
    yield tag, place
    if kind == "JOUR":
        yield "JF", place
        yield "J2", fact(paper, "shortjournal")
    if preprint and place == "arXiv":  # for readers other than Zotero: what our source called it
        yield "SO", paper.venue
    if kind == "CONF":
        yield "T2", fact(paper, "eventtitle")
    publisher = fact(paper, "publisher")
    if tag != "PB":
        yield "PB", publisher
    elif publisher != place:
        yield "M2", _named("Publisher", publisher)
    yield "C1" if kind == "CONF" else "CY", fact(paper, "address")
    if kind != "BOOK":
        series = fact(paper, "series")
        yield (
            names.SERIES_TAGS.get(kind, "M2"),
            (series if kind in names.SERIES_TAGS else _named("Series", series)),
        )


def _when(paper: Paper) -> Lines:
    if paper.year is None:
        return
    year = f"{'-' if paper.year < 0 else ''}{abs(paper.year):04d}"
    yield "PY", year
    if paper.month:
        yield "DA", f"{year}/{paper.month:02d}//"


def _people(paper: Paper, kind: str) -> Lines:
    tag = names.EDITOR_TAGS.get(kind)
    for person in facts.editors(paper):
        if tag:
            yield tag, facts.inverted(person)
        else:  # of an editor that the type lacks Zotero would make an author
            family = " ".join(filter(None, (person.prefix, person.family)))
            given = ", ".join(filter(None, (person.given, person.suffix)))
            yield "M2", f"Editor: {person.literal or f'{family} || {given}'}"


def _numbers(paper: Paper, kind: str) -> Lines:
    yield "VL", fact(paper, "volume")
    yield names.NUMBER_TAGS.get(kind, "IS"), fact(paper, "number")
    yield "ET", fact(paper, "edition")
    yield "SE", fact(paper, "chapter")
    yield "C7", fact(paper, "eid")
    yield "ST", fact(paper, "shorttitle")
    yield "M3", fact(paper, "type") or names.KINDS_OF_THESIS.get(paper.type.lower(), "")
    pages = facts.pages(paper.fields.get("pages", ""))
    if kind in names.WHOLE_PAGES:
        yield "SP", fact(paper, "pagetotal")
        yield "M2", _named("Pages", pages)
        return
    first, dash, last = pages.partition("-")
    several = "-" in last or "," in pages
    yield "SP", pages if several else first
    if dash and not several:
        yield "EP", last


def _identifiers(paper: Paper, kind: str, *, preprint: bool) -> Lines:
    issn = fact(paper, "issn")
    with_isbn = kind not in names.WITH_ISSN and kind != "RPRT"
    yield "SN", paper.isbn if with_isbn else ""
    yield (
        "SN" if kind in names.WITH_ISSN else "M2",
        (issn if kind in names.WITH_ISSN else _named("ISSN", issn)),
    )
    yield "M2", "" if with_isbn else _named("ISBN", paper.isbn)
    yield "DO", facts.doi_of(paper)
    for address in facts.addresses_of(paper):
        yield "UR", address
    yield "M2", _named("Archive ID" if preprint else "arXiv", paper.arxiv)
    yield "M2", _named("PMID", paper.pmid)
    yield "M2", _named("PMCID", fact(paper, "pmcid"))


def _named(name: str, text: str) -> str:
    """Return a fact that Zotero has no tag for: it moves such a line of M2 into its field."""
    return f"{name}: {text}" if text else ""
