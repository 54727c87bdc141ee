"""The rules of access and of the server, one raw request each, against the real server."""

from __future__ import annotations

import pytest

BIBTEX = "application/x-bibtex"
JSON = "application/json"
FREE = "/api/v1/corpora"
PRIVATE = "/api/v1/libraries"
RANK = "/api/v1/suggestions"
VERDICT = "/api/v1/libraries/aaaaaaaaaaaaaaaa/verdicts/key"
ANY_BODY = b"@article{a, title = {Sparse autoencoders}}"


def get(path: str, *headers: str, host: str = "127.0.0.1:PORT", method: str = "GET") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def send(
    path: str, body: bytes, kind: str, *headers: str, method: str = "POST", token: bool = False
) -> bytes:
    lines = (f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers)
    if token:
        lines = (*lines, "Authorization: Bearer TOKEN")
    return get(path, *lines, method=method) + body


def verdict(body: bytes) -> bytes:
    return send(VERDICT, body, JSON, method="PUT", token=True)


def rank(query: str) -> bytes:
    return send(f"{RANK}?{query}", ANY_BODY, BIBTEX)


HOSTS = {
    "no host": (b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "Host"),
    "empty host": (get(FREE, host=""), 400, "Host"),
    "two hosts": (get(FREE, "Host: localhost"), 400, "Host"),
    "userinfo": (get(FREE, host="me@127.0.0.1"), 400, "Host"),
    "port too large": (get(FREE, host="127.0.0.1:99999"), 400, "Host"),
    "port zero": (get(FREE, host="127.0.0.1:0"), 400, "Host"),
    "ipv6 with a tail": (get(FREE, host="[::1]evil"), 400, "Host"),
    "broken ipv6": (get(FREE, host="[::1"), 400, "Host"),
    "ipv6 that is none": (get(FREE, host="[1:2]"), 400, "Host"),
    "blank in host": (get(FREE, host="127.0.0.1 evil"), 400, "Host"),
    "absolute target": (get("http://evil.example/health"), 400, "Host"),
    "foreign name": (get(FREE, host="evil.example"), 421, "--allowed-host"),
    "rebinding name": (get(FREE, host="127.0.0.1.evil.example:PORT"), 421, "--allowed-host"),
    "localhost with a dot": (get(FREE, host="localhost.:PORT"), 421, "--allowed-host"),
    "all addresses": (get(FREE, host="0.0.0.0:PORT"), 421, "--allowed-host"),
    "another computer": (get(FREE, host="192.168.1.7:PORT"), 421, "--allowed-host"),
    "localhost in capitals": (get(FREE, host="LOCALHOST:PORT"), 200, ""),
    "ipv6 loopback": (get(FREE, host="[::1]:PORT"), 200, ""),
    "whole loopback net": (get(FREE, host="127.0.0.2:PORT"), 200, ""),
}
ORIGINS = {
    "own origin": (get(FREE, "Origin: http://127.0.0.1:PORT"), 200, ""),
    "foreign origin": (get(FREE, "Origin: http://evil.example"), 403, "--allowed-origin"),
    "null origin": (get(FREE, "Origin: null"), 403, "--allowed-origin"),
    "empty origin": (get(FREE, "Origin: "), 403, "--allowed-origin"),
    "origin of another port": (get(FREE, "Origin: http://127.0.0.1:1"), 403, "--allowed-origin"),
    "origin by another name": (get(FREE, "Origin: http://localhost:PORT"), 403, "origin"),
    "https origin": (get(FREE, "Origin: https://127.0.0.1:PORT"), 403, "--allowed-origin"),
    "two origins": (
        get(FREE, "Origin: http://127.0.0.1:PORT", "Origin: http://evil.example"),
        403,
        "--allowed-origin",
    ),
    "an extension not listed": (get(FREE, "Origin: moz-extension://abc"), 403, "--allowed-origin"),
    "preflight of a stranger": (
        get(PRIVATE, "Origin: http://evil.example", method="OPTIONS"),
        403,
        "--allowed-origin",
    ),
    "a listed origin": (get(FREE, "Origin: moz-extension://listed"), 200, ""),
    "preflight of a listed origin": (
        get(PRIVATE, "Origin: moz-extension://listed", method="OPTIONS"),
        200,
        "",
    ),
    "cross-site read": (get(FREE, "Sec-Fetch-Site: cross-site"), 403, "page"),
    "same-site read": (get(FREE, "Sec-Fetch-Site: same-site"), 403, "page"),
    "cross-site frame": (
        get(
            "/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"
        ),
        403,
        "page",
    ),
    "followed link": (
        get(
            "/",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Mode: navigate",
            "Sec-Fetch-Dest: document",
        ),
        200,
        "",
    ),
    "followed link elsewhere": (
        get(
            "/example",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Mode: navigate",
            "Sec-Fetch-Dest: document",
        ),
        403,
        "page",
    ),
    "typed address": (get(FREE, "Sec-Fetch-Site: none"), 200, ""),
}
TOKENS = {
    "free": (get(FREE), 200, ""),
    "forwarded host is ignored": (get(FREE, "X-Forwarded-Host: evil.example"), 200, ""),
    "forwarded is ignored": (get(FREE, "Forwarded: host=evil.example;proto=https"), 200, ""),
    "no token": (get(PRIVATE), 401, "recommender token"),
    "wrong token": (get(PRIVATE, "Authorization: Bearer wrong"), 401, "recommender token"),
    "basic": (get(PRIVATE, "Authorization: Basic TOKEN"), 401, "recommender token"),
    "token in the address": (get(f"{PRIVATE}?token=TOKEN"), 401, "recommender token"),
    "token": (get(PRIVATE, "Authorization: Bearer TOKEN"), 200, ""),
    "token in small letters": (get(PRIVATE, "Authorization: bearer TOKEN"), 200, ""),
    "write without token": (send(PRIVATE, ANY_BODY, BIBTEX), 401, "recommender token"),
    "verdict without token": (send(VERDICT, b"{}", JSON, method="PUT"), 401, "recommender token"),
    "forgetting verdicts without token": (
        get(f"{PRIVATE}/aaaaaaaaaaaaaaaa/verdicts", method="DELETE"),
        401,
        "recommender token",
    ),
    "delete without token": (get(f"{PRIVATE}/aaaaaaaaaaaaaaaa", method="DELETE"), 401, "token"),
    "send without token": (send("/api/v1/send", b"{}", JSON), 401, "recommender token"),
    "wrong token on the page": (get("/?token=wrong"), 401, "recommender token"),
    "wrong cookie": (get(PRIVATE, "Cookie: recommender-PORT=wrong"), 401, "recommender token"),
}
BODIES = {
    "no length": (get(RANK, f"Content-Type: {BIBTEX}", method="POST"), 411, "Content-Length"),
    "no type": (send(RANK, ANY_BODY, ""), 415, BIBTEX),
    "plain text": (send(RANK, ANY_BODY, "text/plain"), 415, BIBTEX),
    "form": (send(RANK, ANY_BODY, "application/x-www-form-urlencoded"), 415, BIBTEX),
    "json for a library": (send(RANK, b"{}", JSON), 415, BIBTEX),
    "bibtex for json": (send(VERDICT, ANY_BODY, BIBTEX, method="PUT", token=True), 415, JSON),
    "empty": (send(RANK, b"", BIBTEX), 400, "empty"),
    "blank": (send(RANK, b" \n ", BIBTEX), 400, "empty"),
    "multipart without file": (
        send(RANK, b"--x--\r\n", "multipart/form-data; boundary=x"),
        400,
        "file",
    ),
    "not bibtex": (send(RANK, b"%PDF-1.7 not a library", BIBTEX), 422, ""),
    "body on get": (send(FREE, b"x", JSON, method="GET"), 400, "no body"),
    "chunked": (
        get(RANK, f"Content-Type: {BIBTEX}", "Transfer-Encoding: chunked", method="POST")
        + b"%x\r\n%s\r\n0\r\n\r\n" % (len(ANY_BODY), ANY_BODY),
        200,
        "",
    ),
    "unknown coding": (
        get(RANK, f"Content-Type: {BIBTEX}", "Transfer-Encoding: gzip", method="POST"),
        501,
        "Content-Length",
    ),
    "length that is none": (get(RANK, "Content-Length: ten", method="POST"), 400, "HTTP"),
    "too large": (get(RANK, f"Content-Type: {BIBTEX}", "Content-Length: 35000000", method="POST"),
        413, "32 MiB"),
}  # fmt: skip
JSONS = {
    "deep": (verdict(b"[" * 100_000), 400, "deep"),
    "nan": (verdict(b'{"verdict": NaN}'), 400, "NaN"),
    "digits": (verdict(b'{"verdict": ' + b"9" * 5000 + b"}"), 400, "digits"),
    "infinite": (verdict(b'{"verdict": 1e999}'), 400, "large"),
    "twice": (verdict(b'{"verdict": "saved", "verdict": "seen"}'), 400, "twice"),
    "surrogate": (verdict(b'{"verdict": "\\ud800"}'), 400, "surrogate"),
    "utf-16": (verdict('{"verdict": "saved"}'.encode("utf-16")), 400, "UTF-8"),
    "cut off": (verdict(b'{"verdict": "sav'), 400, "line 1"),
    "array": (verdict(b"[]"), 400, "object"),
    "unknown member": (verdict(b'{"verdict": "saved", "x": 1}'), 400, "verdict"),
    "unknown value": (verdict(b'{"verdict": "loved"}'), 400, "saved, dismissed, seen"),
    "unknown library": (verdict(b'{"verdict": "saved"}'), 404, "library"),
}
PARAMETERS = {
    "limit zero": (rank("limit=0"), 400, "1 to 200"),
    "limit too large": (rank("limit=201"), 400, "1 to 200"),
    "limit negative": (rank("limit=-1"), 400, "1 to 200"),
    "limit with a plus": (rank("limit=%2B5"), 400, "1 to 200"),
    "limit in arabic digits": (rank("limit=%D9%A5"), 400, "1 to 200"),
    "limit with a point": (rank("limit=5.0"), 400, "1 to 200"),
    "limit empty": (rank("limit="), 400, "empty"),
    "limit twice": (rank("limit=5&limit=6"), 400, "once"),
    "unknown parameter": (rank("n=5"), 400, "limit"),
    "unknown ranker": (rank("ranker=pagerank"), 400, "bm25"),
    "years reversed form": (rank("year=20-25"), 400, "2023:2025"),
    "years that end before they begin": (rank("year=2025:2023"), 400, "2023:2025"),
    "a date in words": (rank("added_since=yesterday"), 400, "added_since is a date: 2025-01-31"),
    "a day that is in no month": (rank("added_since=2025-02-30"), 400, "2025-01-31"),
    "a date with a time": (rank("added_since=2025-02-20T10:00"), 400, "2025-01-31"),
    "an empty author": (rank("author="), 400, "empty"),
    "two languages": (rank("language=en&language=de"), 400, "once"),
    "control character": (rank("venue=a%00b"), 400, "printable"),
    "unknown corpus": (rank("corpus=nothing"), 404, "seeds"),
    "corpus that is a path": (rank("corpus=..%2Fseeds%2Flibrary.bib"), 400, "name"),
    "unknown format": (rank("format=docx"), 400, "bibtex"),
    "query too long": (get(f"{FREE}?{'x' * 15000}"), 400, "parameter"),
    "unacceptable": (send(RANK, ANY_BODY, BIBTEX, "Accept: text/csv"), 406, BIBTEX),
    "unknown paper": (get("/api/v1/papers/nothing"), 404, "nothing"),
    "odd paper key": (get("/api/v1/papers/..%2F..%2Fetc%2Fpasswd"), 404, ""),
    "unknown address": (get("/admin"), 404, "openapi"),
    "wrong method": (get(RANK), 405, "Allow"),
    "trace": (get(FREE, method="TRACE"), 405, "Allow"),
    "headers too large": (get(FREE, "X-Long: " + "x" * 20_000), 431, "16 KiB"),
    "not http": (b"hello\r\n\r\n", 400, "HTTP"),
}
TABLE = {**HOSTS, **ORIGINS, **TOKENS, **BODIES, **JSONS, **PARAMETERS}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory, run_server):
    data = tmp_path_factory.mktemp("guarded")
    with run_server(data, "--allowed-origin", "moz-extension://listed") as running:
        yield running


@pytest.mark.parametrize("name", TABLE)
def test_a_raw_request_is_answered_as_the_rules_say(guarded, name) -> None:
    request, status, words = TABLE[name]
    head, blank, body = request.partition(b"\r\n\r\n")
    head = head.replace(b"PORT", str(guarded.port).encode())
    head = head.replace(b"TOKEN", guarded.token.encode())

    got = guarded.send(head + blank + body)

    assert got is not None
    assert got.status == status, got.body
    assert words in got.body.decode()
    assert got.headers["content-security-policy"].startswith("default-src 'none'")
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["cache-control"] == "no-store"
    assert "waitress" not in str(got.headers).lower()
    if status >= 400:
        assert got.headers["content-type"] == "application/problem+json"
        assert set(got.json) == {"type", "title", "status", "detail", "instance"}
        assert got.json["status"] == status
    if status == 401:
        assert "access-control-allow-origin" not in got.headers
    if status == 405:
        assert got.headers["allow"]
    if "moz-extension://listed" in request.decode("latin-1"):
        assert got.headers["access-control-allow-origin"] == "moz-extension://listed"
    else:
        assert "access-control-allow-origin" not in got.headers
