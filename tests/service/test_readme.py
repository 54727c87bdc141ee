"""The examples of adapters/README.md are true: each request is sent, each answer compared."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.service.app import API

PAIR = re.compile(r"```http request\n(.*?)\n```\n\n```http answer\n(.*?)\n```", re.DOTALL)
ANYTHING = "…"
CODE = re.compile(r"urn:recommender:problem:[\w-]+")


@pytest.fixture(scope="module")
def text(root) -> str:
    return (root / "adapters" / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def documented(tmp_path_factory, run_server, zotero, jabref):
    folder = tmp_path_factory.mktemp("readme")
    (folder / "refs.bib").write_bytes(
        b"@misc{mine, title = {Denoising diffusion probabilistic models}}\n"
    )
    options = ("--zotero", zotero.address, "--jabref", jabref.address, "--metrics")
    with run_server(folder / "data", "--library", str(folder / "refs.bib"), *options) as running:
        yield running


def test_every_example_is_answered_as_it_says(documented, text) -> None:
    known = {"token": documented.token}
    wrong = []
    for request, answer in PAIR.findall(text):
        got = sent(documented, filled(request, known))
        remember(got, request, known)
        wrong += [f"{request.splitlines()[0]}: {what}" for what in differences(answer, got)]

    assert wrong == []


def test_every_operation_has_an_example(text) -> None:
    shown = [request.splitlines()[0] for request, _ in PAIR.findall(text)]

    for operation in API:
        path = re.sub(r"{\w+}", r"[^/?]+", operation.path)
        form = re.compile(rf"{operation.method} {path}(\?.*)?")
        assert any(form.fullmatch(line) for line in shown), operation.path


def test_every_status_that_is_answered_is_told(text) -> None:
    table = text[text.index("| status |") : text.index("## Suggestions")]
    told = {int(status) for status in re.findall(r"^\| (\d{3}) \|", table, re.MULTILINE)}

    assert {s for operation in API for s in operation.errors} <= told


def test_the_line_for_a_shell_is_answered(documented, text, need) -> None:
    need(shutil.which("curl"), "curl is not installed")
    (line,) = re.findall(r"```\n(curl .*?)```", text, re.DOTALL)
    here = line.replace("http://127.0.0.1:8763", documented.url)

    ran = subprocess.run(["sh", "-c", here], capture_output=True, timeout=60, check=True)

    assert [s["rank"] for s in json.loads(ran.stdout)["suggestions"]] == [1]


def test_every_ranker_is_told(text) -> None:
    told = text[text.index("`ranker`") : text.index("`interest` (an id")]

    assert re.findall(r"`(\w+)`", told)[1:] == sorted(RANKERS, key=lambda r: r != DEFAULT_RANKER)


def filled(text: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return text


def sent(server: Any, request: str) -> Any:
    head, _, body = request.partition("\n\n")
    line, *lines = head.split("\n")
    headers = {n.replace("-", "_"): v for n, _, v in (each.partition(": ") for each in lines)}
    return server.ask(*line.split(" "), body.encode(), **headers)


def remember(got: Any, request: str, known: dict[str, str]) -> None:
    """Keep what later examples name: a stored library, the user's own file, a feed."""
    if not got.headers.get("content-type", "").endswith("json"):
        return
    if request.startswith("POST /api/v1/libraries?"):
        known["library"] = got.json["id"]
    if "bib" in got.json:
        known["feed"] = got.json["bib"].split("/")[-2]
    for library in got.json.get("libraries", ()):
        if library["origin"] == "file":
            known["own"] = library["id"]


def differences(answer: str, got: Any) -> list[str]:
    """Return what is not as shown: status, type of content, problem, members and their types."""
    head, _, body = answer.partition("\n\n")
    status, *lines = head.split("\n")
    kind = lines[0].removeprefix("Content-Type: ") if lines else ""
    found = []
    if got.status != int(status):
        found.append(f"status {got.status}")
    if got.headers.get("content-type", "").split(";")[0] != kind:
        found.append(f"type {got.headers.get('content-type')}")
    if kind.endswith("json") and not found:
        found += shapes(json.loads(body), got.json, "")
        found += [] if CODE.findall(body) == CODE.findall(got.body.decode()) else ["problem"]
    return found


def shapes(shown: Any, got: Any, place: str) -> list[str]:
    """Compare members and types; values move with versions, days and rankings."""
    if shown == ANYTHING or shown is None or got is None:
        return []
    if isinstance(shown, dict) and isinstance(got, dict):
        if set(shown) != set(got):
            return [f"{place} has {sorted(set(shown) ^ set(got))}"]
        return [w for name in shown for w in shapes(shown[name], got[name], f"{place}.{name}")]
    if isinstance(shown, list) and isinstance(got, list):
        if bool(shown) != bool(got):
            return [f"{place} is {'empty' if shown else 'not empty'}"]
        return [w for a, b in zip(shown, got, strict=False) for w in shapes(a, b, f"{place}[]")]
    same = isinstance(got, int | float) if isinstance(shown, int | float) else isinstance(got, str)
    return [] if same else [f"{place} is {got!r}"]
