"""Accents: a mark over the first letter of an argument, or a sign or blank that was meant."""

from __future__ import annotations

from recommender.text.tex_tables import ACCENTS

NO_TILDE = frozenset("BCDFHJKLMPQRSTWXZ")  # before these, in Hill\~B, a blank was meant
QUOTES = frozenset("'\"")
CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ")
STRUCK = {"o": "ø", "O": "Ø", "l": "ł", "L": "Ł"}
DOTLESS = {"ı": "i", "ȷ": "j"}


def no_accent(name: str, before: str, follows: str) -> str | None:
    """Return what an accent's command stands for where it is none, None where a letter follows.

    `x.org/\\~lee` is an address, `A.\\~B.` and `Fig.\\~3` have a blank.
    """
    if name == "~" and before.endswith("/"):
        return "~"
    if name == "~" and (before.endswith(".") or (before[-1:].isalnum() and follows.isdigit())):
        return " "
    bears = (
        follows.isalpha() or follows in ("{", "\\", " ", "\n") or (name, follows) == ("not", "=")
    )
    return None if follows and bears else ACCENTS[name][1]


def accented(name: str, base: str, before: str, *, apart: bool = False) -> str:
    """Return an argument with the accent over its first letter; stacked ones in normal order.

    `apart`: a blank stands before the argument, so that `trees\\' bark` has an apostrophe.
    """
    mark, alone = ACCENTS[name]
    if apart and name in QUOTES and before[-1:].isalpha() and base[:1] in CONSONANTS:
        return f"{alone} {base}"
    if not base.strip() or (name == "tilde" and base[0].isdigit()):
        return alone + base
    if name == "~" and before[-1:].isalnum() and base[0] in NO_TILDE:
        return " " + base
    if name == "not" and base[0] in STRUCK:
        return STRUCK[base[0]] + base[1:]
    base = DOTLESS.get(base[0], base[0]) + base[1:]
    if len(name) > 1 and len(base.rstrip()) > 1:
        return base  # \widehat{abc}
    marks = 1
    while marks < len(base) and "\u0300" <= base[marks] <= "\u036f":
        marks += 1
    return base[:marks] + mark + base[marks:]
