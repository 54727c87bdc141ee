"""What stands in abstracts and is not of them: placeholders, copyright lines, labels of parts.

Words of these are shared by papers that have nothing in common. They are left out of the terms of
library and corpus; the abstract itself stays as it is.
"""

from __future__ import annotations

import re

MAX_PLACEHOLDER = 300  # characters: what is longer says something
MIN_LABELS = 2  # distinct ones that make bare words at the start of sentences labels

_THIS = r"(?:this|the) (?:article|paper|item|chapter|record|document|entry|work)"
_PLACEHOLDER = re.compile(
    r"\W*(?:abstract\W*)?(?:"
    r"(?:(?:an?|the|this) )?(?:abstracts?|summary|description|preview)(?: text)?"
    rf"(?: (?:for|of) {_THIS})?(?: (?:is|are|was))?(?: currently)? ?(?:not|un|not yet) ?"
    r"(?:available|provided|supplied|found|given|included|present)\b.*"
    r"|(?:(?:there is|has|with) )?no (?:abstracts?|summary|description)\b"
    r"(?: text)?(?: (?:is |was )?(?:currently )?(?:available|provided|supplied|found|given)\b.*"
    rf"| for {_THIS}.*)?"
    rf"|{_THIS} (?:has no|does not (?:have|contain|include) an) abstract\b.*"
    r"|kein(?:e)? (?:abstract|zusammenfassung)\b.*|pas de résumé\b.*|(?:sin|no hay) resumen\b.*"
    r"|(?:first|1st) page (?:preview|of (?:the )?article)|click to increase image size"
    r"|not available|unavailable|none|null|nil|nan|undefined|unknown|n[. ]{0,2}/?[. ]{0,2}a|tba|tbd"
    r"|to be (?:added|announced)|see (?:the )?(?:pdf|full text|article|paper)"
    r"|(?:inter)?national audience|(?:non )?peer[ -]reviewed|(?:post|pre)-?print|graphical abstract"
    r"|(?:abstract )?only)?\W*",
    re.IGNORECASE | re.DOTALL,
)
# A sign with a year or a holder, and what follows to the end of the sentence; the dot of an initial
# or of "Ltd." ends none, a company's name run into the next word does.
_SIGN = r"(?:copyright\s*(?:©|\(c\)|&copy;)?|©|\(c\)|&copy;)"
_OWNER = (
    r"(?:by\s+)?(?:(?:1[89]|20)\d\d\b|(?:the\s+)?author(?:s|\(s\))?|crown|elsevier|springer|wiley"
    r"|ieee\b|acm\b|american|royal)"
)
_SHORT = r"(?:\b[A-Z]|\b(?:Inc|Ltd|Co|Corp|Cie|Pty|Pvt|Publ|Univ|Assoc|Soc|St|Am|J|Chem|Int))\."
_FIRM = r"(?:Ltd|LLC|LLP|Inc|GmbH|B\.?V|S\.?A|AG|Press|Society|IEEE|ACM|[Aa]uthors?|\(s\))"
_TO_THE_END = rf"(?:(?:{_SHORT}|[^.\n©]){{0,200}}?(?:{_FIRM}\.?(?=[A-Z][a-z])|\.(?!\w)|\n|$))"
_RIGHTS = r"all\s+rights?\s+(?:are\s+)?reserved\b[.\])]*"
_COPYRIGHT = re.compile(
    rf"[(\[]?(?i:(?:apa\s+)?psyc\w+\s+database\s+record\s*)?(?i:{_SIGN})\s*(?i:{_OWNER})"
    rf"{_TO_THE_END}(?:\s*(?i:licensee|published\s+(?:by|under|on\s+behalf)){_TO_THE_END})?"
    rf"(?:\s*(?i:{_RIGHTS}))?[)\]]*"
)
_LEGAL = re.compile(
    r"(?:this\s+(?:article|content)\s+is\s+protected\s+by\s+copyright\W*)?\b"
    rf"{_RIGHTS}"
    r"|\bpublished\s+by\s+(?:elsevier|(?:john\s+)?wiley|springer|sage|oxford|cambridge|ieee|acm)"
    r"[^.\n]{0,60}(?:\.(?=\s|$)|$)"
    r"|\bthis\s+is\s+an\s+open[ -]access\s+article\b[^.\n]{0,200}(?:\.\S[^.\n]{0,80}){0,4}(?:\.|$)"
    r"|\bcopyright\s+of\s.{1,200}?\bis\s+the\s+property\s+of\b.*"
    r"|\(copyright\s+applies\s+to\s+all\s+abstracts\.?\)"
    r"|[(\[](?:author|publisher)(?:'s)?\s+abstract[)\]]|\[abstract\s+from\s+(?:author|publisher)\]",
    re.IGNORECASE | re.DOTALL,
)
_NOTES = re.compile(
    r"\[(?:image|formula|figure|fig\.|table|graphic|equation|see)\b[^\]\n]{0,80}\]"
    r"|\[?\bdisplay\s+omitted\b\]?|\bgraphic(?:al)?\s+abstract\b\s?[:.]?"
    r"|\b(?:electronic\s+)?supplementary\s+(?:materials?|information|data)\W+"
    r"(?:the\s+online\s+version|supplementary\s+\w+\s+(?:is|are)\s+available)[^\n]{0,200}?"
    r"\b(?:users|online|article)\."
    r"|(?:^|(?<=[.!?;>])\s?)(?-i:(?:International|National) audience)\b\W*"
    r"|\b(?:non\s)?peer\sreviewed\W*$"
    r"|\bpost-?print\s+\([a-z ]{0,40}\)|\bcomment:\s+\d+\s+pages\b.*",
    re.IGNORECASE | re.DOTALL,
)
_PART_NAMES = (
    "abstract aim approach background conclusion context data design discussion evaluation exposure"
    " finding funding goal highlight hypothesis hypothese implication importance intervention"
    " interpretation introduction keyword limitation material measure measurement method motivation"
    " methodology novelty objective originality outcome participant patient perspective population"
    " problem procedure purpose question rationale registration relevance result sample setting"
    " significance subject summary unlabeled unlabelled value scope"
    " hintergrund ziel zielsetzung methoden methode ergebnisse ergebnis schlussfolgerung"
    " schlussfolgerungen contexte objectif méthode résultat antecedente objetivo método resultado"
    " conclusione introducción introdução conclusões"
)
_KIND_NAMES = (
    "clinical experimental general key main practical primary principal research secondary social"
    " study trial data source selection extraction synthesis acquisition review evidence level of"
    " statement word theoretical managerial technical the"
)
_PARTS, _KINDS = frozenset(_PART_NAMES.split()), frozenset(_KIND_NAMES.split())
_JOINED = re.compile(r"[\s,/&-]+(?:and[\s,/]+)?")
_START = r"(^|[.!?\n]\]?\s{0,3})[^\w\s]?"
_WITH_SIGN = re.compile(
    rf"{_START}([^\W\d_a-z][^\W\d_]+(?:[ ,/&-]{{1,3}}[^\W\d_]+){{0,6}})\s?(?::|—|[-–]\s)"
)
_CAPITALS = re.compile(rf"{_START}([A-Z][A-Z/&, ]{{2,40}}[A-Z])(?=\s{{1,3}}[A-Z](?:[a-z]|\s))")
_BARE = re.compile(
    rf"{_START}(?:Abstract\s{{0,3}})?(Background|Introduction|Objectives?|Purpose|Aims?|"
    r"(?:Materials and )?Methods|Methodology|Results|Findings|Discussion|Conclusions?)"
    r"(?=\s{0,3}[A-Z]|\.\s)"
)
_SIGNS = (": ", ":\n", "—", " - ", " – ", " :")
_SHOUTED = (
    "BACKGROUND",
    "METHOD",
    "RESULT",
    "CONCLUSION",
    "OBJECTIVE",
    "PURPOSE",
    "AIM",
    "UNLABEL",
)
_NAMED = (
    "Background",
    "Objective",
    "Purpose",
    "Aim",
    "Methods",
    "Results",
    "Finding",
    "Conclusion",
)
_LEGALLY = ("reserved", "copyright", "published by", "open access", "abstract)", "abstract from")
_NOTED = (
    "[",
    "omitted",
    "graphic",
    "audience",
    "supplementary",
    "stprint",
    "comment:",
    "eer reviewed",
)


def content(abstract: str) -> str:
    """Return what an abstract says of its paper; "" where it only fills the place of one."""
    if _is_none(abstract):
        return ""
    abstract = _without_notes(abstract)
    if any(sign in abstract for sign in _SIGNS):
        abstract = _WITH_SIGN.sub(_unlabelled, abstract)
    if any(name in abstract for name in _SHOUTED):
        abstract = _CAPITALS.sub(_unlabelled, abstract)
    if sum(name in abstract for name in _NAMED) >= MIN_LABELS:
        abstract = _without_bare(abstract)
    return "" if _is_none(abstract) else abstract


def _without_bare(abstract: str) -> str:
    """Return an abstract without labels that no sign marks, if several stand there."""
    several = len({label for _, label in _BARE.findall(abstract)}) >= MIN_LABELS
    return _BARE.sub(r"\1", abstract) if several else abstract


def _without_notes(abstract: str) -> str:
    small = abstract.lower()
    if "©" in small or "(c)" in small or "copy" in small:
        abstract = _COPYRIGHT.sub(" ", abstract)
    if any(word in small for word in _LEGALLY):
        abstract = _LEGAL.sub(" ", abstract)
    if any(word in small for word in _NOTED):
        abstract = _NOTES.sub(" ", abstract)
    return abstract


def _is_none(abstract: str) -> bool:
    return len(abstract) <= MAX_PLACEHOLDER and _PLACEHOLDER.fullmatch(abstract) is not None


def _unlabelled(found: re.Match[str]) -> str:
    return found[1] if _is_label(found[2]) else found[0]


def _is_label(label: str) -> bool:
    """Return whether all words name parts of an abstract, as "Design, setting and participants"."""
    words = [word for word in _JOINED.split(label.casefold()) if word]
    known = [word in _PARTS or word.removesuffix("s") in _PARTS for word in words]
    kinds = (word in _KINDS or word.removesuffix("s") in _KINDS for word in words)
    return any(known) and all(one or kind for one, kind in zip(known, kinds, strict=True))
