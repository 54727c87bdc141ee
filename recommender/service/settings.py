"""What a running service was told: where it listens, whom it answers, where it keeps things."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from recommender.errors import BadRequest

PORT = 8763
LOOPBACK = "127.0.0.1"
ZOTERO = "http://127.0.0.1:23119"  # JabRef's port too
MAX_BODY_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The options of `recommender serve`; wrong combinations are refused before anything starts."""

    data: Path
    host: str = LOOPBACK
    port: int = PORT
    allowed_hosts: frozenset[str] = frozenset()  # names beside the loopback ones, lower case
    allowed_origins: frozenset[str] = frozenset()  # exact, such as moz-extension://ID
    public_url: str = ""  # how a reverse proxy is reached from outside: https://papers.example
    zotero: str = ZOTERO
    jabref: str = ZOTERO
    metrics: bool = False
    deadline: float = 10.0  # seconds an answer may take

    def __post_init__(self) -> None:
        if self.public_url and not self.public_host:
            raise BadRequest("--public-url is a whole address: https://papers.example.")
        if not is_loopback(self.host) and not (self.allowed_hosts or self.public_url):
            raise BadRequest(
                f"To listen on {self.host} name how the service is called: "
                "--allowed-host NAME, or --public-url behind a proxy."
            )

    @property
    def private(self) -> bool:
        """Tell whether only this computer can ask: then stateless questions are free."""
        return is_loopback(self.host) and not self.public_url

    @property
    def public_host(self) -> str:
        """Return host and port of the public address, as a Host header gives them."""
        parts = urlsplit(self.public_url)
        return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def is_loopback(host: str) -> bool:
    """Tell whether a name or address means this computer alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
