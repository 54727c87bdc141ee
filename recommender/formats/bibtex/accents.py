"""Letters that an encoding lacks -> TeX accents in ASCII."""

from __future__ import annotations

import unicodedata

ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "b",
}
LETTERS = {
    **{"ß": r"{\ss}", "ø": r"{\o}", "Ø": r"{\O}", "ł": r"{\l}", "Ł": r"{\L}", "æ": r"{\ae}"},
    **{"Æ": r"{\AE}", "œ": r"{\oe}", "Œ": r"{\OE}", "å": r"{\aa}", "Å": r"{\AA}", "ı": r"{\i}"},
    **{"đ": r"{\dj}", "Đ": r"{\DJ}", "ð": r"{\dh}", "Ð": r"{\DH}", "þ": r"{\th}", "Þ": r"{\TH}"},
    **{"–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"{\ldots}"},
    **{"¿": "?`", "¡": "!`", "«": r"{\guillemotleft}", "»": r"{\guillemotright}", "‐": "-"},
}


def in_ascii(letter: str) -> str:
    """Return a letter as TeX in ASCII; a letter that TeX has no name for comes back as it is."""
    if letter in LETTERS:
        return LETTERS[letter]
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if marks and base.isascii() and all(mark in ACCENTS for mark in marks):
        return _accented(base, marks)
    return _named(letter)


def _accented(base: str, marks: list[str]) -> str:
    for mark in marks:
        accent = ACCENTS[mark]
        base = f"\\{accent}{{{base}}}" if accent.isalpha() or len(base) > 1 else f"\\{accent}{base}"
    return "{" + base + "}"


def _named(letter: str) -> str:
    """Look a sign up in pylatexenc's table: Greek, arrows, operators."""
    from pylatexenc.latexencode import UnicodeToLatexEncoder  # rarely needed, slow to import

    encoder = UnicodeToLatexEncoder(
        unknown_char_policy="keep",
        unknown_char_warning=False,
        replacement_latex_protection="braces-all",
    )
    found: str = encoder.unicode_to_latex(letter)
    return found
