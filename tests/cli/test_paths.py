"""Folders and patterns for `corpus add`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from recommender.cli import group


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "owls"
    (made / "inner").mkdir(parents=True)
    (made / "a.bib").write_text("@misc{a, title = {Owls in winter}}", "utf-8")
    (made / "b.ris").write_text("TY  - JOUR\nTI  - Voles under snow\nER  - \n", "utf-8")
    (made / "c.pdf").write_bytes(b"%PDF-1.4\n")
    return made


def add(*files: str | Path) -> Result:
    return CliRunner().invoke(group, ["corpus", "add", "mine", *map(str, files)])


def test_a_folder_gives_its_readable_files_and_tells_the_others(folder: Path) -> None:
    done = add(folder)

    assert done.output.splitlines()[-1] == "mine: 2 papers; 2 new"
    assert f"Left out: {folder / 'c.pdf'} cannot be read: it looks like a PDF file" in done.output
    assert f"{folder / 'inner'} is a folder of its own and was left out." in done.output


def test_a_pattern_gives_the_files_that_fit(folder: Path) -> None:
    assert add(folder / "*.bib").output.splitlines()[-1] == "mine: 1 paper; 1 new"


@pytest.mark.parametrize("name", ["*.csv", "inner"])
def test_a_name_that_gives_no_file_is_refused(folder: Path, name: str) -> None:
    done = add(folder / name)

    assert done.exit_code == 1
    assert "holds no file that can be read" in str(done.exception)
