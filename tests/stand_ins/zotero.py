"""A stand-in for Zotero's HTTP server: connector and local API, as observed on running ones.

Tests start it on a free loopback port; by hand: `python tests/stand_ins/zotero.py [PORT]`.
"""

from __future__ import annotations

import json
import re
import runpy
import secrets
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

FORMATS = ("json", "bibtex", "biblatex", "csljson", "ris", "keys", "versions", "csv", "mods")
SORTS = ("dateAdded", "dateModified", "title")
ITEMS = runpy.run_path(str(Path(__file__).with_name("zotero_items.py")))
NO_PAPERS = ("attachment", "note", "annotation")
MULTIPLE = "Endpoint does not support method"


@dataclass
class Zotero:
    """One Zotero: what it holds, and how its user answers. Change the fields while it runs."""

    version: str = "10.0.8"
    api_enabled: bool = True
    answers: list[str] = field(default_factory=list)  # to the dialog: deny, allow, always
    editable: bool = True
    selected: str | None = None  # name of a collection; None is the library itself
    saves: list[int] = field(default_factory=list)  # statuses of the next saves; 201 takes them
    refuse: list[int] = field(default_factory=list)  # statuses of the next writes
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    collections: dict[str, str] = field(default_factory=dict)  # key -> name
    groups: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # name -> its items
    parents: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, list[str]] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)
    keys: dict[str, bool] = field(default_factory=dict)  # API key -> lasting
    asked: int = 0  # dialogs opened
    at: int = 0  # the library's version
    server_id: str = field(default_factory=lambda: secrets.token_hex(8))
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    @property
    def schema(self) -> int:
        """The version of its table of fields."""
        return int(ITEMS["schema"](self.version))

    @property
    def writable(self) -> bool:
        return int(self.version.split(".")[0]) >= 10

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    def __enter__(self) -> Zotero:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, **fields: Any) -> str:
        """Put an item into the library, as its user would; return its key."""
        key = fields.pop("key", None) or new_key()
        self.at += 1
        given = {"itemType": "journalArticle", "creators": [], "tags": [], "collections": []}
        self.items[key] = {**given, **fields, "key": key, "version": self.at}
        return key

    def add_collection(self, name: str, parent: str = "") -> str:
        key = new_key()
        self.at += 1
        self.collections[key], self.parents[key] = name, parent
        return key

    def targets(self) -> list[dict[str, Any]]:
        """The places to save to: L1 and a C with a number for each collection."""
        numbers = {key: i + 1 for i, key in enumerate(self.collections)}
        library = {"id": "L1", "name": "My Library", "level": 0, "filesEditable": True}
        return [
            library,
            *(
                {"id": f"C{n}", "name": self.collections[key], "level": 1, "filesEditable": True}
                for key, n in numbers.items()
            ),
            *(
                {"id": f"L{n}", "name": name, "level": 0, "filesEditable": True}
                for n, name in enumerate(self.groups, start=2)
            ),
        ]


def new_key() -> str:
    return "".join(secrets.choice("23456789ABCDEFGHIJKLMNPQRSTUVWXYZ") for _ in range(8))


def handler_of(zotero: Zotero) -> type[BaseHTTPRequestHandler]:
    """Return the request handler of one Zotero."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def log_message(self, *_: object) -> None:
            pass

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self.body = self.rfile.read(length)
            host = re.sub(r":\d+$", "", self.headers.get("Host", ""))
            if host not in ("127.0.0.1", "[::1]", "localhost"):
                return self.say(400, "Invalid Host header\n")
            if self.looks_like_a_page():
                self.close_connection = True  # without a word
                return None
            path = urlsplit(self.path)
            self.query = dict(parse_qsl(path.query, keep_blank_values=True))
            with zotero.lock:
                zotero.requests.append((self.command, self.path))
                if path.path.startswith("/connector/"):
                    return self.connector(path.path.removeprefix("/connector/"))
                if path.path.startswith("/api/"):
                    return self.api(path.path.removeprefix("/api/"))
                return self.say(404, "No endpoint found\n")

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

        def looks_like_a_page(self) -> bool:
            page = self.headers.get("User-Agent", "").startswith("Mozilla/")
            allowed = (
                "X-Zotero-Connector-API-Version" in self.headers
                or self.headers.get("Zotero-Allowed-Request") == "1"
            )
            return (page or "Origin" in self.headers) and not allowed

        def say(
            self, status: int, body: Any = "", kind: str = "text/plain", **headers: str
        ) -> None:
            text = body if isinstance(body, str) else json.dumps(body)
            kind = kind if isinstance(body, str) else "application/json"
            self.send_response(status)
            self.send_header("X-Zotero-Version", zotero.version)
            self.send_header("X-Zotero-Connector-API-Version", "3")
            self.send_header("Content-Type", kind)
            if self.path.startswith("/api/") and zotero.api_enabled and zotero.writable:
                self.send_header("Zotero-Server-ID", zotero.server_id)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(text.encode())

        def json_body(self) -> Any:
            try:
                return json.loads(self.body or b"null")
            except ValueError:
                return None

        # -- the connector ---------------------------------------------------

        def connector(self, name: str) -> None:
            if name == "ping":
                if self.command == "GET":
                    page = "<!DOCTYPE html><html><body>Zotero is running</body></html>"
                    return self.say(200, page, "text/html")
                return self.say(200, {"prefs": {"automaticSnapshots": True}})
            served = {
                "getSelectedCollection": self.selected,
                "import": self.import_text,
                "saveItems": self.save_items,
                "updateSession": self.update_session,
            }.get(name)
            if served is None:
                return self.say(404, "No endpoint found\n")
            if self.command != "POST":
                return self.say(400, MULTIPLE)
            return served()

        def selected(self) -> None:
            targets = zotero.targets()
            place = next((t for t in targets if t["name"] == zotero.selected), targets[0])
            group = place["name"] in zotero.groups
            self.say(200, {
                "libraryID": int(place["id"][1:]) if group else 1,
                "libraryName": place["name"] if group else "My Library",
                "libraryEditable": zotero.editable,
                "filesEditable": zotero.editable, "editable": zotero.editable,
                "id": int(place["id"][1:]) if place["id"][0] == "C" else None,
                "name": place["name"], "targets": targets, "tags": {},
            })  # fmt: skip

        def import_text(self) -> None:
            session = self.query.get("session", "undefined")  # the trap: all share that name
            if session in zotero.sessions:
                return self.say(409, {"error": "SESSION_EXISTS"})
            found = ITEMS["imported"](self.body.decode("utf-8", "replace"))
            if found is None:
                return self.say(400, "No translator found\n")
            saved = [self.put_where_selected(i) for i in found]
            zotero.sessions[session] = [i["key"] for i in saved]
            return self.say(201, saved)

        def save_items(self) -> None:
            if self.headers.get_content_type() != "application/json":
                return self.say(400, "Invalid content-type\n")
            said = self.json_body()
            if not isinstance(said, dict):
                return self.say(400, "Invalid JSON provided\n")
            session = said.get("sessionID", "undefined")
            if session in zotero.sessions:
                return self.say(409, {"error": "SESSION_EXISTS"})
            if any(i.get("itemType") not in ITEMS["FIELDS"] for i in said["items"]):
                return self.say(500)
            if zotero.saves and (status := zotero.saves.pop(0)) != 201:
                return self.say(status)
            saved = [self.put_where_selected(i) for i in said["items"]]
            zotero.sessions[session] = [i["key"] for i in saved]
            return self.say(201)

        def put_where_selected(self, fields: dict[str, Any]) -> dict[str, Any]:
            item = ITEMS["from_json"](fields, zotero.schema)
            item["tags"] = [{**tag, "type": 1} for tag in item["tags"]]  # all came with the paper
            key = zotero.add(**item)
            zotero.items[key]["collections"] = [
                c for c, name in zotero.collections.items() if name == zotero.selected
            ]
            return zotero.items[key]

        def update_session(self) -> None:
            said = self.json_body() or {}
            keys = zotero.sessions.get(said.get("sessionID"))
            if keys is None:
                return self.say(400, {"error": "SESSION_NOT_FOUND"})
            numbered = list(zotero.collections)
            target = said["target"]
            place = [numbered[int(target[1:]) - 1]] if target[0] == "C" else []
            for key in keys:
                zotero.items[key]["collections"] = place
                zotero.items[key]["tags"] += [{"tag": t} for t in said.get("tags", [])]
            zotero.selected = zotero.collections[place[0]] if place else None
            return self.say(200, {})

        # -- the local API ---------------------------------------------------

        def api(self, path: str) -> None:  # noqa: PLR0911
            if not zotero.api_enabled:
                return self.say(403, "Local API is not enabled")
            if (
                self.headers.get("Zotero-API-Version", "3") != "3"
                or self.query.get("v", "3") != "3"
            ):
                return self.say(501, "API version not implemented")
            if path == "":
                return self.listing({})
            if self.command != "GET":
                return self.write(path)
            parts = path.strip("/").split("/")
            if path == "itemFields":
                kinds = (ITEMS["fields"](kind, zotero.schema) for kind in ITEMS["FIELDS"])
                fields = sorted(set().union(*kinds))
                return self.listing([{"field": f, "localized": f} for f in fields])
            if parts[0] == "groups" and len(parts) > 2:
                return self.group(parts)
            if len(parts) < 3 or parts[0] != "users":
                return self.listing([]) if parts[2:] == ["groups"] else self.say(404, "Not found")
            if parts[1] != "0":
                return self.say(400, "Only data for the logged-in user is available locally")
            return self.read(parts[2:])

        def group(self, parts: list[str]) -> None:
            found = list(zotero.groups.values())[int(parts[1]) - 1000]
            return self.items(found) if parts[2] == "items" else self.listing([])

        def read(self, parts: list[str]) -> None:  # noqa: PLR0911
            match parts:
                case ["collections"]:
                    return self.listing([collection_json(zotero, k) for k in zotero.collections])
                case ["collections", key, "items" | "items/top", *_] if key in zotero.collections:
                    return self.items([i for i in zotero.items.values() if key in i["collections"]])
                case ["items"] | ["items", "top"]:
                    return self.items(list(zotero.items.values()))
                case ["items", key] if key in zotero.items:
                    return self.items([zotero.items[key]], single=True)
                case ["collections", key] if key in zotero.collections:
                    return self.listing(collection_json(zotero, key))
                case ["tags"]:
                    tags = {t["tag"] for i in zotero.items.values() for t in i["tags"]}
                    return self.listing([{"tag": t} for t in sorted(tags)])
                case ["groups"]:
                    return self.listing(
                        [
                            {"id": n, "data": {"id": n, "name": name}}
                            for n, name in enumerate(zotero.groups, start=1000)
                        ]
                    )
            return self.say(404, "Not found")

        def items(self, found: list[dict[str, Any]], *, single: bool = False) -> None:
            form, sort = self.query.get("format", "json"), self.query.get("sort", "dateAdded")
            if form not in FORMATS:
                return self.say(400, f"Invalid 'format' value '{form}'")
            if sort not in SORTS:
                return self.say(400, f"Invalid 'sort' value '{sort}'")
            if "since" in self.query:
                found = [i for i in found if i["version"] > int(self.query["since"])]
            if q := self.query.get("q", "").lower():
                found = [i for i in found if q in i.get("title", "").lower()]
            if keys := self.query.get("itemKey"):
                found = [i for i in found if i["key"] in keys.split(",")]
            return self.listing(found, form, single=single)

        def listing(self, found: Any, form: str = "json", *, single: bool = False) -> None:
            since = self.headers.get("If-Modified-Since-Version")
            if since is not None and int(since) >= zotero.at:
                return self.say(304)
            whole = found if isinstance(found, list) else [found]
            start = int(self.query.get("start", 0))
            page = whole[start : start + int(self.query.get("limit", len(whole) or 1))]
            body = written(page, form, zotero)
            if form == "json" and (single or not isinstance(found, list)):
                body = body[0]
            kind = "application/json" if form in ("json", "versions") else "text/plain"
            return self.say(
                200, body, kind,
                Total_Results=str(len(whole)), Last_Modified_Version=str(zotero.at),
                Zotero_API_Version="3", Zotero_Schema_Version="42",
            )  # fmt: skip

        def write(self, path: str) -> None:  # noqa: PLR0911
            if not zotero.writable:
                return self.say(400, MULTIPLE)
            given = self.headers.get("Zotero-Server-ID")
            if given is None:
                return self.say(428, "Zotero-Server-ID not provided")
            if given != zotero.server_id:
                return self.say(412, "Zotero-Server-ID does not match")
            if path == "local/authorize":
                return self.authorize()
            key = self.headers.get("Zotero-API-Key", "")
            if key not in zotero.keys:
                return self.say(401, "Authorization required")
            if not zotero.keys[key]:
                del zotero.keys[key]  # plain Allow is for one write
            if zotero.refuse:
                return self.say(zotero.refuse.pop(0), "Scripted", Retry_After="30")
            return self.written(path)

        def authorize(self) -> None:
            zotero.asked += 1
            if zotero.asked > 5:
                return self.say(429, "Too many requests", Retry_After="60")
            said = zotero.answers.pop(0) if zotero.answers else "deny"
            if said == "deny":
                return self.say(403, {"denied": True})
            key = secrets.token_hex(12)
            zotero.keys[key] = said == "always"
            return self.say(200, {"key": key, "remember": said == "always"})

        def written(self, path: str) -> None:
            parts = path.split("/")[2:]
            if self.command == "POST" and parts in (["items"], ["collections"]):
                return self.create(parts[0])
            if parts[0] == "items" and parts[1] in zotero.items:
                return self.change(parts[1])
            return self.say(404, "Not found")

        def create(self, kind: str) -> None:
            said = self.json_body()
            if not isinstance(said, list) or len(said) > 50:
                return self.say(413 if isinstance(said, list) else 400, "Too many objects")
            done: dict[str, dict[str, Any]] = {
                "successful": {}, "success": {}, "unchanged": {}, "failed": {},
            }  # fmt: skip
            for i, one in enumerate(said):
                problem = "" if kind == "collections" else invalid(one, zotero)
                if problem:
                    done["failed"][str(i)] = {"key": "", "code": 400, "message": problem}
                    continue
                if kind == "items":
                    key = zotero.add(**ITEMS["from_json"](one, zotero.schema))
                    whole: Any = ITEMS["item_json"](zotero.items[key])
                else:
                    key = zotero.add_collection(one["name"], one.get("parentCollection") or "")
                    whole = collection_json(zotero, key)
                done["successful"][str(i)], done["success"][str(i)] = whole, key
            return self.say(200, done, Last_Modified_Version=str(zotero.at))

        def change(self, key: str) -> None:
            since = self.headers.get("If-Unmodified-Since-Version")
            if since is None:
                return self.say(428, "If-Unmodified-Since-Version not provided")
            if int(since) < zotero.items[key]["version"]:
                return self.say(412, "Item has been modified")
            zotero.at += 1
            if self.command == "DELETE":
                del zotero.items[key]
            else:
                said = self.json_body()
                zotero.items[key].update(said, version=zotero.at)
            return self.say(204, Last_Modified_Version=str(zotero.at))

    return Handler


def invalid(item: dict[str, Any], zotero: Zotero) -> str:
    """Return why the API refuses an item; it takes any field."""
    kind = item.get("itemType")
    if kind not in ITEMS["FIELDS"]:
        return f"'{kind}' is not a valid item type"
    missing = [c for c in item.get("collections", []) if c not in zotero.collections]
    return f"Collection {missing[0]} not found" if missing else ""


def written(items: list[Any], form: str, zotero: Zotero) -> Any:
    """Return items in one of the API's formats."""
    match form:
        case "json":
            return [ITEMS["item_json"](i) if "itemType" in i else i for i in items]
        case "keys":
            return "\n".join(i["key"] for i in items) + "\n"
        case "versions":
            return json.dumps({i["key"]: i["version"] for i in items})
        case "csljson":
            return json.dumps([ITEMS["csl"](i) for i in items if i["itemType"] not in NO_PAPERS])
        case "bibtex" | "biblatex":
            return "\n\n".join(ITEMS["bibtex"](i) for i in items)
        case _:
            return ""


def collection_json(zotero: Zotero, key: str) -> dict[str, Any]:
    data = {
        "key": key, "version": zotero.at, "name": zotero.collections[key],
        "parentCollection": zotero.parents[key] or False, "relations": {},
    }  # fmt: skip
    return {"key": key, "version": zotero.at, "library": {}, "links": {}, "meta": {}, "data": data}


if __name__ == "__main__":
    with Zotero(answers=["always"]) as running:
        running.add(title="Random Forests", abstractNote="Trees vote.", date="2001")
        print(running.address, flush=True)
        sys.stdin.read()
