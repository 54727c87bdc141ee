"""What the operating system refuses, as sentences that say what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recommender.errors import Conflict, SystemRefusal, UnreadableInput

Reason = tuple[str, str, int]  # what is the matter; what to do; the status in HTTP

_FULL: Reason = ("the disk is full", "free some space", 507)
_NOT_ALLOWED: Reason = ("permission is missing", "allow this user to read and write there", 403)
_TOO_MANY: Reason = ("too many files are open", "raise the limit (ulimit -n), start again", 503)
_BUSY: Reason = ("another program holds it", "try again when that is done", 503)
_REASONS: dict[int, Reason] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: ("the quota of the disk is used up", "free some space", 507),
    errno.EFBIG: ("a file may not become that large here", "raise the limit (ulimit -f)", 507),
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: ("it is on a disk that can only be read", "choose a place on another one", 403),
    errno.EMFILE: _TOO_MANY,
    errno.ENFILE: _TOO_MANY,
    errno.EAGAIN: _BUSY,
    errno.EBUSY: _BUSY,
    errno.ETXTBSY: _BUSY,
    errno.ENOMEM: ("memory is used up", "end other programs, or give less at once", 503),
    errno.EIO: ("the disk reports an error", "copy what you can, then look after the disk", 500),
    errno.ELOOP: ("its links lead in a circle", "mend the link", 409),
    errno.ENAMETOOLONG: ("its name is too long", "give it a shorter one", 409),
    errno.ENOTDIR: ("a file stands where a folder should be", "move that file away", 409),
    errno.ENOENT: ("there is no such file", "check the name", 404),
    errno.EISDIR: ("it is a folder", "name a file", 409),
}


def reason(error: OSError) -> Reason:
    """Return what is the matter, what to do, and the status that says so in HTTP."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or str(error), "mend that, then try again", 500)


def refused(doing: str, error: OSError) -> SystemRefusal:
    """Return the error for what could not be done: "Cannot write the corpus mine"."""
    what, remedy, status = reason(error)
    return SystemRefusal(
        f"{doing}: {what}; {remedy}.",
        status=500 if status < 500 else status,  # what the system refuses us is no asker's fault
        public=f"The service cannot use its data folder: {what}; {remedy}.",
    )


def changed(path: Path) -> Conflict:
    """Return the error for a file that is not what it was."""
    return Conflict(
        f"{path} was changed by another program meanwhile; nothing was added, try again."
    )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the system's refusals to change a user's file into errors that say what to do."""
    try:
        yield
    except FileNotFoundError as error:
        raise UnreadableInput(
            f"There is no file {path}; create it first, it may be empty."
        ) from error
    except OSError as error:
        raise _unchanged(path, error) from error


def _unchanged(path: Path, error: OSError) -> Conflict:
    what, remedy, status = reason(error)
    refusal = Conflict(f"{path} was not changed: {what}; {remedy}.")
    refusal.status = 409 if status == 500 else status
    return refusal
