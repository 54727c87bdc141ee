"""The recommender's HTTP contract, as far as a bibliography manager needs it."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

ADDRESS = "http://127.0.0.1:8763"
BIBTEX = "application/x-bibtex"
SECONDS = 30
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never by way of a proxy


class ServiceError(Exception):
    """The service is down, is another program, or refuses; the message says what to do."""


class Service:
    """The service at an address, asked for suggestions from one corpus."""

    def __init__(self, address: str = ADDRESS, corpus: str = "") -> None:
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
        query = [*(("key", key) for key in keys), *self.corpus]
        return self._ask("/api/v1/papers", query, accept=BIBTEX).decode()

    def _check(self) -> None:
        """Send no paper to another program on the port."""
        try:
            product = json.loads(self._ask("/health", []))["product"]
        except (ValueError, KeyError, TypeError):
            product = None
        if product != "recommender":
            raise ServiceError(f"Another program answers at {self.address}: set the address.")

    def _ask(
        self,
        path: str,
        query: list[tuple[str, str]],
        *,
        body: bytes | None = None,
        accept: str = "application/json",
    ) -> bytes:
        url = f"{self.address}{path}?{urllib.parse.urlencode(query)}".rstrip("?")
        headers = {"Accept": accept, **({"Content-Type": BIBTEX} if body else {})}
        try:
            with OPENER.open(urllib.request.Request(url, body, headers), timeout=SECONDS) as reply:
                whole: bytes = reply.read()
                return whole
        except urllib.error.HTTPError as error:
            raise ServiceError(_own_words(error)) from error
        except OSError as error:
            raise ServiceError(
                f"The recommender is not running at {self.address}: start it with "
                "`recommender serve`, then try again."
            ) from error


def _own_words(error: urllib.error.HTTPError) -> str:
    """Return the sentence of a problem+json, or the status."""
    with error:
        try:
            return str(json.loads(error.read())["detail"])
        except (ValueError, KeyError, TypeError):
            return f"The recommender refuses (HTTP {error.code})."
