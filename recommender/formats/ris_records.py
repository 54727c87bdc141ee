"""The records of a RIS file, with their lines; what belongs to none is told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from recommender.notices import Notice

FIRST_LINE = re.compile(r"^[ \t]{0,4}TY( {1,3})-", re.MULTILINE)


@dataclass(slots=True)
class Record:
    """One record as it stands in the file, its end left off."""

    line: int
    lines: list[tuple[str, str]] = field(default_factory=list)  # (tag, text)


def records_of(text: str) -> tuple[list[Record], list[Notice]]:
    """Cut a text into records; what stands between them, and a missing end, is told."""
    first = FIRST_LINE.search(text)
    blanks = len(first[1]) if first else 2  # some programs write one blank
    tag_line = re.compile(rf"[ \t]{{0,4}}([A-Z][A-Z0-9])(?: {{{blanks}}}|  )-(?:[ \t]+(.*))?$")
    records: list[Record] = []
    notices: list[Notice] = []
    record: Record | None = None
    for number, line in enumerate(text.splitlines(), 1):
        found = tag_line.match(line)
        tag, value = (found[1], (found[2] or "").strip()) if found else ("", line.strip())
        if tag == "TY":
            if record:
                notices.append(_unended(record, number))
            record = Record(number, [(tag, value)])
            records.append(record)
        elif tag == "ER":
            record = None
        elif record:
            _add_line(record, tag, value)
        elif value and not value.rstrip(".").isdigit():  # rispy numbers records
            message = f"Text outside the records was left out: {value[:60]!r}."
            notices.append(Notice(line=number, code="text-outside-records", message=message))
    if record:
        notices.append(_unended(record, None))
    return records, notices


def _unended(record: Record, next_line: int | None) -> Notice:
    where = f"the next one begins on line {next_line}" if next_line else "the file ends"
    message = f"The record has no line “ER  - ” before {where}; it was read as far as it goes."
    return Notice(line=record.line, code="record-not-closed", message=message)


def _add_line(record: Record, tag: str, value: str) -> None:
    last_tag, last_value = record.lines[-1]
    if tag or last_tag == "KW":  # EndNote writes the second keyword without a tag
        if value:
            record.lines.append((tag or last_tag, value))
    elif value:
        record.lines[-1] = (last_tag, f"{last_value} {value}".strip())
