"""Backslashes of file names, which are no TeX: C:\\Users, Meetings\\2013\\KW45."""

from __future__ import annotations

import re

_OUTSIDE = re.compile(r"[\s{}$]")
_DRIVE = re.compile(r"(?:^|[\W_])[A-Za-z]:$")
_LOOKED_AT = 100  # characters on either side


def behind_drive(before: str) -> bool:
    """Whether a text ends in the letter of a drive."""
    return _DRIVE.search(before[-3:]) is not None


def in_path(text: str, at: int, length: int) -> bool:
    """Whether the word round a command, whose name of some length ends at `at`, is a path."""
    around = text[max(0, at - length - _LOOKED_AT) : at + _LOOKED_AT]
    left = min(_LOOKED_AT, at - length)
    word = _OUTSIDE.split(around[:left])[-1] + _OUTSIDE.split(around[left:])[0]
    return word.count("\\") > 1
