"""The forms of a record in JSON: which one it has, and the paper that it is."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from recommender.formats.json import values
from recommender.papers import Paper

Found = dict[str, Any]
_ROOM = "recommender.formats"
FORMS = (  # the first that fits reads a record
    *(f"{_ROOM}.json.openalex", f"{_ROOM}.json.openreview", f"{_ROOM}.json.dblp"),
    *(f"{_ROOM}.json.semantic_scholar", f"{_ROOM}.json.arxiv", f"{_ROOM}.json.arxiv_package"),
    *(f"{_ROOM}.zotero.papers", f"{_ROOM}.csl.paper", f"{_ROOM}.json.plain"),
)
LONE = re.compile(r"\\u[dD][89a-fA-F]")  # half of a character, perhaps without its other half


class Form(Protocol):
    """The module of one form."""

    def fits(self, found: Found) -> bool:
        """Tell whether a record has this form."""

    def paper(self, found: Found) -> Paper:
        """Return the paper of a record."""


def form_of(found: Found) -> Form | None:
    """Return the form of a record; None where it is no paper in any form."""
    return next((form for form in _forms() if form.fits(found)), None)


def paper_of(found: Found) -> Paper:
    """Return the paper of a record; ValueError, with the reason, where there is none."""
    form = form_of(found)
    if form is None:
        raise ValueError("its fields are those of no known kind of paper")
    paper = form.paper(found)
    if not paper.title and not paper.abstract and not paper.authors:
        raise ValueError("it has neither title nor abstract")
    return paper


def is_weak(form: Form) -> bool:
    """Tell whether a form is that of anything with a title."""
    return form is _forms()[-1]


def without_halves(value: Any) -> Any:
    """Return a value of some JSON without the halves of characters, which no text may hold."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode(errors="replace"))


def described(value: Any) -> str:
    """Return what a value of JSON is, for a person: an object with meta, total and hits."""
    if isinstance(value, dict):
        *most, last = [values.text(name)[:40] or "…" for name in list(value)[:6]] or ["nothing"]
        return f"an object with {', '.join(most)}{' and ' if most else ''}{last}"
    if isinstance(value, list):
        return f"a list of {len(value)} × {described(value[0])}" if value else "an empty list"
    return "a text" if isinstance(value, str) else json.dumps(value)


@cache
def _forms() -> tuple[Form, ...]:
    return tuple(cast(Form, import_module(name)) for name in FORMS)
