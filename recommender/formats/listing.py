"""Listing pages: plain text with a paper every few blocks, as copied from a conference's site.

A block is what stands between blank lines. A long block is an abstract; the short ones before it
are its topic ("Area · Subarea"), title and authors, each of which may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recommender.errors import UnreadableInput
from recommender.formats.gathering import library
from recommender.formats.pages import titles
from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.text.markup import readable
from recommender.text.names import people

ABSTRACT_WORDS = 40  # the shortest of 77 real abstracts has 103 words, the longest heading 8
TOPIC_MARK = "\u00b7"  # "Deep Learning · Attention Mechanisms"
_HEADING = re.compile(r"^\W*([A-Z][A-Za-z]{2,9})\W{1,3}((?:19|20)\d\d)\b")
_NAME = re.compile(r"^[^\W\d_][\w.'’ -]{0,60}$")


@dataclass(frozen=True, slots=True)
class _Block:
    line: int
    text: str

    @property
    def is_abstract(self) -> bool:
        return _is_long(self.text)


def _is_long(text: str) -> bool:
    return len(text.split()) >= ABSTRACT_WORDS


def read(source: bytes, *, file: str = "") -> Library:
    """Read a listing page; every abstract in it becomes one paper."""
    text = _decoded(source, file)
    if titles.are_titles(text) and not any(_is_long(line) for line in text.splitlines()):
        return _titles(source, file)
    blocks = list(_blocks(text))
    heading, blocks = _split_heading(blocks)
    venue, year = _venue_and_year(heading)
    entries: list[Entry] = []
    notices: list[Notice] = []
    before: list[_Block] = []
    for block in blocks:
        if not block.is_abstract:
            before.append(block)
            continue
        paper = _paper(before, block, venue, year)
        line = before[0].line if before else block.line
        entries.append(Entry(paper=paper, position=len(entries), line=line, file=file))
        before = []
    notices += [_unused(block, file) for block in before]
    if not entries:
        return _titles(source, file)
    return Library(
        entries=tuple(entries), notices=tuple(notices), file=file, source=source, format="listing"
    )


def _titles(source: bytes, file: str) -> Library:
    """Return the list of titles that a page without any abstract may be."""
    found = list(titles.papers(_decoded(source, file)))
    papers = [what for _, what in found if isinstance(what, Paper)]
    nameless = sum(not paper.authors for paper in papers)
    if len(papers) < len(found) / 2 or (nameless == len(papers) < titles.TELLING):
        raise UnreadableInput(
            f"{file or 'The text'} holds no abstract of {ABSTRACT_WORDS} words or more and is no "
            "list of titles: a listing page needs blank lines between its abstracts, "
            "a title a line of its own."
        )
    if nameless * 2 > len(papers):
        message = f"Each line was taken for a title: {len(papers)}, {nameless} without authors."
        found.insert(0, (1, Notice(line=1, code="doubtful", message=message)))
    return library(found, source, file=file, form="listing", of="a list of titles")


def _decoded(source: bytes, file: str) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableInput(
            f"{file or 'The text'} is not UTF-8 text (byte {error.start}): save it as UTF-8."
        ) from error


def _blocks(text: str) -> Iterator[_Block]:
    """Yield what stands between blank lines; a short line above a long one stands for itself."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            yield from _split(lines)
            lines = []


def _split(lines: Sequence[tuple[int, str]]) -> Iterator[_Block]:
    long = [_is_long(text) for _, text in lines]
    if any(long):
        yield from (_Block(number, text) for number, text in lines)
    else:  # an abstract with line breaks, or one short line
        yield _Block(lines[0][0], " ".join(text for _, text in lines))


def _split_heading(blocks: list[_Block]) -> tuple[str, list[_Block]]:
    """Take the page's own heading off: a first short block followed by more than one paper has."""
    if not blocks or blocks[0].is_abstract:
        return "", blocks
    shorts = [_shorts_before(blocks, i) for i, block in enumerate(blocks) if block.is_abstract]
    usual = min(shorts[1:], default=0)
    if shorts and (shorts[0] > usual or _HEADING.match(blocks[0].text)):
        return blocks[0].text, blocks[1:]
    return "", blocks


def _shorts_before(blocks: list[_Block], end: int) -> int:
    start = end
    while start and not blocks[start - 1].is_abstract:
        start -= 1
    return end - start


def _venue_and_year(heading: str) -> tuple[str, int | None]:
    found = _HEADING.match(heading)
    return (found[1], int(found[2])) if found else ("", None)


def _paper(before: list[_Block], abstract: _Block, venue: str, year: int | None) -> Paper:
    topics, title, authors = _parts([block.text for block in before])
    return Paper(
        type="inproceedings" if venue else "misc",
        title=readable(title),
        authors=people(authors.replace(",", " and "))[0] if authors else (),
        year=year,
        venue=venue,
        abstract=readable(abstract.text),
        keywords=tuple(readable(topic) for topic in topics),
    )


def _parts(texts: list[str]) -> tuple[list[str], str, str]:
    """Tell topic, title and author line apart: by the topic's mark, then by position."""
    topics = [part.strip() for t in texts if TOPIC_MARK in t for part in t.split(TOPIC_MARK)]
    rest = [t for t in texts if TOPIC_MARK not in t]
    if not rest:
        return topics, "", ""
    if len(rest) == 1:
        return (topics, "", rest[0]) if topics or _are_names(rest[0]) else (topics, rest[0], "")
    return topics, " ".join(rest[:-1]), rest[-1]


def _are_names(text: str) -> bool:
    names = [name.strip() for name in text.split(",")]
    return len(names) > 1 and all(
        _NAME.match(name) and 2 <= len(name.split()) <= 5 for name in names
    )


def _unused(block: _Block, file: str) -> Notice:
    return Notice(
        line=block.line,
        code="listing-text-left-over",
        message="Text that belongs to no abstract was left out; an abstract has 40 words or more.",
        file=file,
    )
