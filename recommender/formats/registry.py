"""The formats of libraries, corpora and what papers go out in: one module and one entry each.

Everything else about formats is made of these entries: how a file is told, the help, the HTTP
contract, the page. Modules are loaded when they are first used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from io import BytesIO
from typing import Any, BinaryIO

from recommender.errors import UnreadableInput
from recommender.formats import signs
from recommender.formats.gathering import library
from recommender.library import Library
from recommender.notices import Notice
from recommender.papers import Paper

TITLE = "Related papers"  # of the paper in each example
Record = tuple[int, Paper | Notice]  # with its line, counted from 1
DOUBT = "doubtful"  # the code of what a corpus is told as well, though nothing was left out
MAX_FILE_BYTES = 1 << 30  # of a format that is read as a whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: what it is called, how it is told, and the module that knows it.

    The module has `read(source, *, file) -> Library` for a whole file, or, for files without end,
    `records(stream, *, file) -> Iterator[Record]`, which holds one record at a time. Both raise
    UnreadableInput where nothing can be read; what was left out is a notice of severity error.
    Where `writes`, it has `write(papers, *, into) -> str`.
    """

    name: str  # of `-f` and `format=`
    title: str  # as people call it
    suffixes: tuple[str, ...]  # the first is that of files we write
    media_type: str
    begins: Callable[[str], object] = signs.nothing  # whether a text that begins so is of it
    example: str  # the smallest file; its paper is called TITLE
    module: str
    writes: bool = False

    def read(self, source: bytes, *, file: str = "") -> Library:
        """Return a whole file as a library; `file` is what the user calls it."""
        module = self._module()
        if not hasattr(module, "read"):
            found = self.records(BytesIO(source), file=file)
            return library(found, source, file=file, form=self.name, of=self.title)
        whole: Library = module.read(source, file=file)
        return whole if whole.format == self.name else replace(whole, format=self.name)

    def records(self, stream: BinaryIO, *, file: str = "") -> Iterator[Record]:
        """Yield the papers of a file, and the notices of what was left out."""
        module = self._module()
        if hasattr(module, "records"):
            yield from self._some(module.records(stream, file=file), file)
            return
        source = stream.read(MAX_FILE_BYTES + 1)
        if len(source) > MAX_FILE_BYTES:
            raise UnreadableInput(f"{file} is larger than 1 GB; split it, or give JSON Lines.")
        whole = self.read(source, file=file)
        yield from ((n.line, n) for n in whole.notices if n.severity == "error" or n.code == DOUBT)
        yield from ((entry.line, entry.paper) for entry in whole.entries)

    def write(self, papers: Sequence[Paper], *, into: Library | None = None) -> str:
        """Return papers as one text, in the habits of a library where one is given."""
        text: str = self._module().write(papers, into=into)
        return text

    def _some(self, found: Iterator[Record], file: str) -> Iterator[Record]:
        """Yield records; UnreadableInput at the end, with the first reason, if none was a paper."""
        papers, first = 0, ""
        for line, what in found:
            papers += isinstance(what, Paper)
            first = first or (str(what) if isinstance(what, Notice) else "")
            yield line, what
        if not papers:
            raise UnreadableInput(
                f"{file or 'The text'} holds no paper as {self.title}. {first}".rstrip()
            )

    def _module(self) -> Any:
        return import_module(self.module)


FORMATS = {
    f.name: f
    for f in (
        Format(
            name="bibtex",
            title="BibTeX",
            suffixes=(".bib", ".bibtex"),
            media_type="application/x-bibtex",
            begins=signs.BIBTEX.search,
            example="@misc{key, title = {Related papers}}",
            module="recommender.formats.bibtex",
            writes=True,
        ),
        Format(
            name="ris",
            title="RIS",
            suffixes=(".ris",),
            media_type="application/x-research-info-systems",
            begins=signs.ris,
            example="TY  - JOUR\r\nTI  - Related papers\r\nER  - ",
            module="recommender.formats.ris",
            writes=True,
        ),
        Format(
            name="csl-json",
            title="CSL JSON",
            suffixes=(".json",),
            media_type="application/vnd.citationstyles.csl+json",
            begins=signs.json_items,
            example='[{"title": "Related papers"}]',
            module="recommender.formats.csl",
            writes=True,
        ),
        Format(
            name="zotero-json",
            title="Zotero's JSON",
            suffixes=(".zotero-json",),
            media_type="application/vnd.zotero.items+json",
            begins=signs.zotero_items,
            example='[{"itemType": "document", "title": "Related papers"}]',
            module="recommender.formats.zotero",
            writes=True,
        ),
        Format(
            name="medline",
            title="PubMed's MEDLINE",
            suffixes=(".nbib", ".medline"),
            media_type="application/nbib",
            begins=re.compile(r"(?:PMID|OWN|STAT|FAU|TI) {0,2}- ?\S").match,
            example="PMID- 1\nTI  - Related papers",
            module="recommender.formats.tagged.medline",
        ),
        Format(
            name="web-of-science",
            title="Web of Science",
            suffixes=(".ciw",),
            media_type="application/x-web-of-science",
            begins=re.compile(r"FN [^\n]*\s+VR |(?:VR [^\n]*\s+)?PT [A-Z]\s").match,
            example="PT J\nTI Related papers\nER\n\nEF",
            module="recommender.formats.tagged.web_of_science",
        ),
        Format(
            name="endnote",
            title="EndNote's tagged form",
            suffixes=(".enw",),
            media_type="application/x-endnote-refer",
            begins=re.compile(r"%[0AT] \S").match,
            example="%0 Journal Article\n%T Related papers",
            module="recommender.formats.tagged.refer",
        ),
        Format(
            name="table",
            title="a table",
            suffixes=(".csv", ".tsv", ".tab"),
            media_type="text/csv",
            begins=signs.table,
            example='Title,Authors,Year\nRelated papers,"Lee, Ann; Hill, Bo",2021',
            module="recommender.formats.tables.read",
        ),
        Format(
            name="endnote-xml",
            title="EndNote's XML",
            suffixes=(".xml",),
            media_type="application/xml",
            begins=signs.endnote_xml,
            example="<xml><records><record><titles><title>Related papers</title></titles></record>"
            "</records></xml>",
            module="recommender.formats.xml.endnote",
        ),
        Format(
            name="zotero-rdf",
            title="Zotero's RDF",
            suffixes=(".rdf",),
            media_type="application/rdf+xml",
            begins=signs.zotero_rdf,
            example='<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            'xmlns:z="http://www.zotero.org/namespaces/export#" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description><z:itemType>document'
            "</z:itemType><dc:title>Related papers</dc:title></rdf:Description></rdf:RDF>",
            module="recommender.formats.xml.zotero_rdf",
        ),
        Format(
            name="feed",
            title="an Atom or RSS feed",
            suffixes=(".atom", ".rss"),
            media_type="application/atom+xml",
            begins=signs.feed,
            example='<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Related papers</title>'
            "</entry></feed>",
            module="recommender.formats.feeds",
        ),
        Format(
            name="json-lines",
            title="JSON Lines",
            suffixes=(".jsonl", ".ndjson"),
            media_type="application/x-ndjson",
            begins=signs.json_lines,
            example='{"title": "Related papers"}',
            module="recommender.formats.json.lines",
        ),
        Format(
            name="html",
            title="a web page that lists papers",
            suffixes=(".html", ".htm", ".xhtml"),
            media_type="text/html",
            begins=signs.html,
            example="<ul><li><b>Related papers</b><br>Ann Lee, Bo Hill</li></ul>",
            module="recommender.formats.pages.html",
        ),
        Format(
            name="listing",
            title="a listing page or a list of titles",
            suffixes=(".txt",),
            media_type="text/x-listing",  # text/plain is what any web page may send unasked
            example="Conference 2025\n\nRelated papers\n\nWe say which papers of a collection "
            "belong beside those that a reader has, by the words that they share with them, and "
            "tell for each of them why it was chosen and which of the own papers it is like, so "
            "that nobody has to take our word for it.",
            module="recommender.formats.listing",
        ),
    )
}
DEFAULT = FORMATS["bibtex"]


def writable() -> dict[str, Format]:
    """Return the formats that papers go out in, by name."""
    return {name: form for name, form in FORMATS.items() if form.writes}


def listed(forms: Iterable[Format], *, endings: bool = True) -> str:
    """Return formats as a person lists them: BibTeX (.bib), RIS (.ris) or CSL JSON (.json)."""
    *most, last = [
        f"{form.title} ({form.suffixes[0]})" if endings else form.title for form in forms
    ]
    return f"{', '.join(most)} or {last}" if most else last
