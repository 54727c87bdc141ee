"""The HTTP contract, against the real server."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

import recommender
from recommender.formats import FORMATS, writable
from recommender.wire.answers import Answer
from recommender.wire.shape import plain

RANK = "/api/v1/suggestions"
LIBRARIES = "/api/v1/libraries"
BIBTEX = "application/x-bibtex"


@pytest.fixture
def stored(server, bib):
    """The id of a stored library, deleted afterwards."""
    made = server.ask("POST", LIBRARIES + "?label=mine", bib, token="yes", Content_Type=BIBTEX)
    yield made.json["id"]
    server.ask("DELETE", f"{LIBRARIES}/{made.json['id']}", token="yes")


def test_health_names_product_version_and_instance(server) -> None:
    first, second = server.ask("GET", "/health"), server.ask("GET", "/health")

    assert first.json["product"] == "recommender"
    assert set(first.json) == {"product", "version", "instance"}
    assert first.json == second.json


def test_suggestions_are_those_of_the_package(server, bib) -> None:
    got = server.ask("POST", RANK + "?limit=5", bib, Content_Type=BIBTEX)

    library = FORMATS["bibtex"].read(bib)
    answer = recommender.suggest(library, recommender.open_corpus("seeds"), limit=5)
    assert got.status == 200
    assert got.json == plain(Answer.of(answer))


def test_all_terms_are_named_where_that_is_asked(server, stored, root) -> None:
    library = (root / "seeds" / "library.bib").read_bytes()
    short, whole = (
        server.ask("POST", f"{RANK}?limit=1{more}", library, Content_Type=BIBTEX).json
        for more in ("", "&terms=all")
    )
    kept = server.ask("GET", f"{LIBRARIES}/{stored}/suggestions?terms=all", token="yes").json
    few = server.ask("POST", f"{RANK}?terms=few", library, Content_Type=BIBTEX)

    most, every = (answer["suggestions"][0]["why"] for answer in (short, whole))
    assert len(most["terms"]) < len(every["terms"])
    assert most["rest"] > every["rest"] == kept["suggestions"][0]["why"]["rest"] == 0
    assert few.status == 400


def test_suggestions_are_those_of_the_command_line(server, root, tmp_path) -> None:
    from click.testing import CliRunner

    from recommender.cli import group

    path = root / "seeds" / "library.bib"
    said = CliRunner().invoke(group, ["suggest", str(path), "-f", "json", "-n", "10"])
    got = server.ask("POST", RANK + "?limit=10", path.read_bytes(), Content_Type=BIBTEX)

    ours, theirs = got.json, json.loads(said.stdout)
    for answer in (ours, theirs):  # the command line knows the file's name, the body has none
        for notice in answer["library"]["notices"]:
            notice.pop("file")
    assert ours == theirs


@pytest.mark.parametrize("form", writable())
def test_suggestions_come_in_the_format_that_is_accepted(server, bib, form) -> None:
    kind = FORMATS[form].media_type

    got = server.ask("POST", RANK + "?limit=3", bib, Content_Type=BIBTEX, Accept=kind)

    assert got.headers["content-type"] == f"{kind}; charset=utf-8"
    assert "Accept" in got.headers["vary"]
    assert got.headers["content-disposition"].startswith('attachment; filename="suggestions.')
    assert len(FORMATS[form].read(got.body)) == 3


@pytest.mark.parametrize("form", FORMATS)
def test_a_library_can_be_sent_in_each_format(server, form) -> None:
    body = FORMATS[form].example.encode()

    got = server.ask("POST", RANK, body, Content_Type=FORMATS[form].media_type)

    assert got.status == 200
    assert got.json["library"]["entries"] == 1


def test_each_filter_is_applied_to_libraries_sent_and_stored(server, stored, bib) -> None:
    paper = server.ask("POST", RANK, bib, Content_Type=BIBTEX).json["suggestions"][0]
    author = paper["authors"][0]["family"]
    for query, among in (
        (f"author={author.upper()}", True),
        ("author=Zebrafinch", False),
        ("keyword=zebrafinch", False),
        ("language=German", False),
        ("added_since=2025-01", True),
        ("added_since=9999-12-31", False),
    ):
        sent = server.ask("POST", f"{RANK}?{query}", bib, Content_Type=BIBTEX).json
        kept = server.ask("GET", f"{LIBRARIES}/{stored}/suggestions?{query}", token="yes").json
        for answer in (sent, kept):
            assert (paper["key"] in {s["key"] for s in answer["suggestions"]}) is among, query
            assert among or "passes the filters" in answer["empty_because"]


def test_format_goes_before_accept(server) -> None:
    key = server.ask("POST", RANK, b"@misc{a, title={diffusion}}", Content_Type=BIBTEX).json[
        "suggestions"
    ][0]["key"]

    got = server.ask("GET", f"/api/v1/papers/{key}?format=ris", Accept="application/json")

    assert got.body.startswith(b"TY  -")


def test_papers_come_in_the_order_of_their_keys(server) -> None:
    papers = recommender.open_corpus("seeds").papers
    keys = [papers[7].key, papers[3].key]

    got = server.ask("GET", f"/api/v1/papers?key={keys[0]}&key={keys[1]}")

    assert [paper["key"] for paper in got.json["papers"]] == keys


def test_a_library_is_stored_reported_replaced_and_deleted(server, bib) -> None:
    made = server.ask("POST", LIBRARIES + "?label=mine", bib, token="yes", Content_Type=BIBTEX)
    at = made.headers["location"]
    listed = server.ask("GET", LIBRARIES, token="yes").json["libraries"]
    report = server.ask("GET", at, token="yes").json
    source = server.ask("GET", f"{at}/source", token="yes").body
    smaller = bib[: bib.index(b"@inproceedings")]
    put = server.ask("PUT", at, smaller, token="yes", Content_Type=BIBTEX)
    gone = server.ask("DELETE", at, token="yes")
    after = server.ask("GET", at, token="yes")

    assert (made.status, made.json["entries"]) == (201, 2)
    assert made.json["id"] in {library["id"] for library in listed}
    assert [entry["key"] for entry in report["report"]["entries"]] == ["attention", "diffusion"]
    assert source == bib
    assert (put.status, put.json["entries"], put.json["label"]) == (200, 1, "mine")
    assert (gone.status, gone.body, after.status) == (204, b"", 404)


def test_the_same_bytes_are_stored_once(server, stored, bib) -> None:
    again = server.ask("POST", LIBRARIES, bib, token="yes", Content_Type=BIBTEX)

    assert (again.status, again.json["id"]) == (200, stored)


def test_a_form_names_the_library_and_the_name_is_no_path(server, bib) -> None:
    name = b'form-data; name="file"; filename="../../etc/refs 2.bib"'
    head = b"--x\r\nContent-Disposition: " + name + b"\r\n\r\n"
    body = head + bib + b"% form\r\n--x--\r\n"

    made = server.ask(
        "POST", LIBRARIES, body, token="yes", Content_Type="multipart/form-data; boundary=x"
    )
    server.ask("DELETE", made.headers["location"], token="yes")

    assert made.json["label"] == "refs 2.bib"


def test_a_feed_has_a_secret_address_that_needs_no_token_and_can_be_revoked(server, stored) -> None:
    at = f"{LIBRARIES}/{stored}/feed"
    none = server.ask("GET", f"{LIBRARIES}/{stored}", token="yes").json["feed"]
    made = server.ask("POST", at, token="yes").json
    paths = {kind: url.removeprefix(server.url) for kind, url in made.items()}
    got = {kind: server.ask("GET", path) for kind, path in paths.items()}
    server.ask("DELETE", at, token="yes")
    after = server.ask("GET", paths["bib"])

    assert none is None
    assert {reply.status for reply in got.values()} == {200}
    assert got["bib"].body.lstrip().startswith(b"@")
    assert got["ris"].body.startswith(b"TY  -")
    assert b"<feed" in got["atom"].body
    assert after.status == 404


def test_an_atom_entry_keeps_its_id(server, stored) -> None:
    path = f"{LIBRARIES}/{stored}/suggestions.atom"

    first, second = (server.ask("GET", path, token="yes").body for _ in range(2))

    assert len(set(atom_ids(first))) == len(atom_ids(first)) > 5
    assert atom_ids(first) == atom_ids(second)


def atom_ids(feed: bytes) -> list[str | None]:
    name = "{http://www.w3.org/2005/Atom}"
    return [e.findtext(f"{name}id") for e in ElementTree.fromstring(feed).iter(f"{name}entry")]


def test_a_large_library_is_read_in_the_background(server) -> None:
    import time

    entry = "@article{key%d, title = {Diffusion models of kind %d}, abstract = {%s}}\n"
    body = "".join(entry % (i, i, "Noise is removed step by step. " * 30) for i in range(1200))

    begun = server.ask("POST", LIBRARIES, body.encode(), token="yes", Content_Type=BIBTEX)
    job = begun.json
    for _ in range(200):
        if job["state"] in ("done", "failed"):
            break
        time.sleep(0.1)
        job = server.ask("GET", begun.headers["location"], token="yes").json
    report = server.ask("GET", f"{LIBRARIES}/{job['library']}", token="yes").json
    server.ask("DELETE", f"{LIBRARIES}/{job['library']}", token="yes")

    assert begun.status == 202
    assert (job["state"], job["step"]) == ("done", job["steps"])
    assert report["report"]["summary"]["entries"] == 1200


def test_a_large_file_that_is_no_library_fails_in_words_and_is_not_kept(server) -> None:
    import time

    begun = server.ask(
        "POST", LIBRARIES, b"%PDF-1.7 " + b"x" * 1_100_000, token="yes", Content_Type=BIBTEX
    )
    job = begun.json
    for _ in range(200):
        if job["state"] in ("done", "failed"):
            break
        time.sleep(0.1)
        job = server.ask("GET", begun.headers["location"], token="yes").json

    assert job["state"] == "failed"
    assert job["error"].endswith(".")
    assert server.ask("GET", f"{LIBRARIES}/{job['library']}", token="yes").status == 404


def test_unapi_walks_from_formats_to_the_entry(server) -> None:
    key = recommender.open_corpus("seeds").papers[0].key

    formats = server.ask("GET", "/unapi")
    of_paper = server.ask("GET", f"/unapi?id=seeds.{key}")
    entry = server.ask("GET", f"/unapi?id=seeds.{key}&format=bibtex")
    ris = server.ask("GET", f"/unapi?id=seeds.{key}&format=ris")
    other = server.ask("GET", f"/unapi?id=seeds.{key}&format=mods")
    unknown = server.ask("GET", "/unapi?id=seeds.nothing")

    assert (formats.status, formats.headers["content-type"]) == (200, "application/xml")
    assert re.findall(rb'name="(\w+)"', formats.body) == [b"ris", b"bibtex"]
    assert (of_paper.status, key.encode() in of_paper.body) == (300, True)
    assert FORMATS["bibtex"].read(entry.body).papers[0].key == key
    assert FORMATS["ris"].read(ris.body).papers[0].title
    assert (other.status, unknown.status) == (406, 404)


def test_an_absent_manager_is_a_502_that_says_what_to_do(tmp_path, run_server) -> None:
    key = recommender.open_corpus("seeds").papers[0].key
    with run_server(tmp_path, "--zotero", "http://127.0.0.1:9") as server:
        got = server.ask(
            "POST",
            "/api/v1/send",
            json.dumps({"to": "zotero", "keys": [key]}).encode(),
            token="yes",
            Content_Type="application/json",
        )
        there = server.ask("GET", "/api/v1/managers", token="yes").json["managers"]

    assert (got.status, "start Zotero" in got.json["detail"]) == (502, True)
    assert there[0]["name"] == "zotero"
    assert there[0]["state"] == "absent"


def test_papers_are_appended_to_the_users_own_file(tmp_path, run_server, bib) -> None:
    path = tmp_path / "refs.bib"
    path.write_bytes(bib)
    with run_server(tmp_path / "data", "--library", str(path)) as server:
        library = server.ask("GET", LIBRARIES, token="yes").json["libraries"][0]
        at = f"{LIBRARIES}/{library['id']}"
        key = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]["key"]
        wanted = json.dumps({"keys": [key]}).encode()
        done = [
            server.ask("POST", f"{at}/append", wanted, token="yes", Content_Type="application/json")
            for _ in range(2)
        ]
        left = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"]

    assert library["origin"] == "file"
    assert [a["key"] for a in done[0].json["added"]] == [key]
    assert (done[1].json["added"], done[1].json["already"][0]["key"]) == ([], key)
    assert path.read_bytes().startswith(bib)
    assert len(FORMATS["bibtex"].read(path.read_bytes())) == 3
    assert key not in {s["key"] for s in left}
