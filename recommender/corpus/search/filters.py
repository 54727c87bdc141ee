"""Filters: which papers of a corpus may be suggested, as a mask, from columns alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search.columns import CODED, CodedColumn, folded
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.text.languages import languages


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a paper must be; a text must be part of the paper's own, in any case and accent.

    Languages are compared whole, by code or name; a paper that tells no language has none.
    """

    since: int | None = None  # years, both included; a paper without a year is never between
    until: int | None = None
    venue: str = ""
    author: str = ""
    keyword: str = ""
    language: str = ""
    added_since: date | None = None  # when the paper came into the corpus

    def __bool__(self) -> bool:
        """Return whether anything is asked for."""
        return self != Filter()


def mask(wanted: Filter, arrays: Mapping[str, ChecksummedArray]) -> NDArray[np.bool_]:
    """Return which papers pass, shape (n_papers,)."""
    years = arrays["year"].whole()
    passed = np.ones(len(years), bool)
    if wanted.since is not None or wanted.until is not None:
        since, until = wanted.since or 1, 9999 if wanted.until is None else wanted.until
        passed &= (years >= max(1, since)) & (years <= until)
    if wanted.added_since is not None:
        passed &= arrays["day"].whole() >= day_number(wanted.added_since)
    for name in CODED:
        if text := getattr(wanted, name):
            having = np.zeros(len(years), bool)
            column = CodedColumn(arrays, name)
            found = _spoken(column, text) if name == "language" else column.holding(text)
            having[found] = True
            passed &= having
    return passed


def _spoken(column: CodedColumn, text: str) -> NDArray[np.int32]:
    wanted = languages(folded(text))
    return column.meeting(lambda value: not wanted.isdisjoint(languages(value)))


def day_number(day: date) -> int:
    """Return a day as a count from 1970."""
    return (day - date(1970, 1, 1)).days
