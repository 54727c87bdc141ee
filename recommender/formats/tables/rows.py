"""Rows of a table as spreadsheets write them: any separator, quoting, and lines inside cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from recommender.formats.tables.headings import TAGS, are_headings, columns

SEPARATORS = ("\t", ";", ",", "|")
LINES_BEFORE = 8  # the headings: some programs say first when they exported, and what
MAX_CELL = 1 << 17  # characters: the csv module's own limit
NO_TABLE = re.compile(r"[\[{<@%\\]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Head(NamedTuple):
    """The row of the headings: its cells, their separator, and what follows."""

    cells: list[str]
    separator: str
    lines: int  # up to and with the row

    @property
    def is_tagged(self) -> bool:
        """Tell whether the columns are called as in Web of Science's tagged form."""
        return {*self.cells} >= TAGS


def lines_of(text: str) -> list[str]:
    """Return lines with their ends, as an editor counts them."""
    return _LINE.findall(text.replace("\r\n", "\n").replace("\r", "\n"))


def head(lines: Sequence[str]) -> Head | None:
    """Return the headings of a table, None for what is no table."""
    if not lines or NO_TABLE.match(lines[0].lstrip()):
        return None
    for number, line in enumerate(lines[:LINES_BEFORE], 1):
        found = [Head(_cells(line, sign), sign, number) for sign in SEPARATORS if sign in line]
        found = [each for each in found if are_headings(each.cells)]
        if found:
            return max(found, key=lambda each: len(columns(each.cells)))
    return None


def rows(lines: Sequence[str], found: Head) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row with the line, counted from 1, on which it begins.

    A quotation mark that is never closed would take the rest of the table: that row is read
    without its marks.
    """
    at = found.lines
    while at < len(lines):
        read = csv.reader(
            iter(lines[i] for i in range(at, len(lines))),
            delimiter=found.separator,
            quoting=csv.QUOTE_NONE if found.is_tagged else csv.QUOTE_MINIMAL,
        )
        begin = at
        for number, cells in _read(read):
            if cells is None or _is_open(lines[begin : at + number]):
                yield begin + 1, _cells(lines[begin], found.separator, quoted=False)
                break
            yield begin + 1, cells
            begin = at + number
        else:
            return
        at = begin + 1


def _read(reader: csv._reader) -> Iterator[tuple[int, list[str] | None]]:  # type: ignore[name-defined]
    """Yield rows with the number of lines read; None for a cell that does not end."""
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield reader.line_num, None
            return
        yield reader.line_num, cells


def _is_open(lines: Sequence[str]) -> bool:
    """Tell whether the lines of a row end inside quotation marks."""
    return len(lines) > 1 and sum(line.count('"') for line in lines) % 2 == 1


def _cells(line: str, separator: str, *, quoted: bool = True) -> list[str]:
    if not quoted:
        return [cell.strip(' "') for cell in line.rstrip("\n").split(separator)]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:
        return []
