"""The order of fields: as the entries of a library have them, if most of these agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from recommender.formats.bibtex.fields import Field
from recommender.papers import Paper

MAX_SAMPLE = 300  # entries that are looked at
MAX_FIELDS = 30  # of each
MIN_AGREEING = 0.9  # share of the pairs of fields that stand in the order found
PLACES = ("journal", "journaltitle", "booktitle")
VENUES = (*PLACES, "institution", "school", "howpublished")
PARTNERS = {  # field -> those that it stands behind, the first that is there
    **{"volume": PLACES, "number": ("volume", *PLACES), "pages": ("number", "volume", *PLACES)},
    **{"month": ("year",), "eprinttype": ("eprint",), "archiveprefix": ("eprinttype",)},
    **{"primaryclass": ("eprint",), "eprintclass": ("eprint",)},
}
MIN_ALPHABETICAL = 5  # fields in the order of the alphabet, to call that a habit


def field_order(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of fields in a library's order; () where it has none."""
    own = (p for p in papers if not {"crossref", "xdata"} & p.fields.keys())  # others inherit some
    rows = [list(p.fields)[:MAX_FIELDS] for p, _ in zip(own, range(MAX_SAMPLE), strict=False)]
    before = Counter(pair for row in rows for pair in combinations(row, 2))
    order: list[str] = []
    for name in sorted(_places(rows).items(), key=lambda named: named[1]):
        _insert(name[0], order, before)
    place = {name: i for i, name in enumerate(order)}
    agreeing = sum(n for (one, other), n in before.items() if place[one] < place[other])
    return tuple(order) if before and agreeing >= MIN_AGREEING * before.total() else ()


def _places(rows: Sequence[Sequence[str]]) -> dict[str, float]:
    """Return where each field stands on the average, from 0 to 1."""
    places: dict[str, list[float]] = {}
    for row in rows:
        for i, name in enumerate(row):
            places.setdefault(name, []).append(i / len(row))
    return {name: sum(found) / len(found) for name, found in places.items()}


def _insert(name: str, order: list[str], before: Counter[tuple[str, str]]) -> None:
    """Put a field at the end, or before those that it mostly stands before."""
    at = len(order)
    while at and before[name, order[at - 1]] > before[order[at - 1], name]:
        at -= 1
    order.insert(at, name)


def in_order(fields: Sequence[Field], order: Sequence[str]) -> list[Field]:
    """Return the fields in an order; one that it does not name stays behind those before it."""
    if not order:
        return list(fields)
    if len(order) >= MIN_ALPHABETICAL and list(order) == sorted(order):
        return sorted(fields, key=lambda field: field.name)
    place = {name: i for i, name in enumerate(order)}
    venue = next((place[name] for name in VENUES if name in place), None)
    if venue is not None:  # one place says where a work appeared, whatever its type
        place = dict.fromkeys(VENUES, venue) | place
    done = sorted((f for f in fields if f.name in place), key=lambda field: place[field.name])
    for i, field in enumerate(fields):
        if field.name not in place:
            done.insert(_behind(field, fields[:i], done), field)
    return done


def _behind(field: Field, earlier: Sequence[Field], done: Sequence[Field]) -> int:
    """Return where a field goes: behind what it belongs to, else behind all that we put first."""
    names = [other.name for other in done]
    if partner := next((name for name in PARTNERS.get(field.name, ()) if name in names), ""):
        return names.index(partner) + 1
    return max((names.index(other.name) + 1 for other in earlier), default=0)
