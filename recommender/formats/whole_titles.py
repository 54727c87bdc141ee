"""Titles whole: biblatex keeps subtitle and addition apart, a person reads them together."""

from __future__ import annotations

from collections.abc import Mapping

PARTS = {  # title -> subtitle, addition
    "title": ("subtitle", "titleaddon"),
    "booktitle": ("booksubtitle", "booktitleaddon"),
    "maintitle": ("mainsubtitle", "maintitleaddon"),
    "journaltitle": ("journalsubtitle", "journaltitleaddon"),
    "journal": ("journalsubtitle", "journaltitleaddon"),
}
STOPS = ".:?!…"


def whole_title(fields: Mapping[str, str], name: str = "title") -> str:
    """Return a title as `Bark: a history of trees. Second part`; another field as it stands."""
    title = fields.get(name, "")
    if not title and name != "title":
        return ""
    for part, mark in zip(PARTS.get(name, ()), (":", "."), strict=False):
        title = _joined(title, fields.get(part, ""), mark)
    return title


def _joined(title: str, more: str, mark: str) -> str:
    """Return both; what the title holds already, as some programs write it, is not said twice."""
    if not title or not more or title.casefold().endswith(more.casefold()):
        return title or more
    return f"{title} {more}" if title[-1] in STOPS else f"{title}{mark} {more}"
