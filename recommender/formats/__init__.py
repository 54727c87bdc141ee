"""The formats that libraries and corpora come in, and papers go out in: one module each."""

from __future__ import annotations

from collections.abc import Sequence

from recommender.errors import BadRequest
from recommender.formats.reading import format_of, read_bytes, read_file, read_files, records
from recommender.formats.registry import DEFAULT, FORMATS, Format, listed, writable
from recommender.library import Library
from recommender.papers import Paper

__all__ = [
    "DEFAULT",
    "FORMATS",
    "Format",
    "by_name",
    "format_of",
    "listed",
    "read_bytes",
    "read_file",
    "read_files",
    "records",
    "writable",
    "write",
]


def by_name(name: str) -> Format:
    """Return the format of that name to write; raises BadRequest with the names there are."""
    found = writable()
    if name not in found:
        raise BadRequest(f"There is no format {name!r}: use one of {', '.join(found)}.")
    return found[name]


def write(papers: Sequence[Paper], form: str = "bibtex", *, into: Library | None = None) -> str:
    """Return papers as one text; with `into`, in the habits of that library."""
    return by_name(form).write(papers, into=into)
