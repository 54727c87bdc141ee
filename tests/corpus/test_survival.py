"""A kill and a full disk leave the corpus of before or of after."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grown_corpora import LONG, TODAY, grow, write_papers
from recommender.corpus import open_corpus
from recommender.corpus.ingest import add
from recommender.corpus.registry import home, names
from recommender.corpus.storage.folders import replace_file, sweep_old, write_file

ROOT = Path(__file__).parents[2]


KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
from recommender.corpus.ingest import add

calls, last = 0, int(sys.argv[3])
CHANGES = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.truncate")

def count(event, arguments):
    global calls
    if event in CHANGES and (event != "open" or arguments[1] not in ("r", "rb", None)):
        calls += 1
        if calls == last:
            os.kill(os.getpid(), signal.SIGKILL)

data, papers = Path(sys.argv[1]), Path(sys.argv[2])
sys.addaudithook(count)
add(data, "mine", [papers], today=date(2026, 1, 2))
print(calls)
"""


def killed_at(data: Path, papers: Path, call: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(data), str(papers), str(call)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("first", [True, False], ids=["first build", "growth"])
def test_kill_9_leaves_the_corpus_of_before_or_of_after(
    data: Path, tmp_path: Path, first: bool
) -> None:
    papers = write_papers(tmp_path / "more.jsonl", range(16))
    if not first:
        grow(data, range(8))
    whole = tmp_path / "whole"
    shutil.copytree(data, whole) if data.exists() else whole.mkdir()
    n_calls = int(killed_at(whole, papers, 0).stdout)
    sizes = set()

    calls = range(1, n_calls + 1) if LONG else random.Random(3).sample(range(1, n_calls + 1), 5)
    for call in calls:
        copy = tmp_path / f"copy{call}"
        shutil.copytree(data, copy) if data.exists() else copy.mkdir()
        assert killed_at(copy, papers, call).returncode == -9
        sizes.add(len(open_corpus("mine", data=copy)) if "mine" in names(copy) else 0)
        assert add(copy, "mine", [papers], today=TODAY).papers == 16
        left = [path.name for path in home(copy, "mine").iterdir() if path.name.startswith(".")]
        assert not left

    assert sizes <= {0 if first else 8, 16}


FULL = """
import resource, signal, sys
from datetime import date
from pathlib import Path
from recommender.corpus.ingest import add
from recommender.errors import RecommenderError

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    add(Path(sys.argv[1]), "mine", [Path(sys.argv[2])], today=date(2026, 1, 2))
except RecommenderError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 500, 3000])
def test_a_disk_that_takes_no_more_changes_nothing(data: Path, tmp_path: Path, limit: int) -> None:
    papers = write_papers(tmp_path / "more.jsonl", range(40))
    grow(data, range(8))
    before = sorted(path.name for path in home(data, "mine").iterdir())

    command = [sys.executable, "-c", FULL, str(data), str(papers), str(limit)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("Nothing was changed, ")
    assert done.stdout.endswith("ulimit -f).\n")
    assert sorted(path.name for path in home(data, "mine").iterdir()) == before
    assert len(open_corpus("mine", data=data)) == 8


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277, 0o777])
def test_a_file_is_its_owners_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    old = os.umask(mask)
    try:
        write_file(tmp_path / "one", b"x")
        replace_file(tmp_path / "two", b"x")
    finally:
        os.umask(old)

    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("[ot]*")} == {0o600}


def test_what_a_writer_left_is_swept_after_a_day(tmp_path: Path) -> None:
    now = time.time()
    for hours in (1, 23, 25, 100):
        left = tmp_path / f".new-{hours}"
        left.mkdir()
        os.utime(left, (now, now - hours * 3600))

    sweep_old(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {".new-1", ".new-23"}


def test_the_eight_files_of_papers_that_were_used_last_are_kept(tmp_path: Path) -> None:
    data, kept = tmp_path / "data", tmp_path / "data" / "cache"
    order: list[Path] = []
    for i in range(10):
        file = tmp_path / f"papers{i}.jsonl"
        file.write_text(f'{{"title": "Owls hear voles {i}"}}')
        open_corpus(str(file), data=data)
        order += [path for path in kept.iterdir() if path not in order]
        for age, path in enumerate(reversed(order)):
            if path.exists():
                os.utime(path, (time.time(), time.time() - age))

    assert len(order) == 10
    assert set(kept.iterdir()) == {*order[2:]}
