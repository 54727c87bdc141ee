"""The store is private and durable, is copied each day, and forgets what is deleted."""

from __future__ import annotations

import os
import sqlite3
from functools import partial

import pytest

from recommender.errors import DamagedStore, NewerStore
from recommender.store import FILE, Store
from recommender.store.database import connect


def test_a_deleted_library_is_nowhere_on_disk(tmp_path, add, say, bib) -> None:
    canary = b"Zebrafinch-in-the-basement"
    first = Store(tmp_path)
    kept = add(first, bib)
    gone = add(first, canary * 500, label="Zebrafinch-in-the-basement")
    say(first, gone, "Zebrafinch-in-the-basement", "seen")
    first.close()
    for copy in (tmp_path / "backups").iterdir():
        copy.unlink()
    second = Store(tmp_path)  # today's copy holds the canary
    held = [path for path in tmp_path.rglob("*") if path.is_file() and canary in path.read_bytes()]

    second.delete(gone)

    left = [path for path in tmp_path.rglob("*") if path.is_file() and canary in path.read_bytes()]
    assert len(held) >= 2
    assert left == []
    assert second.source(kept) == bib
    second.close()


def test_there_is_one_copy_a_day_and_it_can_take_the_place(tmp_path, add, bib) -> None:
    first = Store(tmp_path)
    library = add(first)
    first.close()
    for copy in (tmp_path / "backups").iterdir():
        copy.unlink()
    for _ in range(3):
        Store(tmp_path).close()
    copies = list((tmp_path / "backups").iterdir())
    restored = tmp_path / "restored"
    restored.mkdir()
    copies[0].rename(restored / FILE)

    assert len(copies) == 1
    assert Store(restored).source(library) == bib


def test_every_file_is_private_whatever_the_umask(tmp_path, add) -> None:
    old = os.umask(0)
    try:
        opened = Store(tmp_path / "new")
        add(opened)
        modes = {p.name: p.stat().st_mode & 0o777 for p in (tmp_path / "new").rglob("*")}
        opened.close()
    finally:
        os.umask(old)

    assert {mode for name, mode in modes.items() if name != "backups"} == {0o600}
    assert modes["backups"] == (tmp_path / "new").stat().st_mode & 0o777 == 0o700


class Careless(sqlite3.Connection):
    """Begins with the opposite of what we want, whatever SQLite was built with."""

    def __init__(self, *arguments, **options) -> None:
        super().__init__(*arguments, **options)
        for pragma in ("synchronous = OFF", "secure_delete = OFF", "foreign_keys = OFF"):
            self.execute(f"PRAGMA {pragma}")


def test_every_connection_is_durable_and_leaves_nothing_of_what_is_deleted(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Careless))
    connection = connect(tmp_path / FILE)
    names = ("journal_mode", "synchronous", "secure_delete", "foreign_keys")
    set_to = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    connection.close()

    assert set_to == ["wal", 2, 1, 1]


def test_seven_daily_copies_stay_and_copies_of_a_version_are_kept(tmp_path, add) -> None:
    first = Store(tmp_path)
    add(first)
    first.close()
    (today,) = (tmp_path / "backups").iterdir()
    old = [today.with_name(f"recommender-2020-01-{day:02}.sqlite") for day in range(1, 10)]
    of_version = today.with_name("recommender-version-1-2019-01-01T000000.sqlite")
    for path in (*old, of_version):
        path.write_bytes(today.read_bytes())
    today.unlink()

    Store(tmp_path).close()

    assert sorted((tmp_path / "backups").iterdir()) == sorted([*old[-6:], today, of_version])


def test_a_newer_store_is_left_untouched(tmp_path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (tmp_path / FILE).read_bytes()

    with pytest.raises(NewerStore, match="update Recommender"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_that_is_no_database_is_told(tmp_path) -> None:
    (tmp_path / FILE).write_bytes(b"no database " * 1000)

    with pytest.raises(DamagedStore, match="backups"):
        Store(tmp_path)
