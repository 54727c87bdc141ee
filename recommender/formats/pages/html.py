"""A web page that lists papers, such as those that a conference accepted.

What is in bold, a link or a heading may be a title, and names in the same or the next lines are its
authors. Of the ways in which a page marks texts, that which is followed by names is believed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.decode import decode
from recommender.formats.gathering import library
from recommender.formats.pages.html_lines import Line, Lines
from recommender.formats.pages.naming import people
from recommender.formats.pages.titles import heading
from recommender.formats.tables.headings import are_headings
from recommender.formats.tables.paper import reader
from recommender.formats.tables.rows import Head
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.markup import readable

ABSTRACT_WORDS = 40
MIN_TITLE_WORDS, MAX_TITLE_WORDS = 2, 40
FEW = 3  # papers; fewer may be anything
LINES_BETWEEN = 4  # a title and its authors or its abstract
BUTTONS = re.compile(
    r"\[?(?:pdf|abs(?:tract)?|code|video|poster|slides|bib(?:tex)?|supp\w*|download|paper|link|openreview"
    r"|arxiv|html|show (?:details|abstract)|read more|log ?in|sign (?:in|up)|\W*)\]?",
    re.IGNORECASE,
)
LABEL = re.compile(r"^(?:abstract|summary)\s*[:.—-]?\s*", re.IGNORECASE)
Record = tuple[int, Paper | Notice]


@dataclass(slots=True)
class _Found:
    """A text that may be a title, and what stands after it."""

    line: Line
    title: str
    authors: tuple[Person, ...] = ()
    abstract: str = ""


def read(source: bytes, *, file: str = "") -> Library:
    """Read a web page; what was guessed is told. Raises UnreadableInput where no paper is found."""
    decoded = decode(source)
    page = Lines(decoded.text)
    records = list(_in_tables(page)) or list(_listed(page))
    if not records:
        called = " ".join(page.title.split())[:80]
        raise UnreadableInput(
            f"{file or 'The text'} cannot be read: it looks like a web page"
            f"{f' ({called})' if called else ''} without a list of papers; "
            "download the BibTeX file itself."
        )
    notice = _doubt([paper for _, paper in records if isinstance(paper, Paper)])
    whole = library([*notice, *records], source, file=file, form="html", of="a web page")
    return replace(whole, encoding=decoded.encoding)


def _in_tables(page: Lines) -> Iterator[Record]:
    """Yield the papers of tables that say what their columns are."""
    for rows in page.rows:
        if not rows or not are_headings(cells := _cells(rows[0][1])):
            continue
        paper = reader(Head(cells, "", 0))
        for line, row in rows[1:]:
            if (found := paper(line, _cells(row))).title:
                yield line, found


def _cells(row: list[str]) -> list[str]:
    return [" ".join(cell.split()) for cell in row]


def _listed(page: Lines) -> Iterator[Record]:
    groups: dict[tuple[str, ...], list[_Found]] = defaultdict(list)
    for found in _candidates(page.lines):
        groups[found.line.signature].append(found)
    name = next((h for h in (page.title, *_first_lines(page)) if heading(h)[1]), "")
    venue, year = heading(name)
    believed = sorted(_believed(list(groups.values())), key=lambda found: found.line.number)
    for found in believed:
        yield found.line.number, _paper(found, page.address, venue, year)


def _first_lines(page: Lines) -> list[str]:
    return [line.text for line in page.lines[:20] if len(line.text) < 100]


def _candidates(lines: list[Line]) -> Iterator[_Found]:
    """Yield what may be titles, each with the names and the abstract after it."""
    found: _Found | None = None
    since = 0
    for line in lines:
        text = line.text
        since += 1
        near = found is not None and since <= LINES_BETWEEN
        if found and near and not found.authors and (names := _names(line, found)):
            found.authors = names
        elif found and near and len(text.split()) >= ABSTRACT_WORDS:
            found.abstract = found.abstract or LABEL.sub("", text)
        elif title := _title(line):
            if found:
                yield found
            found, since = _Found(line, title), 0
            found.authors = people(_after_title(line)) if _after_title(line) else ()
    if found:
        yield found


def _title(line: Line) -> str:
    """Return the marked text that a line begins with; "" where it is none."""
    marked: list[str] = []
    for run in line.runs:
        if not (run.is_marked or run.of_title) or run.of_authors:
            if marked and "".join(marked).strip():
                break
            if run.text.strip(" \t\n\r0123456789.:()[]#-•"):
                return ""
            continue
        marked.append(run.text)
    title = " ".join("".join(marked).split())
    said = any(run.of_title for run in line.runs)
    fits = (1 if said else MIN_TITLE_WORDS) <= len(title.split()) <= MAX_TITLE_WORDS
    wide = sum(letter >= "\u3040" for letter in title) > 6
    return title if (fits or wide) and not BUTTONS.fullmatch(title) else ""


def _after_title(line: Line) -> str:
    """Return what follows the marked text of a line."""
    texts: list[str] = []
    begun = False
    for run in line.runs:
        if begun and (not (run.is_marked or run.of_title) or run.of_authors or texts):
            texts.append(run.text)
        begun = begun or (run.is_marked and bool(run.text.strip()))
    return " ".join("".join(texts).split()).strip(" .,;:—–-")


def _names(line: Line, found: _Found) -> tuple[Person, ...]:
    """Return whom a line names; a lone name in the marks of a title is rather another title."""
    certain = any(run.of_authors for run in line.runs)
    text = "".join(r.text for r in line.runs if r.of_authors) if certain else line.text
    if any(run.of_title for run in line.runs) and not certain:
        return ()
    names = people(" ".join(text.split()), certain=certain)
    alone = len(names) == 1 and not certain
    return () if alone and line.signature == found.line.signature else names


def _believed(groups: list[list[_Found]]) -> Iterable[_Found]:
    """Return those whose marks are followed by names, else the largest group of like titles."""
    named = [g for g in groups if 2 * sum(bool(f.authors or f.abstract) for f in g) >= len(g)]
    if named:
        return [found for group in named for found in group if found.authors or len(group) > 1]
    like = [
        g for g in groups if len(g) >= FEW and sum(len(f.title.split()) for f in g) >= 4 * len(g)
    ]
    return max(like, key=len, default=[])


def _paper(found: _Found, page: str, venue: str, year: int | None) -> Paper:
    links = [_address(link, page) for link in found.line.links]
    return Paper(
        type="inproceedings" if venue else "misc",
        title=readable(found.title),
        authors=found.authors,
        abstract=readable(found.abstract),
        venue=venue,
        year=year,
        doi=facts.first(identifiers.doi, links),
        arxiv=facts.first(identifiers.arxiv, links),
        openreview=facts.first(identifiers.openreview, links),
        url=next((link for link in links if link.startswith(("http://", "https://"))), ""),
    )


def _address(link: str, page: str) -> str:
    if link.startswith("/forum?id="):
        return f"https://openreview.net{link}"
    try:
        return urljoin(page, link)
    except ValueError:
        return link


def _doubt(papers: list[Paper]) -> list[Record]:
    nameless = sum(not paper.authors for paper in papers)
    if len(papers) >= FEW and 2 * nameless < len(papers):
        return []
    message = (
        f"What is a title was guessed: {len(papers)} found, {nameless} of them without authors."
    )
    return [(1, Notice(line=1, code="doubtful", message=message))]
