"""A suggested paper into the papis library, told truly."""

from __future__ import annotations

from typing import Any

from recommender_client.same import same
from recommender_client.shown import plain

TEXTS = ("title", "booktitle", "journal", "series", "publisher")


def documents_of(bibtex: str) -> list[dict[str, Any]]:
    """Return papers as papis keeps them: titles without the braces of TeX."""
    from papis.bibtex import bibtex_to_dict

    found = [dict(data) for data in bibtex_to_dict(bibtex)]
    return [{**d, **{name: plain(d[name]) for name in TEXTS if name in d}} for d in found]


def owned(data: dict[str, Any]) -> str | None:
    """Return the ref of the document of the library that already is this paper."""
    import papis.database

    documents = papis.database.get().get_all_documents()
    return same(data, ((str(d.get("ref") or d.get("title")), d) for d in documents))


def save(data: dict[str, Any]) -> bool:
    """Add a paper, its citation key kept; tell whether papis took it.

    papis itself only logs when it leaves a document out, so the library is counted.
    """
    import papis.commands.add
    import papis.database

    before = len(papis.database.get().get_all_documents())
    papis.commands.add.run([], data=data, batch=True)
    return len(papis.database.get().get_all_documents()) > before
