"""A stand-in for JabRef 6's HTTP server, as its source describes it; JabRef 6 is in no registry."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass
class JabRef:
    """One JabRef with one library in front. Change the fields while it runs."""

    library: str | None = ""  # the BibTeX of the tab in front; None: no tab is open
    gui: bool = True
    groups: dict[str, str] = field(default_factory=dict)  # group -> what was appended to it
    requests: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    def __enter__(self) -> JabRef:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()


def handler_of(jabref: JabRef) -> type[BaseHTTPRequestHandler]:
    """Return the request handler of one JabRef."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def say(self, status: int, body: str = "", kind: str = "text/plain") -> None:
            self.send_response(status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def do_GET(self) -> None:
            jabref.requests.append(("GET", self.path))
            if self.path == "/":
                return self.say(200, "<html><body>JabRef http API runs</body></html>", "text/html")
            if self.path == "/libraries":
                return self.say(200, json.dumps(["refs.bib-1"]), "application/json")
            if self.path == "/libraries/current" and jabref.library is not None:
                return self.say(200, jabref.library, "application/x-bibtex")
            return self.say(404)

        def do_POST(self) -> None:
            jabref.requests.append(("POST", self.path))
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            path = urlsplit(self.path)
            if path.path != "/libraries/current/entries" or jabref.library is None:
                return self.say(404)
            if not body:
                return self.say(400, "Entry body is empty")
            if not jabref.gui:
                return self.say(400, "Only possible in GUI mode.")
            group = parse_qs(path.query).get("group", [""])[0]
            jabref.groups[group] = jabref.groups.get(group, "") + body
            jabref.library += body
            return self.say(204)

    return Handler
