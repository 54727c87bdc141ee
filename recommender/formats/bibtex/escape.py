"""Text -> TeX text: what a person reads, written so that BibTeX and its readers give it back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from recommender.formats.bibtex.accents import in_ascii
from recommender.text.latex import depth
from recommender.text.tidy import tidy

# Zotero and Better BibTeX read `$<$` and `$>$`, but neither the bare signs nor \textless.
ESCAPES = {
    "\\": r"{\textbackslash}",
    "^": r"{\textasciicircum}",
    "~": r"{\textasciitilde}",
    "<": "$<$",
    ">": "$>$",
    **{sign: "\\" + sign for sign in "%&#$_"},
}
LIGATURE = re.compile(r"-(?=-)|`(?=`)|'(?=')|[?!](?=`)")  # TeX would join these with the next one
# A formula holds a command, an index or a power, or is one letter; "$5 or $6" is money.
FORMULA = re.compile(r"\$(?! )(?:[^$%#&]*[\\_^][^$%#&]*|[^\W\d_])(?<! )\$(?!\d)")
WORD = re.compile(r"[^\s/‐-―-]+")
BEGINS_A_SENTENCE = re.compile(r"(?:^|[:.?!] )\W*$")
MAX_NESTING = 50  # of braces: pybtex reads 100
NOT_IN_A_VALUE = re.compile(r'[{}\\"\s\x00-\x1f\x7f\ud800-\udfff]')


def escaped(text: str, codec: str = "utf-8") -> str:
    """Return a text as TeX: formulas as they stand, every other special character escaped."""
    return "".join(_signs(tidy(text), codec))


def title(text: str, codec: str = "utf-8") -> str:
    """Return a title as TeX, with braces round each word that lower case would spoil."""
    text = tidy(text)
    signs = _signs(text, codec)
    for start, end in (*_formulas(text), *_protected(text)):
        signs[start] = "{" + signs[start]
        signs[end - 1] += "}"
    return "".join(signs)


def verbatim(value: str, codec: str = "utf-8") -> str:
    """Return a doi or an address bare; only what would break the entry is percent-encoded."""
    bare = NOT_IN_A_VALUE.sub(lambda m: quote(m[0], errors="replace"), value.strip())
    return "".join(c if fits(c, codec) else quote(c) for c in bare)


def fits(text: str, codec: str) -> bool:
    """Tell whether an encoding has all letters of a text."""
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _signs(text: str, codec: str) -> list[str]:
    """Return the TeX of each character, in a list as long as the text."""
    signs = [ESCAPES.get(c, c) if c.isascii() or fits(c, codec) else in_ascii(c) for c in text]
    for match in LIGATURE.finditer(text):
        signs[match.start()] += "{}"
    for start, sign in _braces(text):
        signs[start] = sign
    for start, end in _formulas(text):
        signs[start:end] = text[start:end]
    return signs


def _braces(text: str) -> Iterator[tuple[int, str]]:
    """Find the braces: BibTeX counts `\\{` as well, so one alone is written as its name.

    So are all where they nest deeply, which readers refuse.
    """
    named = {"{": r"{\textbraceleft}", "}": r"{\textbraceright}"}
    if text.count("{") > MAX_NESTING and depth(text) > MAX_NESTING:
        yield from ((at, named[sign]) for at, sign in enumerate(text) if sign in named)
        return
    opened: list[int] = []
    for position, sign in enumerate(text):
        if sign == "{":
            opened.append(position)
        elif sign == "}" and opened:
            yield from ((opened.pop(), r"\{"), (position, r"\}"))
        elif sign == "}":
            yield position, named["}"]
    yield from ((position, named["{"]) for position in opened)


def _formulas(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in FORMULA.finditer(text) if "$" in text and _balanced(m[0])]


def _balanced(formula: str) -> bool:
    depth = 0
    for sign in formula:
        depth += (sign == "{") - (sign == "}")
        if not 0 <= depth <= MAX_NESTING:
            return False
    return depth == 0


def _protected(text: str) -> list[tuple[int, int]]:
    """Return the spans of the words whose capitals matter, clear of the formulas."""
    if text.isupper() and " " in text:  # nothing can be told from a title in capitals
        return []
    taken = _formulas(text)
    spans = [_core(match) for match in WORD.finditer(text)]
    sentence_case = _in_sentence_case([text[start:end] for start, end in spans[1:]])
    return [
        (start, end)
        for start, end in spans
        if not any(start < e and s < end for s, e in taken)
        and (_needs_capitals(text[start:end]) or (sentence_case and _is_name(text, start)))
    ]


def _core(match: re.Match[str]) -> tuple[int, int]:
    """Return the span of a word without quotes, brackets and full stops round it."""
    start, end = match.span()
    word = match[0]
    while start < end and not word[start - match.start()].isalnum():
        start += 1
    while start < end and not (
        word[end - 1 - match.start()].isalnum() or word.endswith(("#", "+"))
    ):
        end -= 1
    return start, end


def _needs_capitals(word: str) -> bool:
    """Tell whether a word has inner capitals (mRNA), or a capital with digits, or is one letter."""
    if not any(c.isupper() for c in word):
        return False
    letters = sum(c.isalpha() for c in word)
    has_digit = any(c.isdigit() for c in word)
    return has_digit or any(c.isupper() for c in word[1:]) or (letters == 1 and word != "A")


def _in_sentence_case(words: list[str]) -> bool:
    """Tell whether most of the longer words of a title begin in lower case."""
    longer = [word for word in words if len(word) >= 4 and word[0].isalpha()]
    return sum(word[0].islower() for word in longer) * 2 > len(longer)


def _is_name(text: str, start: int) -> bool:
    return text[start : start + 1].isupper() and not BEGINS_A_SENTENCE.search(text[:start][-8:])
