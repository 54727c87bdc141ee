"""What was acknowledged survives; what is damaged is never served."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from recommender.errors import RecommenderError
from recommender.store import FILE, Store
from recommender.verdicts import Verdicts

pytestmark = pytest.mark.slow


def test_a_flipped_bit_is_never_served(tmp_path, add, on, bib) -> None:
    """Every answer after a flip is the one before, or the damage is told."""
    first = Store(tmp_path / "whole")
    sources = {add(first, bib + bytes(i) * 50): bib + bytes(i) * 50 for i in range(6)}
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


def test_threads_write_at_once_and_nothing_is_lost(store, add, say) -> None:
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
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path, number: int, by_key) -> None:
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
