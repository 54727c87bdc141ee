"""Addresses, DOIs and the like: as they stand but for the escapes that exporters add."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\{}$&\s]")
_TILDE = re.compile(
    r"\\string~|\{\\~\{\}\}|\\~\{\}|\{\\~\}|\\~|\$\\sim\$|\{\$\\sim\$\}"
    r"|\{\\textasciitilde(?:\{\})?\}|\\textasciitilde(?:\{\}| |(?![A-Za-z]))"
)
_ESCAPE = re.compile(r"\{{1,3}\\{0,2}([_%&#$~])\}{1,3}|(?<!\\)\\([_%&#$])")
_NAMED_SIGN = re.compile(
    r"\{\\text(less|greater|underscore)\}|\\text(less|greater|underscore)(?:\{\}| |(?![A-Za-z]))"
    r"|\$([<>])\$"
)
_COMMAND = re.compile(
    r"\\(?:url|path|nolinkurl|href)\s*+\{((?:[^{}]++|\{[^{}]*+\})*+)\}.*", re.DOTALL
)
ARGUMENT = re.compile(  # of \url: a group, or what stands between two signs
    r"\s*+\{((?:[^{}]++|\{(?:[^{}]++|\{\})*+\})*+)\}|([|!+=/\"])([^\s{}]{1,200}?)\2"
)
_SIGNS = {"less": "<", "greater": ">", "underscore": "_"}


def verbatim(value: str) -> str:
    """Return a URL, DOI or the like: as it stands but for the escapes that exporters add."""
    value = value.strip()
    if not _SPECIAL.search(value):
        return value
    if command := _COMMAND.fullmatch(value):
        value = command[1]
    while value.startswith("{") and value.endswith("}") and "{" not in value[1:-1]:
        value = value[1:-1]
    value = unescaped(value)
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        value = value.replace(entity, char)
    return " ".join(value.split())


def unescaped(link: str) -> str:
    """Return a link with the signs that are written as TeX commands in it."""
    link = _TILDE.sub("~", link)
    link = _ESCAPE.sub(lambda found: found[1] or found[2], link)
    return _NAMED_SIGN.sub(lambda f: f[3] or _SIGNS[f[1] or f[2]], link)
