"""A suggested paper into the papis library, told truly."""

from __future__ import annotations

from typing import Any

IDENTIFIERS = ("doi", "eprint", "isbn", "url")


def owned(data: dict[str, Any]) -> str | None:
    """Return the ref of the document that already is this paper."""
    import papis.database

    title = _folded(data.get("title", ""))
    for document in papis.database.get().get_all_documents():
        same = any(_same(document.get(name), data.get(name)) for name in IDENTIFIERS)
        if same or (title and _folded(document.get("title", "")) == title):
            return str(document.get("ref") or document.get("title"))
    return None


def save(data: dict[str, Any]) -> bool:
    """Add a paper, its citation key kept; tell whether papis took it.

    papis itself only logs when it leaves a document out, so the library is counted.
    """
    import papis.commands.add
    import papis.database

    before = len(papis.database.get().get_all_documents())
    papis.commands.add.run([], data=data, batch=True)
    return len(papis.database.get().get_all_documents()) > before


def _same(one: Any, other: Any) -> bool:
    return bool(one) and str(one).casefold() == str(other).casefold()


def _folded(title: str) -> str:
    return "".join(c for c in str(title).casefold() if c.isalnum())
