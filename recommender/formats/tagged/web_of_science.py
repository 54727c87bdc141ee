"""Web of Science, as it exports plain text and to EndNote desktop (savedrecs.txt, .ciw)."""

from __future__ import annotations

import re
from dataclasses import replace

from recommender.formats import facts
from recommender.formats.tagged import tagging
from recommender.formats.tagged.tagging import Lines, Record, Tags
from recommender.library import Library
from recommender.papers import Paper

LINE = re.compile(r"([A-Z][A-Z0-9])(?: (.*)|$)")
TAGS = Tags(
    title=("TI",),
    authors=(("AF",), ("AU",), ("CA",)),
    editors=("BE", "ED"),
    dates=("PY", "PD", "EA"),
    venue=("SO", "JI", "J9"),
    abstract=("AB",),
    keywords=("DE", "ID"),
    doi=("DI", "D2"),
    pmid=("PM",),
    isbn=("BN",),
    language=("LA",),
    key=(),
    fields={
        **{"volume": ("VL",), "number": ("IS",), "publisher": ("PU",), "address": ("PI",)},
        **{"issn": ("SN", "EI"), "series": ("SE",), "eid": ("AR",), "eventtitle": ("CT",)},
    },
)
STATUS = {"retracted publication": "retracted", "correction": "notice", "retraction": "notice"}


def read(source: bytes, *, file: str = "") -> Library:
    """Read a file; each of its records begins with the type of publication, PT."""
    return tagging.library(source, file, "web-of-science", _records, paper)


def _records(text: str) -> list[Record]:
    return list(tagging.gathered(_lines(text), begins="PT"))


def _lines(text: str) -> Lines:
    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.match(line)
        yield (number, found[1], (found[2] or "").strip()) if found else (number, "", line.strip())


def paper(record: Record) -> Paper:
    """Return the paper of a record, also of one that was a row of a table."""
    found = tagging.paper(record, TAGS, _type(record))
    kinds = [kind.strip().casefold() for kind in record.first("DT").split(";")]
    more = {
        "pages": facts.pages(record.first("BP"), record.first("EP")),
        "status": next((STATUS[kind] for kind in kinds if kind in STATUS), ""),
    }
    return replace(
        found,
        fields={**found.fields, **{name: value for name, value in more.items() if value}},
    )


def _type(record: Record) -> str:
    kind = record.first("DT").casefold()
    if "proceedings" in kind or record.first("CT", "CL"):
        return "inproceedings"
    if record.first("PT") in ("B", "S"):
        return "incollection" if record.first("SO") else "book"
    return "article"
