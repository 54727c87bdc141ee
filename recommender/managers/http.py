"""One request to a program on this computer: no proxy, no redirect, no waiting without end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from recommender.errors import BadRequest, ManagerError

TIMEOUT = 5.0  # seconds, for a program that has nothing to compute
MAX_REPLY_BYTES = 64 * 1024 * 1024  # a library of 30,000 papers with abstracts has about 50 MB
AGENT = "recommender"  # must not begin with Mozilla/: Zotero takes that for a web page


class Unreachable(ManagerError):
    """Nothing answers at the address, or it hangs up without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back: status, headers by lower-case name, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """Return the body as text."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the body as JSON; None where it is something else."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Loopback:
    """A program on this computer, by its address; raises BadRequest for any other computer."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or not _is_loopback(parts.hostname or "") or parts.username:
            raise BadRequest(
                f"{address} is not an address of this computer: use one like "
                "http://127.0.0.1:23119."
            )
        self.address = address.rstrip("/")
        self._host, self._port = parts.hostname or "", parts.port or 80

    def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        seconds: float = TIMEOUT,
    ) -> Reply:
        """Return the reply of any status; raises Unreachable where there is none."""
        connection = HTTPConnection(self._host, self._port, timeout=seconds)
        try:
            connection.request(method, path, body, {"User-Agent": AGENT, **(headers or {})})
            response = connection.getresponse()
            whole = response.read(MAX_REPLY_BYTES + 1)
        except (OSError, HTTPException) as error:
            raise Unreachable(f"Nothing answers at {self.address}.") from error
        finally:
            connection.close()
        if len(whole) > MAX_REPLY_BYTES:
            raise ManagerError(f"{self.address} answers with more than can be taken.")
        found = {name.lower(): value for name, value in response.getheaders()}
        return Reply(status=response.status, headers=found, body=whole)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
