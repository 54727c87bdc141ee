"""Why a user's file is not written: the system's codes as sentences that say what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recommender.errors import Conflict, UnreadableInput

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


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
