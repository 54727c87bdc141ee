"""Papers into a running manager, by the manager's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from recommender.errors import BadRequest
from recommender.managers import jabref
from recommender.managers.sent import Sent
from recommender.managers.zotero import ADDRESS, Zotero, connector
from recommender.papers import Paper

Send = Callable[[str, Sequence[Paper], str | None], Sent]


def _zotero(address: str, papers: Sequence[Paper], collection: str | None) -> Sent:
    return connector.add(Zotero(address or ADDRESS), papers, collection)


def _jabref(address: str, papers: Sequence[Paper], group: str | None) -> Sent:
    return jabref.JabRef(address or jabref.ADDRESS).add(papers, group or jabref.GROUP)


MANAGERS: dict[str, Send] = {"zotero": _zotero, "jabref": _jabref}


def send(
    manager: str, papers: Sequence[Paper], *, address: str = "", collection: str | None = None
) -> Sent:
    """Add papers to a collection (Zotero) or group (JabRef), without those it has."""
    if manager not in MANAGERS:
        raise BadRequest(f"There is no manager {manager[:40]!r}: use {' or '.join(MANAGERS)}.")
    return MANAGERS[manager](address, papers, collection)
