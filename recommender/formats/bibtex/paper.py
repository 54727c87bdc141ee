"""An entry's values to a Paper: which field says what, in BibTeX and in biblatex."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from recommender.formats.bibtex.inherit import Record
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import MAX_DEPTH, depth, plain
from recommender.text.names import people
from recommender.text.verbatim import verbatim

MAX_FIELD = 64 * 1024  # characters; longer ones stay as they are
_VERBATIM = (
    "url doi eprint file isbn issn pdf local-url crossref xref xdata ids entryset related"
    " arxivid arxiv eprinttype eprintclass archiveprefix primaryclass pmid pmcid mrnumber"
    " zblnumber lccn urldate date timestamp date-added date-modified"
)
VERBATIM = frozenset(_VERBATIM.split())
VERBATIM_STARTS = ("bdsk-", "verb", "url", "file")
PEOPLE = ("author", "editor", "translator", "bookauthor")
VENUES = ("journal", "journaltitle", "booktitle", "maintitle", "series", "school", "institution")
LATER_VENUES = ("organization", "howpublished", "publisher")
KEYWORDS = ("keywords", "keyword", "mendeley-tags", "tags")
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
ISO_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])\b")
NUMBER = re.compile(r"\s*(0?[1-9]|1[0-2])\s*(?:$|[-–/,.&])")
MONTH_NAMES = re.compile(  # English, and what other languages have in its place
    r"(?<![^\W\d_])(?:(jan|ene|genn?)|(feb|f[ée]v)|(mar|mär|mrz|maa)|(apr|avr|abr)|(ma[yij]|mag|mei)"
    r"|(jun|juin|giu)|(jul|juil|lug)|(aug|ao[uû]|ago)|(sep|set)|(oct|okt|out|ott)|(nov)"
    r"|(dec|d[ée]c|dez|dic))",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"https?://[^\s<>]++")
Tell = Callable[[str, str], None]  # code, what


def paper(record: Record, tell: Tell) -> Paper:
    """Return what an entry says; `tell` hears of what is odd."""
    raw = record.values
    fields = {name: _readable(name, value, tell) for name, value in raw.items()}
    authors = _people(raw, tell)
    year, month = _year(fields), _month(fields)
    if not fields.get("title"):
        tell("missing-title", "")
    return Paper(
        key=record.key,
        type=record.type,
        title=fields.get("title", ""),
        authors=authors,
        year=year,
        month=month,
        venue=_venue(fields),
        abstract=fields.get("abstract", ""),
        keywords=_keywords(fields),
        doi=_doi(fields),
        arxiv=_arxiv(fields),
        openreview=_by_url(identifiers.openreview, fields),
        pmid=_pmid(fields),
        isbn=identifiers.isbn(fields.get("isbn", "")),
        url=_url(fields),
        language=fields.get("language", "") or fields.get("langid", ""),
        fields=fields,
    )


def _readable(name: str, value: str, tell: Tell) -> str:
    too_deep = value.count("{") > MAX_DEPTH and depth(value) > MAX_DEPTH
    if too_deep:
        tell("too-deep", name)
    if len(value) > MAX_FIELD:
        tell("field-too-long", name)
    if too_deep or len(value) > MAX_FIELD:
        return value.strip()
    if name in VERBATIM or name.startswith(VERBATIM_STARTS):
        return verbatim(value)
    return plain(value)


def _people(raw: Mapping[str, str], tell: Tell) -> tuple[Person, ...]:
    """Return the authors; tell what is odd about any of the lists of names."""
    authors: tuple[Person, ...] = ()
    for name in PEOPLE:
        if value := raw.get(name):
            found, oddities = people(value)
            for code in oddities:
                tell(code, name)
            if name == "author":
                authors = found
    return authors


def _year(fields: Mapping[str, str]) -> int | None:
    for name in ("date", "year", "issued"):
        if found := YEAR.search(fields.get(name, "")):
            return int(found[0])
    return None


def _month(fields: Mapping[str, str]) -> int | None:
    """Return the month by name, number or ISO date; of a range its first."""
    written = fields.get("month", "")
    if found := MONTH_NAMES.search(written):
        return found.lastindex
    if found := NUMBER.match(written):
        return int(found[1])
    date = fields.get("date", "") or fields.get("year", "")
    if found := ISO_MONTH.match(date):
        return int(found[1])
    return found.lastindex if (found := MONTH_NAMES.search(date)) else None


def _venue(fields: Mapping[str, str]) -> str:
    named = (fields.get(name, "") for name in VENUES)
    later = (fields.get(name, "") for name in LATER_VENUES)
    return next(filter(None, named), "") or next((v for v in later if v and "://" not in v), "")


def _keywords(fields: Mapping[str, str]) -> tuple[str, ...]:
    listed: dict[str, None] = {}
    for name in KEYWORDS:
        if value := fields.get(name):
            separator = ";" if ";" in value else ","
            listed.update((word.strip(), None) for word in value.split(separator) if word.strip())
    return tuple(listed)


def _by_url(find: Callable[[str], str], fields: Mapping[str, str]) -> str:
    texts = (fields.get(name, "") for name in ("url", "howpublished", "note", "bdsk-url-1"))
    return next(filter(None, map(find, filter(None, texts))), "")


def _doi(fields: Mapping[str, str]) -> str:
    own = fields.get("doi", "")
    return (identifiers.doi(own) if own else "") or _by_url(identifiers.doi, fields)


def _arxiv(fields: Mapping[str, str]) -> str:
    kind = (fields.get("eprinttype", "") or fields.get("archiveprefix", "")).lower()
    eprint = fields.get("eprint", "")
    if eprint and kind in ("", "arxiv") and (found := identifiers.arxiv_eprint(eprint)):
        return found
    for name in ("arxivid", "arxiv"):  # as Mendeley and people call it
        if (text := fields.get(name)) and (found := identifiers.arxiv_eprint(text)):
            return found
    for name in ("doi", "url", "journal", "journaltitle", "number", "note", "howpublished"):
        if (text := fields.get(name)) and (found := identifiers.arxiv(text)):
            return found
    volume = fields.get("volume", "")  # DBLP: journal CoRR, volume abs/2001.01234
    return identifiers.arxiv_eprint(volume[4:]) if volume.startswith("abs/") else ""


def _pmid(fields: Mapping[str, str]) -> str:
    own = fields.get("pmid", "")
    if not own and fields.get("eprinttype", "").lower() == "pubmed":
        own = fields.get("eprint", "")
    return own if own.isdecimal() else _by_url(identifiers.pmid, fields)


def _url(fields: Mapping[str, str]) -> str:
    if url := fields.get("url", ""):
        return url.strip("<>")
    texts = (fields.get(name, "") for name in ("howpublished", "bdsk-url-1", "link"))
    found = next(filter(None, map(ADDRESS.search, texts)), None)
    return found[0].rstrip(".,;)") if found else ""
