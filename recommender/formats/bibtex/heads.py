"""Where blocks begin: heads `@type{`, what merely looks like one, and where to go on after a fault.

No pattern here repeats over an overlapping choice, so each is linear in what it passes over.
"""

from __future__ import annotations

import re

TYPE = r"[^\W\d_][\w.:+-]*+"
HEAD = re.compile(rf"@\s*+({TYPE})\s*+[{{(]")
COMMENT_LINE = re.compile(r"@\s*+comment\b[^\n]*+", re.IGNORECASE)
# The shape that counts in the middle of a line, in comments and after %: `@type{key,`.
LOOKS_LIKE_ENTRY = re.compile(rf"@({TYPE})[^\S\n]*+[{{(][^\S\n]*+([^\s,{{}}()=\"]++)[^\S\n]*+,")
# In free text, a line that begins like an entry whose @, type or brace is lost.
NEARLY_ENTRY = re.compile(
    rf"[^\S\n]*+(@[^\S\n]*+(?:{TYPE}|[{{(])[^\s,]*+"
    rf"|{TYPE}[^\S\n]*+[{{(][^\s,{{}}()=\"]++,(?=\s*+[\w:+.-]++\s*+=))"
)
NEARLY_ENTRY_LINE = re.compile("^" + NEARLY_ENTRY.pattern, re.MULTILINE)
# After a fault: the next line that begins an entry, or an entry with a field further along a line.
RESUME = re.compile(
    rf"^[^\S\n]*+@[^\S\n]*+{TYPE}\s*+[{{(]\s*+(?:[^,{{}}=\"\n]*+[,=\n}}]|\Z)"
    r"|^[^\S\n]*+@[^\S\n]*+(?:string|preamble|comment)[^\S\n]*+[{(]"
    rf"|(?<=[\s}}),\"])@{TYPE}[{{(][^\s,{{}}()=\"]++,\s*+[\w:+.-]++\s*+=\s*+[\w\"{{]",
    re.MULTILINE | re.IGNORECASE,
)
# One brace too many ended the entry: its fields go on behind it.
FIELD_FOLLOWS = re.compile(r"\s*+(?:,\s*+[\w:+.-]++\s*+=\s*+[\w\"{]|[\w:+.-]++\s*+=\s*+[\"{])")
BLANK = re.compile(r"\s*+")


def resume(text: str, start: int) -> int:
    """Return where the next block begins after a fault, or the end of the text."""
    found = RESUME.search(text, start)
    return found.end() - len(found[0].lstrip()) if found else len(text)


class Prefix:
    """What stands before an `@` on its line; asked from left to right, linear in all."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._begin = 0  # of the line, or of what is left of it after a block
        self._seen = 0
        self._first = -1  # the first visible character from there on

    def before(self, at: int, done: int) -> tuple[bool, bool]:
        """Return whether only blanks stand before it, and whether a % makes it a comment."""
        newline = self._text.rfind("\n", self._seen, at)
        begin = max(done, newline + 1 if newline >= 0 else self._begin)
        self._seen = at
        if begin != self._begin or self._first < 0:
            self._begin = begin
            self._first = BLANK.match(self._text, begin).end()  # type: ignore[union-attr]
        return self._first >= at, self._text[self._first : self._first + 1] == "%"
