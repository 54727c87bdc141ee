"""Strength: the word for how far above an ordinary paper of the corpus one scores.

Calibrated on real libraries with hidden papers among 12,000 (README, Decisions): "strong" holds 80
to 84 % of the hidden papers, and 2 % of the corpus; "fair" another 11 %, and 6 %.
"""

from __future__ import annotations

from typing import Literal

Strength = Literal["strong", "fair", "weak"]

STRONG, FAIR = 3.0, 1.5  # standard deviations above the mean of the corpus
FLOOR = 0.5  # below it, where 3 to 4 % of the hidden papers are, nothing is suggested


def strength(deviations: float) -> Strength | None:
    """Return the word; None below the floor."""
    if deviations < FLOOR:
        return None
    return "strong" if deviations >= STRONG else "fair" if deviations >= FAIR else "weak"
