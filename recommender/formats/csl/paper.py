"""An item of CSL JSON, or a work of Crossref's, as a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from recommender.formats import facts
from recommender.formats.csl.tables import (
    CROSSREF_TYPES,
    FIELDS,
    KINDS_OF_THESIS,
    NOTICES,
    NUMBERS,
    ONLY_HERE,
    PLACES,
    PREPRINTS,
    TYPES,
    UPDATES,
)
from recommender.formats.json.bounded import MAX_ITEMS
from recommender.formats.json.values import persons
from recommender.formats.whole_titles import whole_title
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import untagged
from recommender.text.tidy import tidy
from recommender.works.withheld import STATUS, status_of

Item = Mapping[str, Any]
DATES = ("issued", "published", "published-print", "published-online", "posted", "event-date")
VENUES = ("container-title", "event-title", "event")
MASTERS = re.compile(r"master|\bm\.?\s?(?:sc|a|phil)\b|magister|diplom", re.IGNORECASE)
NAME_PARTS = frozenset({"family", "given", "literal", "name"})
QUOTED = re.compile(r'^"(.+)"$')
# What a note holds for programs, which is read into facts and is no note any more.
FACT_LINE = re.compile(
    r"^\s*(?:arxiv|pmid|pmcid|doi|isbn|issn|citation[ -]?key|openreview|bibtex\*?|tldr)\s*:.*$"
    r"|^\s*https?://openreview\.net/\S+\s*$",
    re.IGNORECASE | re.MULTILINE,
)


def fits(found: Item) -> bool:
    """Tell whether a record is an item of CSL: by its type, its names, or how it has its people."""
    if "authors" in found or not ({"title", "type", "author"} & {*found}):
        return False
    kind = found.get("type")
    authors = found.get("author")
    first = authors[0] if isinstance(authors, list) and authors else authors
    return (
        bool(ONLY_HERE & {*found})
        or (isinstance(kind, str) and (kind in TYPES or kind in CROSSREF_TYPES))
        or (isinstance(first, dict) and bool({"family", "literal"} & {*first}))
    )


def paper(found: Item) -> Paper:
    """Return the paper of an item."""
    kind = _text(found.get("type"))
    links = [_text(found.get(n)) for n in ("URL", "DOI", "number", "archive_location", "archiveID")]
    note = _lines(found.get("note"))
    named = identifiers.identifiers_in(note)
    year, month = _when(found)
    return Paper(
        key=_text(found.get("citation-key")) or named.key or _text(found.get("id")) or None,
        type=_type(found, kind),
        title=_title(found),
        authors=_people(found.get("author")),
        year=year,
        month=month,
        venue=_venue(found, kind),
        abstract=untagged(_text(found.get("abstract"))),
        keywords=_keywords(found),
        doi=facts.first(identifiers.doi, [links[1], links[0]]) or named.doi,
        arxiv=facts.first(identifiers.arxiv, links)
        or (identifiers.arxiv_eprint(links[2]) if kind in PREPRINTS else "")
        or named.arxiv,
        openreview=facts.first(identifiers.openreview, links) or named.openreview,
        pmid=_text(found.get("PMID")) or identifiers.pmid(links[0]) or named.pmid,
        isbn=identifiers.isbn(_text(found.get("ISBN"))) or named.isbn,
        url=links[0],
        language=_text(found.get("language")),
        fields=_fields(found, kind, note),
    )


def _text(value: object) -> str:
    """Return a value as text; Crossref gives lists of one, others numbers or objects."""
    return tidy(_lines(value))


def _lines(value: object) -> str:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("name", "")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return facts.said(value if isinstance(value, str) else str(value) if number else "")


def _read(found: Item, *names: str) -> str:
    """Return the first of some variables as a person reads it."""
    return next(filter(None, (untagged(_text(found.get(name))) for name in names)), "")


def _title(found: Item) -> str:
    parts = {"title": _read(found, "title", "original-title"), "subtitle": _read(found, "subtitle")}
    return whole_title(parts) or _read(found, "title-short", "short-title")


def _type(found: Item, kind: str) -> str:
    if kind == "thesis" and MASTERS.search(_text(found.get("genre"))):
        return "mastersthesis"
    return TYPES.get(kind) or CROSSREF_TYPES.get(kind, "misc")


def _venue(found: Item, kind: str) -> str:
    """Return where it appeared; of a chapter in a series Crossref names the series first."""
    names = found.get("container-title")
    listed = [untagged(_text(name)) for name in names] if isinstance(names, list) else []
    if len(listed) > 1 and CROSSREF_TYPES.get(kind) in ("inproceedings", "incollection"):
        return listed[-1]
    venue = _read(found, PLACES.get(kind, "container-title"), *VENUES)
    if venue or kind not in PREPRINTS:
        return venue or _read(found, "institution")
    server = _read(found, "institution", "publisher")
    return "" if server.casefold() == "arxiv" else server


def _when(found: Item) -> tuple[int | None, int | None]:
    dates = (_date(found.get(name)) for name in DATES)
    return next((date for date in dates if date[0] is not None), (None, None))


def _date(value: object) -> tuple[int | None, int | None]:
    """Return year and month of a date in any of the forms that programs give it."""
    if isinstance(value, list) and value:
        value = value[0] if isinstance(value[0], dict) else {"date-parts": [value]}
    if not isinstance(value, dict):
        return facts.date(_text(value))
    parts = value.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    first = first if isinstance(first, list) else parts
    if not isinstance(first, list):
        first = [value.get("year"), value.get("month")]
    year, month = (*map(_text, first[:2]), "", "")[:2]
    if year and year.lstrip("-").isdecimal():
        return int(year), _month(month)
    written = [_text(value.get(name)) for name in ("raw", "literal", "date-time", "edtf")]
    return facts.agreeing(written)


def _month(text: str) -> int | None:
    """Return a month by its number or its name; a season is none."""
    number = int(text) if text.isdecimal() and len(text) <= 2 else facts.month_of(text)
    return number if number and 1 <= number <= 12 else None


def _people(value: object) -> tuple[Person, ...]:
    if isinstance(value, str):
        return tuple(facts.persons(untagged(value)))
    names = value if isinstance(value, list) else [value]
    people = (_person(name) for name in islice(names, MAX_ITEMS) if isinstance(name, dict | str))
    return tuple(person for person in people if person and str(person))


def _person(name: dict[str, Any] | str) -> Person | None:
    if isinstance(name, str):
        return facts.person(untagged(name))
    if not NAME_PARTS & {*name}:
        return next(iter(persons([name])), None)
    given, suffix, family = (_part(name.get(part)) for part in ("given", "suffix", "family"))
    if not family:
        return Person(literal=_part(name.get("literal") or name.get("name")) or given)
    if not given and " " in family and not suffix:
        return Person(literal=family)
    named = (_part(name.get(f"{n}-particle")) for n in ("dropping", "non-dropping"))
    prefix = " ".join(filter(None, named))
    first, family = facts.particle(family) if not prefix else ("", family)
    if not suffix and (parted := facts.suffixed(given)):
        given, suffix = parted
    return Person(family=family, given=given, prefix=prefix or first, suffix=suffix)


def _part(value: object) -> str:
    """Return a part of a name, of which no word stands for nothing: people are called Nan."""
    return untagged(QUOTED.sub(r"\1", tidy(value))) if isinstance(value, str) else ""


def _keywords(found: Item) -> tuple[str, ...]:
    value = found.get("keyword") or found.get("categories") or found.get("subject")
    if isinstance(value, list):
        words = [_text(word) for word in value[:MAX_ITEMS]]
    else:
        text = _text(value)
        words = text.split(";" if ";" in text else ",")
    return tuple(dict.fromkeys(filter(None, (untagged(word.strip()) for word in words))))


def _fields(item: Item, kind: str, note: str) -> dict[str, str]:
    """Return the other facts under BibTeX's names."""
    found = {ours: _read(item, *theirs) for ours, theirs in FIELDS.items()}
    found["pages"] = facts.pages(found["pages"])
    found["number"] = _read(item, NUMBERS.get(kind, "issue"), "issue")
    found["note"] = untagged(FACT_LINE.sub("", note))
    found["type"] = _kind_of_work(item, kind)
    found[STATUS] = status_of((kind, *_updates(item))) or ""
    for role in ("editor", "translator"):
        found[role] = " and ".join(map(facts.inverted, _people(item.get(role))))
    if CROSSREF_TYPES.get(kind) in ("inproceedings", "incollection"):
        listed = item.get("container-title")
        several = isinstance(listed, list) and len(listed) > 1
        found["series"] = found["series"] or (untagged(_text(listed)) if several else "")
    if kind in PLACES and found.get(_PLACE_FIELD[kind]) == _venue(item, kind):
        found[_PLACE_FIELD[kind]] = ""
    if found["eventtitle"] == _venue(item, kind):
        found["eventtitle"] = ""
    return {name: value for name, value in found.items() if value}


def _updates(item: Item) -> Iterator[str]:
    """Yield what Crossref says of a work: what it is to others, and what others are to it."""
    for name, kinds in (("update-to", NOTICES), ("updated-by", UPDATES)):
        listed = item.get(name)
        for update in listed if isinstance(listed, list) else ():
            if isinstance(update, dict):
                yield kinds.get(_text(update.get("type")), "")


_PLACE_FIELD = {"thesis": "publisher", "report": "publisher", "book": "series"}


def _kind_of_work(item: Item, kind: str) -> str:
    """Return the kind of a thesis or a report, unless its type says as much."""
    genre = _read(item, "genre") if kind in ("thesis", "report", "manuscript") else ""
    usual = KINDS_OF_THESIS.get(_type(item, kind), "")
    return "" if genre.casefold() == usual.casefold() else genre
