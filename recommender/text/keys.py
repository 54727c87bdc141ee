"""Keys of papers: any text that stands in a list, an entry and one line of a terminal."""

from __future__ import annotations

import re

MAX_KEY = 200
# No blanks, commas or braces, which end a key in BibTeX; no controls and no marks of direction.
PATTERN = (
    r"[^\x00-\x20,{}\x7f-\xa0\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
    rf"{{1,{MAX_KEY}}}"
)
SAYING = f"1 to {MAX_KEY} characters without blanks, commas and braces"
_KEY = re.compile(PATTERN)
_HALVES = re.compile("[\ud800-\udfff]")  # of characters, which no file can hold


def is_key(text: str) -> bool:
    """Return whether a text can be the key of a paper."""
    return _KEY.fullmatch(text) is not None and _HALVES.search(text) is None
