"""Another program at the address where the recommender is looked for: how programs answer."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

END = b"Connection: close\r\n\r\n"
ANSWERS = {
    "404": b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n" + END + b"<h1>Not Found</h1>",
    "404 in JSON": b"HTTP/1.1 404 Not Found\r\n" + END + b'{"detail": "Not Found"}',
    "401": b"HTTP/1.1 401 Unauthorized\r\n" + END,
    "500": b"HTTP/1.1 500 Oops\r\n" + END,
    "a page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + END + b"<h1>Printer</h1>",
    "JSON": b"HTTP/1.1 200 OK\r\n" + END + b'{"product": "printer"}',
    "a list": b"HTTP/1.1 200 OK\r\n" + END + b"[]",
    "a redirect": b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/health\r\n" + END,
    "half of it": b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n" + END + b"{",
    "no HTTP": b"SSH-2.0-OpenSSH_9.2\r\n",
    "nothing": b"",
}


@contextmanager
def foreign(kind: str) -> Iterator[str]:
    """Answer everything on a free port as that program does; yield the address."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while self.rfile.readline().strip():
                pass
            self.wfile.write(ANSWERS[kind])

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
