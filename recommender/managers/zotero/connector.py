"""Papers into Zotero as its browser button sends them: always on, every version, no question asked.

Zotero puts them into the collection that is selected in its window; a session moves and tags them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats.zotero import item
from recommender.managers.http import TIMEOUT, Reply
from recommender.managers.sent import Failure, Sent, in_batches
from recommender.managers.zotero.connection import TAG, Zotero
from recommender.managers.zotero.owned import split
from recommender.papers import Paper

BATCH = 20  # papers a request; Zotero needs up to a quarter of a second for each
SECONDS_A_PAPER = 1.0
OWN_LIBRARY = 1  # Zotero's number of My Library
SENDER = "https://bib-recommender.example/"  # Zotero wants to know from which page; it fetches none


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where Zotero puts what it is sent: `L1` is a library, `C12` a collection."""

    id: str
    name: str
    library: str  # the name of the library that it is in; "" for My Library


def add(zotero: Zotero, papers: Sequence[Paper], collection: str | None = None) -> Sent:
    """Save papers into the selected or the named collection, without those it has."""
    target = _target(zotero, collection)
    found = split(zotero, papers, group=target.library)
    added, failed = in_batches(found.new, BATCH, lambda batch: _save(zotero, batch, target))
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
    own = selected["libraryID"] == OWN_LIBRARY
    return Target(id=place, name=selected["name"], library="" if own else selected["libraryName"])


def _named(targets: list[dict[str, Any]], wanted: str) -> Target:
    fits = [t for t in targets if t["name"].casefold() == wanted.casefold()]
    if len(fits) == 1:
        return Target(id=fits[0]["id"], name=fits[0]["name"], library=_library_of(fits[0], targets))
    if fits:
        raise BadRequest(
            f"Zotero has several collections “{wanted}”: select the right one in its window "
            "and leave the name out."
        )
    known = ", ".join(t["name"] for t in targets)
    raise UnknownName(f"Zotero has no collection “{wanted}” to save into; it has: {known}.")


def _library_of(target: dict[str, Any], targets: list[dict[str, Any]]) -> str:
    """Return the group library above a target in the list; "" for My Library, which is first."""
    above = targets[: targets.index(target) + 1]
    libraries = [t["name"] for t in above if t["level"] == 0]
    return libraries[-1] if len(libraries) > 1 else ""


def _save(zotero: Zotero, papers: Sequence[Paper], target: Target) -> list[Failure]:
    """Save one batch; Zotero takes all of it or nothing, and says no more than that."""
    session = uuid4().hex  # a fresh one each time: Zotero refuses one that it has seen
    items = [item(p) | {"id": str(n)} for n, p in enumerate(papers)]
    saved = {"sessionID": session, "uri": SENDER, "items": items}
    seconds = TIMEOUT + SECONDS_A_PAPER * len(papers)
    reply = zotero.ask("POST", "/connector/saveItems", body=saved, seconds=seconds)
    if reply.status != 201:
        raise ManagerError(_refusal(reply))
    moved = {"sessionID": session, "target": target.id, "tags": [TAG]}
    zotero.ask("POST", "/connector/updateSession", body=moved, seconds=seconds)
    return []


def _refusal(reply: Reply) -> str:
    if reply.status == 409:
        return "Zotero says that it was sent this already: look there before you try again."
    if reply.status == 400:
        return "Zotero does not recognise what it was sent: update Zotero, or add the file by hand."
    return f"Zotero could not save the papers (HTTP {reply.status}): restart it and try again."
