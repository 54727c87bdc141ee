"""Zotero's library as ours, through its local API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats import FORMATS
from recommender.library import Library
from recommender.managers.zotero.connection import Zotero

HOME = "/api/users/0"  # My Library
PAGE = 1000  # items a request; Zotero needs about half a second for them

Collections = dict[str, tuple[str, str]]  # key -> name, key of the parent or ""


class NoPapers(ManagerError):
    """A library or collection of Zotero's without papers."""


def read(zotero: Zotero, collection: str | None = None) -> Library:
    """Read My Library, or one collection of it by name or by `parent/child`."""
    collections = _collections(zotero)
    part = f"/collections/{_key(collections, collection)}" if collection else ""
    path = f"{HOME}{part}/items/top"
    items = [_with_short_id(item) for item in _pages(zotero, path, "csljson")]
    if not items:
        where = f"The collection “{collection}”" if collection else "My Library"
        raise NoPapers(f"{where} has no papers in Zotero: there is nothing to start from.")
    library = FORMATS["csl-json"].read(json.dumps(items).encode(), file="Zotero")
    return _with_collections(library, items, _places(zotero, path, collections))


def _paths(collections: Collections) -> dict[str, str]:
    """Return key -> path of each collection, such as `Reading/Forests`."""

    def path(key: str) -> str:
        name, parent = collections[key]
        return f"{path(parent)}/{name}" if parent in collections else name

    return {key: path(key) for key in collections}


def collection_key(zotero: Zotero, wanted: str) -> str:
    """Return the key of a collection of My Library, by name or by `parent/child`."""
    return _key(_collections(zotero), wanted)


def _collections(zotero: Zotero) -> Collections:
    found = _pages(zotero, f"{HOME}/collections", "json")
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


def _pages(zotero: Zotero, path: str, format: str) -> Iterator[dict[str, Any]]:
    """Yield everything at a path, a page at a time, in the order in which it was added."""
    start, total = 0, 1
    while start < total:
        query = f"format={format}&sort=dateAdded&direction=asc&limit={PAGE}&start={start}"
        reply = zotero.ask("GET", f"{path}?{query}", seconds=30)
        found = reply.json()
        if reply.status != 200 or not isinstance(found, list | dict):
            raise ManagerError(f"Zotero refuses to be read (HTTP {reply.status}): restart Zotero.")
        yield from found["items"] if isinstance(found, dict) else found
        total = int(reply.headers.get("total-results", 0))
        start += PAGE


def _places(zotero: Zotero, path: str, collections: Collections) -> dict[str, tuple[str, ...]]:
    """Return item key -> paths of the collections that it is in."""
    names = _paths(collections)
    return {
        item["key"]: tuple(names[c] for c in item["data"].get("collections", ()) if c in names)
        for item in _pages(zotero, path, "json")
    }


def _with_short_id(item: dict[str, Any]) -> dict[str, Any]:
    """Zotero's id is an address that ends in the item's key: keep the key."""
    return {**item, "id": str(item["id"]).rsplit("/", 1)[-1]}


def _with_collections(
    library: Library, items: list[dict[str, Any]], places: dict[str, tuple[str, ...]]
) -> Library:
    ids = [item["id"] for item in items]
    entries = tuple(
        replace(entry, collections=places.get(ids[entry.position], ())) for entry in library.entries
    )
    return replace(library, entries=entries)
