"""Verdicts: what the user answered to a suggestion, and what that does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Verdict = Literal["saved", "dismissed", "seen"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
HELD_BACK = frozenset({"saved", "dismissed"})  # a paper only seen is shown again, marked


def held_back(verdicts: Mapping[str, Verdict]) -> frozenset[str]:
    """Return the keys of papers that are not suggested again until their verdict is taken back."""
    return frozenset(key for key, verdict in verdicts.items() if verdict in HELD_BACK)
