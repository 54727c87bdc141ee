"""Papers into Zotero as its browser button sends them: always on, every version, no question asked.

Zotero puts them into the collection that is selected in its window; a session moves and tags them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats import FORMATS
from recommender.managers.http import TIMEOUT, Reply
from recommender.managers.sent import Failure, Sent, in_batches
from recommender.managers.zotero.connection import TAG, Zotero
from recommender.managers.zotero.owned import split
from recommender.papers import Paper

BATCH = 20  # papers an import; Zotero needs up to a quarter of a second for each
SECONDS_A_PAPER = 1.0
BIBTEX = FORMATS["bibtex"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where Zotero puts what it is sent: `L1` is a library, `C12` a collection."""

    id: str
    name: str


def add(zotero: Zotero, papers: Sequence[Paper], collection: str | None = None) -> Sent:
    """Import papers into the selected or the named collection, without those it has."""
    target = _target(zotero, collection)
    found = split(zotero, papers)
    added, failed = in_batches(found.new, BATCH, lambda batch: _import(zotero, batch, target))
    return Sent(
        place=target.name,
        added=added,
        already=found.already,
        failed=failed,
        warnings=found.warnings,
    )


def _target(zotero: Zotero, collection: str | None) -> Target:
    selected = zotero.ask("POST", "/connector/getSelectedCollection", body={}).json()
    if not isinstance(selected, dict):
        raise ManagerError("Zotero does not say what is selected: open its main window.")
    if collection:
        return _named(selected["targets"], collection)
    if not selected["editable"]:
        raise ManagerError(
            f"“{selected['name']}” is read-only: select a collection of your own in Zotero, "
            "then try again."
        )
    is_library = selected.get("id") is None
    place = f"L{selected['libraryID']}" if is_library else f"C{selected['id']}"
    return Target(id=place, name=selected["name"])


def _named(targets: list[dict[str, Any]], wanted: str) -> Target:
    fits = [t for t in targets if t["name"].casefold() == wanted.casefold()]
    if len(fits) == 1:
        return Target(id=fits[0]["id"], name=fits[0]["name"])
    if fits:
        raise BadRequest(
            f"Zotero has several collections “{wanted}”: select the right one in its window "
            "and leave the name out."
        )
    known = ", ".join(t["name"] for t in targets)
    raise UnknownName(f"Zotero has no collection “{wanted}” to save into; it has: {known}.")


def _import(zotero: Zotero, papers: Sequence[Paper], target: Target) -> list[Failure]:
    session = uuid4().hex  # a fresh one each time: Zotero refuses one that it has seen
    reply = zotero.ask(
        "POST",
        f"/connector/import?session={session}",
        headers={"Content-Type": BIBTEX.media_type},
        body=BIBTEX.write([_importable(p) for p in papers]).encode(),
        seconds=TIMEOUT + SECONDS_A_PAPER * len(papers),
    )
    if reply.status != 201:
        raise ManagerError(_refusal(reply))
    moved = {"sessionID": session, "target": target.id, "tags": [TAG]}
    zotero.ask("POST", "/connector/updateSession", body=moved, seconds=TIMEOUT + len(papers))
    titles = [_folded(item.get("title", "")) for item in reply.json() or ()]
    if len(titles) == len(papers):
        return []
    return [(p, "Zotero did not take it.") for p in papers if _folded(p.title) not in titles]


def _refusal(reply: Reply) -> str:
    if reply.status == 409:
        return "Zotero says that it was sent this already: look there before you try again."
    if reply.status == 400:
        return "Zotero does not recognise what it was sent: update Zotero, or add the file by hand."
    return f"Zotero could not import the papers (HTTP {reply.status}): restart it and try again."


def _importable(paper: Paper) -> Paper:
    """Zotero's BibTeX import drops eprint fields: an arXiv paper needs its address as well."""
    if paper.arxiv and not paper.url:
        return replace(paper, url=f"https://arxiv.org/abs/{paper.arxiv}")
    return paper


def _folded(title: str) -> str:
    return "".join(c for c in title.casefold() if c.isalnum())
