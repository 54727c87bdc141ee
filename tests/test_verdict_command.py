"""`recommender verdict`: the same verdicts on the command line and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from recommender.cli import group


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_bytes(b"@misc{a, title = {Sparse autoencoders}}\n@misc{b, title = {Diffusion}}")
    return path


def run(*arguments: object):
    return CliRunner().invoke(group, [*map(str, arguments)])


def suggested(library: Path) -> list[str]:
    said = run("suggest", library, "-f", "json")
    return [suggestion["key"] for suggestion in json.loads(said.stdout)["suggestions"]]


def test_a_dismissed_paper_is_held_back_until_it_is_taken_back(library) -> None:
    first = suggested(library)[0]
    said = run("verdict", library, first, "dismissed")
    without = suggested(library)
    run("verdict", library, first, "none")

    assert said.exit_code == 0
    assert first not in without
    assert suggested(library)[0] == first


def test_an_unknown_paper_is_refused(library) -> None:
    said = run("verdict", library, "nothing", "seen")

    assert said.exit_code == 1
    assert "nothing" in str(said.exception)


def test_a_file_that_is_not_there_is_refused(library) -> None:
    said = run("verdict", library.with_name("other.bib"), "key", "seen")

    assert said.exit_code == 1
    assert "check the name" in str(said.exception)


def test_an_unknown_verdict_is_wrong_usage(library) -> None:
    assert run("verdict", library, "key", "loved").exit_code == 2
