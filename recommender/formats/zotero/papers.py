"""An item of Zotero's as a paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from recommender.formats import facts
from recommender.formats.zotero.fields import NAMES, TYPES, VENUE
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import untagged

AUTHORS = frozenset({"author", "programmer", "inventor", "presenter", "artist", "director"})
NO_PAPERS = frozenset({"attachment", "note", "annotation"})
LINE = re.compile(r"^\s*([A-Za-z][A-Za-z -]*?)\s*:\s*(\S.*?)\s*$", re.MULTILINE)
MASTERS = re.compile(r"master|\bm\.?\s?sc\b|diplom", re.IGNORECASE)


def paper(data: Mapping[str, Any]) -> Paper:
    """Return what an item says, in its fields or in its Extra."""
    extra = dict(reversed(list(_lines(str(data.get("extra", ""))))))  # the first of a name counts

    def text(*names: str) -> str:
        values = (data.get(n) or extra.get(n.lower().replace(" ", "")) or "" for n in names)
        return next((str(value).strip() for value in values if value), "")

    kind = str(data.get("itemType", ""))
    authors = _people(data, AUTHORS)
    year, month = facts.date(text("date", "issued", "issueDate"))
    links = [text("archiveID", "number"), text("arxiv") and f"arXiv:{text('arxiv')}", text("url")]
    return Paper(
        key=text("citationKey") or _name(data, authors, year),
        type=_type(kind, text("thesisType")),
        title=untagged(text("title", "caseName", "subject")),
        authors=authors,
        year=year,
        month=month,
        venue=untagged(_venue(kind, text)),
        abstract=untagged(text("abstractNote")),
        keywords=_keywords(data),
        doi=facts.first(identifiers.doi, [text("DOI"), text("url")]),
        arxiv=facts.first(identifiers.arxiv, [*links, text("DOI"), text("extra")]),
        openreview=identifiers.openreview(text("url")),
        pmid=text("PMID") or identifiers.pmid(text("url")),
        isbn=identifiers.isbn(text("ISBN")),
        url=text("url"),
        language=text("language"),
        fields=_fields(data),
    )


def fits(found: Mapping[str, Any]) -> bool:
    """Tell whether a record among others is an item of Zotero's."""
    return is_paper(found)


def _venue(kind: str, text: Callable[..., str]) -> str:
    if kind == "preprint":  # what is on arXiv alone appeared nowhere
        return "" if text("repository").casefold() == "arxiv" else text("repository")
    return text(VENUE.get(kind, ""), "conferenceName", "containertitle")


def is_paper(data: Mapping[str, Any]) -> bool:
    """Tell whether an item is a paper, not a note, a file or what is in the trash."""
    kind = data.get("itemType")
    return isinstance(kind, str) and kind not in NO_PAPERS and not data.get("deleted")


def _keywords(data: Mapping[str, Any]) -> tuple[str, ...]:
    tags = (t.get("tag") if isinstance(t, Mapping) else t for t in _listed(data, "tags"))
    return tuple(dict.fromkeys(str(tag) for tag in tags if tag))


def _listed(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    return value if isinstance(value, list) else []


def _lines(extra: str) -> Iterator[tuple[str, str]]:
    """Yield the facts that stand in Extra, one a line, under their names in lower case."""
    for found in LINE.finditer(extra):
        yield re.sub(r"[ -]", "", found[1].lower()), found[2]


def _name(data: Mapping[str, Any], authors: Sequence[Person], year: int | None) -> str | None:
    """Return what the list in Zotero shows of an item without a citation key: who and when."""
    people = authors or _people(data, frozenset({"editor", "contributor"}))
    named = [person.literal or person.family for person in people]
    who = f"{named[0]} et al." if len(named) > 2 else " and ".join(named)
    return " ".join(filter(None, (who, str(year or "")))) or None


def _type(kind: str, thesis: str) -> str:
    if kind == "thesis" and MASTERS.search(thesis):
        return "mastersthesis"
    return TYPES.get(kind, "misc")


def _people(data: Mapping[str, Any], roles: frozenset[str]) -> tuple[Person, ...]:
    creators = (c for c in _listed(data, "creators") if isinstance(c, Mapping))
    people = (_person(c) for c in creators if c.get("creatorType") in roles)
    return tuple(person for person in people if str(person))


def _person(creator: Mapping[str, Any]) -> Person:
    name, last, first = (
        str(creator.get(n) or "").strip() for n in ("name", "lastName", "firstName")
    )
    if name:
        return Person(literal=name)
    prefix, family = facts.particle(last)
    given, _, suffix = first.partition(",")
    return Person(family=family, prefix=prefix, given=given.strip(), suffix=suffix.strip())


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the other facts under BibTeX's names."""
    found = {ours[0]: str(data[name]) for name, ours in NAMES.items() if data.get(name)}
    found |= {
        role: " and ".join(map(facts.inverted, _people(data, frozenset({role}))))
        for role in ("editor", "translator")
    }
    return {name: value for name, value in found.items() if value}
