"""A corpus is named when its files and its folder are on the disk, and current after that."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest

from recommender.corpus.ingest import add
from recommender.corpus.registry import home

TODAY = date(2026, 1, 2)
State = tuple[int, int]


def state(path: Path) -> State:
    """Return what changes when somebody writes to a file, or makes or removes one in a folder."""
    found = path.stat()
    return found.st_mtime_ns, 0 if path.is_dir() else found.st_size


class Disk:
    """Notes what has been flushed since it was written last, and what is renamed when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.flushed: dict[int, State] = {}  # by inode: a rename keeps it
        self.unsafe: list[str] = []
        self.named: list[str] = []
        self.last = ""
        self._fsync, self._rename, self._replace = os.fsync, os.rename, os.replace
        monkeypatch.setattr(os, "fsync", self.fsync)
        monkeypatch.setattr(os, "rename", lambda a, b: self.move(self._rename, Path(a), Path(b)))
        monkeypatch.setattr(os, "replace", lambda a, b: self.move(self._replace, Path(a), Path(b)))

    def fsync(self, descriptor: int) -> None:
        self._fsync(descriptor)
        path = Path(f"/proc/self/fd/{descriptor}").resolve()
        self.flushed[path.stat().st_ino] = state(path)
        if path.is_dir():
            self.last = "" if self.last == str(path) else self.last

    def move(self, how: object, old: Path, new: Path) -> None:
        inside = [old, *old.rglob("*")] if old.is_dir() else [old]
        self.unsafe += [
            f"{path.name} is not flushed when {new.name} is named"
            for path in inside
            if self.flushed.get(path.stat().st_ino) != state(path)
        ]
        if self.last:
            self.unsafe.append(f"{self.last} is not flushed when {new.name} is named")
        how(old, new)  # type: ignore[operator]
        self.named.append(new.name)
        self.last = str(new.parent.resolve())


def papers(path: Path, n: int) -> Path:
    lines = [{"id": f"p{i}", "title": f"Graph kernels {i}", "abstract": "x"} for i in range(n)]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks /proc what is flushed")
def test_a_corpus_is_flushed_before_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)

    for n in (5, 9):
        add(tmp_path, "mine", [papers(tmp_path / "papers.jsonl", n)], today=TODAY)

    assert disk.named == ["gen-1", "CURRENT", "gen-2", "CURRENT"]
    assert disk.unsafe == []
    assert disk.last == "", "the folder is not flushed after the last name"
    assert (home(tmp_path, "mine") / "CURRENT").read_text() == "gen-2"
