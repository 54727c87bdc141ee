"""A plain list of titles, with or without authors: one a line, or title and authors in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from recommender.formats.gathering import left_out
from recommender.formats.pages.naming import is_list, people
from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.text.markup import readable

MIN_WORDS, MAX_WORDS = 2, 40
MAX_LINE = 2_000  # characters
TELLING = 3  # lines at least, where no name says what a file is
LOOKED_AT = 200  # lines
_BULLET = re.compile(r"^\s*(?:[-*•–—◦▪]+|\(?\d{1,5}[.):]|\[\d{1,5}\]|#\d{1,5})\s+")
_NO_TITLE = re.compile(r"[{}<>=\\@]|^https?://\S+$")
_LETTER = re.compile(r"[^\W\d_]")
_PARTS = re.compile(
    r"\s+[—–|-]+\s+|\t+|\s+//\s+|[.?!]\s+(?=[^\W\d_])|,?\s+by\s+|\s+\((?=[^()]+\)$)"
)
_YEAR = re.compile(r"[,.]?\s*\(?\b((?:19|20)\d\d)\)?\.?$")
_HEADING = re.compile(r"\b([A-Z][A-Za-z]{2,9})\W{1,3}((?:19|20)\d\d)\b")
_ABOUT_PAPERS = re.compile(
    r"\b(?:papers|proceedings|list|program(?:me)?|contents|accepted)\b", re.I
)


class Line(NamedTuple):
    """A line that says something: its number, its text, and whether it is set in."""

    number: int
    text: str
    is_inner: bool


def are_titles(text: str) -> bool:
    """Tell whether a text of no other format is a list of titles, rather than running text."""
    found = _lines(text)[:LOOKED_AT]
    fitting = sum(_may_be_title(line.text) and not line.text[0].islower() for line in found)
    return len(found) >= TELLING and fitting >= 0.8 * len(found)


def papers(text: str) -> Iterator[tuple[int, Paper | Notice]]:
    """Yield the papers of a list; its own heading gives them venue and year."""
    lines = _lines(text)
    venue, year, lines = _heading(lines)
    turns = _in_turns(lines)
    at = 0
    while at < len(lines):
        line = lines[at]
        title, authors, own_year = _parted(line.text)
        at += 1
        if not authors and at < len(lines) and (authors := _authors(lines[at], turns)):
            at += 1
        if _may_be_title(title) or (authors and title):
            yield line.number, _paper(title, authors, venue, own_year or year)
        else:
            yield left_out(line.number, "A line that is no title was left out.")


def heading(text: str) -> tuple[str, int | None]:
    """Return venue and year that the heading of a page names."""
    found = _HEADING.search(text)
    return (found[1], int(found[2])) if found else ("", None)


def _lines(text: str) -> list[Line]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = " ".join(_BULLET.sub("", line[:MAX_LINE]).strip("\ufeff \t").split(" "))
        if _LETTER.search(plain):
            found.append(Line(number, plain, line[:1].isspace() and not _BULLET.match(line)))
    return found


def _heading(lines: list[Line]) -> tuple[str, int | None, list[Line]]:
    if len(lines) < 2:
        return "", None, lines
    first = lines[0].text
    venue, year = heading(first)
    if (year and len(first.split()) <= 8) or (_ABOUT_PAPERS.search(first) and len(first) < 40):
        return venue, year, lines[1:]
    return "", None, lines


def _in_turns(lines: Sequence[Line]) -> bool:
    """Tell whether every second line names people, and not every first one."""
    first, second = lines[::2], lines[1::2]
    return (
        len(first) == len(second) > 1
        and all(people(line.text) for line in second)
        and not all(people(line.text) for line in first)
    )


def _authors(line: Line, turns: bool) -> tuple[Person, ...]:
    """Return whom the line after a title names, where it is surely no title itself."""
    return people(line.text) if turns or line.is_inner or is_list(line.text) else ()


def _parted(text: str) -> tuple[str, tuple[Person, ...], int | None]:
    """Return title, authors and year of `Title. Authors`, `Title — A, B` or `A, B: Title`."""
    year = _YEAR.search(text)
    rest = text[: year.start()] if year else text
    said = int(year[1]) if year else None
    for found in reversed(list(_PARTS.finditer(rest))):
        before, after = rest[: found.start()], rest[found.end() :].rstrip(")")
        authors = people(after)
        dashed = not found[0].startswith((".", "?", "!"))
        if authors and (is_list(after) or dashed or _words(before) > 2) and not is_list(before):
            kept = before + (found[0][0] if found[0][0] in "?!" else "")
            return kept, authors, said
        if is_list(before) and not is_list(after):
            return after, people(before), said
    first, colon, after = rest.partition(": ")
    if colon and is_list(first):
        return after, people(first), said
    return rest, (), said


def _may_be_title(text: str) -> bool:
    return MIN_WORDS <= _words(text) <= MAX_WORDS and not _NO_TITLE.search(text)


def _words(text: str) -> int:
    """Return the number of words; a script without blanks has about two letters a word."""
    wide = sum("\u3040" <= letter <= "\ud7a3" for letter in text)
    return len(text.split()) + wide // 4


def _paper(title: str, authors: tuple[Person, ...], venue: str, year: int | None) -> Paper:
    return Paper(
        type="inproceedings" if venue else "misc",
        title=readable(title).rstrip("."),
        authors=authors,
        venue=venue,
        year=year,
    )
