"""Proof of what we wrote, before it goes anywhere: strict pybtex and our reader find the same."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from recommender.errors import Conflict
from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import NewEntry
from recommender.papers import Paper
from recommender.text.latex import plain


def prove(entries: Sequence[NewEntry]) -> None:
    """Raise Conflict unless two readers find exactly these entries in their text."""
    text = "\n".join(entry.text for entry in entries)
    doubt = _doubt_of_pybtex(entries, text) or _doubt_of_ours(entries, text)
    if doubt:
        raise Conflict(f"What we wrote would not be read back as it was meant ({doubt}).")


def _doubt_of_pybtex(entries: Sequence[NewEntry], text: str) -> str:
    """Return what strict pybtex finds otherwise, "" for nothing.

    Its switches are the process's: they are left alone, and a parser of our own text is strict.
    """
    from pybtex.database.input.bibtex import Parser  # slow to import, and needed for writing only
    from pybtex.exceptions import PybtexError

    try:
        found = Parser().parse_string(text).entries
    except PybtexError as error:
        return f"pybtex: {error}"
    if list(found) != [entry.key for entry in entries]:
        return "pybtex: other entries"
    for entry, other in zip(entries, found.values(), strict=True):
        if other.type != entry.type.lower():
            return f"pybtex: type of {entry.key}"
        if len(other.persons.get("author", ())) != sum(map(bool, map(str, entry.paper.authors))):
            return f"pybtex: authors of {entry.key}"
        plain = [f for f in entry.fields if not f.bare and f.name not in other.persons]
        if wrong := [f.name for f in plain if other.fields.get(f.name) != f.value]:
            return f"pybtex: {wrong[0]} of {entry.key}"
    return ""


def _doubt_of_ours(entries: Sequence[NewEntry], text: str) -> str:
    found = read(text.encode()).entries
    if [entry.paper.key for entry in found] != [entry.key for entry in entries]:
        return "other entries"
    for entry, other in zip(entries, found, strict=True):
        if facts(other.paper) != facts(entry.paper):
            return f"text of {entry.key}"
    return ""


def facts(paper: Paper) -> tuple[object, ...]:
    """Return what an entry of a paper says again when it is read: letters, digits, numbers.

    Signs and formulas have other forms, and an odd name may be taken apart in another way.
    """
    authors = "".join(sorted("".join(_letters(str(author)) for author in paper.authors)))
    return _letters(paper.title), _letters(paper.abstract), authors, paper.year, paper.arxiv


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, normalize("NFKC", plain(text)).casefold()))
