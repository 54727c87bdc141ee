"""Where in the answer of a service its papers are: `results`, `message.items`, `hits.hit` …"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from recommender.formats.json.forms import Found, described, form_of, is_weak

Way = tuple[str, ...]  # the names that lead to a value
MAX_DEPTH = 5
LOOKED_AT = 20  # items of a list, before it is taken for one of something else
# A list of mere titles is one of papers where it is called so.
CALLED = frozenset(
    {"papers", "items", "references", "results", "data", "works", "entries", "publications"}
    | {"articles", "documents", "records", "docs", "hits", "library", "bibliography", "list"}
)
EVIDENCE = frozenset(
    {"authors", "author", "abstract", "summary", "year", "doi", "creators", "date", "venue"}
    | {"authorString", "journal", "published"}
)


def papers_in(value: Any) -> Iterator[Found]:
    """Yield the records of papers in a value: itself, or those of the answer that it is.

    Raises ValueError, with what it is, where there is none.
    """
    if isinstance(value, dict) and (form := form_of(value)) and not is_weak(form):
        yield value  # most lines of JSON Lines are a paper of one service
        return
    way = way_to_papers(value)
    if way is None:
        raise ValueError(f"it is {described(value)}, and no paper")
    found = at(value, way)
    if paper := _record(found):
        yield paper
        return
    for item in _named(found) if isinstance(found, dict) else found:
        if paper := _record(item):
            yield paper
        elif isinstance(item, (dict, list)) and way_to_papers(item) is not None:
            yield from papers_in(item)


def _named(found: Found) -> Iterator[Found]:
    """Yield the records of an object that has them under their keys."""
    return ({"id": name, **item} for name, item in found.items() if isinstance(item, dict))


def way_to_papers(value: Any, *, pages: bool = True) -> Way | None:
    """Return the names that lead to a paper or to some papers, the shortest way; None for none.

    With `pages`, an item of a list may be an answer of its own, as when answers were joined.
    """
    waiting: deque[tuple[Way, Any]] = deque([((), value)])
    while waiting:
        way, found = waiting.popleft()
        if _holds_papers(found, way) or (pages and not way and _joined(found)):
            return way
        if isinstance(found, dict) and len(way) < MAX_DEPTH:
            waiting.extend(((*way, n), v) for n, v in found.items() if isinstance(v, (dict, list)))
    return None


def at(value: Any, way: Way) -> Any:
    """Return the value to which some names lead."""
    for name in way:
        value = value[name]
    return value


def _holds_papers(found: Any, way: Way) -> bool:
    named = not way or way[-1].lower() in CALLED
    if isinstance(found, list):
        return any(_is_paper(item, titles=named) for item in found[:LOOKED_AT])
    if not isinstance(found, dict):
        return False
    if _is_paper(found, titles=not way):
        return True
    items = list(found.values())[:LOOKED_AT]
    keyed = bool(items) and all(isinstance(item, dict) and _known(item) for item in items)
    return keyed and (len(items) > 1 or named)


def _is_paper(item: Any, *, titles: bool) -> bool:
    """Tell whether a value is a paper; with `titles`, also one of which only the title is said."""
    found = _record(item)
    return found is not None and (titles or _known(found))


def _joined(found: Any) -> bool:
    """Tell whether a value is a list of answers, each with papers of its own."""
    items = found[:LOOKED_AT] if isinstance(found, list) else []
    return any(way_to_papers(item, pages=False) is not None for item in items)


def _record(item: Any) -> Found | None:
    """Return a record of a paper, also one in an object of its own: `info`, `_source`."""
    if not isinstance(item, dict):
        return None
    form = form_of(item)
    if form and not (is_weak(form) and _is_list_of_papers(item)):
        return item
    inner = [value for value in item.values() if isinstance(value, dict) and _known(value)]
    return inner[0] if len(inner) == 1 else None


def _known(found: Found) -> bool:
    """Tell whether a record says more than a title."""
    form = form_of(found)
    return form is not None and (not is_weak(form) or bool(EVIDENCE & {*found}))


def _is_list_of_papers(found: Found) -> bool:
    """Tell whether what has a title is a list of papers that has one."""
    if {"authors", "author", "abstract"} & {*found}:
        return False
    lists = (value for value in found.values() if isinstance(value, list))
    return any(isinstance(v[0], dict) and form_of(v[0]) is not None for v in lists if v)
