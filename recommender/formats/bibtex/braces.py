"""Where a brace, quote or bracket is closed; a backslash protects nothing."""

from __future__ import annotations

import re

BRACE = re.compile(r"[{}]")
QUOTE_OR_BRACE = re.compile(r"[\"{}]")
ROUND_OR_BRACE = re.compile(r"[){}]")


class Braces:
    """Finds the closing partner of what opens in one text; linear in all, asked left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.end = len(text)  # nothing is searched beyond
        self._unclosed: frozenset[int] | None = None

    def close(self, opening: int) -> int:
        """Return the offset of the brace that closes the one at an offset; -1 for none."""
        if self._unclosed is not None and opening in self._unclosed:
            return -1
        depth = 0
        for brace in BRACE.finditer(self._text, opening, self.end):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.start()
        if self._unclosed is None and self.end == len(self._text):
            self._unclosed = _unclosed(self._text, opening)
        return -1

    def close_quote(self, opening: int) -> int:
        """Return the offset of the quote that closes one, outside all braces; -1 for none."""
        return self._outside(QUOTE_OR_BRACE, opening)

    def close_round(self, opening: int) -> int:
        """Return the offset of the `)` that closes a `(`, outside all braces; -1 for none."""
        return self._outside(ROUND_OR_BRACE, opening)

    def _outside(self, wanted: re.Pattern[str], opening: int) -> int:
        at = opening + 1
        while found := wanted.search(self._text, at, self.end):
            if found[0] not in "{}":
                return found.start()
            at = 1 + (self.close(found.start()) if found[0] == "{" else -1)
            if at == 0:
                break
        return -1


def _unclosed(text: str, start: int) -> frozenset[int]:
    """Return all opening braces from an offset on that nothing closes."""
    stack: list[int] = []
    for brace in BRACE.finditer(text, start):
        if brace[0] == "{":
            stack.append(brace.start())
        elif stack:
            stack.pop()
    return frozenset(stack)
