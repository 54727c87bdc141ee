"""MEDLINE, as PubMed exports it (.nbib, or its PubMed format as text).

The tags are those of the National Library of Medicine's "MEDLINE/PubMed Data Element (Field)
Descriptions".
"""

from __future__ import annotations

import re
from dataclasses import replace

from recommender.formats import facts
from recommender.formats.tagged import tagging
from recommender.formats.tagged.tagging import Lines, Record, Tags
from recommender.library import Library
from recommender.papers import Paper, Person

LINE = re.compile(r"([A-Z]{2,4}) {0,2}-(?: (.*)|$)")
TAGS = Tags(
    title=("TI", "BTI"),
    authors=(("FAU",), ("AU",)),
    editors=("FED",),
    dates=("DP", "DEP"),
    venue=("JT", "BTI", "TA", "CTI"),
    abstract=("AB", "OAB"),
    keywords=("OT", "MH"),
    doi=("DOI", "AID", "LID"),
    pmid=("PMID",),
    isbn=("ISBN",),
    language=("LA",),
    fields={
        **{"volume": ("VI",), "number": ("IP",), "edition": ("EN",), "publisher": ("PB",)},
        **{"address": ("PL",), "pmcid": ("PMC",), "issn": ("IS",), "shortjournal": ("TA",)},
    },
)
STATUS = {"retracted publication": "retracted", "retraction of publication": "notice"}
STATUS |= {"published erratum": "notice", "expression of concern": "notice"}
ISSN = re.compile(r"\d{4}-\d{3}[\dX]")
ENDS = re.compile(r"(\d+)[-‐-―](\d+)")


def read(source: bytes, *, file: str = "") -> Library:
    """Read a file; a record begins with its PMID, or with the tag that the first begins with."""
    return tagging.library(source, file, "medline", _records, _paper)


def _records(text: str) -> list[Record]:
    lines = list(_lines(text))
    begins = next((tag for _, tag, _ in lines if tag), "PMID")
    return list(tagging.gathered(iter(lines), begins=begins))


def _lines(text: str) -> Lines:
    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.match(line)
        yield (number, found[1], (found[2] or "").strip()) if found else (number, "", line.strip())


def _paper(record: Record) -> Paper:
    kinds = [kind.casefold() for kind in record.all("PT")]
    found = tagging.paper(record, TAGS, _type(record, kinds))
    groups = [Person(literal=name) for name in record.all("CN")]
    status = next((STATUS[kind] for kind in kinds if kind in STATUS), "")
    first, last = _pages(record.first("PG"))
    more = {
        "pages": facts.pages(first, last),
        "status": status,
        "issn": next(iter(ISSN.findall(" ".join(record.all("IS")))), ""),
    }
    return replace(
        found,
        title=_title(found.title),
        authors=(*found.authors, *(group for group in groups if group not in found.authors)),
        venue="" if found.venue == found.title else found.venue,
        keywords=tuple(word.replace("*", "") for word in found.keywords),
        fields={**found.fields, **{name: value for name, value in more.items() if value}},
    )


def _type(record: Record, kinds: list[str]) -> str:
    if "book" in kinds or "books" in kinds or record.all("BTI"):
        return "incollection" if record.all("BTI") and record.all("TI") else "book"
    return "misc" if "preprint" in kinds else "article"


def _title(title: str) -> str:
    """Return a title without the stop at its end, and without the brackets of a translated one."""
    title = title.removesuffix(".")
    if title.startswith("[") and title.endswith("]"):
        title = title[1:-1].removesuffix(".")
    return title


def _pages(text: str) -> tuple[str, str]:
    """Return first and last page; MEDLINE leaves out the digits that both share: 1123-31."""
    found = ENDS.fullmatch(text)
    if not found:
        return text, ""
    first, last = found.groups()
    return first, first[: max(0, len(first) - len(last))] + last
