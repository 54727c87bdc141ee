"""The HTTP server: waitress with our limits, and a graceful stop."""

from __future__ import annotations

import errno
import signal
import socket
import time
from types import FrameType
from typing import Any, NoReturn

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask

from recommender.errors import PortInUse
from recommender.service.http.access import HEADERS
from recommender.service.http.problems import MEDIA_TYPE, document
from recommender.service.settings import LOOPBACK

HEADERS_SECONDS = 10  # a request whose headers take longer is dropped
BODY_SECONDS = 30
DRAIN_SECONDS = 4  # what is in flight at the end may take this long
LIMITS = {
    "threads": 6,
    "ident": None,  # waitress need not be named to strangers
    "max_request_header_size": 16 * 1024,
    "max_request_body_size": 33 * 1024 * 1024,  # above Flask's, so that Flask can say it in words
    "connection_limit": 100,
    "channel_timeout": 30,
    "cleanup_interval": 1,
    "log_socket_errors": False,
    "asyncore_use_poll": True,
    "clear_untrusted_proxy_headers": True,
}
REMEDIES = {
    400: "The request is not well-formed HTTP.",
    413: "The body is larger than 32 MiB: send a part of the library.",
    431: "The headers are larger than 16 KiB: send fewer of them.",
    501: "That transfer coding is not supported: send a Content-Length.",
}


class ProblemTask(ErrorTask):  # type: ignore[misc]
    """What waitress refuses before our application sees it, said as we say it."""

    def execute(self) -> None:
        """Write a problem document with our headers, and close."""
        status = self.request.error.code
        detail = REMEDIES.get(status, "The server could not answer: try again.")
        body = document(status, "refused-by-server", detail, "none").encode()
        self.status = f"{status} {self.request.error.reason}"
        self.response_headers.extend([("Content-Type", MEDIA_TYPE), *HEADERS.items()])
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that drops a request which does not arrive in time, however it drips."""

    error_task_class = ProblemTask
    began: float | None = None  # when the request that is arriving began

    def received(self, data: bytes) -> bool:
        """Start the clock with the first byte of a request, stop it with the last."""
        if self.began is None:
            self.began = time.monotonic()
        taken: bool = super().received(data)
        if self.request is None:
            self.began = None
        return taken

    def readable(self) -> bool:
        """Close what is late; the server asks each second."""
        if self.began is not None and self.request is not None:
            limit = BODY_SECONDS if self.request.headers_finished else HEADERS_SECONDS
            if time.monotonic() - self.began > limit:
                self.will_close = True
                self.close_when_flushed = False
        return bool(super().readable())

    def writable(self) -> bool:
        """Ask to be visited when it is time to close."""
        return bool(super().writable()) or self.will_close


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind a port; on the default host for IPv6 too, where there is any. Raises PortInUse."""
    first = _bound(host, port)
    if host != LOOPBACK:
        return [first]
    try:
        return [first, _bound("::1", first.getsockname()[1])]
    except PortInUse:
        first.close()
        raise
    except OSError:  # no IPv6 here
        return [first]


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
        bound.listen(128)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"Port {port} on {host} is taken, perhaps by another Recommender: "
                "stop it, or choose one with --port."
            ) from None
        raise
    return bound


def run(application: Any, sockets: list[socket.socket]) -> None:
    """Serve until SIGTERM or Ctrl-C; requests in flight are answered first."""
    connections: dict[int, Any] = {}
    create_server(application, map=connections, sockets=sockets, **LIMITS)
    servers = [s for s in connections.values() if isinstance(s, BaseWSGIServer)]
    for server in servers:
        server.channel_class = Channel
    signal.signal(signal.SIGTERM, _stop)
    try:
        wasyncore.loop(timeout=1, map=connections, use_poll=True)
    except (SystemExit, KeyboardInterrupt):
        _drain(servers, connections)


def _drain(servers: list[Any], connections: dict[int, Any]) -> None:
    """Accept no more, answer what was asked, then let go."""
    for server in servers:
        server.accepting = False
        server.socket.close()
        server.del_channel()
    until = time.monotonic() + DRAIN_SECONDS
    while time.monotonic() < until and any(_busy(c) for c in connections.values()):
        wasyncore.loop(timeout=0.1, map=connections, use_poll=True, count=1)
    servers[0].task_dispatcher.shutdown(timeout=0.5)


def _busy(connection: Any) -> bool:
    return isinstance(connection, Channel) and bool(
        connection.requests or connection.total_outbufs_len
    )


def _stop(signum: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
