"""The OpenAPI document tells what the service does: checked by schemathesis, on the real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from recommender.service.app import OPERATIONS
from recommender.service.http.routes import Operation

EXAMPLES = 30  # for each operation; SCHEMATHESIS_EXAMPLES=500 for a long run
HOOKS = "schemathesis_hooks"


def test_every_route_is_in_the_document(server) -> None:
    told = server.ask("GET", "/openapi.json").json

    paths = {(path, method.upper()) for path, item in told["paths"].items() for method in item}
    assert told["openapi"].startswith("3.1")
    assert paths == {(o.path, o.method) for o in OPERATIONS if not o.page}


def test_every_parameter_of_a_path_is_told(server) -> None:
    told = server.ask("GET", "/openapi.json").json

    for path, item in told["paths"].items():
        for operation in item.values():
            names = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert names == set(re.findall(r"{(\w+)}", path))


def test_every_reference_is_defined(server) -> None:
    text = server.ask("GET", "/openapi.json").body.decode()
    known = json.loads(text)["components"]["schemas"]

    used = set(re.findall(r'"#/components/schemas/(\w+)"', text))

    assert used == set(known)


def test_a_variable_of_a_path_without_a_schema_is_refused() -> None:
    with pytest.raises(ValueError, match="shelf"):
        Operation(method="GET", path="/shelves/{shelf}", view=print, summary="", answers={})


@pytest.mark.slow
def test_schemathesis_finds_nothing_with_all_checks(
    tmp_path, run_server, zotero, jabref, need
) -> None:
    need(find_spec("schemathesis"), "schemathesis is not installed")
    with run_server(
        tmp_path / "data", "--zotero", zotero.address, "--jabref", jabref.address
    ) as server:
        examples = os.environ.get("SCHEMATHESIS_EXAMPLES", str(EXAMPLES))
        done = schemathesis(server, tmp_path, "--max-examples", examples, "--seed", "1")

    assert done.returncode == 0, done.stdout[-8000:]
    assert "Failures" not in done.stdout


@pytest.mark.slow
def test_verdicts_that_were_taken_back_are_an_empty_list(tmp_path, run_server, need) -> None:
    """Which order of requests is tried hangs on seed and routes: here all that matter are few."""
    need(find_spec("schemathesis"), "schemathesis is not installed")
    paths = "libraries$|library}$|verdicts$"
    options = ("--phases", "coverage,stateful", "--include-path-regex", paths)
    with run_server(tmp_path / "data") as server:
        done = schemathesis(server, tmp_path, *options, "--max-examples", "100", "--seed", "4")

    assert done.returncode == 0, done.stdout[-8000:]


def schemathesis(server, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    here = Path(__file__).parent
    program = [sys.executable, "-m", "schemathesis.cli"]
    token = f"Authorization: Bearer {server.token}"
    return subprocess.run(
        [
            *(*program, "--config-file", str(here / "schemathesis.toml"), "--no-color"),
            *("run", f"{server.url}/openapi.json", "--header", token, *options),
        ],
        env={**os.environ, "SCHEMATHESIS_HOOKS": HOOKS, "PYTHONPATH": str(here)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
