"""The user's file under attack: kills, failing calls, other editors, full disks, no rights."""

from __future__ import annotations

import codecs
import errno
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from recommender.append import append
from recommender.errors import Conflict
from recommender.files.refusals import explained, refused
from recommender.formats.bibtex import read
from recommender.papers import Paper, Person

TORTURE = Path(__file__).parent / "torture"
OLD = b"@article{lee2020, title={Old Trees of the Northern Forest}, author={Lee, A}, year=2020}\n"
NEW = Paper(title="New Leaves on Old Trees", authors=(Person(family="Ives", given="J"),), year=2021)
NOBODY = 65534
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


def run(script: str, folder: Path, *arguments: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, TORTURE / script, folder, *map(str, arguments)],
        capture_output=True,
        check=True,
        timeout=300,
        env=os.environ | {"XDG_CACHE_HOME": str(folder.parent / "cache")},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "papers"
    path.mkdir()
    return path


SYSTEMS = [pytest.param([], id="with-exchange"), pytest.param(["-"], id="without-exchange")]


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_kill_at_any_line_or_moment_leaves_the_old_file_or_the_new(
    folder: Path, system: list[str]
) -> None:
    found = run("kill.py", folder, 25, *system)

    assert found["wrong"] == []
    assert found["lines"] > 100


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_any_failing_call_leaves_the_old_file_or_the_new_and_nothing_beside(
    folder: Path, system: list[str]
) -> None:
    found = run("fail.py", folder, *system)

    assert found["wrong"] == []
    assert min(found["calls"].values()) > 30


@pytest.mark.slow
@pytest.mark.parametrize("how", ["rename", "write"])
def test_what_another_editor_saves_meanwhile_is_never_lost(folder: Path, how: str) -> None:
    found = run("editor.py", folder, 150, how)

    assert (found["lost"], found["status"]) == (0, 0)
    assert found["appends"] > 0


@pytest.mark.slow
def test_four_processes_that_append_ten_papers_each_lose_none(folder: Path) -> None:
    found = run("parallel.py", folder, 4, 10)

    assert found == {"statuses": [0] * 4, "entries": 41, "keys": 41, "left": []}


def in_child(action: Callable[[], None]) -> None:
    """Run something in a process of its own, which may give up its rights."""
    child = os.fork()
    if not child:
        status = 1
        try:
            action()
            status = 0
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def test_a_full_disk_changes_nothing_and_is_told(folder: Path) -> None:
    path = folder / "refs.bib"
    path.write_bytes(OLD)

    def act() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(OLD) + 10, len(OLD) + 10))
        with pytest.raises(Conflict, match="that large") as refusal:
            append(path, [NEW])
        assert refusal.value.status == 507

    in_child(act)
    assert path.read_bytes() == OLD
    assert [*folder.iterdir()] == [path]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that a user without rights can reach, unlike those of pytest."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    path.chmod(0o755)
    shutil.rmtree(path)


@pytest.mark.parametrize("closed", ["folder", "file"])
def test_without_the_right_to_write_nothing_changes_and_it_is_told(
    folder: Path, open_folder: Path, closed: str
) -> None:
    (folder / "other.bib").write_bytes(OLD)
    path = open_folder / "refs.bib"
    path.write_bytes(OLD)
    if os.getuid() == 0:
        os.chown(open_folder, NOBODY, NOBODY)
        os.chown(path, NOBODY, NOBODY)
    path.chmod(0o444 if closed == "file" else 0o644)
    open_folder.chmod(0o555 if closed == "folder" else 0o755)

    def act() -> None:
        append(folder / "other.bib", [NEW])  # loads what a user without rights might not read
        codecs.lookup("ascii")  # filelock reads the owner of its file in it
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        with pytest.raises(Conflict, match="permission is missing") as refusal:
            append(path, [NEW])
        assert refusal.value.status == 403

    in_child(act)
    assert path.read_bytes() == OLD
    assert [*open_folder.iterdir()] == [path]


def test_a_file_that_is_held_is_waited_for_and_then_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from recommender import files
    from recommender.files import holding

    path = folder / "refs.bib"
    path.write_bytes(OLD)
    monkeypatch.setattr(holding, "LOCK_SECONDS", 0.05)

    with files.held(path), pytest.raises(Conflict, match="Another process is adding"):
        append(path, [NEW])
    assert len(append(path, [NEW]).added) == 1


def test_what_a_killed_process_left_is_cleared_or_kept(folder: Path) -> None:
    path = folder / "refs.bib"
    path.write_bytes(OLD)
    (folder / ".refs.bib.00.recommender.tmp").write_bytes(OLD[:20])
    (folder / ".refs.bib.01.recommender.tmp").write_bytes(OLD + b"unpublished")
    (folder / ".refs.bib.02.recommender.tmp").write_bytes(b"saved by another editor")

    append(path, [NEW])

    backups = {found.read_bytes() for found in folder.glob("*.bak*")}
    assert backups == {OLD, b"saved by another editor"}
    assert len(read(path.read_bytes())) == 2
    assert not [*folder.glob(".*")]


def at_call(name: str, actions: list[Callable[[], object]]) -> Callable[..., None]:
    """Return a profile function that does one thing more each time a function of ours is called."""
    left = iter(actions)

    def watch(frame: FrameType, event: str, arg: Any) -> None:
        ours = f"{os.sep}recommender{os.sep}" in frame.f_code.co_filename
        if event == "call" and ours and frame.f_code.co_name == name:
            next(left, lambda: None)()

    return watch


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_save_at_the_last_moment_stays_and_is_told(folder: Path, times: int) -> None:
    path = folder / "refs.bib"
    path.write_bytes(OLD)
    saves = [b"%% save %d\n" % n for n in range(times)]

    sys.setprofile(at_call("exchange", [partial(path.write_bytes, save) for save in saves]))
    try:
        with pytest.raises(Conflict, match="changed by another program"):
            append(path, [NEW])
    finally:
        sys.setprofile(None)

    assert path.read_bytes() == saves[-1]
    assert not [*folder.glob(".*")]


def test_a_file_that_changed_before_is_not_touched(folder: Path) -> None:
    path = folder / "refs.bib"
    path.write_bytes(OLD)
    before = path.stat()

    sys.setprofile(at_call("replace", [partial(path.write_bytes, b"% saved\n")]))
    try:
        with pytest.raises(Conflict, match="changed by another program"):
            append(path, [NEW])
    finally:
        sys.setprofile(None)

    assert path.stat().st_ino == before.st_ino
    assert [*folder.iterdir()] == [path]


def test_entries_are_proved_then_the_file_is_on_the_disk_then_it_takes_the_place(
    folder: Path,
) -> None:
    path, calls = folder / "refs.bib", []
    path.write_bytes(OLD)

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call" and arg.__name__ == "fsync":
            calls.append("fsync")
        elif event == "call" and frame.f_code.co_name in ("prove", "exchange"):
            calls.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        append(path, [NEW])
    finally:
        sys.setprofile(None)

    assert calls == ["prove", "fsync", "exchange", "fsync"]


@pytest.mark.parametrize(
    ("code", "of_ours", "of_theirs"),
    [
        (errno.ENOSPC, 507, 507),
        (errno.EDQUOT, 507, 507),
        (errno.EFBIG, 507, 507),
        (errno.EMFILE, 503, 503),
        (errno.EBUSY, 503, 503),
        (errno.EACCES, 500, 403),
        (errno.EROFS, 500, 403),
        (errno.ELOOP, 500, 409),
        (errno.EISDIR, 500, 409),
        (errno.EIO, 500, 409),
        (errno.EXDEV, 500, 409),
    ],
)
def test_each_refusal_of_the_system_has_its_status(
    tmp_path: Path, code: int, of_ours: int, of_theirs: int
) -> None:
    """What it refuses to our own folder is no fault of who asks; to the user's file it may be."""
    error = OSError(code, os.strerror(code))
    with pytest.raises(Conflict) as refusal, explained(tmp_path):
        raise error

    assert refused("Cannot write", error).status == of_ours
    assert refusal.value.status == of_theirs
