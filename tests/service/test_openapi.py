"""The OpenAPI document tells what the service does: checked by schemathesis, on the real server."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import settings

from recommender.service.app import API, OPERATIONS

schemathesis = pytest.importorskip("schemathesis")
EXAMPLES = 30  # for each operation


@pytest.fixture(scope="module")
def schemathesis_config(server):
    return server


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
