"""Verdicts over HTTP: by the keys of a corpus, on works."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from recommender.cli import group

LIBRARIES = "/api/v1/libraries"
BIBTEX = "application/x-bibtex"
TITLES = {
    "owls": "Sparse autoencoders for the calls of invented owls",
    "tides": "Sparse autoencoders for the heights of made-up tides",
}


@pytest.fixture
def stored(server, bib):
    """The id of a stored library, deleted afterwards."""
    made = server.ask("POST", LIBRARIES + "?label=mine", bib, token="yes", Content_Type=BIBTEX)
    yield made.json["id"]
    server.ask("DELETE", f"{LIBRARIES}/{made.json['id']}", token="yes")


def test_a_dismissed_paper_is_suggested_no_more_until_it_is_taken_back(server, stored) -> None:
    at = f"{LIBRARIES}/{stored}"
    first = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]["key"]

    put = server.ask(
        "PUT",
        f"{at}/verdicts/{first}",
        b'{"verdict": "dismissed"}',
        token="yes",
        Content_Type="application/json",
    )
    without = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"]
    said = server.ask("GET", f"{at}/verdicts", token="yes").json
    server.ask("DELETE", f"{at}/verdicts/{first}", token="yes")
    back = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"]

    assert put.json == {"key": first, "verdict": "dismissed"}
    assert first not in {s["key"] for s in without}
    assert said == {"verdicts": {first: "dismissed"}}
    assert back[0]["key"] == first


def test_all_verdicts_are_forgotten_at_once_and_told(server, stored) -> None:
    at = f"{LIBRARIES}/{stored}"
    found = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"]
    said = {found[0]["key"]: "dismissed", found[1]["key"]: "seen"}
    for key, verdict in said.items():
        body = json.dumps({"verdict": verdict}).encode()
        kind = {"token": "yes", "Content_Type": "application/json"}
        server.ask("PUT", f"{at}/verdicts/{key}", body, **kind)

    first, second = (server.ask("DELETE", f"{at}/verdicts", token="yes") for _ in range(2))
    back = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"]
    unknown = server.ask("DELETE", f"{LIBRARIES}/{'a' * 16}/verdicts", token="yes")

    assert (first.status, first.json) == (200, {"verdicts": said})
    assert (second.status, second.json) == (200, {"verdicts": {}})
    assert [(s["key"], s["verdict"]) for s in back] == [(s["key"], None) for s in found]
    assert unknown.status == 404


def test_a_seen_paper_is_shown_marked(server, stored) -> None:
    at = f"{LIBRARIES}/{stored}"
    first = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]["key"]

    server.ask(
        "PUT",
        f"{at}/verdicts/{first}",
        b'{"verdict": "seen"}',
        token="yes",
        Content_Type="application/json",
    )
    again = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]

    assert (again["key"], again["verdict"]) == (first, "seen")


def test_a_verdict_on_an_unknown_paper_is_refused(server, stored) -> None:
    got = server.ask(
        "PUT",
        f"{LIBRARIES}/{stored}/verdicts/nothing",
        b'{"verdict": "seen"}',
        token="yes",
        Content_Type="application/json",
    )

    assert got.status == 404


@pytest.fixture(scope="module")
def two(run_server, tmp_path_factory):
    """A server with two corpora that hold different works of one key, and a published form."""
    data = tmp_path_factory.mktemp("two")
    for name, title in TITLES.items():
        path = data / f"{name}.bib"
        path.write_text(
            f"@article{{smith2020, title = {{{title}}}, author = {{Smith, Ada}}, year = {{2020}},"
            " journal = {arXiv}}",
            encoding="utf-8",
        )
        CliRunner().invoke(group, ["--data", str(data), "corpus", "add", name, str(path)])
    path.write_text(
        f"@article{{smithOwls, title = {{{TITLES['owls']}}}, author = {{Smith, Ada}},"
        " year = {2021}, journal = {Journal of Parts}, doi = {10.1000/182}}",
        encoding="utf-8",
    )
    CliRunner().invoke(group, ["--data", str(data), "corpus", "add", "published", str(path)])
    with run_server(data) as running:
        yield running


@pytest.fixture
def kept(two, bib):
    """The path of a library that this server keeps, deleted afterwards."""
    made = two.ask("POST", LIBRARIES, bib, token="yes", Content_Type=BIBTEX).json["id"]
    yield f"{LIBRARIES}/{made}"
    two.ask("DELETE", f"{LIBRARIES}/{made}", token="yes")


def say(server, library: str, key: str, corpus: str, verdict: str) -> None:
    body = json.dumps({"verdict": verdict}).encode()
    kind = {"token": "yes", "Content_Type": "application/json"}
    put = server.ask("PUT", f"{library}/verdicts/{key}?corpus={corpus}", body, **kind)
    assert put.json == {"key": key, "verdict": verdict}


def suggested(server, library: str, corpus: str) -> list[str]:
    got = server.ask("GET", f"{library}/suggestions?corpus={corpus}", token="yes")
    return [s["key"] for s in got.json["suggestions"]]


def verdicts(server, library: str, query: str = "") -> dict[str, str]:
    said: dict[str, str] = server.ask("GET", f"{library}/verdicts{query}", token="yes").json
    return said["verdicts"]


def test_the_corpus_says_whose_key_a_verdict_names(two, kept) -> None:
    say(two, kept, "smith2020", "owls", "dismissed")

    assert suggested(two, kept, "owls") == []
    assert suggested(two, kept, "tides") == ["smith2020"]
    assert verdicts(two, kept, "?corpus=owls") == {"smith2020": "dismissed"}
    assert verdicts(two, kept, "?corpus=tides") == {}


def test_a_verdict_counts_in_a_corpus_that_has_the_published_form(two, kept) -> None:
    say(two, kept, "smith2020", "owls", "saved")

    assert suggested(two, kept, "published") == []
    assert verdicts(two, kept) == {"smith2020": "saved"}
    assert verdicts(two, kept, "?corpus=published") == {"smithOwls": "saved"}


def test_a_verdict_is_forgotten_in_the_corpus_that_is_named(two, kept) -> None:
    say(two, kept, "smith2020", "owls", "dismissed")
    say(two, kept, "smith2020", "tides", "seen")

    two.ask("DELETE", f"{kept}/verdicts/smith2020?corpus=tides", token="yes")

    assert verdicts(two, kept, "?corpus=owls") == {"smith2020": "dismissed"}
    assert verdicts(two, kept, "?corpus=tides") == {}


def test_forgetting_without_a_corpus_forgets_what_was_said_last(two, kept) -> None:
    say(two, kept, "smith2020", "owls", "dismissed")
    say(two, kept, "smith2020", "tides", "dismissed")

    two.ask("DELETE", f"{kept}/verdicts/smith2020", token="yes")

    assert suggested(two, kept, "tides") == ["smith2020"]
    assert suggested(two, kept, "owls") == []


def test_a_verdict_is_forgotten_by_the_published_form_too(two, kept) -> None:
    say(two, kept, "smith2020", "owls", "dismissed")

    two.ask("DELETE", f"{kept}/verdicts/smithOwls?corpus=published", token="yes")

    assert suggested(two, kept, "owls") == ["smith2020"]
