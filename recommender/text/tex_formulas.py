"""Formulas in bibliographic text: where they are, and their scripts in Unicode."""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import normalize

from recommender.text.tex_tables import RAISED_LETTERS, SUBSCRIPTS, SUPERSCRIPTS

DOLLAR = re.compile(r"\\.|[$}{]", re.DOTALL)
PRICE = re.compile(r"\d[\d.,]*+\s")  # `$5 and ...`
WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
ONE_WORD = re.compile(r"[\w.]*|.")
ORDINAL = re.compile(r"(?:st|nd|rd|th|e|er|o|a)")


def closing_dollars(text: str) -> dict[int, int]:
    """Return the dollar that ends what begins at each one: the next in the same group of braces.

    A formula may hold text and in that another one: `$a \\text{for $b$}$`.
    """
    ends: dict[int, int] = {}
    groups: list[list[int]] = [[]]
    for found in DOLLAR.finditer(text):
        if found[0] == "{":
            groups.append([])
        elif found[0] == "}" and len(groups) > 1:
            groups.pop()
        elif found[0] == "$":
            groups[-1].append(found.start())
            ends.update(pairwise(groups[-1][-2:]))
    for one, other in pairwise(sorted(at for group in groups for at in group)):
        ends.setdefault(one, other)  # in groups that nothing closes
    return ends


def is_formula(inner: str, before: str, after: str) -> bool:
    """Whether the text between two dollars is a formula, rather than the text between prices."""
    if not inner.strip():
        return False
    marked = any(c in inner for c in "\\_^")
    if PRICE.match(inner) and (not marked or WORDS.search(inner)):
        return False
    if marked:
        return True
    if inner[0].isspace() and before[-1:].isalnum():
        return False
    return not (inner[-1].isspace() and after.isdigit())


def script(kind: str, argument: str, before: str) -> str:
    """Return a sub- or superscript in Unicode digits where it can be, else with its mark."""
    argument = argument.strip()
    table = SUPERSCRIPTS if kind == "^" else SUBSCRIPTS
    if argument and all(c in table for c in argument):
        return "".join(table[c] for c in argument)
    if kind == "^" and argument in ("∘", "°"):
        return "°"
    if kind == "^" and (argument in ("′", "*", "†", "‡", "∗", "®", "™") or not argument):
        return argument
    if ORDINAL.fullmatch(argument) and kind == "^" and (not before or before == "x"):
        return argument
    return kind + (argument if ONE_WORD.fullmatch(argument) else f"({argument})")


def raised(argument: str, before: str) -> str:
    """Return a superscript of running text: M\\textsuperscript{c}Gee is McGee, 10ˣ a power."""
    argument = normalize("NFC", argument.strip())
    if not argument.isalpha() or ORDINAL.fullmatch(argument):
        return script("^", argument, "x")
    return RAISED_LETTERS.get(argument, argument) if before[-1:].isdigit() else argument


def script_after(before: str, inner: str, after: str) -> str:
    """Return a formula; `5$^{th}$` is an ordinal, `M$^c$Gee` a name, and neither is a power."""
    if inner[:1] == "^" and before[-1:].isdigit() and ORDINAL.fullmatch(inner[1:]):
        return inner[1:]
    if inner[:1] == "^" and before[-1:].isalpha() and inner[1:].isalpha() and after.isalpha():
        return inner[1:]
    return inner


def bracketed(text: str) -> str:
    """Return what stands under a root, in brackets where it is more than one thing."""
    return text if len(text) < 2 or text.isdigit() else f"({text})"
