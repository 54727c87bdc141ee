"""The connection to a running Zotero: is it one, and may we read it?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from recommender.errors import ManagerError
from recommender.managers.http import TIMEOUT, Loopback, Reply, Unreachable

ADDRESS = "http://127.0.0.1:23119"
TAG = "suggested"  # on every paper that we put into Zotero, so that it can be found again
HEADERS = {"X-Zotero-Connector-API-Version": "3"}
JSON = {"Content-Type": "application/json"}
SWITCHED_OFF = (
    "Zotero lets no other program read its library: in Zotero, under Settings → Advanced, tick "
    "“Allow other applications on this computer to communicate with Zotero”, then try again."
)


class Closed(ManagerError):
    """The local API is switched off."""


class Zotero:
    """A running Zotero; raises ManagerError with the remedy where another program is there."""

    def __init__(self, address: str = ADDRESS) -> None:
        self._program = Loopback(address)
        self.version = self._version()

    def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        seconds: float = TIMEOUT,
    ) -> Reply:
        """Return its reply of any status; raises Closed where it lets nobody read.

        A body is bytes, or what goes out as JSON.
        """
        sent = {**HEADERS, **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body, sent = json.dumps(body).encode(), {**JSON, **sent}
        try:
            reply = self._program.ask(method, path, headers=sent, body=body, seconds=seconds)
        except Unreachable as error:
            raise Unreachable(
                f"Zotero does not answer at {self._program.address}: start Zotero, or wait until "
                "it is idle, then try again."
            ) from error
        if reply.status == 403 and "not enabled" in reply.text:
            raise Closed(SWITCHED_OFF)
        return reply

    def _version(self) -> str:
        reply = self.ask("GET", "/connector/ping")
        if version := reply.headers.get("x-zotero-version"):
            return version
        if "JabRef" in self.ask("GET", "/").text:
            raise ManagerError(
                f"JabRef answers at {self._program.address}, where Zotero would: switch JabRef's "
                "HTTP server off, or change its port, and start Zotero."
            )
        raise ManagerError(
            f"Another program than Zotero answers at {self._program.address}: close it, then "
            "start Zotero."
        )
