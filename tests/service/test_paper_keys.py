"""Keys of every kind over HTTP: as the corpus has them, percent-encoded in a path."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from click.testing import CliRunner

from recommender.cli import group
from recommender.formats import FORMATS

KEYS = [
    "DBLP:conf/x/Byte01",
    "дуб2004",
    "Byte+Elm.02",
    "a//b/",
    "O'Hara(b)",
    "1.2/(A):<B>;N",
    "..a",
]
NAME = "odd.names-1"
LIBRARIES = "/api/v1/libraries"


@pytest.fixture(scope="module")
def odd(run_server, tmp_path_factory):
    """A server with a corpus of keys that hold slashes, dots and letters beyond ASCII."""
    folder = tmp_path_factory.mktemp("odd")
    file = folder / "papers.bib"
    file.write_text(
        "".join(
            f"@misc{{{key}, title = {{Sparse autoencoders of invented birds, part {i}}}}}\n"
            for i, key in enumerate(KEYS)
        ),
        "utf-8",
    )
    data = folder / "data"
    made = CliRunner().invoke(group, ["--data", str(data), "corpus", "add", NAME, str(file)])
    assert made.exit_code == 0, made.output
    with run_server(data) as server:
        yield server


@pytest.mark.parametrize("key", KEYS)
def test_a_paper_is_found_by_its_key_in_path_query_and_unapi(odd, key: str) -> None:
    sent = quote(key, safe="")

    found = odd.ask("GET", f"/api/v1/papers/{sent}?corpus={NAME}")
    listed = odd.ask("GET", f"/api/v1/papers?key={sent}&corpus={NAME}")
    saved = odd.ask("GET", f"/unapi?id={NAME}.{sent}&format=bibtex")

    assert found.json["key"] == key
    assert [paper["key"] for paper in listed.json["papers"]] == [key]
    assert [paper.key for paper in FORMATS["bibtex"].read(saved.body).papers] == [key]


def test_the_longest_name_of_a_corpus_is_known_to_unapi(run_server, tmp_path) -> None:
    file, data, name = tmp_path / "papers.bib", tmp_path / "data", "n" * 64
    file.write_text("@misc{a.b, title = {Sparse autoencoders of invented birds}}")
    for taken, exit_code in ((name, 0), (name + "n", 1)):
        added = CliRunner().invoke(group, ["--data", str(data), "corpus", "add", taken, str(file)])
        assert added.exit_code == exit_code

    with run_server(data) as server:
        saved = server.ask("GET", f"/unapi?id={name}.a.b&format=bibtex")

    assert [paper.key for paper in FORMATS["bibtex"].read(saved.body).papers] == ["a.b"]


@pytest.mark.parametrize("key", KEYS)
def test_a_verdict_is_given_and_taken_back_by_any_key(odd, bib, key: str) -> None:
    made = odd.ask("POST", LIBRARIES, bib, token="yes", Content_Type="application/x-bibtex")
    at = f"{LIBRARIES}/{made.json['id']}/verdicts/{quote(key, safe='')}?corpus={NAME}"

    body = b'{"verdict": "dismissed"}'
    put = odd.ask("PUT", at, body, token="yes", Content_Type="application/json")
    taken = odd.ask("DELETE", at, token="yes")

    assert put.json == {"key": key, "verdict": "dismissed"}
    assert taken.status == 204


@pytest.mark.parametrize("key", ["a b", "a,b", "{a}", "x" * 201, "a\x1bb", "a\u202eb"])
def test_what_is_no_key_is_not_found(odd, key: str) -> None:
    found = odd.ask("GET", f"/api/v1/papers/{quote(key, safe='')}?corpus={NAME}")

    assert found.status == 404
