"""Words for a terminal, without TeX."""

from __future__ import annotations

from typing import Any

PARTS = ("given", "prefix", "family", "literal")


def about(suggestion: dict[str, Any]) -> str:
    """Return authors, venue, year and strength on one line."""
    names = [" ".join(a[part] for part in PARTS if part in a) for a in suggestion["authors"]]
    authors = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    parts = (authors, suggestion["venue"], suggestion["year"], suggestion["strength"])
    return " · ".join(str(part) for part in parts if part)


def plain(text: str) -> str:
    """Return a title without the braces that keep its capitals; formulas keep theirs."""
    return text if "$" in text or "\\" in text else text.replace("{", "").replace("}", "")
