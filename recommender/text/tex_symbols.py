"""Symbols that are not in our own tables, and journals: pylatexenc loads when one is met."""

from __future__ import annotations

from functools import cache

from recommender.text.journal_macros import JOURNALS


@cache
def known_symbol(name: str) -> str | None:
    """Return what pylatexenc knows a command to print, if it is a symbol without arguments."""
    if name in JOURNALS:
        return JOURNALS[name]
    spec = _symbols().get_macro_spec(name)
    printed = getattr(spec, "simplify_repl", None)
    return printed if isinstance(printed, str) and printed and "%" not in printed else None


@cache
def _symbols():  # type: ignore[no-untyped-def]
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()
