"""What a file looks like that is of no format we read, and what its user can do about it."""

from __future__ import annotations

import re

from recommender.errors import UnreadableInput
from recommender.formats.registry import DEFAULT, FORMATS, listed

BINARY = (
    (b"%PDF-", "a PDF file; export the list of references as BibTeX from your reference manager"),
    (b"PK\x03\x04", "a zip archive or an Office document; unpack it or export BibTeX"),
    (b"\x1f\x8b", "a gzip file; unpack it first"),
    (b"\xd0\xcf\x11\xe0", "an old Office document; export BibTeX from your reference manager"),
    (b"SQLite format 3\x00", "a database; export BibTeX from the program that made it"),
    (b"\x89PNG", "a picture; export BibTeX from your reference manager"),
    (b"\xff\xd8\xff", "a picture; export BibTeX from your reference manager"),
)
JSON = re.compile(r"[\[{]\s*[\"\[{\]}]")
TEXT = (
    (r"<!doctype html|<html|<head|<body", "a web page; download the BibTeX file itself"),
    (r"<\?xml|<xml|<[a-z]+[ >]", "XML; export BibTeX from your reference manager"),
    (r"\{\\rtf", "an RTF document; export BibTeX from your reference manager"),
    (r"\\documentclass|\\begin\{", "a TeX document; give the .bib file that it uses"),
)
LOOKED_AT = 4_000  # characters


def refuse_binary(source: bytes, file: str) -> None:
    """Raise UnreadableInput for a file that its first bytes give away."""
    for magic, what in BINARY:
        if source.startswith(magic):
            raise UnreadableInput(_sentence(file, what))


def refuse_text(text: str, file: str) -> None:
    """Raise UnreadableInput for text that is plainly of no format we read."""
    for pattern, what in TEXT:
        if re.match(pattern, text[:LOOKED_AT].lstrip(), re.IGNORECASE):
            raise UnreadableInput(_sentence(file, what))


def refuse_but_bibtex(text: str, file: str, *, entries: bool) -> None:
    """Raise UnreadableInput for what is no BibTeX; web pages may hold entries, JSON none."""
    json = JSON.match(text[:LOOKED_AT].lstrip())
    if entries and not json:
        return
    for form in FORMATS.values():
        if form is not DEFAULT and form.begins(text.lstrip()):
            what = f"{form.title}; save it with the ending {form.suffixes[0]}"
            raise UnreadableInput(_sentence(file, what))
    if json:
        raise UnreadableInput(_sentence(file, "JSON; save it with the ending .json"))
    refuse_text(text, file)


def unknown(file: str) -> UnreadableInput:
    """Return the error for a file that neither its name nor its beginning tells."""
    return UnreadableInput(f"{file} is of no known format: give {listed(FORMATS.values())}.")


def _sentence(file: str, what: str) -> str:
    return f"{file or 'This'} cannot be read: it looks like {what}."
