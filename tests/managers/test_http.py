"""What a manager answers is taken up to a limit, and no further."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from recommender.errors import ManagerError
from recommender.managers import http


@pytest.fixture
def manager() -> Iterator[str]:
    """A manager that answers /N with N bytes; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()  # no length: the end of the connection is the end of it
            self.wfile.write(b"x" * int(self.path[1:]))

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_a_reply_over_the_limit_is_refused_and_one_at_the_limit_taken(
    manager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "MAX_REPLY_BYTES", 1000)
    asked = http.Loopback(manager)

    assert len(asked.ask("GET", "/1000").body) == 1000
    with pytest.raises(ManagerError, match="answers with more than can be taken"):
        asked.ask("GET", "/1001")


def test_the_limit_of_a_reply_is_64_mib() -> None:
    assert http.MAX_REPLY_BYTES == 64 * 2**20
