"""A file of RIS as a library."""

from __future__ import annotations

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.decode import decode
from recommender.formats.ris.cutting import Record, records_of
from recommender.formats.ris.paper import paper_of
from recommender.library import Entry, Library
from recommender.notices import Notice


def read(source: bytes, *, file: str = "") -> Library:
    """Read a RIS file; a record without a name or a title is told and left out."""
    decoded = decode(source)
    records, notices = records_of(decoded.text)
    if not records:
        name = file or "The text"
        raise UnreadableInput(f"{name} holds no RIS record; each begins with a line “TY  - ”.")
    entries: list[Entry] = []
    for record in records:
        paper = paper_of(record)
        if paper.title or paper.authors or paper.fields.get("editor"):
            entries.append(Entry(paper=paper, position=len(entries), line=record.line, file=file))
        else:
            notices.append(_left_out(record))
    told = sorted((*decoded.notices, *notices), key=lambda notice: notice.line)
    return Library(
        entries=tuple(entries),
        notices=tuple(facts.in_file(notice, file) for notice in told),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format="ris",
    )


def _left_out(record: Record) -> Notice:
    message = "A record that names no title and no author was left out."
    return Notice(line=record.line, code="empty-record", message=message, severity="error")
