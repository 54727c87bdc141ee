"""Style: how a library is written, so that new entries look like the old ones."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice

from recommender.formats.bibtex.field_order import field_order
from recommender.formats.bibtex.spelling import Spelling, spelling_of
from recommender.formats.decode import declared_encoding
from recommender.library import Library

MAX_FIELDS = 5000  # lines that are looked at
MIN_ALIGNED = 0.8  # of them, to call that a habit
BIBLATEX = frozenset({"date", "journaltitle", "location"})
BIBTEX = frozenset({"year", "journal", "address"})
FIELD_LINE = re.compile(
    r"^(?P<indent>[ \t]{0,16})(?P<name>[A-Za-z][\w-]{0,40})(?P<before>[ \t]{0,40})="
    r"(?P<after>[ \t]{0,40})(?P<value>[{\"]|\d+[ \t]*,?[ \t]*\r?$|\w)",
    re.MULTILINE,
)
TYPE = re.compile(r"^[ \t]{0,8}@(?P<type>[A-Za-z]{2,40})[ \t]{0,8}\{", re.MULTILINE)
LAST_LINE = re.compile(
    r"[\"}\w](?P<comma>,?)[ \t]{0,8}\r?\n[ \t]{0,8}\}[ \t]{0,8}\r?$", re.MULTILINE
)
NO_ENTRIES = frozenset({"string", "comment", "preamble"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Everything about an entry that is habit and not fact."""

    indent: str = "  "
    column: int = 0  # of the "=", counted from the name; 0 where they are not aligned
    value_column: int = 0  # of the value, counted from the line; 0 where they are not aligned
    before: str = " "  # blanks before "=", where not aligned
    after: str = " "
    names: Spelling = field(default_factory=Spelling)  # of fields
    types: Spelling = field(default_factory=Spelling)
    order: tuple[str, ...] = ()  # of fields; () for ours
    opening: str = "{"
    bare_numbers: bool = False  # year = 2021
    trailing_comma: bool = True
    biblatex: bool = False  # date, journaltitle, location
    codec: str = "utf-8"  # an encoding that has every letter written

    def line(self, name: str, value: str, *, bare: bool = False) -> str:
        """Return one field, without the comma after it."""
        name = self.names.of(name)
        gap = " " * max(1, self.column - len(name)) if self.column else self.before
        head = f"{self.indent}{name}{gap}="
        after = self.after
        if self.value_column:
            after = " " * max(1, self.value_column - len(head.expandtabs()))
        return f"{head}{after}{value if bare else self._quoted(value)}"

    def head(self, entry_type: str, key: str) -> str:
        """Return the first line of an entry."""
        return f"@{self.types.of(entry_type)}{{{key},"

    def _quoted(self, value: str) -> str:
        if self.bare_numbers and value.isascii() and value.isdigit():
            return value
        return f'"{value}"' if self.opening == '"' and '"' not in value else f"{{{value}}}"


def style_of(library: Library | None) -> Style:
    """Return the habits of most fields of a library; a habit that does not show is the default."""
    if library is None or library.format != "bibtex":
        return Style()
    codec = codec_of(library)
    text = library.source.decode("latin-1" if codec == "ascii" else codec, errors="replace")
    fields = list(islice(FIELD_LINE.finditer(text), MAX_FIELDS))
    if not fields:
        return Style(codec=codec)
    types = [m["type"] for m in islice(TYPE.finditer(text), MAX_FIELDS)]
    commas = [m["comma"] for m in islice(LAST_LINE.finditer(text), MAX_FIELDS)]
    names = Counter(m["name"].lower() for m in fields)
    numbers = [m["value"][0].isdigit() for m in fields if m["name"].lower() in {"year", "volume"}]
    return Style(
        indent=_most(m["indent"] for m in fields),
        column=(column := _aligned(fields, _equals)),
        value_column=0 if column else _aligned(fields, _value),
        before=_most(m["before"] for m in fields),
        after=_most(m["after"] for m in fields),
        names=spelling_of(m["name"] for m in fields),
        types=spelling_of(t for t in types if t.lower() not in NO_ENTRIES),
        order=field_order(library.papers),
        opening=_most((m["value"] for m in fields if m["value"] in '{"'), default="{"),
        bare_numbers=sum(numbers) * 2 > len(numbers),
        trailing_comma=sum(map(bool, commas)) * 2 >= len(commas),
        biblatex=sum(names[n] for n in BIBLATEX) > sum(names[n] for n in BIBTEX),
        codec=codec,
    )


def codec_of(library: Library) -> str:
    """Return a codec for what is added to a library; ASCII where its own is not certain."""
    name, source = library.encoding.lower(), library.source
    if name in {"utf-16", "utf-32"}:  # these write a byte order mark of their own
        return name + ("-be" if source.startswith((b"\xfe\xff", b"\0")) else "-le")
    declared = declared_encoding(source)
    if name in {"utf-8", "utf-8-sig"} and (not declared or declared.startswith("utf-8")):
        return "utf-8"
    if name == "utf-8" and source.isascii():
        return declared
    if name == "cp1252" and not declared:  # a guess
        return "ascii"
    try:
        return codecs.lookup(name).name if not name.startswith("utf-8") else "ascii"
    except LookupError:
        return "ascii"


def _most(values: Iterable[str], default: str = "") -> str:
    counted = Counter(values).most_common(1)
    return counted[0][0] if counted else default


def _aligned(fields: list[re.Match[str]], place: Callable[[re.Match[str]], int]) -> int:
    """Return where a part of most lines stands, if names of different lengths meet there."""
    columns = Counter(map(place, fields))
    column, times = columns.most_common(1)[0]
    lengths = {len(m["name"]) for m in fields if place(m) == column}
    return column if times >= MIN_ALIGNED * len(fields) and len(lengths) > 1 else 0


def _equals(line: re.Match[str]) -> int:
    return len(line["name"]) + len(line["before"])


def _value(line: re.Match[str]) -> int:
    return len(line[0][: -len(line["value"])].expandtabs())
