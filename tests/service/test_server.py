"""The server itself: start, stop, limits, slow clients, what it logs."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from recommender.service.runtime import server as limits

pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-c", "from recommender.cli import main; main()"]
BIBTEX = "application/x-bibtex"


def serve(data, *options):
    return subprocess.run(
        [*PROGRAM, "--data", str(data), "serve", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_a_second_server_on_the_same_data_names_the_first(server) -> None:
    done = serve(server.data, "--port", "0")

    assert done.returncode == 3
    assert str(server.process.pid) in done.stderr
    assert server.url in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_taken_port_is_told_in_one_line(server, tmp_path) -> None:
    done = serve(tmp_path, "--port", str(server.port))

    assert done.returncode == 4
    assert "--port" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_listening_to_others_needs_a_name(tmp_path) -> None:
    done = serve(tmp_path, "--host", "0.0.0.0", "--port", "0")

    assert done.returncode == 2
    assert "--allowed-host" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
def test_root_may_not_listen_to_others(tmp_path) -> None:
    done = serve(tmp_path, "--host", "0.0.0.0", "--port", "0", "--allowed-host", "papers.example")

    assert done.returncode == 2
    assert "root" in done.stderr


def test_behind_a_proxy_nothing_is_free(tmp_path, run_server, bib) -> None:
    with run_server(tmp_path, "--public-url", "https://papers.example") as server:
        host = {"Host": "papers.example"}
        without = [
            server.ask("GET", path, **host)
            for path in ("/health", "/api/v1/corpora", "/", "/openapi.json")
        ]
        given = server.ask("GET", "/health", token="yes", **host)
        own = server.ask("GET", "/health", token="yes", Origin="https://papers.example", **host)
        plain = server.ask("GET", "/health", token="yes", Origin="http://papers.example", **host)
        cookie = server.ask("GET", f"/?token={server.token}", **host).headers["set-cookie"]

    assert {reply.status for reply in without} == {401}
    assert (given.status, own.status, plain.status) == (200, 200, 403)
    assert "Secure" in cookie


def test_the_guard_of_these_tests_stops_a_server_that_asks_outside(guarded) -> None:
    code = guarded.replace("main()", "import socket; socket.create_connection(('192.0.2.1', 9), 1)")

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (99, b"asked for 192.0.2.1")


def test_both_loopback_addresses_answer(server) -> None:
    try:
        wire = socket.create_connection(("::1", server.port), timeout=5)
    except OSError:
        pytest.skip("no IPv6 here")
    with wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n")

        assert wire.recv(12) == b"HTTP/1.1 200"


def test_the_data_folder_is_private(server) -> None:
    modes = {path.name: path.stat().st_mode & 0o077 for path in server.data.rglob("*")}

    assert server.data.stat().st_mode & 0o777 == 0o700
    assert {name for name, mode in modes.items() if mode} == set()


# The server says when it works at a request, and goes on with it when it has been told to stop.
HELD = """
import sys, threading
from recommender.service.runtime import server, work
stopped, done, drain = threading.Event(), work.Work.done, server._drain
def held(self, function):
    print("asked", file=sys.stderr, flush=True)
    assert stopped.wait(20)
    return done(self, function)
def draining(*given):
    stopped.set()
    drain(*given)
work.Work.done, server._drain = held, draining
"""


def test_a_request_in_flight_is_answered_before_the_end(tmp_path, run_server) -> None:
    entry = "@article{k%d, title = {Sparse autoencoders of kind %d}, abstract = {%s}}\n"
    body = "".join(entry % (i, i, "Features are found. " * 9) for i in range(600)).encode()
    got = []
    with run_server(tmp_path, before=HELD) as server:
        asking = threading.Thread(
            target=lambda: got.append(
                server.ask("POST", "/api/v1/suggestions?limit=200", body, Content_Type=BIBTEX)
            )
        )
        asking.start()
        assert server.process.stderr.readline() == "asked\n"
        server.process.send_signal(signal.SIGTERM)
        asking.join(timeout=20)
        code = server.process.wait(timeout=20)

    assert code == 0
    assert got[0].status == 200
    assert got[0].json["suggestions"]


def test_an_upload_that_breaks_off_is_never_taken_for_a_whole_one(server, bib) -> None:
    head = (
        f"POST /api/v1/libraries HTTP/1.1\r\nHost: localhost\r\nContent-Type: {BIBTEX}\r\n"
        f"Authorization: Bearer {server.token}\r\n"
    ).encode()
    before = server.ask("GET", "/api/v1/libraries", token="yes").json

    length = server.send(head + b"Content-Length: 9999\r\n\r\n" + bib, close=True)
    chunked = server.send(
        head + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(bib) + bib, close=True
    )

    assert (length, chunked) == (None, None)
    assert server.ask("GET", "/api/v1/libraries", token="yes").json == before


def test_slow_clients_are_dropped_and_others_are_answered_meanwhile(tmp_path, monkeypatch) -> None:
    """The limits are 10 s and 30 s; here they are 1 s and 2 s, so that a test can wait."""
    code = (
        "from recommender.service.runtime import server\n"
        "server.HEADERS_SECONDS, server.BODY_SECONDS = 1, 2\n"
        "from recommender.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "--data", str(tmp_path), "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    port = int(process.stderr.readline().split("http://127.0.0.1:")[1].split()[0])
    try:
        head = f"POST /api/v1/suggestions HTTP/1.1\r\nHost: localhost\r\nContent-Type: {BIBTEX}\r\n"
        drips = [drip(port, b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ") for _ in range(5)]
        drips += [drip(port, f"{head}Content-Length: 5000\r\n\r\n".encode()) for _ in range(5)]
        began = time.monotonic()
        answered = 0
        while any(d.is_alive() for d in drips) and time.monotonic() - began < 15:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as wire:
                wire.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answered += wire.recv(12) == b"HTTP/1.1 200"
            time.sleep(0.1)
        left = sum(d.is_alive() for d in drips)
    finally:
        process.terminate()
        process.communicate(timeout=20)

    assert answered > 5
    assert left == 0
    assert (limits.HEADERS_SECONDS, limits.BODY_SECONDS) == (10, 30)


def drip(port: int, start: bytes) -> threading.Thread:
    """Send a byte now and then, so that no idle limit is ever met, until the server hangs up."""

    def run() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as wire:
            wire.sendall(start)
            try:
                while True:
                    time.sleep(0.2)
                    wire.sendall(b"x")
            except OSError:
                return

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def test_one_log_line_a_request_holds_nothing_of_the_user(tmp_path, run_server) -> None:
    log = tmp_path / "log"
    canary = "Zebrafinch"
    bib = f"@article{{{canary}Key, title = {{{canary} sparse autoencoders}}, year = 2020}}".encode()
    broken = f"@article{{{canary}, title = {{{canary}".encode()
    with run_server(tmp_path / "data", "--log", log=log) as server:
        made = server.ask(
            "POST", f"/api/v1/libraries?label={canary}", bib, token="yes", Content_Type=BIBTEX
        ).json
        at = f"/api/v1/libraries/{made['id']}"
        feed = server.ask("POST", f"{at}/feed", token="yes").json["bib"].removeprefix(server.url)
        found = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]["key"]
        for method, path, body in (
            ("GET", feed, b""),
            ("GET", f"/api/v1/papers/{canary}", b""),
            ("GET", f"/{canary}%0d%0aforged", b""),
            ("POST", f"/api/v1/suggestions?venue={canary}", broken),
            ("POST", "/api/v1/suggestions", b"%PDF " + canary.encode()),
            ("GET", f"/?token={server.token}", b""),
            ("DELETE", f"{at}/verdicts/{found}", b""),
        ):
            server.ask(method, path, body, token="yes", Content_Type=BIBTEX, Referer=canary)
        server.send(f"GET /{canary} HTTP/9\r\n{canary}\r\n\r\n".encode())
        secrets = [server.token, feed.split("/")[2], made["id"], found]
    lines = log.read_text().splitlines()

    told = [json.loads(line) for line in lines]
    assert len(told) >= 10
    assert all(set(t) <= {"time", "level", "event", "request", "method", "route", "status", "ms"}
               for t in told)  # fmt: skip
    assert not [line for line in lines if canary in line or any(s in line for s in secrets)]


def test_a_failure_inside_is_told_by_an_id_that_the_log_has(tmp_path, run_server) -> None:
    log = tmp_path / "log"
    with run_server(tmp_path / "data", log=log) as server:
        with sqlite3.connect(server.data / "recommender.sqlite") as connection:
            connection.execute("DROP TABLE counts")
        connection.close()
        got = server.ask("GET", "/api/v1/libraries", token="yes")
    told = [json.loads(line) for line in log.read_text().splitlines()]

    assert got.status == 500
    assert str(tmp_path) not in got.body.decode()
    assert got.json["instance"].rsplit(":", 1)[1] in {t.get("request") for t in told}


def test_figures_are_given_only_where_they_are_switched_on(server, tmp_path, run_server) -> None:
    with run_server(tmp_path, "--metrics") as measured:
        measured.ask("GET", "/health")
        got = measured.ask("GET", "/metrics", token="yes")
        without = measured.ask("GET", "/metrics")

    text = got.body.decode()
    assert got.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'recommender_requests_total{operation="health",status="200"} 1' in text
    assert 'le="+Inf"} 1' in text
    assert without.status == 401
    assert server.ask("GET", "/metrics", token="yes").status == 404


def test_the_token_can_be_asked_for_and_renewed(tmp_path) -> None:
    from click.testing import CliRunner

    from recommender.cli import group

    said = [
        CliRunner().invoke(group, ["-q", "--data", str(tmp_path), "token", *more]).stdout
        for more in ([], [], ["--renew"])
    ]

    assert said[0] == said[1] != said[2]
    assert len(said[0].strip()) == 43
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
