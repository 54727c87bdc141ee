"""Values of bibliographies to what a person reads: TeX, HTML, white space, one Unicode form."""

from __future__ import annotations

import re
import unicodedata

from recommender.text.html import unmarked
from recommender.text.overescaped import mended
from recommender.text.tex import decoded

MAX_DEPTH = 100  # braces; deeper values are given back as they are
MAX_MARKS = 30  # combining marks on one letter; normal forms take quadratic time on more

_PATH = re.compile(r"[A-Za-z]:\\{1,2}\w")
_COMMAND = re.compile(r"\\[^\s\d]|\$[^$_^]*+[_^][^$]*+\$")
_BRACE = re.compile(r"[{}]")
_QUOTED = re.compile(r"(?<![\w`])`([^`']{1,200})'(?![\w'])")
_MARKS = re.compile(r"[^\w\s\x00-\u02ff]{31,}")


def plain(value: str) -> str:
    """Return a value as a person reads it: no TeX, no tags, on one line, in normal form C."""
    if _holds_tex(value):
        value = _without_tex(value)
    if "&" in value or "<" in value:
        value = unmarked(value)
    return _tidy(value)


def untagged(value: str) -> str:
    """Return text of a format that is not TeX: tags undone, braces kept, commands read if any."""
    return plain(value) if _COMMAND.search(value) else _tidy(unmarked(value))


def _holds_tex(value: str) -> bool:
    """Whether there is anything to decode; ten searches by `in` cost less than one pattern."""
    return (
        "\\" in value
        or "{" in value
        or "}" in value
        or "$" in value
        or "~" in value
        or "`" in value
        or "--" in value
        or "''" in value
    )


def _without_tex(value: str) -> str:
    if _PATH.match(value) or (value.count("{") > MAX_DEPTH and depth(value) > MAX_DEPTH):
        return value
    text = decoded(mended(value) if "\\" in value else value)
    return _QUOTED.sub("‘\\1’", text) if "`" in text else text


def _tidy(value: str) -> str:
    if value.isascii() and value.isprintable() and "  " not in value:
        return value.strip(" ")  # the same object where nothing is to be cut
    if not value.isascii():
        value = unicodedata.normalize("NFC", _MARKS.sub(_fewer_marks, value))
    return " ".join(value.split())


def _fewer_marks(found: re.Match[str]) -> str:
    kept, run = [], 0
    for char in found[0]:
        run = run + 1 if unicodedata.combining(char) else 0
        if run <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def depth(value: str) -> int:
    """Return how deep the braces of a value go."""
    deepest = now = 0
    for brace in _BRACE.finditer(value):
        now = now + 1 if brace[0] == "{" else max(0, now - 1)
        deepest = max(deepest, now)
    return deepest
