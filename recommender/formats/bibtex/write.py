"""Papers -> BibTeX, in the habits of the library that they go into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recommender.formats.bibtex.field_order import in_order
from recommender.formats.bibtex.fields import Field, fields
from recommender.formats.bibtex.style import Style, style_of
from recommender.formats.entry_types import entry_type
from recommender.formats.keys import keys_for
from recommender.library import Library
from recommender.papers import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """An entry that we make: what it says, and how that is written."""

    paper: Paper
    key: str
    type: str
    fields: tuple[Field, ...]
    text: str  # with a line feed at its end


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return one entry for each paper, with a blank line between; "" for none.

    Keys are the papers' own; those for a library are in its habit and new to it.
    """
    return "\n".join(entry.text for entry in new_entries(papers, into=into))


def new_entries(papers: Sequence[Paper], *, into: Library | None = None) -> list[NewEntry]:
    """Return the entries that `write` writes, one for each paper."""
    style = style_of(into)
    return [_entry(p, k, style) for p, k in zip(papers, keys_for(papers, into), strict=True)]


def _entry(paper: Paper, key: str, style: Style) -> NewEntry:
    kind = entry_type(paper, biblatex=style.biblatex)
    said = in_order(fields(paper, biblatex=style.biblatex, codec=style.codec), style.order)
    lines = [style.line(field.name, field.value, bare=field.bare) for field in said]
    body = ",\n".join(lines) + ("," if style.trailing_comma or not lines else "")
    text = f"{style.head(kind, key)}\n{body}\n}}\n"
    return NewEntry(paper=paper, key=key, type=kind, fields=tuple(said), text=text)
