"""Files and folders of the data folder: private, flushed, switched in one step."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

LEFT_SECONDS = 24 * 3600  # nobody writes that long
TEMPORARY = ".new-"  # what is being written; swept by the next writer


def private_folder(path: Path) -> Path:
    """Make a folder, and its parents, that only its owner can enter."""
    if not path.is_dir():
        private_folder(path.parent) if not path.parent.is_dir() else None
        path.mkdir(mode=0o700, exist_ok=True)
        path.chmod(0o700)
    return path


def entries(folder: Path) -> list[Path]:
    """Return what is in a folder, nothing where there is none; raises OSError.

    Not by glob, which takes a folder that may not be read for an empty one.
    """
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def temporary_folder(parent: Path) -> Path:
    """Make a private folder with a name that is swept when it is left over."""
    return private_folder(parent / f"{TEMPORARY}{os.getpid()}-{token_hex(4)}")


def sweep(parent: Path) -> None:
    """Remove what writers that died have left; call under the lock of the writers."""
    for path in parent.glob(f"{TEMPORARY}*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def sweep_old(parent: Path) -> None:
    """Remove what writers that died long ago have left, where others may be writing now."""
    for path in parent.glob(f"{TEMPORARY}*"):
        with suppress(OSError):  # another process sweeps too
            if time.time() - path.stat().st_mtime > LEFT_SECONDS:
                shutil.rmtree(path, ignore_errors=True)


def opener(path: str, flags: int) -> int:
    """Open a file that only its owner can read, whatever the umask."""
    descriptor = os.open(path, flags, 0o600)
    if flags & os.O_CREAT:
        os.fchmod(descriptor, 0o600)
    return descriptor


def write_file(path: Path, content: bytes) -> None:
    """Write a private file and flush it to the disk."""
    with open(path, "wb", opener=opener) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes) -> None:
    """Give a file another content in one step."""
    spare = path.with_name(f"{TEMPORARY}{token_hex(4)}")
    write_file(spare, content)
    spare.replace(path)
    flush(path.parent)


def flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
