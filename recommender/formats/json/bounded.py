"""No more of a text, and no more people, than a paper can have; what was cut is told."""

from __future__ import annotations

from dataclasses import replace

from recommender.notices import Notice
from recommender.papers import Paper

MAX_TEXT = 100_000  # characters of an abstract: more is a whole text, or an error
MAX_ITEMS = 10_000  # of a list, authors say: no paper has more


def bounded(paper: Paper, line: int, file: str) -> tuple[Paper, list[Notice]]:
    """Return a paper without what it has too much of, with a notice of each cut."""
    long = [name for name in ("title", "abstract") if len(getattr(paper, name)) > MAX_TEXT]
    cut = {name: getattr(paper, name)[:MAX_TEXT].rpartition(" ")[0] + " …" for name in long}
    return replace(paper, **cut) if cut else paper, [_told(name, line, file) for name in long]


def _told(name: str, line: int, file: str) -> Notice:
    message = f"The {name} has more than {MAX_TEXT:,} characters; the rest of it was left out."
    return Notice(line=line, code="text-cut", message=message, severity="error", file=file)
