"""Bytes of a .bib file to a Library: every entry that a person could read, and what was odd."""

from __future__ import annotations

import re

from recommender.formats.bibtex import groups
from recommender.formats.bibtex.blocks import Block
from recommender.formats.bibtex.heads import LOOKS_LIKE_ENTRY
from recommender.formats.bibtex.inherit import Record, inherit
from recommender.formats.bibtex.paper import paper
from recommender.formats.bibtex.report import WHOLE_FILE, Report
from recommender.formats.bibtex.scan import scan, with_line_feeds
from recommender.formats.bibtex.values import Elsewhere, Values
from recommender.formats.decode import decode
from recommender.formats.foreign import refuse_binary, refuse_but_bibtex
from recommender.library import Entry, Library
from recommender.papers import Paper

ENTRY_LINE = re.compile("^[^\\S\\n]*+" + LOOKS_LIKE_ENTRY.pattern, re.MULTILINE)
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060"  # copied from web pages with the name
OF_PARENTS = ("missing-parent", "circular-parents", "too-many-parents")
MAX_ENTRY = 2 << 20


def read(source: bytes, *, file: str = "", elsewhere: Elsewhere | None = None) -> Library:
    """Read a whole file; raises UnreadableInput where it is plainly something else.

    `elsewhere` has the @string names that other files define.
    """
    refuse_binary(source, file)
    decoded, encoding, notices = decode(source)
    text = with_line_feeds(decoded)
    report = Report(text, file, notices)
    reading = Reading(text, report, elsewhere)
    refuse_but_bibtex(text, file, entries=any(r.key and r.values for r in reading.records))
    if not reading.records:
        report.add(*_nothing(text))
    return Library(
        entries=reading.entries(file),
        notices=report.notices(),
        file=file,
        source=source,
        encoding=encoding,
    )


def _nothing(text: str) -> tuple[str, int, None]:
    return "no-entries" if text.strip() else "empty-file", WHOLE_FILE, None


def strings(source: bytes) -> dict[str, str]:
    """Return the @string names that a file defines, in small letters, with their texts."""
    text = with_line_feeds(decode(source).text)
    values = Values(text, Report(text, "", []))
    for block in scan(text):
        if block.type == "string":
            values.define(block)
    return values.defined


def records(text: str) -> list[Record]:
    """Return the entries of a text with their values as written, names filled in."""
    return Reading(text, Report(text, "", [])).records


class Reading:
    """One text on its way to a library."""

    def __init__(self, text: str, report: Report, elsewhere: Elsewhere | None = None) -> None:
        self._text, self._report = text, report
        self._values = Values(text, report, elsewhere)
        self._listed: dict[str, list[str]] = {}  # key -> groups that list it
        self._names: dict[str, str] = {}  # field name as written -> lower case, one object each
        self.records: list[Record] = []
        for block in scan(text):
            self._take(block)
        self._values.tell_of_names()

    def entries(self, file: str) -> tuple[Entry, ...]:
        """Return all entries in file order; call it once, it lets go of the values as written."""
        self._tell_of_keys()
        inherit(self.records, self._tell)
        found = (self._paper(record) for record in self.records)
        read = [(record, made) for record, made in zip(self.records, found, strict=True) if made]
        return tuple(self._entry(i, *each, file) for i, each in enumerate(read))

    def _paper(self, record: Record) -> Paper | None:
        """Return what an entry says; whatever a library throws at it costs no other entry."""
        try:
            return paper(record, lambda code, what: self._tell(code, record, what))
        except Exception as error:
            self._tell("entry-fails", record, type(error).__name__)
            return None

    def _take(self, block: Block) -> None:
        for oddity in block.oddities:
            key = oddity.what if oddity.code == "commented-out-entry" else block.key
            self._report.add(oddity.code, oddity.at, key, oddity.what)
        if block.kind == "comment":
            inside = self._text.find("{", block.start, block.end) + 1
            comment = self._text[inside : block.end - 1] if inside else ""
            for key, names in groups.of_comment(comment).items():
                self._listed.setdefault(key, []).extend(names)
        elif block.type == "string":
            self._values.define(block)
        elif block.kind in ("entry", "broken") and block.type != "preamble":
            self._take_entry(block)

    def _take_entry(self, block: Block) -> None:
        if block.key is None and not block.fields:
            self._report.add("not-an-entry", block.start, None)
            return
        if block.end - block.start > MAX_ENTRY:
            self._report.add("entry-too-long", block.start, block.key)
        values: dict[str, str] = {}
        for field in block.fields:
            name = self._names.setdefault(field.name, field.name.lower().strip(INVISIBLE))
            if name in values:
                self._report.add("duplicate-field", field.start, block.key, name)
                continue
            values[name] = value = self._values.value(field, block.key)
            if "@" in value and ENTRY_LINE.search(value):
                self._report.add("entry-inside-value", field.start, block.key, name)
        self.records.append(Record(block.type, block.key, values, block.start, block.end))

    def _tell_of_keys(self) -> None:
        exact: set[str] = set()
        folded: set[str] = set()
        for record in self.records:
            if (key := record.key) is None:
                continue
            if key in exact:
                self._tell("duplicate-key", record, key)
            elif key.lower() in folded:
                self._tell("key-differs-only-in-case", record, key)
            exact.add(key)
            folded.add(key.lower())

    def _entry(self, position: int, record: Record, found: Paper, file: str) -> Entry:
        own = groups.of_fields(record.values)
        listed = self._listed.get(record.key or "", ())
        record.values = {}
        return Entry(
            paper=found,
            position=position,
            line=self._report.line(record.start),
            file=file,
            collections=tuple(dict.fromkeys((*own, *listed))),
        )

    def _tell(self, code: str, record: Record, what: str) -> None:
        field = what
        if code in OF_PARENTS:
            field = "crossref" if record.values.get("crossref", "").strip() == what else "xdata"
        elif code == "missing-reference":
            field = next((name for name, value in record.values.items() if what in value), what)
        self._report.add(code, self._place(record, field), record.key, what)

    def _place(self, record: Record, name: str) -> int:
        """Return where a field stands in its entry, else where the entry begins."""
        if name not in record.values:
            return record.start
        begins = re.compile(rf"(?<![\w-]){re.escape(name)}\s*+=", re.IGNORECASE)
        found = begins.search(self._text, record.start, record.end)
        return found.start() if found else record.start
