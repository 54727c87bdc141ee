"""The command as a whole: as a module, its help, its colours, and `add`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from pybtex.database import parse_string

from command import LIBRARY, run
from recommender.cli import COMMANDS
from recommender.cli.table import table
from recommender.corpus import open_corpus
from recommender.formats import read_file
from recommender.recommend import suggest


def test_it_runs_as_a_module_too(root: Path) -> None:
    command = [sys.executable, "-m", "recommender", "--version"]

    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("recommender, version ")


def test_add_appends_and_a_second_time_does_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "refs.bib"
    mine.write_text("% my papers\n@book{a, title={One}}\n")
    key = next(iter(parse_string(run("export", "--all").stdout, "bibtex").entries))

    first, second = (run("add", str(mine), key) for _ in range(2))

    assert first.returncode == second.returncode == 0
    assert len(parse_string(mine.read_text(), "bibtex").entries) == 2
    assert mine.read_text().startswith("% my papers\n@book{a, title={One}}\n")
    assert "is there already" in second.stderr


def test_the_help_has_a_whole_line_for_each_command() -> None:
    done = run("--help")

    lines = done.stdout.split("Commands:\n")[1].splitlines()
    assert all(len(line) <= 80 and line.endswith(".") and "..." not in line for line in lines)
    assert [line.split()[0] for line in lines] == list(COMMANDS)


def test_colours_do_not_change_where_lines_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answer = suggest(read_file(LIBRARY), open_corpus(), limit=9)

    lines = table(answer).splitlines()

    plain = [click.unstyle(line) for line in lines]
    assert plain != lines
    assert max(map(len, plain)) <= 80
    assert not any(line.strip().startswith("·") or line.endswith("·") for line in plain)
    assert all(any(line.endswith(s.paper.key or "?") for line in plain) for s in answer.suggestions)
