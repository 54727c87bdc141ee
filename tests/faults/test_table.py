"""What each command says, how it ends and what it leaves when something goes wrong around it.

One line for each condition of `conditions.py`: the commands, their status, what they say, and what
is found afterwards. A corpus is called damaged only where bytes are not what was written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

COMMANDS = {
    "suggest": ("suggest", "refs.bib", "-c", "mine"),
    "check": ("check", "refs.bib"),
    "append": ("add", "refs.bib", "tree1", "-c", "mine"),
    "verdict": ("verdict", "refs.bib", "tree2", "seen", "-c", "mine"),
    "add": ("corpus", "add", "mine", "more.bib"),
    "list": ("corpus", "list"),
    "show": ("corpus", "show", "mine"),
    "remove": ("corpus", "remove", "mine"),
    "verify": ("corpus", "verify", "mine"),
    "export": ("export", "tree1", "-c", "mine"),
    "serve": ("serve", "--port", "0"),
}
READING = "check list show verify export"
USING = "suggest append verdict add show export"  # of the corpus
EVERY = " ".join(COMMANDS)

FULL, LARGE = "the disk is full; free some space", "may not become that large here; raise"
MANY, MISSING = "too many files are open; raise the limit", "permission is missing; allow this user"
BROKEN, READ_ONLY = "the disk reports an error; copy", "a disk that can only be read; choose"
CIRCLE, WAIT = "links lead in a circle; mend", "try again when it is done"
REBUILT, OLDER = "was damaged (", "was of an older version"
LOST, NEWER = "damaged and cannot be repaired; remove it with", "by a newer version; update"
SAVED, NEW_STORE = "put the newest file of its folder `backups`", "by a newer version: update"

# condition, commands, status, what they say, what is found afterwards
TABLE = """
full_disk                | append verdict add serve             | 1 | FULL      | as before
full_disk                | suggest                              | 0 | FULL      | as before
full_disk                | READING                              | 0 |           | as before
full_disk                | remove                               | 0 |           | removed
full_at_the_end          | verdict add serve                    | 1 | LARGE     | as before
no_space_for_any_write   | append verdict add serve             | 1 | LARGE     | as before
no_space_for_any_write   | suggest                              | 0 | LARGE     | as before
few_descriptors          | EVERY                                | 1 | MANY      | as before
not_allowed              | USING list remove verify serve       | 1 | MISSING   | as before
not_allowed              | check                                | 0 |           | as before
may_only_read            | append verdict add remove serve      | 1 | MISSING   | as before
may_only_read            | suggest                              | 0 | MISSING   | as before
may_only_read            | READING                              | 0 |           | as before
corpora_unreadable       | USING list remove verify             | 1 | MISSING   | as before
one_corpus_unreadable    | USING remove verify                  | 1 | MISSING   | as before
one_corpus_unreadable    | list                                 | 0 | MISSING   | as before
one_file_unreadable      | USING remove verify                  | 1 | MISSING   | as before
one_file_unreadable      | list                                 | 0 | MISSING   | as before
read_only_disk           | append verdict add remove serve      | 1 | READ_ONLY | as before
read_only_disk           | suggest                              | 0 | READ_ONLY | as before
read_only_disk           | READING                              | 0 |           | as before
disk_error_when_flushing | append add serve                     | 1 | BROKEN    | as before
disk_error_when_reading  | USING check list remove verify       | 1 | BROKEN    | as before
corpora_being_written    | add remove                           | 3 | WAIT      | as before
corpora_being_written    | suggest READING serve                | 0 |           | as before
library_being_written    | append                               | 1 | WAIT      | as before
store_being_written      | suggest verdict serve                | 3 | try again | as before
served_already           | serve                                | 3 | stop it   | as before
served_already           | suggest READING                      | 0 |           | as before
arrays_flipped           | suggest append verdict show export   | 0 | REBUILT   | repaired
last_arrays_cut          | suggest append verdict show export   | 0 | REBUILT   | repaired
arrays_flipped           | verify                               | 1 | repaired  | repairable
papers_flipped           | USING                                | 1 | LOST      | damaged
papers_flipped           | serve list                           | 0 |           | damaged unseen
manifests_flipped        | USING                                | 1 | LOST      | damaged
generation_cut_off       | suggest READING serve                | 0 |           | as before
store_cut                | suggest verdict serve                | 1 | SAVED     | store damaged
corpus_older             | suggest append verdict show export   | 0 | OLDER     | built again
corpus_newer             | USING verify                         | 5 | NEWER     | untouched
store_newer              | suggest verdict serve                | 5 | NEW_STORE | untouched
clock_back               | suggest READING serve                | 0 |           | as before
no_home                  | append verdict add                   | 0 |           | changed
no_home                  | suggest READING serve                | 0 |           | as before
temporary_folder_full    | append verdict add                   | 0 |           | changed
temporary_folder_full    | suggest READING serve                | 0 |           | as before
links_in_a_circle        | suggest check append verdict         | 1 | CIRCLE    | no library
"""
AS_ROOT = (
    *("full_disk", "not_allowed", "may_only_read", "corpora_unreadable", "one_corpus_unreadable"),
    *("one_file_unreadable", "read_only_disk", "temporary_folder_full"),
)


def rows() -> list[tuple[str, str, int, str, str]]:
    """Return a row for each command of a line, its words put in."""
    found = []
    for line in TABLE.strip().splitlines():
        condition, commands, status, says, after = map(str.strip, line.split("|"))
        for name in " ".join(globals().get(w, w) for w in commands.split()).split():
            found.append((condition, name, int(status), globals().get(says, says), after))
    return found


def test_the_table_has_each_command_and_condition_once() -> None:
    pairs = [row[:2] for row in rows()]

    assert len(pairs) == len(set(pairs))
    assert {name for _, name in pairs} == set(COMMANDS)
    assert len({condition for condition, _ in pairs}) >= 15


@pytest.fixture(scope="session")
def before(stage: Any, made: Path) -> dict[str, Any]:
    """What is found before anything goes wrong."""
    return found(stage, made)


@pytest.mark.parametrize("row", rows(), ids=lambda row: "-".join(row[:2]))
def test_a_condition_is_told_as_what_it_is(
    row: tuple[str, str, int, str, str], home: Path, stage: Any, before: dict[str, Any]
) -> None:
    condition, command, status, says, after = row
    if condition in AS_ROOT and not (stage.mounts and os.geteuid() == 0):
        pytest.skip("mounting and becoming another user need a root of their own")

    done = stage.play(home, *COMMANDS[command], condition=condition)

    assert done["status"] == status, done
    assert says in done["stderr"], done
    assert ("damaged" in done["stderr"]) == (after in DAMAGE), done
    assert "Traceback" not in done["stderr"]
    AFTER[after](before, found(stage, home))


def found(stage: Any, home: Path) -> dict[str, Any]:
    """Return what a user finds: the library's bytes, the corpus's papers, the verdicts."""
    asked = (("export", "--all", "-c", "mine"), ("corpus", "verify"), ("verdict", "refs.bib"))
    corpus, sound, said = (stage.play(home, *c, condition="lifted") for c in asked)
    seen = Path(f"/proc/{stage.process.pid}/root{home}/refs.bib")
    library = None if seen.is_symlink() else seen.read_text()
    return {"library": library, "corpus": corpus, "sound": sound["stdout"], "said": said}


def as_before(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert now == before


def repaired(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert (now["corpus"], now["sound"]) == (before["corpus"], "mine: sound\n")


def repairable(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert now["corpus"]["stdout"] == before["corpus"]["stdout"]


def damaged(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert (now["library"], now["said"]) == (before["library"], before["said"])
    assert "mine: damaged" in now["sound"]


def store_damaged(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert (now["library"], now["corpus"]) == (before["library"], before["corpus"])
    assert now["said"]["status"] == 1


def untouched(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert now["library"] == before["library"]
    assert 5 in (now["corpus"]["status"], now["said"]["status"])


def changed(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert now != before
    assert now["sound"] == "mine: sound\n"


def removed(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert (now["library"], now["said"]) == (before["library"], before["said"])
    assert now["corpus"]["status"] == 1


def no_library(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert (now["corpus"], now["library"]) == (before["corpus"], None)


AFTER = {
    "as before": as_before,
    "repaired": repaired,
    "built again": repaired,
    "repairable": repairable,
    "damaged": damaged,
    "damaged unseen": damaged,
    "store damaged": store_damaged,
    "untouched": untouched,
    "changed": changed,
    "removed": removed,
    "no library": no_library,
}
DAMAGE = ("damaged", "store damaged", "repairable", "repaired")
