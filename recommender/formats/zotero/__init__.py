"""Zotero's own JSON, as its local API, its web API and its Connector write items.

fields.py   its types and fields beside BibTeX's
items.py    a paper as an item
papers.py   an item as a paper
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from recommender.errors import UnreadableInput
from recommender.formats.decode import decode
from recommender.formats.keys import keys_for
from recommender.formats.zotero.items import item
from recommender.formats.zotero.papers import is_paper, paper
from recommender.library import Entry, Library
from recommender.papers import Paper
from recommender.text.display import escaped

__all__ = ["is_paper", "item", "paper", "read", "write"]


def read(source: bytes, *, file: str = "") -> Library:
    """Read items, alone or as the API wraps them; notes and files are no papers."""
    decoded = decode(source)
    name = file or "The text"
    try:
        whole = json.loads(decoded.text)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput(f"{name} is no JSON: {error}.") from error
    items = [data for data in map(_data, _items(whole)) if is_paper(data)]
    papers = list(map(paper, items))
    if not papers:
        raise UnreadableInput(f"{name} holds no item of Zotero's; it should be a list of items.")
    inside = _collections(whole)
    entries = (
        Entry(
            paper=found,
            position=i,
            line=1,
            file=file,
            collections=tuple(inside.get(str(items[i].get("itemID")), ())),
        )
        for i, found in enumerate(papers)
    )
    return Library(
        entries=tuple(entries),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format="zotero-json",
    )


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return a list of items; citation keys are those that `bibtex.write` would give."""
    keyed = zip(papers, keys_for(papers, into), strict=True)
    items = [{**item(p), "citationKey": key} for p, key in keyed]
    return escaped(json.dumps(items, ensure_ascii=False, indent=2)) + "\n"


def _collections(whole: Any) -> dict[str, list[str]]:
    """Return the collections that each item is in, as Better BibTeX's JSON has them."""
    found = whole.get("collections") if isinstance(whole, Mapping) else None
    names: dict[str, list[str]] = {}
    for each in found.values() if isinstance(found, Mapping) else ():
        if isinstance(each, Mapping) and isinstance(each.get("items"), list) and each.get("name"):
            for number in each["items"]:
                names.setdefault(str(number), []).append(str(each["name"]))
    return names


def _items(whole: Any) -> list[Any]:
    if isinstance(whole, Mapping) and isinstance(whole.get("items"), list):
        return list(whole["items"])
    return whole if isinstance(whole, list) else [whole]


def _data(item: Any) -> Mapping[str, Any]:
    """Return the facts of an item; the API has them one level deeper."""
    data = item.get("data", item) if isinstance(item, Mapping) else {}
    return data if isinstance(data, Mapping) else {}
