"""How texts begin: what tells formats that one pattern cannot tell."""

from __future__ import annotations

import json
import re
from typing import Any

from recommender.formats.tables import rows
from recommender.formats.xml.elements import root

BEGINNING = 1 << 18  # bytes that are looked at
LONG = BEGINNING // 4  # characters at least, where all of these are one line
TABLE_HEAD = 1 << 14  # characters that the headings stand in
ITEMS = re.compile(r"\[\s*[{\]]|\{\s*\"items\"|\{[^\S\n]*\r?\n")
ZOTERO = re.compile(r'[\[{](?s:[^"]*"[^"]*"){0,60}?[^"]*"itemType"\s*:')  # among the first names
# What the answer of a service begins with, which may be one line of many megabytes.
ANSWER = re.compile(
    r"\{\s*\"(?:status|meta|total|offset|token|next|notes|count|results?|data|message|hits"
    r"|response(?:Header)?|header|resultList|version|references|papers|records|collection)\"\s*:"
)
ENDNOTE_XML = re.compile(r"<xml>\s*<records[\s/>]|<records>\s*<record[\s/>]", re.IGNORECASE)
FEED = re.compile(r"<(?:atom:)?feed(?:\s|$)|<rss(?:\s|$)")
RSS = "purl.org/rss/1.0/"
ZOTERO_NAMESPACE = "zotero.org/namespaces/export"
BIBTEX = re.compile(r"^[^\S\n]*+@\s*+[^\W\d_][\w.:+-]*+\s*+[{(]", re.MULTILINE)
HTML = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?"
    r"<(?:!doctype html|html|head|body|main|section|article|div|table|ul|ol|dl|li|p|h[1-6])[\s>]",
    re.IGNORECASE | re.DOTALL,
)
CSL_ONLY = frozenset({"author", "issued", "container-title", "citation-key"})

# Also tags that are written before the type; entries of BibTeX hold no such line.
TYPE_LINE = re.compile(r"^[ \t]{0,8}TY[ \t]{0,4}[-–][ \t]*[A-Z]{3,8}[ \t\r]*$", re.MULTILINE)


def nothing(_text: str) -> bool:
    """Tell a format by its name alone."""
    return False


def ris(text: str) -> bool:
    """Tell RIS by the type of its first record; lines of a program may stand before it."""
    return TYPE_LINE.search(text) is not None


def json_lines(text: str) -> bool:
    """Tell JSON Lines: the first line is an object, and not the only item of CSL JSON."""
    if not text.startswith("{") or ITEMS.match(text):
        return False
    first, _, rest = text.partition("\n")
    if found := _object(first):
        return bool(rest.strip()) or not CSL_ONLY & {*found}
    return rest.lstrip().startswith("{") or (_is_long(first, rest) and not ANSWER.match(text))


def zotero_items(text: str) -> bool:
    """Tell items of Zotero's by the one fact that each of them has."""
    return bool(ZOTERO.match(text)) and not json_lines(text)


def json_items(text: str) -> bool:
    """Tell CSL JSON: a list of objects, an object with such a list, or one item."""
    if zotero_items(text):
        return False
    first, _, rest = text.partition("\n")
    if ITEMS.match(text) or (_is_long(first, rest) and ANSWER.match(text)):
        return True
    return bool(_object(text.partition("\n")[0])) and not json_lines(text)


def _is_long(first: str, rest: str) -> bool:
    return not rest and len(first) >= LONG


def table(text: str) -> bool:
    """Tell a table by a row of headings among its first lines."""
    return rows.head(rows.lines_of(text[:TABLE_HEAD])) is not None


def endnote_xml(text: str) -> bool:
    """Tell EndNote's XML by its root and a record in it."""
    return bool(ENDNOTE_XML.match(root(text)))


def zotero_rdf(text: str) -> bool:
    """Tell Zotero's RDF by the namespace of its own."""
    found = root(text)
    return found.startswith("<rdf:RDF") and ZOTERO_NAMESPACE in found.partition(">")[0]


def feed(text: str) -> bool:
    """Tell a feed by its root: Atom, RSS, or RSS 1.0, which is RDF."""
    found = root(text)
    first = found.partition(">")[0]
    return bool(FEED.match(first)) or (first.startswith("<rdf:RDF") and RSS in first)


def html(text: str) -> bool:
    """Tell a web page by its first element; one that holds BibTeX is read as that."""
    return bool(HTML.match(text)) and not BIBTEX.search(text)


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
