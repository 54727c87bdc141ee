"""Papers into Zotero through its write API: Zotero 10 and later, after the user's consent there.

Keeps citation keys and makes preprints, which an import cannot; works while no window is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from recommender.errors import ManagerError
from recommender.formats.zotero import item
from recommender.managers.http import Reply
from recommender.managers.sent import Failure, Sent, in_batches
from recommender.managers.zotero.connection import TAG, Zotero
from recommender.managers.zotero.owned import split
from recommender.managers.zotero.reading import HOME, collection_key
from recommender.papers import Paper

BATCH = 50  # objects a request, Zotero's own limit
CONSENT_SECONDS = 120.0  # the user reads a dialog meanwhile
APP = "Recommender"
ONCE = (
    "Zotero allowed one write only: choose “Always Allow” in its dialog to send more than "
    f"{BATCH} papers."
)
REFUSALS = {
    400: "Zotero does not accept the papers as they are: update Zotero, or send without --consent.",
    409: "Zotero's library is locked, by a synchronisation perhaps: try again in a minute.",
    412: "Zotero was restarted meanwhile: try again.",
    413: "That is too much for Zotero at once: send fewer papers.",
    428: "Zotero did not say which library it serves: restart Zotero, then try again.",
    429: "Zotero was asked too often: try again in {wait} seconds.",
}


@dataclass(slots=True)
class Consent:
    """The key that Zotero gives us once the user allows writing; lasting if they say so."""

    key: str = ""
    lasting: bool = field(default=False, init=False)


def add(
    zotero: Zotero,
    papers: Sequence[Paper],
    consent: Consent,
    collection: str | None = None,
) -> Sent:
    """Write papers into My Library or a collection of it, without those it has."""
    server = _server(zotero)
    places = [collection_key(zotero, collection)] if collection else []
    found = split(zotero, papers)

    def send(batch: Sequence[Paper]) -> list[Failure]:
        items = [_tagged(item(p)) | {"collections": places} for p in batch]
        said = _write(zotero, server, consent, items)
        return [(batch[int(i)], str(f.get("message", ""))) for i, f in said["failed"].items()]

    added, failed = in_batches(found.new, BATCH, send)
    return Sent(
        place=collection or "My Library",
        added=added,
        already=found.already,
        failed=failed,
        warnings=found.warnings,
    )


def _tagged(item: dict[str, Any]) -> dict[str, Any]:
    tags = [tag for tag in item["tags"] if tag["tag"] != TAG]
    return item | {"tags": [*tags, {"tag": TAG}]}


def _server(zotero: Zotero) -> str:
    """Return the id that every write must name; only Zotero 10 and later have one."""
    reply = zotero.ask("GET", f"{HOME}/collections?limit=1")
    if server := reply.headers.get("zotero-server-id"):
        return server
    raise ManagerError(
        f"Zotero {zotero.version} cannot be written to this way, version 10 can: update Zotero, "
        "or send without --consent."
    )


def _write(zotero: Zotero, server: str, consent: Consent, items: list[Any]) -> dict[str, Any]:
    """Write one batch; a key that no longer holds is asked for once more."""
    if not consent.key:
        _ask_user(zotero, server, consent)
    reply = _post(zotero, server, consent, items)
    if reply.status == 401:
        _ask_user(zotero, server, consent)
        reply = _post(zotero, server, consent, items)
    if not consent.lasting:
        consent.key = ""
    said = reply.json()
    if reply.status != 200 or not isinstance(said, dict):
        raise ManagerError(_refusal(reply))
    return said


def _ask_user(zotero: Zotero, server: str, consent: Consent) -> None:
    reply = zotero.ask(
        "POST",
        "/api/local/authorize",
        headers={"Zotero-Server-ID": server},
        body={"appName": APP},
        seconds=CONSENT_SECONDS,
    )
    said = reply.json()
    if reply.status == 403:
        raise ManagerError("You denied it in Zotero's dialog: nothing was written.")
    if reply.status != 200 or not isinstance(said, dict):
        raise ManagerError(_refusal(reply))
    consent.key, consent.lasting = str(said["key"]), bool(said.get("remember"))


def _post(zotero: Zotero, server: str, consent: Consent, items: list[Any]) -> Reply:
    return zotero.ask(
        "POST",
        f"{HOME}/items",
        headers={"Zotero-Server-ID": server, "Zotero-API-Key": consent.key},
        body=items,
        seconds=60,
    )


def _refusal(reply: Reply) -> str:
    if reply.status == 401:
        return ONCE
    sentence = REFUSALS.get(reply.status)
    if sentence:
        return sentence.format(wait=reply.headers.get("retry-after", "60"))
    return f"Zotero refuses the write (HTTP {reply.status}): restart Zotero, then try again."
