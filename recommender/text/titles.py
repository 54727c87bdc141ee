"""Titles to a form in which two spellings of one title are equal."""

from __future__ import annotations

import re
import unicodedata

FIRST_IDEOGRAPH = "\u3040"
LONG_ENOUGH = 20  # letters; shorter titles are used for many works
_GENERAL = (
    "introduction editorial preface foreword erratum corrigendum correction addendum retraction"
    " conclusion conclusions appendix acknowledgements contents index discussion reply response"
    " comment commentary abstract abstracts overview summary obituary news letter"
)
GENERAL = frozenset(_GENERAL.split())
LETTERS = str.maketrans(  # that no normal form takes apart
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ł": "l"}
    | {"Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)
GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_WORD = re.compile(r"[^\W_]++[+#]*+")
_VERSION = re.compile(r"\((?:v|version|ver\.) ?\d{1,3}\)$", re.IGNORECASE)
_SUPPLEMENT = re.compile(
    r"^(?:supplement(?:ary|al)? ?(?:materials?|information|data)? ?(?:for|to)?[: ] ?)"
    r"|[:.,(–—-] ?supplement(?:ary|al)? ?(?:materials?|information|data)?\)?$",
    re.IGNORECASE,
)
# What a publisher writes before or behind the title of a paper that was retracted.
_RETRACTED = re.compile(
    r"^\W*(?:retracted|withdrawn|removed)(?: (?:article|paper|chapter|manuscript))?\s?[]:)–—] *"
    r"|[ (\[]+retracted(?: (?:article|paper|chapter))?(?:[.:] see .{1,120})?[])]$",
    re.IGNORECASE,
)
# Titles of many works, however long: columns of journals, and what is said of a whole issue.
_COLUMN = re.compile(
    r"(?:guest )?editors?(?:ial)?\b|(?:introduction|preface|foreword|editorial) to (?:the |this )?"
    r"(?:special|theme|issue|volume|proceedings|minitrack|workshop|second|third|new|\w+ edition)\b"
    r"|(?:message|note|letter|word)s? (?:from|to) the\b|book reviews?\b|in this issue\b"
    r"|(?:list|acknowledge?ments?|thanks?) (?:of|to) (?:the )?(?:\w+ )?reviewers\b|call for papers"
    r"|table of contents|(?:author|subject) index\b|special issue\b|(?:erratum|corrigendum) to\b"
    r"|proceedings of\b"
)
_SITE = re.compile(r"\s\|\s[^|]{1,80}$")


def form(title: str) -> str:
    """Return a title's words in small letters without marks, joined by blanks."""
    title = _SITE.sub("", _VERSION.sub("", " ".join(title.split())))
    title = _RETRACTED.sub("", title)
    title = _SUPPLEMENT.sub("", title, count=1).replace("&", " and ")
    if not title.isascii():
        parts = unicodedata.normalize("NFKD", title.translate(LETTERS))
        title = "".join(c for c in parts if not unicodedata.combining(c))
    return " ".join(_WORD.findall(title.casefold()))


def is_telling(form_of_title: str) -> bool:
    """Return whether a title is long and special enough to stand for one work."""
    words = form_of_title.split(" ")
    letters = len(form_of_title) - len(words) + 1
    if not form_of_title.isascii():
        letters += sum(char >= FIRST_IDEOGRAPH for char in form_of_title)  # says more than a letter
    return letters >= LONG_ENOUGH and not is_general(form_of_title)


def is_general(form_of_title: str) -> bool:
    """Return whether a title is one of many works: a column's, or what stands before papers."""
    return GENERAL.issuperset(form_of_title.split(" ")) or bool(_COLUMN.match(form_of_title))


def alike(one: str, other: str) -> bool:
    """Return whether two forms may be one title: equal, contained, or half of the words shared."""
    if one == other or not one or not other:
        return True
    short, long = sorted((one, other), key=len)
    if f" {short} " in f" {long} " or (not short.isascii() and short in long):
        return True
    words, others = set(one.split(" ")), set(other.split(" "))
    return 2 * len(words & others) >= len(words | others)
