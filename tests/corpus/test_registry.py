"""Named corpora: private, refused under odd names, removed, written by one at a time."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grown_corpora import TODAY, grow, write_papers
from recommender.corpus import open_corpus
from recommender.corpus.ingest import add
from recommender.corpus.registry import names, remove, writing
from recommender.errors import (
    BadRequest,
    StoreInUse,
    UnknownName,
    UnreadableInput,
)

ROOT = Path(__file__).parents[2]


def test_folders_and_files_are_private_whatever_the_umask(data: Path) -> None:
    old = os.umask(0)
    try:
        grow(data, range(8))
    finally:
        os.umask(old)

    everything = [data / "corpora", *(data / "corpora").rglob("*")]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in everything if path.name != ".lock"}
    assert modes == {0o700, 0o600}


@pytest.mark.parametrize("name", ["", "seeds", "../up", ".hidden", "a/b", "x" * 65, "a b"])
def test_a_name_that_could_be_a_path_is_refused(data: Path, name: str) -> None:
    with pytest.raises(BadRequest):
        grow(data, range(3), name=name)


def test_files_without_any_paper_add_nothing(data: Path) -> None:
    data.mkdir()
    (data / "x.jsonl").write_text('{"a": 1}\n{\n')

    with pytest.raises(UnreadableInput):
        add(data, "mine", [data / "x.jsonl"], today=TODAY)

    assert names(data) == []


def test_broken_records_are_named_by_line_and_left_out(data: Path) -> None:
    data.mkdir()
    path = write_papers(data / "x.jsonl", range(3))
    path.write_text(path.read_text() + '\n{"title": \n')

    added = add(data, "mine", [path], today=TODAY)

    assert (added.papers, [notice.line for notice in added.notices]) == (3, [4])


def test_a_removed_corpus_is_gone(data: Path) -> None:
    grow(data, range(4))

    remove(data, "mine")

    assert names(data) == []
    with pytest.raises(UnknownName):
        open_corpus("mine", data=data)


def test_a_second_writer_is_told_that_the_first_is_at_work(data: Path) -> None:
    data.mkdir()

    with writing(data), pytest.raises(StoreInUse, match="try again"):
        grow(data, range(4))


FEW_DESCRIPTORS = """
import resource, sys
from pathlib import Path
from recommender.corpus import open_corpus

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
data = Path(sys.argv[1])
opened = [open_corpus("mine", data=data) for _ in range(40)]
print(sum(len(corpus) for corpus in opened))
"""


def test_an_open_corpus_costs_one_descriptor(data: Path) -> None:
    grow(data, range(8))

    command = [sys.executable, "-c", FEW_DESCRIPTORS, str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "320\n"
