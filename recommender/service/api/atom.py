"""Suggestions as an Atom feed (RFC 4287), for feed readers."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from recommender.ranking.suggestion import Suggestion
from recommender.store import StoredLibrary
from recommender.text.links import safe_link
from recommender.text.visible import visible

NAMESPACE = "http://www.w3.org/2005/Atom"
MEDIA_TYPE = "application/atom+xml"


def feed(stored: StoredLibrary, suggestions: Sequence[Suggestion]) -> bytes:
    """Return the feed; an entry's id stays the same, so a reader shows each paper once."""
    root = ElementTree.Element("feed", xmlns=NAMESPACE)
    _text(root, "id", f"urn:recommender:library:{stored.id}")
    _text(root, "title", f"Related papers: {visible(stored.label)}")
    _text(root, "updated", stored.added)
    _text(ElementTree.SubElement(root, "author"), "name", "Recommender")
    for suggestion in suggestions:
        _entry(root, stored, suggestion)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _entry(root: ElementTree.Element, stored: StoredLibrary, suggestion: Suggestion) -> None:
    paper = suggestion.paper
    entry = ElementTree.SubElement(root, "entry")
    _text(entry, "id", f"urn:recommender:library:{stored.id}:{paper.key}")
    _text(entry, "title", visible(paper.label))
    _text(entry, "updated", stored.added)
    for author in paper.authors:
        _text(ElementTree.SubElement(entry, "author"), "name", visible(str(author)))
    if link := safe_link(paper):
        ElementTree.SubElement(entry, "link", href=link, rel="alternate")
    _text(entry, "summary", visible(f"{suggestion.why.sentence} {paper.abstract}".strip()))


def _text(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text
