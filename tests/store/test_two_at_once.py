"""Any two commands on one data folder work: fresh, or due for its daily copy."""

from __future__ import annotations

import json
import multiprocessing
import os
from datetime import date
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from recommender.corpus import open_corpus, registry
from recommender.corpus.ingest import add
from recommender.corpus.registry import home
from recommender.corpus.storage.generations import newest_first
from recommender.store import Store

pytestmark = pytest.mark.slow

LONG = os.environ.get("RECOMMENDER_LONG_TESTS") == "1"
N_PROCESSES, N_ROUNDS = 8, 20 if LONG else 3
spawned = multiprocessing.get_context("spawn")


def use_the_store(data: Path, gate: Barrier) -> None:
    for n in range(N_ROUNDS):
        gate.wait(60)
        store = Store(data / str(n))
        store.libraries()
        store.close()


def use_the_cache(data: Path, gate: Barrier) -> None:
    for n in range(N_ROUNDS):
        path = data / f"{n}.jsonl"
        gate.wait(60)
        assert len(open_corpus(path, data=data / "data")) == 3
        assert len(open_corpus(path, data=data / "data")) == 3


def statuses(target: object, data: Path) -> list[int | None]:
    """Run it in several processes, whose rounds begin together; return how they ended."""
    gate = spawned.Barrier(N_PROCESSES)
    processes = [spawned.Process(target=target, args=(data, gate)) for _ in range(N_PROCESSES)]  # type: ignore[arg-type]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    return [process.exitcode for process in processes]


def test_processes_that_make_the_store_at_once_all_have_it(tmp_path: Path) -> None:
    assert statuses(use_the_store, tmp_path) == [0] * N_PROCESSES


def test_processes_that_owe_the_daily_copy_make_it_once(tmp_path: Path) -> None:
    for n in range(N_ROUNDS):
        Store(tmp_path / str(n)).close()
        for copy in (tmp_path / str(n) / "backups").iterdir():
            copy.unlink()

    assert statuses(use_the_store, tmp_path) == [0] * N_PROCESSES
    for n in range(N_ROUNDS):
        assert len(list((tmp_path / str(n) / "backups").iterdir())) == 1


def test_processes_that_index_the_same_files_at_once_all_have_the_corpus(tmp_path: Path) -> None:
    for n in range(N_ROUNDS):
        records = [{"title": f"On the many kinds of trees {n} {i}"} for i in range(3)]
        (tmp_path / f"{n}.jsonl").write_text("\n".join(map(json.dumps, records)))

    assert statuses(use_the_cache, tmp_path) == [0] * N_PROCESSES
    left = [path.name for path in (tmp_path / "data" / "cache").iterdir()]
    assert not [name for name in left if name.startswith(".")]


def test_a_reader_that_was_late_finds_the_generation_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two updates take away the generation that it had looked up."""
    late: list[list[Path]] = []
    for n in (2, 3, 4):
        records = [{"title": f"On the many kinds of trees {i}"} for i in range(n)]
        (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, records)))
        add(tmp_path, "mine", [tmp_path / "x.jsonl"], today=date(2026, 1, 2))
        late = late or [newest_first(home(tmp_path, "mine"))]
    monkeypatch.setattr(
        registry, "newest_first", lambda home: late.pop() if late else newest_first(home)
    )

    corpus = registry.open_named(tmp_path, "mine")

    assert (len(corpus), corpus.notices) == (4, ())
