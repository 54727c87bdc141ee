"""Text as one line that any file can hold."""

from __future__ import annotations

import unicodedata


def tidy(text: str) -> str:
    """Return text as one line in NFC, without control characters and halves of characters."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line.isprintable():
        kept = "".join(c for c in line if unicodedata.category(c) not in {"Cc", "Cs"})
        line = " ".join(kept.split())
    return line
