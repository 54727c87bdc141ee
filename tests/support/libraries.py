"""Libraries made of papers."""

from __future__ import annotations

from recommender.library import Entry, Library
from recommender.papers import Paper


def library_of(*papers: Paper) -> Library:
    """Return a library of papers, a line each."""
    entries = (Entry(paper=paper, position=i, line=i + 1) for i, paper in enumerate(papers))
    return Library(entries=tuple(entries))
