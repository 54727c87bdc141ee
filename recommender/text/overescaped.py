"""What programs escaped that was no TeX: quotation marks and line breaks with a backslash."""

from __future__ import annotations

import re

# \"Wise Oak\" and a fox: both marks are quotes, while \"Uber and gro\"se bear dots. Between them
# stand text, other commands, and dots within a word or a group.
_BETWEEN = r"(?:[^\"\\]|\\[^\"]|(?<=\w)\\\"(?=[^\W\d_]|\{)|(?<=\{)\\\"(?=\w)){1,300}?"
_BEFORE_OPENING = r"(?<![^\s(\[{—–/-])"
_ENDS_WORD = r"(?<![\s(\[{])"
_NO_LETTER = r"(?![^\W\d_]|\{|\\[ij]\b)"
_QUOTES = re.compile(
    rf"{_BEFORE_OPENING}(?:\\\"(?=[^\W\d_][^}}]|\d|\{{[^{{}}\\]{{2}})({_BETWEEN}){_ENDS_WORD}\\?\"{_NO_LETTER}"
    rf"|\"(?=\S)({_BETWEEN}){_ENDS_WORD}\\\"{_NO_LETTER})"
)
_SINGLE_QUOTES = re.compile(
    rf"{_BEFORE_OPENING}\\'(?=[^\W\d_][^}}])([^'\\]{{1,300}}){_ENDS_WORD}\\'{_NO_LETTER}"
)
_DOLLARS = r"\$\\backslash\$"
_BACKSLASH = rf"(?:{_DOLLARS}|\\textbackslash\{{\}}|\{{\\textbackslash\}}|\\)"
_BREAK = re.compile(
    rf"(?:{_DOLLARS}r)?{_DOLLARS}n(?![a-z])|(?<=[.!?]){_DOLLARS}n"
    rf"|(?<=[.!?:;])(?:{_BACKSLASH}n)++(?=[A-Z]|\s|\Z)"
)


def mended(text: str) -> str:
    """Return a text with quotation marks and line breaks as they were before they got escaped."""
    if '\\"' in text:
        text = _QUOTES.sub(lambda found: f'"{found[1] or found[2]}"', text)
    if "\\'" in text:
        text = _SINGLE_QUOTES.sub(r"‘\1’", text)
    return _BREAK.sub(" ", text) if "backslash" in text or "\\n" in text else text
