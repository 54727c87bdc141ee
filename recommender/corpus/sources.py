"""Files to papers."""

from __future__ import annotations

from pathlib import Path

from recommender.errors import UnreadableInput
from recommender.formats import FORMATS
from recommender.papers import Paper


def papers_of(path: Path) -> tuple[Paper, ...]:
    """Return the papers of a file; UnreadableInput if it is of no known format."""
    suffix = path.suffix.lower()
    if suffix == ".txt":
        from recommender.formats import listing

        return listing.read(path.read_bytes(), file=str(path)).papers
    for known in FORMATS.values():
        if suffix in known.suffixes:
            return known.read(path.read_bytes(), file=str(path)).papers
    raise UnreadableInput(f"{path} is of no known format; give a .bib, .ris or .json file.")
