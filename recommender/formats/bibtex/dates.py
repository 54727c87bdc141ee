"""Dates as bibliographies have them, EDTF's among them, to a year and a month."""

from __future__ import annotations

import re
from collections.abc import Mapping

BEFORE_CHRIST = re.compile(r"(?<!\d)(\d{1,4})\s*B\.?\s?C\b", re.IGNORECASE)
NEGATIVE = re.compile(r"\s*y?[-−](\d{1,6})(?!\d)", re.IGNORECASE)  # EDTF, which has a year 0
FOUR_DIGITS = re.compile(r"(?<!\d)\d{4}(?!\d)")
UNSPECIFIED = re.compile(r"(?<![\w-])(\d{3}[xu?]|\d\d[xu?]{2})(?!\w)", re.IGNORECASE)  # 199X, 20uu
THREE_DIGITS = re.compile(r"(?<![\d.])\d{3}(?!\d)")
ANNO_DOMINI = re.compile(r"\b(?:AD|A\.D\.)\s*(\d{1,4})(?!\d)|(?<!\d)(\d{1,4})\s*(?:AD|A\.D|CE)\b")
ISO_MONTH = re.compile(r"-?\d{4}-(0[1-9]|1[0-2])\b")
NUMBER = re.compile(r"\s*(0?[1-9]|1[0-2])\s*(?:$|[-–/,.&])")
MONTH_NAMES = re.compile(  # English, and what other languages have in its place
    r"(?<![^\W\d_])(?:(jan|ene|genn?)|(feb|f[ée]v)|(mar|mär|mrz|maa)|(apr|avr|abr)|(ma[yij]|mag|mei)"
    r"|(jun|juin|giu)|(jul|juil|lug)|(aug|ao[uû]|ago)|(sep|set)|(oct|okt|out|ott)|(nov)"
    r"|(dec|d[ée]c|dez|dic))",
    re.IGNORECASE,
)


def year_of(fields: Mapping[str, str]) -> int | None:
    """Return the year, of a range its first, of a decade or century its beginning."""
    texts = filter(None, (fields.get(name) for name in ("date", "year", "issued")))
    return next((year for text in texts if (year := _year(text)) is not None), None)


def _year(text: str) -> int | None:
    if found := BEFORE_CHRIST.search(text):
        return 1 - int(found[1])
    if found := NEGATIVE.match(text):
        return -int(found[1])
    if found := FOUR_DIGITS.search(text):
        return int(found[0])
    if found := UNSPECIFIED.search(text):
        return int(re.sub(r"\D", "0", found[1]))
    if found := ANNO_DOMINI.search(text):
        return int(found[1] or found[2])
    return int(found[0]) if (found := THREE_DIGITS.search(text)) else None


def month_of(fields: Mapping[str, str]) -> int | None:
    """Return the month by name, number or ISO date; of a range its first."""
    written = fields.get("month", "")
    if found := MONTH_NAMES.search(written):
        return found.lastindex
    if found := NUMBER.match(written):
        return int(found[1])
    date = fields.get("date", "") or fields.get("year", "")
    if found := ISO_MONTH.match(date):
        return int(found[1])
    return found.lastindex if (found := MONTH_NAMES.search(date)) else None
