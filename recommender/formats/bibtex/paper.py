"""An entry's values to a Paper: which field says what, in BibTeX and in biblatex."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from recommender.formats.bibtex.dates import month_of, year_of
from recommender.formats.bibtex.inherit import Record
from recommender.formats.whole_titles import whole_title
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import MAX_DEPTH, depth, plain
from recommender.text.names import people
from recommender.text.verbatim import verbatim

MAX_FIELD = 64 * 1024  # characters; longer ones stay as they are
_VERBATIM = (
    "file isbn issn pdf local-url crossref xref xdata ids entryset related"
    " arxivid arxiv eprinttype eprintclass archiveprefix primaryclass pmid pmcid mrnumber"
    " zblnumber lccn urldate date timestamp date-added date-modified"
)
VERBATIM = frozenset(_VERBATIM.split())
VERBATIM_STARTS = ("bdsk-", "verb", "url", "file")
PEOPLE = ("author", "editor", "translator", "bookauthor")
VENUES = ("journal", "journaltitle", "booktitle", "maintitle", "series", "school", "institution")
KEYWORDS = ("keywords", "keyword", "mendeley-tags", "tags")
LINKS = ("doi", "url", "eprint")
TWICE_ESCAPED = re.compile(
    r"(?:\\\\|\{\\textbackslash\}|\\textbackslash(?:\{\})?|\$\\backslash\$)(?=\{?\\?[_%&#$])"
)
REPORTS = frozenset({"techreport", "report", "thesis", "phdthesis", "mastersthesis", "manual"})
ADDRESS = re.compile(r"https?://[^\s<>]++")
Tell = Callable[[str, str], None]  # code, what


def paper(record: Record, tell: Tell) -> Paper:
    """Return what an entry says; `tell` hears of what is odd."""
    raw = record.values
    fields = {name: _readable(name, value, tell) for name, value in raw.items()}
    authors = _people(raw, tell)
    title = whole_title(fields)
    if not title and record.type != "xdata":
        tell("missing-title", "")
    return Paper(
        key=record.key,
        type=record.type,
        title=title,
        authors=authors,
        year=year_of(fields),
        month=month_of(fields),
        venue=_venue(record.type, fields),
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
    if name in LINKS:
        return verbatim(TWICE_ESCAPED.sub("", value))
    if name in VERBATIM or name.startswith(VERBATIM_STARTS):
        return verbatim(value)
    return _names(value) if name in PEOPLE and name != "author" else plain(value)


def _names(value: str) -> str:
    """Return a list of names as a person reads it, with braces round those that are one."""
    found = people(value)[0] if "{" in value else ()
    if not any(" " in person.literal for person in found):
        return plain(value)
    return " and ".join(map(_one_name, found))


def _one_name(person: Person) -> str:
    if person.literal:
        return f"{{{person.literal}}}"
    last = " ".join(filter(None, (person.prefix, person.family)))
    return ", ".join(filter(None, (last, person.suffix, person.given)))


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


def _venue(kind: str, fields: Mapping[str, str]) -> str:
    """Return where it appeared; a report's series is not the place that published it."""
    names = [name for name in VENUES if name != "series"] if kind in REPORTS else VENUES
    named = (whole_title(fields, name) for name in names)
    later = (fields.get(name, "") for name in ("organization", "howpublished", "publisher"))
    found = next(filter(None, named), "") or next((v for v in later if v and "://" not in v), "")
    return found or fields.get("series", "")


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
    found = (identifiers.doi(own) if own else "") or _by_url(identifiers.doi, fields)
    return found or identifiers.short_doi(own) or _by_url(identifiers.short_doi, fields)


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
