"""Papers -> BibTeX, in the habits of the library that they go into."""

from __future__ import annotations

from collections.abc import Sequence

from recommender.formats.bibtex.fields import entry_type, fields
from recommender.formats.bibtex.keys import keys_for
from recommender.formats.bibtex.style import Style, style_of
from recommender.library import Library
from recommender.papers import Paper


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return one entry for each paper, with a blank line between; "" for none.

    Keys are the papers' own; those for a library are in its habit and new to it.
    """
    style = style_of(into)
    keyed = zip(papers, keys_for(papers, into), strict=True)
    return "\n".join(entry(paper, key, style) for paper, key in keyed)


def entry(paper: Paper, key: str, style: Style) -> str:
    """Return one entry with a line feed at its end."""
    lines = [
        style.line(field.name, field.value, bare=field.bare)
        for field in fields(paper, biblatex=style.biblatex, codec=style.codec)
    ]
    body = ",\n".join(lines) + ("," if style.trailing_comma or not lines else "")
    return f"{style.head(entry_type(paper, biblatex=style.biblatex), key)}\n{body}\n}}\n"
