"""The readable citation of a paper, by pybtex's style engine."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from recommender.formats.entry_types import PLACE, entry_type, place_of
from recommender.formats.facts import MONTHS
from recommender.papers import Paper, Person
from recommender.text.tidy import tidy

MONTH_NAMES = tuple(MONTHS.values())
FACTS = ("volume", "number", "pages", "series", "publisher", "address", "edition", "school")
SPECIAL = "\\{}$%&#_^~'`-"
# pybtex takes every field for TeX: its special characters pass through as private ones.
HIDDEN = str.maketrans({sign: chr(0xE000 + i) for i, sign in enumerate(SPECIAL)})
SHOWN = str.maketrans({chr(0xE000 + i): sign for i, sign in enumerate(SPECIAL)})


def citation(paper: Paper) -> str:
    """Return authors, title, place, date and identifier as a line of plain text."""
    from pybtex.exceptions import PybtexError  # 50 ms, where the reader has not loaded pybtex

    kind = entry_type(paper)
    try:
        text = _formatted(paper, kind)
    except PybtexError:  # the style wants a fact that this paper has not, such as a publisher
        text = _formatted(paper, "misc")
    return text.translate(SHOWN)


def _formatted(paper: Paper, kind: str) -> str:
    from pybtex.database import Entry

    style, backend = _engine()
    entry = Entry(kind, _fields(paper, kind), {"author": [_person(p) for p in paper.authors]})
    if not paper.authors:
        del entry.persons["author"]
    entry.key = paper.key or ""
    text: str = style.format_entry("", entry).text.render(backend)
    return text


@cache
def _engine() -> tuple[Any, Any]:
    from pybtex.backends.plaintext import Backend
    from pybtex.style.formatting.unsrt import Style
    from pybtex.style.labels.number import LabelStyle
    from pybtex.style.names.plain import NameStyle
    from pybtex.style.sorting.none import SortingStyle
    from pybtex.style.template import field, sentence

    class AsWritten(Style):  # type: ignore[misc]
        def format_title(self, e: object, which_field: str, as_sentence: bool = True) -> Any:
            """Keep the capitals, which the style would take from all but the first word."""
            return sentence[field(which_field)] if as_sentence else field(which_field)

    parts = {"name_style": NameStyle, "label_style": LabelStyle, "sorting_style": SortingStyle}
    return AsWritten(**parts), Backend()


def _fields(paper: Paper, kind: str) -> dict[str, str]:
    place = PLACE.get(kind, "howpublished")
    found = {name: paper.fields.get(name, "") for name in FACTS}
    found |= {"title": paper.label, place: place_of(paper, kind)}
    hidden = {name: tidy(text).translate(HIDDEN) for name, text in found.items()}
    hidden["pages"] = re.sub("-+", "–", tidy(found["pages"]))
    hidden["year"] = str(paper.year or "")
    hidden["month"] = MONTH_NAMES[paper.month - 1] if paper.month else ""
    return {name: text for name, text in (*hidden.items(), *_where_to_find(paper)) if text}


def _where_to_find(paper: Paper) -> list[tuple[str, str]]:
    """Return the one identifier that the citation ends with."""
    if paper.doi:
        return [("doi", paper.doi)]
    return [("eprint", paper.arxiv)] if paper.arxiv else [("url", paper.url)]


def _person(person: Person) -> Any:
    from pybtex.database import Person as Name

    whole = person.literal or ("" if person.family else person.given)
    name = Name(first=_name(person.given) if not whole else "", lineage=_name(person.suffix))
    name.prelast_names = [_name(person.prefix)] if person.prefix and not whole else []
    name.last_names = [_name(whole or person.family)]
    return name


def _name(text: str) -> str:
    return tidy(text).translate(HIDDEN)
