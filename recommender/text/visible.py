"""Text from strangers, fit to be shown: nothing in it that hides, reorders or controls."""

from __future__ import annotations

import re

# C0 and C1 controls but TAB and LF; bidirectional marks; invisible joiners that hide nothing of use
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
    "\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Return a text without control characters, marks of writing direction and half characters."""
    return HIDDEN.sub("", text)
