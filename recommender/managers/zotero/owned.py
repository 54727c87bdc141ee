"""Which papers Zotero has already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recommender.managers.http import Unreachable
from recommender.managers.zotero.connection import Closed, Zotero
from recommender.managers.zotero.reading import HOME, NoPapers, read
from recommender.managers.zotero.reading import group as find_group
from recommender.papers import Paper
from recommender.works import Works


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Papers that Zotero lacks and has; a warning where that could not be found out."""

    new: tuple[Paper, ...]
    already: tuple[Paper, ...] = ()
    warnings: tuple[str, ...] = ()


def split(zotero: Zotero, papers: Sequence[Paper], *, group: str = "") -> Split:
    """Compare with My Library or a group's, by identifier and title; needs the local API."""
    try:
        home = find_group(zotero, group) if group else HOME
        if home is None:
            raise Unreachable(f"Zotero has several groups “{group}”, or none.")
        works = Works(read(zotero, home=home).papers)
    except NoPapers:
        return Split(new=tuple(papers))
    except (Closed, Unreachable) as error:
        return Split(new=tuple(papers), warnings=(f"Not checked for duplicates. {error}",))
    relations = [found[1] if (found := works.find(p)) else None for p in papers]
    return Split(
        new=tuple(p for p, r in zip(papers, relations, strict=True) if r != "same"),
        already=tuple(p for p, r in zip(papers, relations, strict=True) if r == "same"),
    )
