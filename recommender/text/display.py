"""Foreign text on a person's screen: nothing in it may move the cursor or turn the line round."""

from __future__ import annotations

import re
import unicodedata

# Cc: controls, ESC among them; Cf: bidi overrides, zero-width marks; Cs: lone surrogates.
# Joiners are kept, since Persian, Indic scripts and emoji are written with them.
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"


_C1 = re.compile(r"[\x7f-\x9f]")


def escaped(json_text: str) -> str:
    """Return a JSON text whose strings name the controls of ECMA-48, where JSON lets them stand."""
    return _C1.sub(lambda control: f"\\u{ord(control[0]):04x}", json_text)


def printable(text: str) -> str:
    """Return the text on one line, without characters that a terminal or a page would obey."""
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return "".join(c for c in line if c in _JOINERS or unicodedata.category(c) not in _HIDDEN)
