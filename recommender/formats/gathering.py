"""Records of a file, papers and notices, as one library."""

from __future__ import annotations

from collections.abc import Iterable

from recommender.errors import UnreadableInput
from recommender.formats.facts import in_file
from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.papers import Paper


def library(
    found: Iterable[tuple[int, Paper | Notice]], source: bytes, *, file: str, form: str, of: str
) -> Library:
    """Return the library of some records; `of` is what people call the format.

    Raises UnreadableInput where no paper is among them, with the first thing that was odd.
    """
    records = list(found)
    notices = tuple(in_file(what, file) for _, what in records if isinstance(what, Notice))
    papers = [(line, what) for line, what in records if isinstance(what, Paper)]
    if not papers:
        why = next((f" {n}" for n in notices if n.severity == "error"), "")
        raise UnreadableInput(f"{file or 'The text'} holds no paper as {of}.{why}")
    return Library(
        entries=tuple(
            Entry(paper=paper, position=i, line=line, file=file)
            for i, (line, paper) in enumerate(papers)
        ),
        notices=notices,
        file=file,
        source=source,
        format=form,
    )


def left_out(line: int, message: str) -> tuple[int, Notice]:
    """Return the record of what was left out of a file, and why."""
    return line, Notice(line=line, code="broken-record", message=message, severity="error")
