"""Who may ask for what: one check before every request, errors included.

A browser full of foreign pages stands beside this service. Three things tell a page of ours from
theirs: the Host that was asked, the Origin that asks, and what the browser says of the relation
(Fetch metadata). What is private or writes needs a token on top.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from flask import Request, Response

from recommender.service.http.problems import Problem
from recommender.service.http.routes import Operation
from recommender.service.settings import Settings

HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
PAGE_HEADER = "X-Recommender-Page"  # a foreign page can neither know nor send it
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The token and what is derived from it: the page's cookie, and its proof of being ours."""

    token: str

    @property
    def cookie(self) -> str:
        """Return the value of the page's cookie.

        By itself it opens reading only; who reads the page with it finds there what a write needs.
        """
        return self._derived("cookie")

    @property
    def page(self) -> str:
        """Return what our page sends with a write, beside the cookie."""
        return self._derived("page")

    def _derived(self, purpose: str) -> str:
        return hmac.new(self.token.encode(), purpose.encode(), hashlib.sha256).hexdigest()


class Access:
    """The rules of one running service."""

    def __init__(self, settings: Settings, secrets: Secrets) -> None:
        self.settings, self.secrets = settings, secrets
        self.cookie_name = f"recommender-{settings.port}"

    def check(self, request: Request, operation: Operation | None) -> None:
        """Let a request pass or raise Problem; there is no operation at an unknown address."""
        self._host(request)
        self._origin(request)
        if not self._is_free(request, operation) and not self.trusted(request):
            raise Problem(
                401,
                "token-needed",
                "This needs the token: send Authorization: Bearer TOKEN, which "
                "`recommender token` prints; in a browser open the address that it prints.",
                {"WWW-Authenticate": 'Bearer realm="recommender"'},
            )

    def _is_free(self, request: Request, operation: Operation | None) -> bool:
        """Tell whether no token is needed: off loopback only where the address is a secret."""
        if request.method == "OPTIONS" or (operation and operation.secret):
            return True
        if request.path == "/" and "token" in request.args:
            return True  # to be let in: the page compares it
        return self.settings.private and (operation is None or operation.free)

    def trusted(self, request: Request, *, reading: bool = False) -> bool:
        """Tell whether a request carries the token, or is our own page's.

        The page's cookie alone is enough for reading; with a write the page proves that it is ours.
        """
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and same(given.strip(), self.secrets.token):
            return True
        if not same(request.cookies.get(self.cookie_name, ""), self.secrets.cookie):
            return False
        proof = request.headers.get(PAGE_HEADER, "")
        return reading or request.method in SAFE_METHODS or same(proof, self.secrets.page)

    def own_origin(self, request: Request) -> str:
        """Return the origin of our own pages, as seen by whoever asks."""
        return self.settings.public_url.rstrip("/") or f"http://{request.headers['Host']}"

    def finish(self, request: Request, response: Response) -> Response:
        """Add the headers that every answer carries."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.vary.update(("Origin", "Accept"))
        origin = request.headers.get("Origin", "")
        if origin in self.settings.allowed_origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
            response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE"
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    def _host(self, request: Request) -> None:
        host = request.headers.get("Host", "")
        found = HOST.fullmatch(host)
        if (
            not found
            or not _is_address_form(found[1])
            or int(found[2] or 1) not in range(1, 65536)
            or not request.environ.get("REQUEST_URI", "/").startswith(("/", "*"))
        ):
            raise Problem(
                400, "bad-host", "The request must have one Host header, such as 127.0.0.1:8763."
            )
        name = found[1].lower()
        if name in self.settings.allowed_hosts or host.lower() == self.settings.public_host:
            return
        if name == "localhost" or _is_loopback_address(name):
            return
        raise Problem(
            421,
            "foreign-host",
            "This service does not go by that name: use 127.0.0.1, or start it with "
            "--allowed-host NAME.",
        )

    def _origin(self, request: Request) -> None:
        """Refuse foreign pages: every origin but our own and those listed; `null` is foreign."""
        origin = request.headers.get("Origin")
        if origin in self.settings.allowed_origins:
            return
        if origin is not None and origin.lower() != self.own_origin(request).lower():
            raise Problem(
                403,
                "foreign-origin",
                "Pages of other origins may not ask: start the service with "
                "--allowed-origin ORIGIN to allow one.",
            )
        site = request.headers.get("Sec-Fetch-Site", "none")
        if site not in ("same-origin", "none") and not _is_visit(request):
            raise Problem(
                403, "foreign-page", "Only our own page may ask from a browser: open / itself."
            )


def same(given: str, secret: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


def _is_visit(request: Request) -> bool:
    """Tell whether a person follows a link to our page, which any site may hold."""
    return (
        request.method == "GET"
        and request.path == "/"
        and request.headers.get("Sec-Fetch-Mode") == "navigate"
        and request.headers.get("Sec-Fetch-Dest") == "document"
    )


def _is_address_form(name: str) -> bool:
    if not name.startswith("["):
        return True
    try:
        return bool(IPv6Address(name[1:-1]))
    except ValueError:
        return False


def _is_loopback_address(name: str) -> bool:
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
