"""EndNote's tagged form (.enw), which is that of refer with more tags: %0, %T, %A, %D …"""

from __future__ import annotations

import re
from dataclasses import replace

from recommender.formats import facts
from recommender.formats.tagged import tagging
from recommender.formats.tagged.tagging import Lines, Record, Tags
from recommender.library import Library
from recommender.papers import Paper

LINE = re.compile(r"%([0-9A-Z@!?$&#^<>*+~=)(\[\]])(?:[ \t](.*)|$)")
TAGS = Tags(
    title=("T", "!"),
    authors=(("A",), ("Q",)),
    editors=("E",),
    dates=("D", "8"),
    venue=("J", "B", "S"),
    abstract=("X",),
    keywords=("K",),
    doi=("R",),
    isbn=("@",),
    links=("U", "M"),
    language=("G",),
    key=("F",),
    fields={
        **{"volume": ("V",), "number": ("N",), "pages": ("P",), "edition": ("7",)},
        **{"publisher": ("I",), "address": ("C",), "note": ("Z",), "series": ("S",)},
    },
)
TYPES = {
    "journal article": "article",
    "magazine article": "article",
    "newspaper article": "article",
    "electronic article": "article",
    "conference paper": "inproceedings",
    "conference proceedings": "inproceedings",
    "book": "book",
    "edited book": "book",
    "electronic book": "book",
    "book section": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
    "unpublished work": "unpublished",
}
ISSN = re.compile(r"\b\d{4}-\d{3}[\dXx]\b")


def read(source: bytes, *, file: str = "") -> Library:
    """Read a file; blank lines part its records, or each begins with its type, %0."""
    return tagging.library(source, file, "endnote", _records, _paper)


def _records(text: str) -> list[Record]:
    return list(tagging.gathered(_lines(text), begins="begin"))


def _lines(text: str) -> Lines:
    """Yield the lines, and one with the tag "begin" before each record."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.match(line)
        if found and (not inside or found[1] == "0"):
            yield number, "begin", ""
            inside = True
        if found:
            yield number, found[1], (found[2] or "").strip()
        elif line.strip():
            yield number, "", line.strip()
        else:
            inside = False


def _paper(record: Record) -> Paper:
    named = record.first("0").casefold()
    kind = TYPES.get(named) or ("article" if record.first("J") else "misc")
    found = tagging.paper(record, TAGS, kind)
    series = "" if found.venue == found.fields.get("series") else found.fields.get("series", "")
    number = record.first("@")
    return replace(
        found,
        keywords=tuple(dict.fromkeys(record.lines("K"))),  # one a line
        fields={
            **{name: value for name, value in found.fields.items() if name != "series"},
            **({"series": series} if series else {}),
            **({"pages": facts.pages(found.fields["pages"])} if "pages" in found.fields else {}),
            **({"issn": number} if ISSN.fullmatch(number) else {}),
        },
    )
