"""The store of libraries and verdicts: what it keeps, finds damaged, forgets, and survives."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from recommender.errors import DamagedStore, NewerStore, RecommenderError, UnknownName
from recommender.papers import Paper
from recommender.store import FILE, Store
from recommender.store.database import connect
from recommender.verdicts import Judgement, Verdict, Verdicts

BIB = b"@article{a, title = {Sparse autoencoders}}"


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path)
    yield opened
    opened.close()


def say(store: Store, library: str, key: str, verdict: Verdict) -> None:
    """Say something of the paper of a key, of which there is one."""
    store.set_verdicts(library, [on(key, verdict)])


def on(key: str, verdict: Verdict) -> Judgement:
    return Judgement.on(Paper(key=key, title=f"The paper of {key} and no other"), verdict, "made")


def by_key(verdicts: Verdicts) -> dict[str, Verdict]:
    return {each.key: each.verdict for each in verdicts}


def add(store: Store, source: bytes = BIB, label: str = "refs.bib") -> str:
    return store.add(source, label=label, form="bibtex")[0].id


def test_the_bytes_come_back_as_they_were(store) -> None:
    source = bytes(range(256)) * 40

    library = add(store, source)

    assert store.source(library) == source
    assert len(library) == 16


def test_the_same_bytes_are_kept_once(store) -> None:
    first, new = store.add(BIB, label="one", form="bibtex")
    second, again = store.add(BIB, label="two", form="bibtex")

    assert (new, again) == (True, False)
    assert first == second


def test_libraries_come_in_the_order_they_were_added(store) -> None:
    ids = [add(store, BIB + bytes([i])) for i in range(20)]

    assert [library.id for library in store.libraries()] == ids


def test_a_changed_library_keeps_its_verdicts_and_feed(store) -> None:
    library = add(store)
    say(store, library, "key", "dismissed")
    store.set_feed(library, "secret")

    store.change(library, b"@misc{b}", label="", form="bibtex")

    assert store.source(library) == b"@misc{b}"
    assert by_key(store.verdicts(library)) == {"key": "dismissed"}
    assert store.by_feed("secret").label == "refs.bib"


def test_the_last_verdict_counts_and_can_be_forgotten_twice(store) -> None:
    library = add(store)
    say(store, library, "one", "seen")
    say(store, library, "two", "saved")
    say(store, library, "one", "dismissed")
    said = store.verdicts(library)
    gone = [
        store.forget_verdicts(library, lambda said: Verdicts(j for j in said if j.key == "one"))
        for _ in range(2)
    ]

    assert list(said) == [on("two", "saved"), on("one", "dismissed")]
    assert gone == [Verdicts([on("one", "dismissed")]), Verdicts()]
    assert list(store.verdicts(library)) == [on("two", "saved")]


def test_verdicts_on_two_works_of_one_key_stand_side_by_side(store) -> None:
    library = add(store)
    one = Judgement.on(Paper(key="smith2020", title="Sparse codes of invented owls"), "saved", "a")
    two = Judgement.on(Paper(key="smith2020", title="Made-up tides of a sea"), "dismissed", "b")

    store.set_verdicts(library, [one])
    store.set_verdicts(library, [two])

    assert list(store.verdicts(library)) == [one, two]
    assert store.library(library).verdicts == 2


def test_all_verdicts_are_forgotten_at_once_and_can_be_given_back(store) -> None:
    library, other = add(store), add(store, BIB + b" ")
    said = [on("two", "saved"), on("one", "dismissed")]
    store.set_verdicts(library, said)
    say(store, other, "one", "seen")

    forgotten = [store.forget_verdicts(library) for _ in range(2)]
    left = store.verdicts(library)
    store.set_verdicts(library, list(forgotten[0]))

    assert forgotten == [Verdicts(said), Verdicts()]
    assert left == Verdicts()
    assert store.verdicts(library) == Verdicts(said)
    assert list(store.verdicts(other)) == [on("one", "seen")]


@pytest.mark.parametrize("call", ["library", "source", "delete", "ready", "forget_verdicts"])
def test_an_unknown_library_is_told(store, call) -> None:
    with pytest.raises(UnknownName, match="library"):
        getattr(store, call)("a" * 16)


def test_a_file_is_known_by_where_links_lead(store, tmp_path) -> None:
    path = tmp_path / "refs.bib"
    path.write_bytes(BIB)
    (tmp_path / "link.bib").symlink_to(path)

    first, second = store.add_file(path), store.add_file(tmp_path / "link.bib")
    say(store, first.id, "key", "saved")

    assert first.id == second.id
    assert by_key(store.verdicts_on_file(tmp_path / "link.bib")) == {"key": "saved"}
    assert by_key(store.verdicts_on_file(tmp_path / "other.bib")) == {}


def file(folder: Path, name: str, source: bytes = BIB) -> Path:
    path = folder / name
    path.write_bytes(source)
    return path


def test_a_renamed_file_keeps_its_verdicts_and_feed_there_and_back(store, tmp_path) -> None:
    old, new = file(tmp_path, "old.bib"), tmp_path / "new.bib"
    known = store.add_file(old)
    say(store, known.id, "key", "saved")
    store.set_feed(known.id, "secret")

    old.rename(new)
    told = store.follow(new)
    there = store.known_file(new)
    new.rename(old)

    assert told == old
    assert (there.id, there.label, there.feed) == (known.id, "new.bib", "secret")
    assert store.add_file(old).id == known.id
    assert by_key(store.verdicts_on_file(old)) == {"key": "saved"}


def test_an_edit_that_was_seen_does_not_hide_a_renaming(store, tmp_path) -> None:
    old = file(tmp_path, "old.bib")
    say(store, store.add_file(old).id, "key", "saved")
    file(tmp_path, "old.bib", BIB + b"@misc{b}")
    store.follow(old)

    new = old.rename(tmp_path / "new.bib")

    assert store.follow(new) == old


@pytest.mark.parametrize("left", ["old stays", "other bytes", "nothing said", "forgotten"])
def test_nothing_follows_a_file_that_is_another(store, tmp_path, left) -> None:
    old = file(tmp_path, "old.bib")
    known = store.add_file(old)
    if left != "nothing said":
        say(store, known.id, "key", "saved")
    if left == "forgotten":
        store.forget_verdicts(known.id)
    new = file(tmp_path, "new.bib", BIB + b" " * (left == "other bytes"))
    if left != "old stays":
        old.unlink()

    assert store.follow(new) is None
    assert by_key(store.verdicts_on_file(new)) == {}


def test_a_file_with_verdicts_of_its_own_takes_no_others(store, tmp_path) -> None:
    old, new = file(tmp_path, "old.bib"), file(tmp_path, "new.bib", BIB + b" ")
    say(store, store.add_file(old).id, "key", "saved")
    say(store, store.add_file(new).id, "other", "seen")
    old.replace(new)

    assert store.follow(new) is None
    assert by_key(store.verdicts_on_file(new)) == {"other": "seen"}


def test_a_deleted_library_is_nowhere_on_disk(tmp_path) -> None:
    canary = b"Zebrafinch-in-the-basement"
    first = Store(tmp_path)
    kept = add(first, BIB)
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
    assert second.source(kept) == BIB
    second.close()


def test_there_is_one_copy_a_day_and_it_can_take_the_place(tmp_path) -> None:
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
    assert Store(restored).source(library) == BIB


def test_every_file_is_private_whatever_the_umask(tmp_path) -> None:
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


def test_every_connection_is_durable_and_leaves_nothing_of_what_is_deleted(tmp_path) -> None:
    Store(tmp_path).close()
    connection = connect(tmp_path / FILE)
    names = ("journal_mode", "synchronous", "secure_delete", "foreign_keys")
    set_to = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    connection.close()

    assert set_to == ["wal", 2, 1, 1]


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


def test_a_flipped_bit_is_never_served(tmp_path) -> None:
    """Every answer after a flip is the one before, or the damage is told."""
    first = Store(tmp_path / "whole")
    sources = {add(first, BIB + bytes(i) * 50): BIB + bytes(i) * 50 for i in range(6)}
    said = Verdicts(on(f"key{i}", "seen") for i in range(9))
    for library in sources:
        first.set_verdicts(library, list(said))
    before = first.libraries()
    first.close()
    content = (tmp_path / "whole" / FILE).read_bytes()
    told = 0
    for number in range(int(os.environ.get("FLIPS", "220"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / FILE).write_bytes(flipped(content, random.Random(number)))
        try:
            second = Store(folder)
            served = second.libraries()
            got = {lib.id: (second.source(lib.id), second.verdicts(lib.id)) for lib in served}
            second.close()
        except RecommenderError:
            told += 1
            continue
        assert served == before, number
        assert got == {library: (sources[library], said) for library in sources}, number
    assert told


def flipped(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content))
    return (
        content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :]
    )


def test_threads_write_at_once_and_nothing_is_lost(store) -> None:
    library = add(store)

    def write(thread: int) -> None:
        for i in range(20):
            say(store, library, f"t{thread}-{i}", "seen")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(store.verdicts(library)) == 120


WRITER = """
import random, sys
from pathlib import Path
from recommender.papers import Paper
from recommender.store import Store
from recommender.verdicts import Judgement
store, chance = Store(Path(sys.argv[1])), random.Random(int(sys.argv[2]))
def say(*words):
    print(*words, flush=True)
ids = []
for n in range(10_000):
    if not ids or n % 5 == 0:
        source = b"@misc{x%d}" % n * chance.randrange(1, 4000)
        ids.append(store.add(source, label=str(n), form="bibtex")[0].id)
        say("add", ids[-1], len(source), n)
    elif n % 7 == 0 and len(ids) > 1:
        gone = ids.pop(0)
        say("deleting", gone)
        store.delete(gone)
        say("delete", gone)
    else:
        judgement = Judgement.on(Paper(key=f"k{n}", title=f"The paper {n} and no other"), "seen")
        store.set_verdicts(ids[-1], [judgement])
        say("verdict", ids[-1], f"k{n}")
"""


@pytest.mark.parametrize("number", range(int(os.environ.get("KILLS", "12"))))
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path, number: int) -> None:
    log = tmp_path / "said"
    chance = random.Random(number)
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path / "data"), str(number)], stdout=file
        )
        wanted = chance.randrange(1, 120)
        while process.poll() is None and log.read_bytes().count(b"\n") < wanted:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
    added, said, doubtful = told(log)

    opened = Store(tmp_path / "data")
    there = {library.id: library for library in opened.libraries()}
    for library, size in added.items():
        if library == doubtful and library not in there:
            continue  # its deletion had begun, and nobody was told how it ended
        assert len(opened.source(library)) == size
        assert said.get(library, set()) <= by_key(opened.verdicts(library)).keys()
    assert len(set(there) - set(added)) <= 1  # one may have been written and not yet told
    opened.close()


def told(log: Path) -> tuple[dict[str, int], dict[str, set[str]], str]:
    """Return the libraries with their sizes, their verdicts, and one that was being deleted."""
    added: dict[str, int] = {}
    said: dict[str, set[str]] = {}
    doubtful = ""
    whole = log.read_text().rpartition("\n")[0]  # a kill may cut the last line
    for line in whole.splitlines():
        what, library, *more = line.split()
        if what == "add":
            added[library] = int(more[0])
        elif what == "verdict":
            said.setdefault(library, set()).add(more[0])
        elif what == "deleting":
            doubtful = library
        elif what == "delete":
            del added[library]
    return added, said, doubtful
