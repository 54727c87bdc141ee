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
from recommender.files.refusals import explained
from recommender.files.replacing import sweep

LOCK_SECONDS = 30.0


@contextmanager
def held(path: Path) -> Iterator[Path]:
    """Keep other processes of ours from a file; gives the file that a link leads to.

    Raises UnreadableInput where there is none, Conflict where it is not safe to change.
    """
    from filelock import FileLock, Timeout  # slow to import, and needed for writing only

    with explained(path):
        target = path.resolve(strict=True)
        if not target.is_file():
            raise Conflict(f"{path} is not a file that can be added to; name a .bib file.")
        lock = FileLock(_lock_file(target), timeout=LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout:
            message = f"Another process is adding to {path}; try again when it is done."
            raise Conflict(message) from None
        try:
            sweep(target)
            _refuse_what_cannot_be_replaced(target)
            yield target
        finally:
            lock.release()


def _refuse_what_cannot_be_replaced(target: Path) -> None:
    if target.stat().st_nlink > 1:
        raise Conflict(
            f"{target} has a second name (hard link); copy it to a file of its own first."
        )
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))


def _lock_file(target: Path) -> Path:
    """Return a name outside the user's folders, the same for each process of this user."""
    from platformdirs import user_cache_path

    folder = user_cache_path("recommender") / "locks"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        folder = Path(tempfile.gettempdir())
    return folder / f"recommender-{sha256(os.fsencode(target)).hexdigest()[:32]}.lock"
