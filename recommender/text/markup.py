"""Text as it stands on web pages: Markdown emphasis and links, TeX, hyphens of broken lines."""

from __future__ import annotations

import re

from recommender.text.latex import plain

_MATH = re.compile(r"\$[^$\n]{1,400}\$")
_HOLDER = "\ue000"  # for private use, so in no text: stands for a formula
_LINK = re.compile(r"\[([^\[\]\n]{1,400})\]\(https?://[^\s()]{1,400}\)")
_STARS = re.compile(r"(?<!\*)(\*{1,3})(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\1(?!\*)")
_UNDERSCORES = re.compile(r"(?<![\w\\])_(?=[^\s_])([^_\n]{1,400}?)(?<=[^\s_])_(?!\w)")
_CODE = re.compile(r"(?<!`)`([^`'\n]{1,400})`(?!`)")
# "net- works" was one word; "graph- and node-level", "hue-, saturation-" are meant as they stand.
_BROKEN_HYPHEN = re.compile(r"(?<=[a-z])- (?!(?:and|or|nor|to|versus|vs|und|oder)\b)(?=[a-z])")


def readable(text: str) -> str:
    """Return the text as a person would read it aloud: one line, no markup."""
    joined = " ".join(text.split()).replace(_HOLDER, "")
    formulas = iter(_MATH.findall(joined))  # in a formula * and _ are no markup
    unmarked = _without_markdown(_MATH.sub(_HOLDER, joined))
    whole = re.sub(_HOLDER, lambda _: next(formulas), unmarked)
    return _BROKEN_HYPHEN.sub("", plain(whole))


def _without_markdown(text: str) -> str:
    for pattern, kept in ((_LINK, 1), (_STARS, 2), (_UNDERSCORES, 1), (_CODE, 1)):
        text = pattern.sub(rf"\{kept}", text)
    return text
