"""One bad thing never takes the rest: an entry, a corpus, a fault of our own."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from recommender.corpus.ingest import add
from recommender.corpus.registry import home
from recommender.corpus.storage.manifest import COPIES
from recommender.formats import read_bytes
from recommender.formats.bibtex.inherit import Record
from recommender.formats.bibtex.paper import Tell
from recommender.papers import Paper
from recommender.service.app import create_app
from recommender.service.runtime.service import Service
from recommender.service.settings import Settings

FAULTY = """
import recommender.cli.check as check
def fail(library):
    raise RuntimeError("inside")
check.report = fail
from recommender.cli import main
main()
"""
THREE = b"".join(b"@misc{k%d, title = {On the trees of kind %d}}\n" % (n, n) for n in range(3))


def test_an_entry_at_which_a_library_throws_is_told_and_the_others_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = sys.modules["recommender.formats.bibtex.read"]
    sound = reader.paper

    def throwing(record: Record, tell: Tell) -> Paper:
        if record.key == "k1":
            raise RecursionError
        return sound(record, tell)

    monkeypatch.setattr(reader, "paper", throwing)

    library = read_bytes(THREE, file="a.bib")

    assert [entry.paper.key for entry in library.entries] == ["k0", "k2"]
    assert [entry.position for entry in library.entries] == [0, 1]
    told = [(n.code, n.line, n.severity) for n in library.notices]
    assert told == [("entry-fails", 2, "error")]


def test_a_corpus_that_cannot_be_repaired_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_bytes(THREE)
    for name in ("sound", "broken"):
        add(tmp_path, name, [tmp_path / "a.bib"], today=date(2026, 1, 2))
    for copy in COPIES:
        (home(tmp_path, "broken") / "gen-1" / copy).write_bytes(b"{}")
    service = Service(Settings(data=tmp_path), "token")
    client = create_app(service).test_client()
    here = {"headers": {"Host": "127.0.0.1"}}

    listed = client.get("/api/v1/corpora", **here)
    page = client.get("/", **here)

    papers = {row["name"]: row["papers"] for row in listed.json["corpora"]}
    assert (papers["sound"], papers["broken"]) == (3, 0)
    assert (listed.status_code, page.status_code) == (200, 200)
    assert b"sound" in page.data
    service.close()


@pytest.mark.parametrize("wanted", ["", "1"])
def test_a_fault_of_ours_is_one_sentence_that_says_where(wanted: str, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_bytes(THREE)

    done = subprocess.run(
        [sys.executable, "-c", FAULTY, "check", "a.bib"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "RECOMMENDER_TRACEBACK": wanted},
        check=False,
    )

    assert done.returncode == 1
    assert ("Traceback" in done.stderr) == bool(wanted)
    if not wanted:
        assert "check a.bib" in done.stderr
        assert "RuntimeError at" in done.stderr
        assert "list of issues" in done.stderr
