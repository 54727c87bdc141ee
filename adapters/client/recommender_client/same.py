"""Is it the same paper: told by identifiers, else by title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import normalize

ARXIV = re.compile(
    r"(?:arxiv[:.]|https?://arxiv\.org/(?:abs|pdf)/)?(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?(?:\.pdf)?"
)
DOI = re.compile(r"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)")
COMMAND = re.compile(r"\\[a-zA-Z]+(?![a-zA-Z])")
OF_ARXIV = "10.48550/arxiv."  # the DOIs that arXiv gives to its papers
FIELDS = ("doi", "eprint", "arxiv", "url")


def same(wanted: Mapping[str, Any], papers: Iterable[tuple[str, Mapping[str, Any]]]) -> str | None:
    """Return the name of the first of (name, fields) that is the same paper."""
    identities, title = _identities(wanted), _folded(wanted.get("title"))
    for name, fields in papers:
        alike = title and _folded(fields.get("title")) == title
        if alike or identities & _identities(fields):
            return name
    return None


def _identities(fields: Mapping[str, Any]) -> set[str]:
    """Return DOI, arXiv number and address; no ISBN, which all chapters of a book share."""
    values = (str(fields.get(name) or "").strip().casefold() for name in FIELDS)
    return {_identity(value) for value in values if value}


def _identity(value: str) -> str:
    value = value.replace("doi.org/" + OF_ARXIV, "arxiv.org/abs/").removeprefix(OF_ARXIV)
    if found := ARXIV.fullmatch(value):
        return f"arxiv:{found[1]}"
    if found := DOI.fullmatch(value):
        return f"doi:{found[1]}"
    return re.sub(r"^https?://(www\.)?", "", value).rstrip("/")


def _folded(title: Any) -> str:
    """Return the letters and digits without accents, be they written in TeX or not."""
    text = normalize("NFKD", COMMAND.sub("", str(title or "")).casefold())
    return "".join(c for c in text if c.isalnum())
