"""Atom and RSS feeds: arXiv's answers and daily lists, tables of contents of journals, and others.

feedparser reads them, from bytes alone: nothing that a feed names is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.gathering import left_out, library
from recommender.formats.json import arxiv_package, plain
from recommender.formats.json.values import persons, prose, text
from recommender.formats.xml.sound import sound
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.text import identifiers

MAX_BYTES = 1 << 26  # a feed is held in memory several times over
MAX_LENIENT_BYTES = 1 << 17
RECORDS = frozenset({"entry", "item", "atom:entry"})
STARTS = re.compile(rb"<(?:\w{1,20}:)?(?:entry|item)[\s>]")
ANNOUNCED = re.compile(r"^\s*arXiv:\S+\s+Announce Type:.*?Abstract:\s*", re.DOTALL)
IN_TITLE = re.compile(r"\.?\s*\(arXiv:\S+(?:\s\[[^\]]*\])?[^)]*\)\s*$")
# What publishers write where an abstract should be, and what stands in it.
ABOUT = re.compile(r"^\s*(?:Publication date:|Journal Name:|.{0,200}\bVolume \d+, Issue \d+)", re.I)
AUTHORS = re.compile(r"Author(?:\(s\)|s):\s*([^\n<]{1,20000})")
BREAK = re.compile(r"</p>|<br\s*/?>", re.IGNORECASE)
PRISM = {"volume": "prism_volume", "number": "prism_number", "issn": "prism_issn"}


def read(source: bytes, *, file: str = "") -> Library:
    """Read a feed; each of its entries becomes a paper.

    A broken one is read leniently where it is short, since that takes the square of its length,
    and else up to its last whole entry.
    """
    name = file or "The text"
    if len(source) > MAX_BYTES:
        raise UnreadableInput(f"{name} is a feed of over 64 MB: get it in several parts.")
    found = sound(source, RECORDS, file=name)
    short = len(source) <= MAX_LENIENT_BYTES
    feed = _parsed(source if short else found.source, name)
    lines = [source.count(b"\n", 0, found.start()) + 1 for found in STARTS.finditer(source)]
    records = _records(feed, lines if len(lines) >= len(feed["entries"]) else [])
    odd = [_broken(found.broken, short=short)] if found.broken else []
    return library([*odd, *records], source, file=file, form="feed", of="a feed")


def _parsed(source: bytes, file: str) -> Mapping[str, Any]:
    try:
        import feedparser  # an extra, and seldom needed
    except ImportError:
        raise UnreadableInput(
            f"{file} is a feed, which needs its reader: pip install 'bib-recommender[feeds]'."
        ) from None
    found: Mapping[str, Any] = feedparser.parse(BytesIO(source))  # bytes alone may be a file's name
    return found


def _broken(line: int, *, short: bool) -> tuple[int, Notice]:
    if not short:
        return left_out(line, "The feed is broken here; what follows was left out: get it again.")
    message = "The feed is broken here; look whether the entries that follow are there."
    return line, Notice(line=line, code="feed-broken", message=message)


def _records(feed: Mapping[str, Any], lines: list[int]) -> Iterator[tuple[int, Paper | Notice]]:
    venue = text(feed["feed"].get("prism_publicationname"))
    for place, entry in enumerate(feed["entries"]):
        line = lines[place] if lines else 1
        paper = _paper(entry, venue)
        if paper.title:
            yield line, paper
        else:
            yield left_out(line, "An entry without a title was left out.")


def _paper(entry: Mapping[str, Any], venue: str) -> Paper:
    number = facts.first(
        identifiers.arxiv, [entry.get("id", ""), entry.get("link", ""), entry.get("title", "")]
    )
    return _of_arxiv(entry, number) if number else _plain(entry, venue)


def _of_arxiv(entry: Mapping[str, Any], number: str) -> Paper:
    found = arxiv_package.paper(
        {
            "entry_id": number,
            "title": IN_TITLE.sub("", entry.get("title", "")),
            "summary": ANNOUNCED.sub("", entry.get("summary", "")),
            "published": entry.get("published") if "arxiv_announce_type" not in entry else "",
            "journal_ref": entry.get("arxiv_journal_ref"),
            "doi": entry.get("arxiv_doi"),
            "comment": entry.get("arxiv_comment"),
            "categories": _tags(entry),
        }
    )
    primary = entry.get("arxiv_primary_category") or {}
    more = {"primaryclass": text(primary.get("term")), "note": text(entry.get("arxiv_comment"))}
    fields = {**found.fields, **{name: value for name, value in more.items() if value}}
    return replace(found, authors=tuple(_persons(entry)), fields=fields)


def _plain(entry: Mapping[str, Any], venue: str) -> Paper:
    written = BREAK.sub("\n", _longest(entry))
    summary = prose(written)
    named = AUTHORS.search(written)
    start, end = entry.get("prism_startingpage", ""), entry.get("prism_endingpage", "")
    found = plain.paper(
        {
            "title": entry.get("title"),
            "abstract": "" if ABOUT.match(summary) else summary,
            "date": entry.get("prism_publicationdate")
            or entry.get("published")
            or entry.get("dc_date")
            or entry.get("updated"),
            "venue": entry.get("prism_publicationname") or venue or entry.get("dc_source"),
            "keywords": _tags(entry),
            "doi": entry.get("prism_doi") or entry.get("dc_identifier") or entry.get("id"),
            "url": entry.get("link"),
            "pages": facts.pages(start, end),
            "publisher": entry.get("dc_publisher") or entry.get("publisher"),
            **{name: entry.get(theirs) for name, theirs in PRISM.items()},
        }
    )
    authors = tuple(_persons(entry)) or (persons(named[1]) if named else ())
    kind = "article" if found.venue else "misc"
    return replace(found, key=None, type=kind, authors=authors)


def _longest(entry: Mapping[str, Any]) -> str:
    """Return the text of an entry: its summary, or its content where that says more."""
    texts: list[str] = [
        entry.get("summary", ""),
        *(c.get("value", "") for c in entry.get("content", ())),
    ]
    return max(texts, key=len)


def _persons(entry: Mapping[str, Any]) -> Iterator[Person]:
    """Yield the authors; an element of a feed may name several."""
    for author in entry.get("authors", ()):
        yield from persons(text(author.get("name")))


def _tags(entry: Mapping[str, Any]) -> list[str]:
    return list(filter(None, (text(tag.get("term")) for tag in entry.get("tags", ()))))
