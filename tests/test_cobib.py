"""The coBib adapter in the real coBib, as a process, against a live service.

coBib needs another bibtexparser than pyzotero: it has a virtual environment of its own,
`.venv-cobib`, made by `.ci/run`.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LIVE: Any = runpy.run_path(str(ROOT / "tests" / "stand_ins" / "live.py"))["Live"]
LIBRARY = """@article{kipf2017,
  author = {Kipf, Thomas},
  title = {Semi-supervised classification with graph convolutional networks},
  year = {2017},
  abstract = {Graph neural networks smooth node features; depth brings oversmoothing.}
}
"""
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def program() -> str | None:
    """Return the coBib to drive."""
    own = ROOT / ".venv-cobib" / "bin" / "cobib"
    return str(own) if own.exists() else shutil.which("cobib")


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, need: Callable[[object, str], None]
) -> Iterator[Any]:
    """A live service with the bundled corpus."""
    need(program(), "coBib is not installed")
    with LIVE(tmp_path_factory.mktemp("service")) as live:
        yield live


@pytest.fixture
def cobib(service: Any, tmp_path: Path) -> Run:
    """Run coBib on a database of one entry; `suggest` asks the live service."""
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = {**os.environ, **home, "XDG_CACHE_HOME": str(tmp_path), "COLUMNS": "200"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        if "suggest" in arguments:
            arguments = (*arguments, "--address", service.address)
        return subprocess.run(
            [str(program()), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    bib = tmp_path / "refs.bib"
    bib.write_text(LIBRARY)
    run("init")
    run("import", "--bibtex", "--", str(bib))
    return run


def first_key(cobib: Run) -> str:
    return cobib("--porcelain", "suggest").stdout.split("\t")[0]


def test_suggestions_are_listed_with_reasons(cobib: Run) -> None:
    said = cobib("suggest", "-n", "3").stdout

    assert said.count("--add ") == 3
    assert "graph convolutional networks" in said


def test_porcelain_gives_a_line_a_suggestion(cobib: Run) -> None:
    lines = cobib("--porcelain", "suggest", "kipf2017", "-n", "3").stdout.splitlines()

    assert [len(line.split("\t")) for line in lines] == [3, 3, 3]


def test_a_suggestion_is_added_once_under_its_key(cobib: Run) -> None:
    key = first_key(cobib)

    once = cobib("suggest", "--add", key).stdout
    again = cobib("suggest", "--add", key).stdout

    assert f"added as {key}" in once
    assert f"already there as {key}" in again
    assert len(cobib("--porcelain", "list").stdout.strip().splitlines()) >= 2


def test_an_unknown_entry_is_said(cobib: Run) -> None:
    assert "nothing to start from" in cobib("suggest", "nobody").stdout


def test_an_unknown_corpus_is_said_in_the_services_words(cobib: Run) -> None:
    assert "nowhere" in cobib("suggest", "--corpus", "nowhere").stdout


def test_the_adapters_for_papis_and_cobib_speak_the_same_contract() -> None:
    ours = ROOT / "adapters" / "cobib" / "cobib_recommender" / "service.py"
    other = ROOT / "adapters" / "papis" / "papis_recommender" / "service.py"

    assert ours.read_text() == other.read_text()
