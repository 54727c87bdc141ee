"""Replacing a file: a reader sees the old bytes or the new ones, and a backup is kept.

The new and the old file change places in one step, so what another program saved at the last
moment comes into our hands and is put back.
"""

from __future__ import annotations

import glob
import os
import stat
from contextlib import suppress
from pathlib import Path

from recommender.files.exchange import TEMPORARY, exchange, temporary
from recommender.files.refusals import changed

BACKUPS = 10  # kept of one file
BACKUP = ".recommender.bak"  # ending of the newest; older ones end in .bak1, .bak2, ...


def replace(target: Path, old: bytes, new: bytes) -> Path:
    """Give a held file its new content, which begins with the old; return the backup.

    Returns only when the new content is on the disk. Raises Conflict, with nothing changed, where
    the file no longer holds the old content.
    """
    spare = _write_beside(target, new)
    try:
        if target.read_bytes() != old:
            raise changed(target)
        exchange(spare, target)
        try:
            _flush_folder(target.parent)
            if spare.read_bytes() != old:
                raise changed(target)
            return _keep(spare, target)
        except BaseException:
            _put_back(spare, target, new)
            raise
    except BaseException:
        _settle(spare, target, ours=new)
        raise


def sweep(target: Path) -> None:
    """Clear away what a killed process left; nobody else is writing while the file is held."""
    for spare in target.parent.glob(f".{glob.escape(target.name)}.*{TEMPORARY}"):
        content, present = spare.read_bytes(), target.read_bytes()
        unpublished = bool(present) and content.startswith(present)
        _settle(spare, target, ours=content if unpublished else b"")


def _write_beside(target: Path, content: bytes) -> Path:
    """Write a flushed file into the same folder, with the owner and the mode of the old one."""
    spare = temporary(target)
    about = target.stat()
    file = os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(content)
            stream.flush()
            with suppress(PermissionError):  # a file of somebody else in a shared folder
                os.chown(spare, about.st_uid, about.st_gid)
            spare.chmod(stat.S_IMODE(about.st_mode))
            os.fsync(stream.fileno())
    except BaseException:
        spare.unlink()
        raise
    return spare


def _put_back(spare: Path, target: Path, ours: bytes) -> None:
    """Let the last thing that another program saved be the file again."""
    expected = ours
    for _ in range(100):
        coming = spare.read_bytes()
        exchange(spare, target)
        if spare.read_bytes() == expected:
            return
        expected = coming  # it was saved once more in between: that save goes back in turn


def _settle(spare: Path, target: Path, *, ours: bytes) -> None:
    """Remove a temporary file that is ours or whose content the file has; else keep it."""
    if not spare.exists():
        return
    content = spare.read_bytes()
    if content == ours or target.read_bytes().startswith(content):
        spare.unlink()
    else:
        _keep(spare, target)


def _keep(spare: Path, target: Path) -> Path:
    """Make a file the newest backup; the last one moves on if it holds what the file does not."""
    newest = target.with_name(target.name + BACKUP)
    if newest.exists() and not target.read_bytes().startswith(newest.read_bytes()):
        names = [newest, *(newest.with_name(f"{newest.name}{n}") for n in range(1, BACKUPS))]
        for older, newer in zip(reversed(names), reversed(names[:-1]), strict=False):
            if newer.exists():
                newer.replace(older)
    spare.replace(newest)
    return newest


def _flush_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
