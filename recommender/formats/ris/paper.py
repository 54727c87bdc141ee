"""A record of RIS as a paper, whatever tags a program took for a fact."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from recommender.formats import facts
from recommender.formats.ris import tags as names
from recommender.formats.ris.cutting import Record
from recommender.papers import Paper, Person
from recommender.text import identifiers
from recommender.text.latex import untagged

FIELDS = {  # BibTeX -> RIS, where types do not differ
    "volume": ("VL", "VO"),
    "edition": ("ET",),
    "address": ("CP", "CY", "PP", "C1"),
    "shorttitle": ("ST",),
    "shortjournal": ("J2", "JA", "J1"),
    "chapter": ("SE",),
    "eid": ("C7",),
    "publisher": ("PB",),
}
EXTRA = {  # BibTeX -> what Zotero calls it in a line of M2
    **{"issn": "issn", "isbn": "isbn", "pages": "pages", "publisher": "publisher"},
    **{"series": "series", "type": "genre", "number": "number"},
}
EXTRA_LINE = re.compile(r"\s*([A-Za-z][A-Za-z -]{0,40}?)\s*:\s*(\S.*)", re.DOTALL)
ADDRESSES = re.compile(r"[\s;,|]+(?=(?:https?|ftp)://)", re.IGNORECASE)
ISSN = re.compile(r"\b(\d{4})-?(\d{3}[\dXx])\b")
# What databases put among the notes of an export, which nobody wrote about the paper.
MACHINE_NOTE = re.compile(
    r"(?:cited by|times cited|export date|coden|correspondence address|references|funding details"
    r"|doi|pmid|pmcid|arxiv|isbn|citation key|bibtex)\s?:|https?://\S+$|10\.\d{4,9}/\S+$",
    re.IGNORECASE,
)
MASTERS = re.compile(r"master|\bm\.?\s?(?:sc|a|phil)\b|magister|diplom", re.IGNORECASE)
LINKS = ("DO", "DI", "M3", "UR", "LK", "L3", "L2", "L1", "L4", "AN", "ID", "M1", "Y2")


def paper_of(record: Record) -> Paper:
    """Return the paper of a record."""
    return _Reading(record).paper()


class _Reading:
    """The texts of one record, by tag, in the order of the file."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._texts: dict[str, list[str]] = {}
        for tag, lines in record.values:
            if text := facts.said("\n".join(lines)).strip():
                self._texts.setdefault(tag, []).append(text)
        self._extra = _extra(self._texts.get("M2", []))
        self._named = identifiers.identifiers_in("\n".join(self._all("N1", "RN", "M2")))
        self._ris = (record.type or "").upper()
        self._kind = self._type()

    def paper(self) -> Paper:
        """Return the paper."""
        year, month = facts.agreeing(self._all("PY", "Y1", "YR", "DA"))
        addresses = [part for text in self._all("UR", "LK") for part in ADDRESSES.split(text)]
        links = [*addresses, *self._all(*LINKS)]
        named, numbers = self._named, self._all("SN")
        return Paper(
            key=named.key or self._first("ID", "LB") or None,
            type=self._kind,
            title=self._title(),
            authors=() if self._ris == "EDBOOK" else tuple(self._people(("A1", "AU"))),
            year=year,
            month=month,
            venue=self._venue(),
            abstract=self._abstract(),
            keywords=tuple(self._keywords()),
            doi=facts.first(identifiers.doi, self._all("DO", "DI"))
            or named.doi
            or facts.first(identifiers.doi, links),
            arxiv=facts.first(identifiers.arxiv, links)
            or identifiers.arxiv_eprint(self._extra.get("archive id", ""))
            or named.arxiv,
            openreview=facts.first(identifiers.openreview, links) or named.openreview,
            pmid=self._pmid(links),
            isbn=facts.first(identifiers.isbn, numbers) or named.isbn,
            url=next(iter(addresses), ""),
            language=self._first("LA"),
            fields=self._fields(),
        )

    def _all(self, *tags: str) -> list[str]:
        return [text for tag in tags for text in self._texts.get(tag, ())]

    def _first(self, *tags: str) -> str:
        return untagged(next(iter(self._all(*tags)), ""))

    def _type(self) -> str:
        if self._ris == "THES" and any(map(MASTERS.search, self._all("M3", "U1", "PB", "N1")[:3])):
            return "mastersthesis"
        return names.TYPES.get(self._ris, "misc")

    def _title(self) -> str:
        return self._first(*names.TITLES) or self._first(*names.LATER_TITLES)

    def _venue(self) -> str:
        if self._extra.get("type") == "preprint":
            server = self._first("PB", "T2")  # what is on arXiv alone appeared nowhere
            return self._first("SO") or ("" if server.casefold() == "arxiv" else server)
        tags = names.VENUES.get(self._kind, ("T2", "JF", "BT", "JO", "JA", "J2"))
        title = "" if self._first(*names.TITLES) else self._title()  # BT may be of the book itself
        found = (untagged(text) for text in self._all(*tags))
        return facts.fullest(text for text in found if text != title)

    def _abstract(self) -> str:
        return untagged("\n".join(self._all("AB") or self._all("N2")[:1]))

    def _people(self, tags: Iterable[str]) -> Iterator[Person]:
        """Yield whom any of these tags name, each once, in the order of the file."""
        lines = (lines for tag, lines in self._record.values if tag in tags)
        texts = (facts.said(untagged(" ".join(text))) for text in lines)
        yield from dict.fromkeys(found for text in texts for found in facts.persons(text))

    def _keywords(self) -> Iterator[str]:
        """Yield the keywords; a line may hold several, and where it is the only one, commas."""
        lines = [untagged(text) for text in self._all("KW")]
        sign = "," if len(lines) == 1 and ";" not in lines[0] else ";"
        words = (word.strip() for line in lines for word in line.split(sign))
        yield from dict.fromkeys(filter(None, words))

    def _pmid(self, links: list[str]) -> str:
        database = " ".join(self._all("DB", "DP", "N1"))
        numbers = (identifiers.accession(text, database) for text in self._all("AN"))
        found = next(filter(None, numbers), "") or self._named.pmid
        return found or facts.first(identifiers.pmid, [*links, *self._all("M1", "C2", "U1", "U2")])

    def _fields(self) -> dict[str, str]:
        """Return the other facts under BibTeX's names."""
        found = {name: self._first(*tags) for name, tags in FIELDS.items()}
        found |= {
            "number": self._number(),
            "pages": self._pages(),
            "issn": facts.first(_issn, self._all("SN")),
            "pmcid": facts.first(identifiers.pmcid, [*self._all("C2", "AN", "U2"), *self._notes()])
            or self._named.pmcid,
            "note": "; ".join(filter(None, map(untagged, self._own_notes()))),
            "type": self._kind_of_work(),
            "series": self._first(*names.SERIES.get(self._kind, ("T3",))),
            "eventtitle": self._event(),
            "editor": " and ".join(map(facts.inverted, self._editors())),
            "translator": " and ".join(map(facts.inverted, self._people(("A4", "TA")))),
        }
        found |= {n: self._extra[e] for n, e in EXTRA.items() if e in self._extra and n != "isbn"}
        if found["shortjournal"] == self._venue():
            found["shortjournal"] = ""
        if found["publisher"] == self._venue() or self._extra.get("type") == "preprint":
            found["publisher"] = ""
        if self._kind == "book":
            found["series"] = found["series"] if found["series"] != self._venue() else ""
        return {name: value for name, value in found.items() if value}

    def _notes(self) -> list[str]:
        return self._all("N1", "RN", "M2")

    def _own_notes(self) -> Iterator[str]:
        """Yield the notes that a person wrote, without the lines of databases and programs."""
        for text in self._all("N1", "RN"):
            yield "\n".join(line for line in text.split("\n") if not MACHINE_NOTE.match(line))

    def _number(self) -> str:
        tags = names.NUMBERS.get(self._kind, ("IS", "CP", "M1") if self._ris == "JOUR" else ("IS",))
        texts = (untagged(text) for text in self._all(*tags))
        return next((t for t in texts if not (_issn(t) or identifiers.isbn(t) or _is_link(t))), "")

    def _pages(self) -> str:
        first, last = self._first("SP"), self._first("EP")
        if names.TAGS.get(self._kind) in names.WHOLE_PAGES and not last and first.isdecimal():
            return ""
        return facts.pages(first, last)

    def _kind_of_work(self) -> str:
        """Return the kind of a thesis, a report or a manuscript, unless its type says as much."""
        if self._kind not in ("phdthesis", "mastersthesis", "techreport", "unpublished"):
            return ""
        found = self._first("M3")
        usual = names.KINDS_OF_THESIS.get(self._kind, "")
        return "" if identifiers.doi(found) or found.casefold() == usual.casefold() else found

    def _event(self) -> str:
        event = self._first("T2") if self._kind == "inproceedings" and self._all("C3") else ""
        return event if event != self._venue() else ""

    def _editors(self) -> Iterator[Person]:
        if self._ris == "EDBOOK":
            yield from self._people(("A1", "AU", "A2", "A3", "ED"))
            return
        tags = names.EDITORS.get(self._kind, ("A2", "ED"))
        tag = next((tag for tag in tags if self._texts.get(tag)), "")
        yield from self._people((tag,))
        for name in self._extra.get("editor", "").split("\n"):
            family, _, given = name.partition("||")
            yield from facts.persons(f"{family.strip()}, {given.strip()}" if given else family)


def _extra(texts: Iterable[str]) -> Mapping[str, str]:
    """Return the facts that Zotero has no tag for, by their name; several of one name as lines."""
    found: dict[str, str] = {}
    for text in texts:
        for line in text.split("\n"):
            if named := EXTRA_LINE.fullmatch(line):
                name, value = named[1].casefold(), untagged(named[2])
                found[name] = f"{found[name]}\n{value}" if name in found else value
    return found


def _issn(text: str) -> str:
    found = None if identifiers.isbn(text) else ISSN.search(text)
    return f"{found[1]}-{found[2].upper()}" if found else ""


def _is_link(text: str) -> bool:
    return "://" in text or bool(identifiers.doi(text))
