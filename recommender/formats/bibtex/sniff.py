"""What a file looks like that is no BibTeX, and what its user can do about it."""

from __future__ import annotations

import re

from recommender.errors import UnreadableInput

BINARY = (
    (b"%PDF-", "a PDF file; export the list of references as BibTeX from your reference manager"),
    (b"PK\x03\x04", "a zip archive or an Office document; unpack it or export BibTeX"),
    (b"\x1f\x8b", "a gzip file; unpack it first"),
    (b"\xd0\xcf\x11\xe0", "an old Office document; export BibTeX from your reference manager"),
    (b"SQLite format 3\x00", "a database; export BibTeX from the program that made it"),
    (b"\x89PNG", "a picture; export BibTeX from your reference manager"),
    (b"\xff\xd8\xff", "a picture; export BibTeX from your reference manager"),
)
TABLE = "a table; export BibTeX from the program that made it"
TEXT = (
    (r"[\[{]\s*[\"\[{\]}]", "JSON; save it with the ending .json"),
    (r"<!doctype html|<html|<head|<body", "a web page; download the BibTeX file itself"),
    (r"<\?xml|<xml|<[a-z]+[ >]", "XML; export BibTeX from your reference manager"),
    (r"TY  - ", "RIS; save it with the ending .ris"),
    (r"\{\\rtf", "an RTF document; export BibTeX from your reference manager"),
    (r"%0 [A-Z]", "an EndNote export; choose BibTeX as the output style"),
    (r"PMID- ?\d", "a PubMed export; export BibTeX or RIS from your reference manager"),
    (r"FN |PT [JBSP]\r?\n", "a Web of Science export; choose BibTeX as the format"),
    (r"\\documentclass|\\begin\{", "a TeX document; give the .bib file that it uses"),
    (r"(?:[^\n@{},;\t]{0,60}[,;\t]){2}[^\n]*(?<=[,;\t\"])(?:title|authors?|doi)\b", TABLE),
)
JSON = TEXT[0]


def refuse_binary(source: bytes, file: str) -> None:
    """Raise UnreadableInput for a file of another kind that its first bytes give away."""
    for magic, what in BINARY:
        if source.startswith(magic):
            raise UnreadableInput(_sentence(file, what))


def refuse_text(text: str, file: str, *, entries: bool) -> None:
    """Raise UnreadableInput for text of another kind; web pages may hold entries, JSON none."""
    start = text[:4_000].lstrip()
    for pattern, what in TEXT:
        if entries and (pattern, what) != JSON:
            return
        if re.match(pattern, start, re.IGNORECASE):
            raise UnreadableInput(_sentence(file, what))


def _sentence(file: str, what: str) -> str:
    return f"{file or 'This'} is not BibTeX: it looks like {what}."
