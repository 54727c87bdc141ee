"""The lab's deployment: nginx in front of the service, as adapters/lab says."""

from __future__ import annotations

import configparser
import http.client
import re
import shutil
import socket
import subprocess
import time
from contextlib import closing

import pytest

NAME = "papers.example.org"


@pytest.fixture(scope="module")
def lab(tmp_path_factory, run_server, root, need):
    """nginx with the example's own lines, TLS aside, and the service behind it."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    need(program, "nginx is not installed")
    folder = tmp_path_factory.mktemp("lab")
    with run_server(folder / "data", "--public-url", f"https://{NAME}") as server:
        port = free_port()
        (folder / "nginx.conf").write_text(whole(root, folder, port, server.port))
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as nginx:
            wait_for(port)
            yield server, port
            nginx.terminate()
            nginx.communicate(timeout=10)


def whole(root, folder, port: int, service: int) -> str:
    """Return the example as a whole configuration, on free ports and without a certificate."""
    site = (root / "adapters" / "lab" / "nginx.conf").read_text()
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    site = site.replace("127.0.0.1:8763", f"127.0.0.1:{service}")
    site = re.sub(r"^ *ssl_.*\n", "", site, flags=re.MULTILINE)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; master_process off; pid {folder}/pid;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    )


def free_port() -> int:
    with socket.socket() as wire:
        wire.bind(("127.0.0.1", 0))
        return int(wire.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return


def ask(port: int, method: str, path: str, body: bytes = b"", **headers: str):
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    sent = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
    with closing(wire):
        wire.request(method, path, body or None, sent)
        got = wire.getresponse()
        return got.status, dict(got.getheaders()), got.read()


def test_nothing_is_free_behind_the_proxy(lab) -> None:
    port = lab[1]

    statuses = {path: ask(port, "GET", path)[0] for path in ("/health", "/", "/api/v1/corpora")}

    assert set(statuses.values()) == {401}


def test_the_token_opens_it_and_the_headers_arrive(lab) -> None:
    server, port = lab

    status, headers, body = ask(port, "GET", "/health", Authorization=f"Bearer {server.token}")

    assert (status, b"recommender" in body) == (200, True)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_browser_is_let_in_by_a_secure_cookie(lab) -> None:
    server, port = lab

    status, headers, _ = ask(port, "GET", f"/?token={server.token}")
    cookie = headers["Set-Cookie"].split(";")[0]
    page, _, body = ask(port, "GET", "/", Cookie=cookie)
    write, _, _ = ask(
        port,
        "POST",
        "/api/v1/libraries",
        b"@misc{a, title = {b c}}",
        Cookie=cookie,
        Content_Type="application/x-bibtex",
    )

    assert (status, headers["Location"]) == (303, "/")
    assert "Secure" in headers["Set-Cookie"]
    assert (page, b"Which papers" in body) == (200, True)
    assert write == 401  # the cookie alone is not enough for a write


def test_a_forwarded_host_is_not_believed(lab) -> None:
    server, port = lab

    told = {"Host": "evil.example", "X_Forwarded_Host": NAME}
    status, _, _ = ask(port, "GET", "/health", Authorization=f"Bearer {server.token}", **told)

    assert status == 421


def test_an_upload_goes_through_and_a_large_one_is_refused(lab, bib) -> None:
    server, port = lab
    sent = {"Authorization": f"Bearer {server.token}", "Content_Type": "application/x-bibtex"}

    small = ask(port, "POST", "/api/v1/suggestions", bib, **sent)[0]
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as wire:
        wire.putrequest("POST", "/api/v1/suggestions", skip_host=True)
        for name, value in {"Host": NAME, "Content-Length": str(33 * 1024 * 1024)}.items():
            wire.putheader(name, value)
        wire.endheaders()
        large = wire.getresponse()
        large.read()

    assert (small, large.status) == (200, 413)


def test_the_unit_says_what_it_must(root) -> None:
    path = root / "adapters" / "lab" / "recommender.service"
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string(path.read_text())
    service = unit["Service"]
    options = re.findall(r"--[\w-]+", service["ExecStart"])

    from recommender.cli.serve import command

    known = {opt for parameter in command.params for opt in parameter.opts}
    assert set(options) <= known
    assert service["User"] == "recommender"
    assert service["RestartPreventExitStatus"] == "2 3 4 5"
    if verify := shutil.which("systemd-analyze"):
        done = subprocess.run([verify, "verify", path], capture_output=True, text=True, check=False)
        complaints = [line for line in done.stderr.splitlines() if "executable" not in line]
        assert complaints == []
