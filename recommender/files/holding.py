"""Holding a file: it is fit to be changed, and no other process of ours changes it meanwhile."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from recommender.errors import Conflict
from recommender.files.refusals import explained, refused
from recommender.files.replacing import sweep

LOCK_SECONDS = 30.0


@contextmanager
def held(path: Path) -> Iterator[Path]:
    """Keep other processes of ours from a file; gives the file that a link leads to.

    Raises UnreadableInput where there is none, Conflict where it is not safe to change.
    """
    from filelock import FileLock, Timeout  # slow to import, and needed for writing only

    with explained(path):
        target = _resolved(path)
        if not target.is_file():
            raise Conflict(f"{path} is not a file that can be added to; name a .bib file.")
        lock = FileLock(_lock_file(target), timeout=LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout:
            message = f"Another process is adding to {path}; try again when it is done."
            raise Conflict(message) from None
        except OSError as error:
            doing = f"{path} was not changed, since its lock {lock.lock_file} cannot be made"
            raise refused(doing, error) from error
        try:
            sweep(target)
            _refuse_what_cannot_be_replaced(target)
            yield target
        finally:
            lock.release()


def _resolved(path: Path) -> Path:
    try:
        return path.resolve(strict=True)
    except RuntimeError as error:  # how pathlib says that links lead in a circle
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error


def _refuse_what_cannot_be_replaced(target: Path) -> None:
    if target.stat().st_nlink > 1:
        raise Conflict(
            f"{target} has a second name (hard link); copy it to a file of its own first."
        )
    target.open("r+b").close()  # the system says why, where it refuses


def _lock_file(target: Path) -> Path:
    """Return a name outside the user's folders, the same for each process of this user."""
    from platformdirs import user_cache_path

    folder = user_cache_path("recommender") / "locks"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        usable = os.access(folder, os.W_OK)
    except OSError:
        usable = False
    if not usable:
        folder = Path(tempfile.gettempdir())
    user = getattr(os, "getuid", int)()  # a file of others may not be opened in such a folder
    return folder / f"recommender-{user}-{sha256(os.fsencode(target)).hexdigest()[:32]}.lock"
