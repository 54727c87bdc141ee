"""The user's own collections: JabRef groups, BibDesk static groups, Mendeley folders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from recommender.text.latex import plain

GROUP_FIELDS = ("groups", "mendeley-groups", "collections")
JABREF = re.compile(r"\s*+jabref-meta:\s*+(?:groupstree|grouping):", re.IGNORECASE)
BIBDESK = re.compile(r"\s*+BibDesk Static Groups\s*+\{", re.IGNORECASE)
MAX_COMMENT = 2 << 20
SEPARATOR = re.compile(r"(?<!\\),")
SEMICOLON = re.compile(r"(?<!\\);")
ESCAPED_SEMICOLON = re.compile(r"(?<!\\)\\;")


def of_fields(values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the groups that an entry names itself, in order."""
    named = (name for field in GROUP_FIELDS for name in SEPARATOR.split(values.get(field, "")))
    return tuple(dict.fromkeys(filter(None, (plain(name.replace("\\,", ",")) for name in named))))


def of_comment(comment: str) -> dict[str, list[str]]:
    """Return the groups that list their members in a comment: key -> names of groups."""
    if len(comment) > MAX_COMMENT:
        return {}
    members: dict[str, list[str]] = {}
    for name, keys in _lists(comment):
        for key in keys:
            members.setdefault(key, []).append(name)
    return members


def _lists(comment: str) -> Iterator[tuple[str, list[str]]]:
    if found := JABREF.match(comment):
        yield from _jabref(comment[found.end() :])
    elif found := BIBDESK.match(comment):
        yield from _bibdesk(comment[found.end() : comment.rfind("}")])


def _jabref(tree: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the groups of JabRef up to 3.7, which wrapped lines and listed the keys."""
    for line in SEMICOLON.split(tree.replace("\r", "").replace("\n", "")):
        _, colon, group = line.partition("ExplicitGroup:")
        if colon:
            name, _context, *keys = [*ESCAPED_SEMICOLON.split(group), ""]
            yield _unescaped(name), [_unescaped(key) for key in keys if key]


def _unescaped(text: str) -> str:
    return text.replace("\\\\", "\\").replace("\\;", ";").replace("\\:", ":").strip()


def _bibdesk(plist: str) -> Iterator[tuple[str, list[str]]]:
    import plistlib  # and its XML parser: only BibDesk's files need them
    from xml.parsers.expat import ExpatError

    try:
        groups = plistlib.loads(plist.strip().encode(), fmt=plistlib.FMT_XML)
    except (ExpatError, ValueError, TypeError, AttributeError, KeyError, IndexError, OverflowError):
        return
    for group in groups if isinstance(groups, list) else ():
        if isinstance(group, dict):
            keys = str(group.get("keys", "")).split(",")
            yield str(group.get("group name", "")), [key.strip() for key in keys if key.strip()]
