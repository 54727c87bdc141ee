"""Exchange of two files in one step, where the system has it."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

TEMPORARY = ".recommender.tmp"
AT_FDCWD = -100
RENAME_EXCHANGE = 2  # linux/fs.h
RENAME_SWAP = 2  # sys/stdio.h of macOS
NOT_HERE = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})


def temporary(target: Path) -> Path:
    """Return an unused name beside a file, for what is there only while it is replaced."""
    return target.with_name(f".{target.name}.{token_hex(4)}{TEMPORARY}")


def exchange(spare: Path, target: Path) -> None:
    """Let two files of one folder change places: nobody sees either of them missing.

    Where the system cannot, the target is linked to a second name and then replaced: still all or
    nothing, but a file that another program puts there between the two steps is lost.
    """
    try:
        _exchange(os.fsencode(spare), os.fsencode(target))
    except OSError as error:
        if error.errno not in NOT_HERE:
            raise
        _replace_and_keep(spare, target)


def _exchange(one: bytes, other: bytes) -> None:
    system = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    if system and hasattr(system, "renameat2"):
        failed = system.renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE)
    elif system and hasattr(system, "renamex_np"):
        failed = system.renamex_np(one, other, RENAME_SWAP)
    else:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if failed:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), os.fsdecode(other))


def _replace_and_keep(spare: Path, target: Path) -> None:
    kept = temporary(target)
    try:
        os.link(target, kept)
    except OSError:  # exFAT has no links
        shutil.copy2(target, kept)
    try:
        spare.replace(target)
    except BaseException:
        with suppress(OSError):
            kept.unlink()
        raise
    try:
        kept.replace(spare)
    except BaseException:
        kept.replace(target)
        raise
