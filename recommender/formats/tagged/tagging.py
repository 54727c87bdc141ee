"""Records of tagged lines -> a library, by a table that says which tag holds which fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.decode import decode
from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import untagged

Lines = Iterator[tuple[int, str, str]]  # number of the line, its tag or "" to continue, its text


@dataclass(slots=True)
class Record:
    """The texts of one record by tag, in the order of the file; a text keeps its lines."""

    line: int
    texts: dict[str, list[list[str]]] = field(default_factory=dict)

    def all(self, *tags: str) -> list[str]:
        """Return the texts of some tags, each on one line; none that is empty."""
        found = (" ".join(lines) for tag in tags for lines in self.texts.get(tag, ()))
        return [text for text in (facts.said(untagged(t)).strip() for t in found) if text]

    def first(self, *tags: str) -> str:
        """Return the first text of some tags, "" for none."""
        return next(iter(self.all(*tags)), "")

    def lines(self, *tags: str) -> list[str]:
        """Return the lines of some tags, for those that give each name a line of its own."""
        found = (line for tag in tags for lines in self.texts.get(tag, ()) for line in lines)
        return [text for text in (facts.said(untagged(line)).strip() for line in found) if text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """Which tags hold which fact; the first that is there counts."""

    title: Sequence[str]
    authors: Sequence[Sequence[str]]  # the first group that names somebody
    editors: Sequence[str] = ()
    dates: Sequence[str]
    venue: Sequence[str]
    abstract: Sequence[str]
    keywords: Sequence[str]
    doi: Sequence[str]
    pmid: Sequence[str] = ()
    isbn: Sequence[str] = ()
    links: Sequence[str] = ()
    language: Sequence[str] = ()
    key: Sequence[str] = ()
    fields: Mapping[str, Sequence[str]]


def library(
    source: bytes,
    file: str,
    form: str,
    records: Callable[[str], Iterable[Record]],
    paper: Callable[[Record], Paper],
) -> Library:
    """Return the library of a file; a record that names no title and no author is told."""
    decoded = decode(source)
    entries: list[Entry] = []
    notices = list(decoded.notices)
    for record in records(decoded.text):
        found = paper(record)
        if found.title or found.authors:
            entries.append(Entry(paper=found, position=len(entries), line=record.line, file=file))
        else:
            notices.append(_left_out(record))
    if not entries and not notices:
        raise UnreadableInput(f"{file or 'The text'} holds no record: export it again.")
    return Library(
        entries=tuple(entries),
        notices=tuple(facts.in_file(notice, file) for notice in notices),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format=form,
    )


def _left_out(record: Record) -> Notice:
    message = "A record that names no title and no author was left out."
    return Notice(line=record.line, code="empty-record", message=message, severity="error")


def gathered(lines: Lines, *, begins: str) -> Iterator[Record]:
    """Yield the records of tagged lines; a record begins with the tag that says so.

    What stands before the first is of the file, not of a record.
    """
    record: Record | None = None
    tag = ""
    for number, found, text in lines:
        if found == begins:
            if record:
                yield record
            record = Record(number)
        if record is None:
            continue
        if found:
            tag = found
            record.texts.setdefault(tag, []).append([text])
        elif tag and text:
            record.texts[tag][-1].append(text)
    if record:
        yield record


def paper(record: Record, tags: Tags, kind: str) -> Paper:
    """Return the paper of a record, of a type of BibTeX."""
    year, month = facts.agreeing(record.all(*tags.dates))
    links = record.all(*tags.links, *tags.doi)
    return Paper(
        key=record.first(*tags.key) or None,
        type=kind,
        title=record.first(*tags.title),
        authors=tuple(_authors(record, tags.authors)),
        year=year,
        month=month,
        venue=facts.fullest(record.all(*tags.venue)),
        abstract=record.first(*tags.abstract),
        keywords=tuple(dict.fromkeys(_words(record.all(*tags.keywords)))),
        doi=facts.first(identifiers.doi, record.all(*tags.doi))
        or facts.first(identifiers.doi, links),
        arxiv=facts.first(identifiers.arxiv, links),
        pmid=next(filter(str.isdecimal, record.all(*tags.pmid)), ""),
        isbn=facts.first(identifiers.isbn, record.all(*tags.isbn)),
        url=next((link for link in links if "://" in link), ""),
        language=record.first(*tags.language),
        fields=_fields(record, tags),
    )


def _authors(record: Record, groups: Sequence[Sequence[str]]) -> Iterator[Person]:
    for tags in groups:
        names = record.lines(*tags)
        if names:
            yield from dict.fromkeys(found for name in names for found in facts.persons(name))
            return


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from filter(None, (word.strip(" *") for word in re.split(r"[;\n]", text)))


def _fields(record: Record, tags: Tags) -> dict[str, str]:
    found = {name: record.first(*these) for name, these in tags.fields.items()}
    editors = [person for name in record.lines(*tags.editors) for person in facts.persons(name)]
    found["editor"] = " and ".join(map(facts.inverted, editors))
    return {name: value for name, value in found.items() if value}
