"""The only code that writes into users' files: one at a time, all or nothing, with a backup.

A file is replaced, never written into: a reader sees the old bytes or the new ones. The two files
change places in one step, so what another program saved at the last moment comes into our hands
and is put back.
"""

from __future__ import annotations

import errno
import glob
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from recommender.errors import Conflict, UnreadableInput
from recommender.exchange import exchange

BACKUPS = 10  # kept of one file
BACKUP = ".recommender.bak"  # ending of the newest; older ones end in .bak1, .bak2, ...
TEMPORARY = ".recommender.tmp"  # ending of what lies beside a file while it is replaced
LOCK_SECONDS = 30.0
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


@contextmanager
def held(path: Path) -> Iterator[Path]:
    """Keep other processes of ours from a file; gives the file that a link leads to.

    Raises UnreadableInput where there is none, Conflict where it is not safe to change.
    """
    from filelock import FileLock, Timeout  # slow to import, and needed for writing only

    with explained(path):
        target = _changeable(path)
        lock = FileLock(_lock_file(target), timeout=LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout:
            message = f"Another process is adding to {path}; try again when it is done."
            raise Conflict(message) from None
        try:
            _sweep(target)
            yield target
        finally:
            lock.release()


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


def changed(path: Path) -> Conflict:
    """Return the error for a file that is not what it was."""
    return Conflict(
        f"{path} was changed by another program meanwhile; nothing was added, try again."
    )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the system's refusals into errors that say what to do."""
    try:
        yield
    except FileNotFoundError as error:
        raise UnreadableInput(
            f"There is no file {path}; create it first, it may be empty."
        ) from error
    except OSError as error:
        raise _refusal(path, error) from error


def _refusal(path: Path, error: OSError) -> Conflict:
    reason = error.strerror or str(error)
    if error.errno in NO_ROOM:
        refusal = Conflict(
            f"The disk has no room for {path}; nothing was changed, free some space."
        )
        refusal.status = 507
    elif error.errno in NOT_ALLOWED:
        refusal = Conflict(
            f"{path} may not be written ({reason}); allow writing to the file and to its folder."
        )
        refusal.status = 403
    else:
        refusal = Conflict(f"{path} could not be written ({reason}); nothing was changed.")
    return refusal


def _changeable(path: Path) -> Path:
    target = path.resolve(strict=True)
    about = target.stat()
    if not stat.S_ISREG(about.st_mode):
        raise Conflict(f"{path} is not a file that can be added to; name a .bib file.")
    if about.st_nlink > 1:
        raise Conflict(f"{path} has a second name (hard link); copy it to a file of its own first.")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return target


def _lock_file(target: Path) -> Path:
    """Return a name outside the user's folders, the same for each process of this user."""
    from platformdirs import user_cache_path

    folder = user_cache_path("recommender") / "locks"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        folder = Path(tempfile.gettempdir())
    return folder / f"recommender-{sha256(os.fsencode(target)).hexdigest()[:32]}.lock"


def _write_beside(target: Path, content: bytes) -> Path:
    """Write a flushed file into the same folder, with the owner and the mode of the old one."""
    spare = target.with_name(f".{target.name}.{token_hex(4)}{TEMPORARY}")
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


def _sweep(target: Path) -> None:
    """Clear away what a killed process left; nobody else is writing while the file is held."""
    for spare in target.parent.glob(f".{glob.escape(target.name)}.*{TEMPORARY}"):
        content, present = spare.read_bytes(), target.read_bytes()
        unpublished = bool(present) and content.startswith(present)
        _settle(spare, target, ours=content if unpublished else b"")


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
