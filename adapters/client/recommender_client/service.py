"""The recommender's HTTP contract, as far as a bibliography manager needs it."""

from __future__ import annotations

import json
import urllib.parse
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

ADDRESS = "http://127.0.0.1:8763"
BIBTEX = "application/x-bibtex"
OURS = "urn:recommender:problem:"  # how the type of each of its errors begins
SECONDS = 30


class ServiceError(Exception):
    """The service is down, is another program, or refuses; the message says what to do."""


class Stay(HTTPRedirectHandler):
    """Follows no redirect: the recommender sends none, and papers go nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        """Leave the answer as the error that it is here."""


OPENER = build_opener(ProxyHandler({}), Stay())  # never by way of a proxy


class Service:
    """The service at an address, asked for suggestions from one corpus."""

    def __init__(self, address: str = ADDRESS, corpus: str = "") -> None:
        """Take an address; raises ServiceError where it is none."""
        if not _is_address(address):
            raise ServiceError(f"{address!r} is no address: write it like {ADDRESS}.")
        self.address = address.rstrip("/")
        self.corpus = [("corpus", corpus)] if corpus else []

    def suggest(self, bibtex: str, limit: int) -> dict[str, Any]:
        """Return the answer for papers; nothing is stored."""
        self._check()
        query = [("limit", str(limit)), *self.corpus]
        reply = self._ask("/api/v1/suggestions", query, body=bibtex.encode())
        answer: dict[str, Any] = json.loads(reply)
        return answer

    def bibtex(self, keys: list[str]) -> str:
        """Return papers of the corpus as BibTeX, in the order of their keys."""
        self._check()
        query = [*(("key", key) for key in keys), *self.corpus]
        return self._ask("/api/v1/papers", query, accept=BIBTEX).decode()

    def _check(self) -> None:
        """Send no paper to another program on the port."""
        try:
            product = json.loads(self._ask("/health", []))["product"]
        except (ValueError, KeyError, TypeError):
            product = None
        if product != "recommender":
            raise self._foreign()

    def _ask(
        self,
        path: str,
        query: list[tuple[str, str]],
        *,
        body: bytes | None = None,
        accept: str = "application/json",
    ) -> bytes:
        url = f"{self.address}{path}?{urllib.parse.urlencode(query)}".rstrip("?")
        headers = {"Accept": accept, **({"Content-Type": BIBTEX} if body is not None else {})}
        try:
            with OPENER.open(Request(url, body, headers), timeout=SECONDS) as reply:
                whole: bytes = reply.read()
                return whole
        except HTTPError as error:
            raise _refusal(error) or self._foreign() from error
        except HTTPException as error:
            raise self._foreign() from error
        except OSError as error:
            raise self._silent(error) from error

    def _foreign(self) -> ServiceError:
        return ServiceError(
            f"Another program answers at {self.address}: set the address to that of "
            "`recommender serve`."
        )

    def _silent(self, error: OSError) -> ServiceError:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError):
            late = f"does not answer within {SECONDS} seconds: try again, or start it anew."
            return ServiceError(f"What listens at {self.address} {late}")
        if isinstance(reason, ConnectionResetError):  # somebody listened, and hung up
            return self._foreign()
        return ServiceError(
            f"The recommender is not running at {self.address}: start it with "
            "`recommender serve`, then try again."
        )


def _is_address(address: str) -> bool:
    try:
        parts = urllib.parse.urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is none
        return False


def _refusal(error: HTTPError) -> ServiceError | None:
    """Return the recommender's own sentence; None where another program answered."""
    with error:
        try:
            problem = json.loads(error.read())
            return ServiceError(problem["detail"]) if OURS in problem["type"] else None
        except (ValueError, KeyError, TypeError, HTTPException):
            return None
