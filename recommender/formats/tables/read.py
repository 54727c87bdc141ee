"""A table as a library: each row becomes a paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from recommender.errors import UnreadableInput
from recommender.formats.decode import decode
from recommender.formats.gathering import left_out, library
from recommender.formats.tables.paper import reader
from recommender.formats.tables.rows import Head, head, lines_of, rows
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper


def read(source: bytes, *, file: str = "") -> Library:
    """Read a table whose headings name a title and another fact; each row becomes a paper."""
    decoded = decode(source)
    lines = lines_of(decoded.text.lstrip("\ufeff"))
    found = head(lines)
    if found is None:
        raise UnreadableInput(
            f"{file or 'The text'} cannot be read as a table: name its columns in the first line, "
            "such as title, authors, year."
        )
    odd = [(notice.line, notice) for notice in decoded.notices]
    records = [*odd, *_records(lines, found)]
    whole = library(records, source, file=file, form="table", of="a table")
    return replace(whole, encoding=decoded.encoding)


def _records(lines: list[str], found: Head) -> Iterator[tuple[int, Paper | Notice]]:
    paper = reader(found)
    for line, cells in rows(lines, found):
        filled = [cell for cell in cells if cell.strip()]
        if not filled:
            continue
        if len("".join(cells[len(found.cells) :]).strip()):
            yield line, _too_long(line)
        made = paper(line, cells)
        if made.title or made.abstract:
            yield line, made
        else:
            yield left_out(line, "A row without a title was left out.")


def _too_long(line: int) -> Notice:
    message = "This row has more cells than there are headings: look at its quotation marks."
    return Notice(line=line, code="row-too-long", message=message)
