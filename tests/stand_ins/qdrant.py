"""A Qdrant server that can be stopped and started: the client's own local mode behind HTTP."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from qdrant_client import QdrantClient, models


class QdrantServer:
    """Answers searches for the collections of a local client."""

    def __init__(self, local: QdrantClient) -> None:
        self._local, self._lock = local, Lock()  # local mode is made for one thread
        self._server: ThreadingHTTPServer | None = None
        self.port = 0
        self.answered = 0

    def start(self) -> None:
        """Listen, on the same port as before."""
        handler = type("Handler", (_Handler,), {"standing": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """Refuse connections from now on."""
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()

    def answer(self, collection: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what a Qdrant server says to a search."""
        with self._lock:
            found = self._local.query_points(
                collection,
                query=models.SparseVector(**asked["query"]["nearest"]),
                using=asked["using"],
                limit=asked["limit"],
            ).points
            self.answered += 1
        points = [{"id": point.id, "version": 0, "score": point.score} for point in found]
        return {"result": {"points": points}, "status": "ok", "time": 0.0}


class _Handler(BaseHTTPRequestHandler):
    standing: QdrantServer

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(self.standing.answer(self.path.split("/")[2], asked)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""
