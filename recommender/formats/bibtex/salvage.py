"""Salvage: the fields of a broken region that can still be told apart, line by line."""

from __future__ import annotations

import re

from recommender.formats.bibtex.blocks import Field, Macro

BLANK = r"[^\S\n]*+"
# `name =` at the start of a line, after a comma, or behind a closing brace or quote.
FIELD_BEGINS = re.compile(
    rf"(?:^|(?<=[,}}\")])){BLANK},?{BLANK}(\w[\w:+.-]*+){BLANK}="
    rf"{BLANK}(?=[\w\"{{])",
    re.MULTILINE,
)
FIRST_FIELD = re.compile(rf"\s*+,?\s*+(\w[\w:+.-]*+){BLANK}={BLANK}(?=[\w\"{{])")
NEXT_FIELD = re.compile(rf"[\n,]{BLANK},?{BLANK}\w[\w:+.-]*+{BLANK}={BLANK}[\w\"{{]")
ENDS_WELL = re.compile(r"\s*+(?:[,})#]|\Z)|[^\S\n]*+\n")
LAST_LINE = re.compile(r"\n[^\S\n]*+[})][^\S\n]*+(?:\n|\Z)")  # the end of the entry itself
BRACE = re.compile(r"[{}]")
BARE = re.compile(r"[^\s,{}\"#]++")


def salvage(text: str, start: int, end: int) -> list[Field]:
    """Return the fields found in `text[start:end]`, in order."""
    closes = _pairs(text, start, end)
    fields, at, following = [], start, -1
    found = FIRST_FIELD.match(text, at, end) or FIELD_BEGINS.search(text, at, end)
    while found:
        value = found.end()
        if following <= value:
            later = NEXT_FIELD.search(text, value, end)
            following = later.start() if later else end
        part, at = _value(text, value, following, closes)
        fields.append(Field(found[1], (part,), found.start(1), at))
        found = FIELD_BEGINS.search(text, at, end)
    return fields


def _pairs(text: str, start: int, end: int) -> dict[int, int]:
    """Return the closing brace of every opening one that has one."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for brace in BRACE.finditer(text, start, end):
        if brace[0] == "{":
            stack.append(brace.start())
        elif stack:
            pairs[stack.pop()] = brace.start()
    return pairs


def _value(text: str, at: int, limit: int, closes: dict[int, int]) -> tuple[str, int]:
    """Return a value and the offset behind it; at most up to the next field."""
    char = text[at]
    if char not in '{"' and (bare := BARE.match(text, at, limit)):
        if not ENDS_WELL.match(text, bare.end()):
            return _ragged(text, at - 1, limit)
        number = bare[0].isascii() and bare[0].isdigit()
        return (bare[0] if number else Macro(bare[0])), bare.end()
    stop = closes.get(at, -1) if char == "{" else text.find('"', at + 1, limit)
    if not 0 <= stop < limit:
        return _ragged(text, at, limit)
    if ENDS_WELL.match(text, stop + 1):
        return text[at + 1 : stop], stop + 1
    line = text.find("\n", stop, limit)
    return _ragged(text, at, line if line >= 0 else limit)


def _ragged(text: str, at: int, limit: int) -> tuple[str, int]:
    """Return what an unclosed value holds, without the delimiters that are left of it."""
    if (last := LAST_LINE.search(text, at, limit)) is not None:
        limit = last.start()
    value = text[at + 1 : limit].rstrip().rstrip(",").rstrip()
    if value.endswith(("};", '";')):
        value = value[:-1]
    if value.endswith(("}", '"')) and value.count("}") >= value.count("{"):
        value = value[:-1]
    return value.strip(), limit
