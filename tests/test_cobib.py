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
foreign: Any = runpy.run_path(str(ROOT / "tests" / "stand_ins" / "foreign.py"))["foreign"]
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


def process(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run coBib with everything of its user's in one folder."""
    places = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    return subprocess.run(
        [str(program()), *arguments],
        env={**os.environ, **dict.fromkeys(places, str(home)), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def home(service: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder with a database of one entry."""
    folder = tmp_path_factory.mktemp("home")
    bib = folder / "refs.bib"
    bib.write_text(LIBRARY)
    process(folder, "init")
    process(folder, "import", "--bibtex", "--", str(bib))
    return folder


@pytest.fixture
def cobib(service: Any, home: Path, tmp_path: Path) -> Run:
    """Run coBib on a copy of that database; `suggest` asks the live service."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        asks = ("--address", service.address) if "suggest" in arguments else ()
        return process(tmp_path, *arguments, *asks)

    return run


def lines(said: str) -> list[list[str]]:
    """Return the lines of the porcelain, in parts; coBib's own hints have none."""
    return [line.split("\t") for line in said.splitlines() if "\t" in line]


def test_suggestions_are_listed_with_reasons(cobib: Run) -> None:
    said = cobib("suggest", "-n", "3").stdout

    assert said.count("--add ") == 3
    assert "graph convolutional networks" in said


def test_porcelain_gives_key_strength_and_title(cobib: Run) -> None:
    found = lines(cobib("--porcelain", "suggest", "kipf2017", "-n", "3").stdout)

    assert [len(line) for line in found] == [3, 3, 3]


def test_a_suggestion_is_added_once_under_its_key(cobib: Run) -> None:
    key = lines(cobib("--porcelain", "suggest").stdout)[0][0]

    once = cobib("suggest", "--add", key).stdout
    again = cobib("suggest", "--add", key).stdout

    assert f"added as {key}" in once
    assert f"already there as {key}" in again
    assert len(cobib("--porcelain", "list").stdout.strip().splitlines()) >= 2


def test_an_unknown_entry_is_said(cobib: Run) -> None:
    assert "nothing to start from" in cobib("suggest", "nobody").stdout


def test_an_unknown_corpus_is_said_in_the_services_words(cobib: Run) -> None:
    assert "nowhere" in cobib("suggest", "--corpus", "nowhere").stdout


def test_what_the_database_has_is_marked_where_a_part_is_asked_for(cobib: Run) -> None:
    key = lines(cobib("--porcelain", "suggest").stdout)[0][0]
    cobib("suggest", "--add", key)

    part = cobib("suggest", "kipf2017").stdout
    found = lines(cobib("--porcelain", "suggest", "kipf2017").stdout)

    assert f"already there as {key}" in part
    assert f"--add {key}" not in part
    assert [line[3:] for line in found if line[0] == key] == [[key]]


def test_another_program_at_the_address_is_named(cobib: Run, tmp_path: Path) -> None:
    with foreign("404") as address:
        said = process(tmp_path, "suggest", "--address", address).stdout
        added = process(tmp_path, "suggest", "--add", "key", "--address", address).stdout

    assert "Another program answers" in " ".join(said.split())
    assert "Another program answers" in " ".join(added.split())
