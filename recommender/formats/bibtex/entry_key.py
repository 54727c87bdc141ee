"""The key of an entry: everything up to the comma, if it is there and if it is a key."""

from __future__ import annotations

import re
from typing import NamedTuple

from recommender.formats.bibtex.blocks import Oddity

PLAIN = re.compile(r"\s*+([^\s,{}=\"%]++)(?=,)")
ODD = re.compile(r"(?:[^,={}\n]++|\{[^{}\n]*+\})*+")
BLANK = re.compile(r"\s*+")
COMMENTS = re.compile(r"\s*+(?:%[^\n,]*+\n\s*+)*+")
# `h=i,`: an equals sign inside a key, unless what precedes it is a field's name.
EQUALS_INSIDE = re.compile(
    r"(?!(?:title|author|editor|year|month|date|journal|booktitle|note|key|url|doi)=)"
    r"[^\s,{}\"=]++=[^\s,{}\"=\d][^\s,{}\"]*+(?=,)",
    re.IGNORECASE,
)


class Key(NamedTuple):
    """A key, None where it is missing, and the offset behind it."""

    key: str | None
    end: int
    oddities: tuple[Oddity, ...] = ()


def read_key(text: str, inside: int, end: int, closer: str) -> Key:
    """Read the key of an entry whose body begins at `inside` and ends with a closer."""
    if found := PLAIN.match(text, inside, end):
        return Key(found[1], found.end())
    start = COMMENTS.match(text, inside, end).end()  # type: ignore[union-attr]
    stop = ODD.match(text, start, end).end()  # type: ignore[union-attr]
    written, following = text[start:stop].rstrip(), text[stop : stop + 1]
    if following == "=":
        return _before_equals(text, start, end, written)
    if closer == ")" and following != "," and ")" in written:
        written = written[: written.index(")")].rstrip()
        stop = text.index(")", start)
    after = BLANK.match(text, stop, end).end()  # type: ignore[union-attr]
    if text[after : after + 1] in (",", closer):
        stop = after
    if not written:
        missing = (Oddity("missing-key", inside),) if text[stop : stop + 1] == "," else ()
        return Key(None, stop, missing)
    spaced = any(c.isspace() for c in written)
    return Key(written, stop, (Oddity("key-has-space", start, written),) if spaced else ())


def _before_equals(text: str, start: int, end: int, written: str) -> Key:
    """Read `{name = value`, where the key is missing, or `{key name = value` without a comma."""
    if found := EQUALS_INSIDE.match(text, start, end):
        return Key(found[0], found.end())
    key, _, name = written.rpartition(" ")
    if not key.strip() or not name.isidentifier():
        return Key(None, start, (Oddity("missing-key", start),))
    return Key(key.strip(), start + len(key))
