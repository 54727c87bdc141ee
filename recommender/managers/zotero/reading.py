"""Zotero's library as ours, through its local API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats import zotero as form
from recommender.library import Entry, Library
from recommender.managers.zotero.connection import TAG, Zotero

HOME = "/api/users/0"  # My Library
PAGE = 1000  # items a request; Zotero needs about half a second for them

Collections = dict[str, tuple[str, str]]  # key -> name, key of the parent or ""


class NoPapers(ManagerError):
    """A library or collection of Zotero's without papers."""


def read(zotero: Zotero, collection: str | None = None, *, home: str = HOME) -> Library:
    """Read My Library, or one collection of it by name or by `parent/child`; or a group's."""
    collections = _collections(zotero, home)
    part = f"/collections/{_key(collections, collection)}" if collection else ""
    items = [i["data"] for i in _pages(zotero, f"{home}{part}/items/top")]
    papers = [i for i in items if form.is_paper(i)]
    if not papers:
        where = f"The collection “{collection}”" if collection else "My Library"
        raise NoPapers(f"{where} has no papers in Zotero: there is nothing to start from.")
    paths = _paths(collections)
    entries = tuple(_entry(data, n, paths) for n, data in enumerate(papers))
    source = json.dumps(papers, ensure_ascii=False, indent=1).encode()
    return Library(entries=entries, file="Zotero", source=source, format="zotero-json")


def group(zotero: Zotero, name: str) -> str | None:
    """Return where the group library of a name is; None where there is none, or several."""
    groups = [g for g in _pages(zotero, f"{HOME}/groups") if g["data"]["name"] == name]
    return f"/api/groups/{groups[0]['id']}" if len(groups) == 1 else None


def _entry(data: dict[str, Any], position: int, paths: dict[str, str]) -> Entry:
    places = tuple(paths[key] for key in data.get("collections", ()) if key in paths)
    found = form.paper(data)
    found = replace(found, keywords=tuple(word for word in found.keywords if word != TAG))
    return Entry(
        paper=found, position=position, line=position + 1, file="Zotero", collections=places
    )


def _paths(collections: Collections) -> dict[str, str]:
    """Return key -> path of each collection, such as `Reading/Forests`."""

    def path(key: str) -> str:
        name, parent = collections[key]
        return f"{path(parent)}/{name}" if parent in collections else name

    return {key: path(key) for key in collections}


def collection_key(zotero: Zotero, wanted: str) -> str:
    """Return the key of a collection of My Library, by name or by `parent/child`."""
    return _key(_collections(zotero, HOME), wanted)


def _collections(zotero: Zotero, home: str) -> Collections:
    found = _pages(zotero, f"{home}/collections")
    return {c["key"]: (c["data"]["name"], c["data"]["parentCollection"] or "") for c in found}


def _key(collections: Collections, wanted: str) -> str:
    """Return the key of a collection by name or path, in any case of letters."""
    all_paths = _paths(collections)
    fits = [
        key
        for key, path in all_paths.items()
        if wanted.casefold() in (path.casefold(), collections[key][0].casefold())
    ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        which = ", ".join(sorted(all_paths[key] for key in fits))
        raise BadRequest(f"Zotero has several collections “{wanted}”: name one of {which}.")
    known = ", ".join(sorted(all_paths.values())) or "none"
    raise UnknownName(f"Zotero has no collection “{wanted}”; it has: {known}.")


def _pages(zotero: Zotero, path: str) -> Iterator[dict[str, Any]]:
    """Yield everything at a path, a page at a time, in the order in which it was added."""
    start, total = 0, 1
    while start < total:
        query = f"format=json&sort=dateAdded&direction=asc&limit={PAGE}&start={start}"
        reply = zotero.ask("GET", f"{path}?{query}", seconds=30)
        found = reply.json()
        if reply.status != 200 or not isinstance(found, list):
            raise ManagerError(f"Zotero refuses to be read (HTTP {reply.status}): restart Zotero.")
        yield from found
        total = int(reply.headers.get("total-results", 0))
        start += PAGE
