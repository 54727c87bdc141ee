"""A real server on the loopback, and a client that sends bytes as they are."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from recommender.service.runtime.token import token

BIB = b"""@article{attention,
  title = {Sparse autoencoders find interpretable features in language models},
  author = {Cunningham, Hoagy and Ewart, Aidan}, year = {2023},
  journal = {arXiv preprint}, doi = {10.5555/sparse}
}
@inproceedings{diffusion,
  title = {Denoising diffusion probabilistic models},
  author = {Ho, Jonathan and Jain, Ajay}, year = {2020}, booktitle = {NeurIPS}
}
"""


# Every server of these tests runs with a guard: a name or address off loopback ends it at once.
GUARDED = """
import ipaddress, os, sys
def guard(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = args[1][0]
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host not in (None, "", "localhost", "0.0.0.0"):
        try:
            inside = ipaddress.ip_address(host).is_loopback
        except ValueError:
            inside = False
        if not inside:
            os.write(2, f"asked for {host}".encode())
            os._exit(99)
sys.addaudithook(guard)
from recommender.cli import main
main()
"""


@dataclass(frozen=True)
class Reply:
    """What came back on the wire."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Server:
    """A running `recommender serve`."""

    process: subprocess.Popen[str]
    port: int
    token: str
    data: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, request: bytes, *, close: bool = False, seconds: float = 20) -> Reply | None:
        """Send bytes; return the first reply, None if the connection ends without one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as wire:
            wire.sendall(request)
            if close:
                wire.shutdown(socket.SHUT_WR)
            return reply(wire)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """Send a well-formed request; `token="yes"` sends the token."""
        lines = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        if headers.pop("token", ""):
            lines["Authorization"] = f"Bearer {self.token}"
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        if body or method in ("POST", "PUT"):
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        got = self.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        assert got is not None
        return got


def reply(wire: socket.socket) -> Reply | None:
    """Read one reply."""
    file = wire.makefile("rb")
    try:
        first = file.readline()
    except ConnectionResetError:
        return None
    if not first:
        return None
    headers: dict[str, str] = {}
    while (line := file.readline().strip()) != b"":
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    if int(first.split()[1]) == 100:
        return reply(wire)
    body = file.read(int(headers["content-length"])) if "content-length" in headers else b""
    return Reply(int(first.split()[1]), headers, body)


@contextmanager
def serving(
    data: Path, *options: str, log: Path | None = None, before: str = ""
) -> Iterator[Server]:
    """Run a server on a free port until the block ends; `before` is Python that runs first."""
    program = [sys.executable, "-c", before + GUARDED]
    command = [*program, "--data", str(data), "serve", "--port", "0"]
    process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        first = process.stderr.readline()
        found = re.search(r":(\d+)(/| )", first)
        assert found, first
        process.stderr.readline()
        yield Server(process, int(found[1]), token(data), data)
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=20)[1]
        assert process.returncode != 99, rest
        if log:
            log.write_text(rest)


Serving = Callable[..., Any]


@pytest.fixture(scope="session")
def run_server() -> Serving:
    """Return the function that runs a server of one's own."""
    return serving


@pytest.fixture(scope="session")
def guarded() -> str:
    """Return the program that servers run: the command line, with the guard."""
    return GUARDED


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share and leave as it is."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def bib() -> bytes:
    """Return a small library."""
    return BIB


def _stand_in(name: str, kind: str) -> Any:
    import runpy

    path = Path(__file__).parents[1] / "stand_ins" / f"{name}.py"
    return runpy.run_path(str(path))[kind]


@pytest.fixture(scope="session")
def zotero() -> Iterator[Any]:
    """A stand-in for a running Zotero with one paper."""
    with _stand_in("zotero", "Zotero")() as running:
        running.add(title="Denoising diffusion models", abstractNote="Noise.", date="2020")
        yield running


@pytest.fixture(scope="session")
def jabref() -> Iterator[Any]:
    """A stand-in for a running JabRef."""
    with _stand_in("jabref", "JabRef")() as running:
        yield running


@pytest.fixture(scope="session")
def browser(need: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real Chromium without a window, its downloads in a folder of its own."""
    import shutil
    from importlib.util import find_spec

    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    need(program and driver, "chromium and chromium-driver are not installed")
    need(find_spec("selenium"), "selenium is not installed")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = program
    flags = (
        "headless=new no-sandbox disable-gpu disable-quic no-first-run disable-sync "
        "disable-background-networking disable-component-update"
    )
    for flag in flags.split():
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chromium = webdriver.Chrome(options=options, service=Service(driver))
    chromium.implicitly_wait(5)
    yield chromium
    chromium.quit()
