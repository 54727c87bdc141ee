"""What can go wrong around a command: each condition changes a folder, or the process in it.

A condition is a function of the folder of a user: `data` is the data folder, `refs.bib` the
library. It runs in the process of the command, as root, before the command does; what it needs to
hold or to undo, it leaves to the end of that process.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from recommender.corpus import sources
from recommender.corpus.storage import manifest, packed
from recommender.files import holding
from recommender.store import database

Condition = Callable[[Path], object]
NOBODY = 65534
MS_RDONLY, MS_REMOUNT, MS_BIND = 1, 32, 4096  # linux/mount.h
MNT_DETACH = 2  # umount2(2)
SMALL_TMPFS = b"size=1m,mode=755"
HELD: list[object] = []  # what must live as long as the process


def corpora(home: Path) -> Path:
    return home / "data" / "corpora"


def generation(home: Path) -> Path:
    return next((corpora(home) / "mine").glob("gen-*"))


def nothing(home: Path) -> None:
    """Leave all as it is."""


def full_disk(home: Path) -> None:
    """Let the data folder stand on a disk that is full."""
    small = home / "small"
    small.mkdir()
    mount(b"tmpfs", small, b"tmpfs", 0, SMALL_TMPFS)
    shutil.copytree(home / "data", small / "data")
    for name in ("refs.bib", "more.bib"):
        shutil.copy(home / name, small)
    with (small / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    mount(os.fsencode(small), home, b"", MS_BIND)
    os.chdir(home)


def lifted(home: Path) -> None:
    """Undo what a condition left mounted."""
    if os.statvfs(home).f_flag & os.ST_RDONLY:
        ctypes.CDLL(None).umount2(os.fsencode(home), MNT_DETACH)
        os.chdir(home)
    (home / "filler").unlink(missing_ok=True)


def full_at_the_end(home: Path) -> None:
    """Let a write of some kilobytes find no place, when small ones did."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def no_space_for_any_write(home: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def few_descriptors(home: Path) -> None:
    """Leave no descriptor free, which the last seven are not enough for either."""
    in_use = len(list(Path("/proc/self/fd").iterdir()))
    resource.setrlimit(resource.RLIMIT_NOFILE, (in_use - 1, in_use - 1))


def not_allowed(home: Path) -> None:
    """Be somebody who may neither read nor write the data folder."""
    become_nobody()


def may_only_read(home: Path) -> None:
    """Be somebody who may read everything and write nothing."""
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    become_nobody()


def one_file_unreadable(home: Path) -> None:
    """Own everything, but for one manifest and its copy."""
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    for copy in manifest.COPIES:
        os.chown(generation(home) / copy, 0, 0)
    become_nobody()


def corpora_unreadable(home: Path) -> None:
    """Own everything, but for the folder of corpora."""
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.chown(corpora(home), 0, 0)
    become_nobody()


def one_corpus_unreadable(home: Path) -> None:
    """Own everything, but for the folder of one corpus."""
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.chown(corpora(home) / "mine", 0, 0)
    become_nobody()


def read_only_disk(home: Path) -> None:
    mount(str(home).encode(), home, b"", MS_BIND)
    mount(b"", home, b"", MS_BIND | MS_REMOUNT | MS_RDONLY)
    os.chdir(home)


def disk_error_when_flushing(home: Path) -> None:
    os.fsync = failing(errno.EIO)  # type: ignore[assignment]


def disk_error_when_reading(home: Path) -> None:
    """Let every file below the folder be one that the disk cannot read."""
    Path.read_bytes = failing(errno.EIO)  # type: ignore[assignment]
    packed.mmap = failing(errno.EIO)  # type: ignore[misc, assignment]
    sources.records = failing(errno.EIO)  # type: ignore[assignment]


def corpora_being_written(home: Path) -> None:
    hold(corpora(home) / ".lock")


def library_being_written(home: Path) -> None:
    holding.LOCK_SECONDS = 0.1
    hold(holding._lock_file((home / "refs.bib").resolve()))


def store_being_written(home: Path) -> None:
    database.BUSY_SECONDS = 0.1
    other = sqlite3.connect(home / "data" / database.FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    HELD.append(other)


def served_already(home: Path) -> None:
    hold(home / "data" / "serving.lock")


def arrays_cut(home: Path) -> None:
    path = generation(home) / "arrays.bin"
    os.truncate(path, path.stat().st_size // 2)


def last_arrays_cut(home: Path) -> None:
    path = generation(home) / "arrays.bin"
    os.truncate(path, path.stat().st_size - 8)


def arrays_flipped(home: Path) -> None:
    """Flip a bit of the index; the papers are whole."""
    start = manifest.read_manifest(generation(home)).arrays["lengths"]["start"]
    flip(generation(home) / "arrays.bin", int(start))


def papers_flipped(home: Path) -> None:
    """Flip a bit of the papers, of which the index would be built again."""
    start = manifest.read_manifest(generation(home)).arrays["papers.lines"]["start"]
    flip(generation(home) / "arrays.bin", int(start))


def manifests_flipped(home: Path) -> None:
    for copy in manifest.COPIES:
        flip(generation(home) / copy, 20)


def generation_cut_off(home: Path) -> None:
    """Leave what a writer leaves that is killed before its generation is whole."""
    spare = corpora(home) / "mine" / ".new-1-dead"
    spare.mkdir()
    (spare / "arrays.bin").write_bytes(b"half")


def store_cut(home: Path) -> None:
    os.truncate(home / "data" / database.FILE, 3000)


def corpus_older(home: Path) -> None:
    rewrite(home, format=3, tokenizer="older")


def corpus_newer(home: Path) -> None:
    rewrite(home, format=99)


def store_newer(home: Path) -> None:
    other = sqlite3.connect(home / "data" / database.FILE)
    other.execute("PRAGMA user_version = 99")
    other.close()


def clock_back(home: Path) -> None:
    """Let all files come from the future, as after a clock that is set back."""
    for path in (home, *home.rglob("*")):
        os.utime(path, (4e9, 4e9))


def no_home(home: Path) -> None:
    """Know no home folder and no temporary folder that is there."""
    os.environ.update(HOME=str(home / "nowhere"), TMPDIR=str(home / "nowhere"))
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        os.environ.pop(name, None)


def temporary_folder_full(home: Path) -> None:
    small = home / "small"
    small.mkdir()
    mount(b"tmpfs", small, b"tmpfs", MS_RDONLY, SMALL_TMPFS)
    os.environ["TMPDIR"] = str(small)


def links_in_a_circle(home: Path) -> None:
    (home / "refs.bib").unlink()
    (home / "refs.bib").symlink_to("refs.bib")


def become_nobody() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def mount(source: bytes, target: Path, kind: bytes, flags: int, options: bytes = b"") -> None:
    system = ctypes.CDLL(None, use_errno=True)
    if system.mount(source, os.fsencode(target), kind, flags, options):
        raise OSError(ctypes.get_errno(), "mount")


def hold(path: Path) -> None:
    """Hold a lock as another process does: by a descriptor of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX)


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def rewrite(home: Path, **said: object) -> None:
    """Give the manifests other facts, and the checksum that belongs to them."""
    for copy in manifest.COPIES:
        path = generation(home) / copy
        record = json.loads(path.read_bytes()) | said
        del record["sha256"]
        path.write_text(json.dumps({**record, "sha256": manifest._digest(record)}))


def failing(code: int) -> Callable[..., None]:
    def fail(*arguments: object, **named: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail
