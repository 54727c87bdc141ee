"""Text with the matched terms marked, as pieces that a template can write without markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from recommender.text.visible import visible

Piece = tuple[str, bool]  # text, whether it is a matched term


def marked(text: str, terms: Iterable[str]) -> list[Piece]:
    """Return a text cut where terms begin and end; the pieces join to the text."""
    text = visible(text)
    found = sorted({visible(term) for term in terms} - {""}, key=len, reverse=True)
    if not found:
        return [(text, False)]
    either = "|".join(re.escape(term) for term in found)
    parts = re.split(rf"(?<!\w)({either})(?!\w)", text, flags=re.IGNORECASE)
    return [(part, bool(i % 2)) for i, part in enumerate(parts) if part]
