"""`recommender corpus`: results on stdout, messages on stderr, exit status for scripts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from recommender.cli import group
from recommender.corpus.registry import home
from recommender.corpus.storage.generations import newest_first
from recommender.corpus.storage.manifest import read_manifest
from recommender.errors import BadRequest, UnknownName

MAIN = "from recommender.cli import main; main()"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    lines = [{"title": f"A work on topic number {i}", "year": 2000 + i} for i in range(7)]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n{broken\n")
    return path


def run(data: Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(group, ["--data", str(data), "corpus", *map(str, arguments)])


def test_add_says_what_became_of_the_records(data: Path, papers: Path) -> None:
    result = run(data, "add", "mine", papers)

    assert result.exit_code == 0
    assert result.stdout == ("mine: 7 papers; 7 new, 1 left out\n")
    assert f"{papers}:8: error: This line is left out: it is not JSON" in result.stderr


def test_quiet_leaves_messages_away(data: Path, papers: Path) -> None:
    result = CliRunner().invoke(
        group, ["-q", "--data", str(data), "corpus", "add", "mine", str(papers)]
    )

    assert result.stderr == ""


def test_list_and_show_name_the_corpora(data: Path, papers: Path) -> None:
    run(data, "add", "mine", papers)

    listed = json.loads(run(data, "list", "-f", "json").stdout)["corpora"]
    shown = run(data, "show", "mine").stdout

    assert [(row["name"], row["papers"]) for row in listed] == [("seeds", 77), ("mine", 7)]
    assert "papers       7" in shown
    assert "years        2000 to 2006" in shown
    assert "from         papers.jsonl" in shown


def test_verify_exits_1_and_names_the_damaged_file(data: Path, papers: Path) -> None:
    run(data, "add", "mine", papers)
    assert run(data, "verify").stdout == "mine: sound\n"
    folder = newest_first(home(data, "mine"))[0]
    raw = bytearray((folder / "arrays.bin").read_bytes())
    raw[read_manifest(folder).arrays["lengths"]["start"]] ^= 0xFF
    (folder / "arrays.bin").write_bytes(raw)

    result = run(data, "verify", "mine")

    assert (result.exit_code, result.stdout) == (1, "mine: damaged: lengths\n")
    assert "damaged (lengths)" in run(data, "show", "mine").stderr
    assert run(data, "verify").exit_code == 0


def test_remove_deletes_and_unknown_names_are_errors(data: Path, papers: Path) -> None:
    run(data, "add", "mine", papers)

    assert run(data, "remove", "mine").exit_code == 0
    assert isinstance(run(data, "remove", "mine").exception, UnknownName)
    assert isinstance(run(data, "add", "seeds", papers).exception, BadRequest)


def test_a_second_time_says_that_all_were_there(data: Path, papers: Path) -> None:
    run(data, "add", "mine", papers)

    again = run(data, "add", "mine", papers)

    assert "0 new, 7 already there or the same work, 1 left out" in again.stdout


@pytest.mark.parametrize("command", ["remove", "verify"])
def test_the_seeds_are_part_of_the_program(command: str, data: Path) -> None:
    assert "part of the program" in str(run(data, command, "seeds").exception)


def test_years_and_venues_are_shown_once_as_they_are_written(data: Path) -> None:
    shown = run(data, "show", "seeds").stdout

    assert "years        2025\n" in shown
    assert "venue        ICLR (57)\n" in shown


def test_broken_records_of_a_file_are_told_where_it_is_used(
    data: Path, papers: Path, root: Path
) -> None:
    library = root / "seeds" / "library.bib"
    arguments = ["--data", str(data), "suggest", str(library), "-c", str(papers)]

    result = CliRunner().invoke(group, arguments)

    assert f"{papers}:8: error: This line is left out: it is not JSON" in result.stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals on this system")
def test_a_person_sees_how_far_a_large_file_is(data: Path, tmp_path: Path, root: Path) -> None:
    path = tmp_path / "large.jsonl"
    abstract = "On graphs and kernels. " * 50
    lines = [{"title": f"A work on topic number {i}", "abstract": abstract} for i in range(1000)]
    path.write_text("\n".join(map(json.dumps, lines)))
    arguments = ["--data", data, "suggest", root / "seeds" / "library.bib", "-c", path, "-n", "1"]
    ours, theirs = os.openpty()

    command = [sys.executable, "-c", MAIN, *map(str, arguments)]
    subprocess.run(command, stderr=theirs, stdout=subprocess.PIPE, check=True, timeout=60)
    os.close(theirs)

    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "Reading and indexing" in shown
    assert "100%" in shown
