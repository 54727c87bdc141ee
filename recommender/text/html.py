"""HTML, JATS and MathML in bibliographic text: tags and entities as a person reads them."""

from __future__ import annotations

import re
from html import unescape

from recommender.text.tex_tables import SUBSCRIPTS, SUPERSCRIPTS

# Only names that publishers use, with attributes that are attributes: "a < b and c > d" is text.
_ATTRIBUTES = r"(?:\s++[\w:.-]++\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s<>\"']++))*+\s*+"
_INLINE = (
    r"i|b|u|s|em|strong|sub|sup|small|big|tt|code|span|font|a|cite|q|scp?|italic|bold|sc|monospace"
    r"|roman|underline|inline-formula|tex-math|inlinequation|mathml|inf|xref|ext-link|named-content"
)
_BLOCK = (
    r"p|br|div|h[1-6]|li|ul|ol|title|sec|abstract|para|table|tr|td|th|hr|list(?:-item)?"
    r"|disp-formula"
)
_TAG = re.compile(
    rf"<(/?)(?:jats:|mml:|xhtml:|html:)?(?:({_BLOCK})|(?:{_INLINE})|"
    rf"(?<=mml:)\w+|m(?:ath|row|i|n|o|sub|sup|subsup|frac|text|style|fenced|over|under|sqrt))"
    rf"{_ATTRIBUTES}/?>",
    re.IGNORECASE,
)
_SCRIPT = re.compile(r"<(?:jats:)?(su[bp])>\s*+([^<>]{0,40}+)</(?:jats:)?\1>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_AMP_ALONE = re.compile(r"&(?:amp|lt|gt|quot|nbsp)(?![\w;=])")
_COMMENT = re.compile(r"<!--[^<>]*+-->|<!\[CDATA\[|\]\]>")


def unmarked(text: str) -> str:
    """Return a text without the tags and entities of HTML and its kin."""
    if "&" in text:
        text = _entities(text)
    if "<" in text:
        text = _SCRIPT.sub(_script, _COMMENT.sub("", text))
        text = _TAG.sub(lambda tag: " " if tag[2] else "", text)
    return text


def _entities(text: str) -> str:
    for _ in range(2):  # some exporters escape twice: &amp;lt;
        text = _AMP_ALONE.sub(lambda found: unescape(found[0] + ";"), text)
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    return text


def _script(found: re.Match[str]) -> str:
    """Return digits raised or lowered; other text as it stands."""
    table = SUBSCRIPTS if found[1].lower() == "sub" else SUPERSCRIPTS
    text = found[2]
    return "".join(table[c] for c in text) if text and all(c in table for c in text) else text
