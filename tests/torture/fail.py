"""Let the N-th file-system call of an append fail, for each N and error: `fail.py FOLDER [-]`.

A profile function sees every call into C and raises in its place. Prints how many calls there
were for each error, and what was wrong after a failure; `-` is a system without exchange.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from subject import OLD, PAPER, fresh, new_content, report, temporaries, without_exchange

from recommender.append import append
from recommender.errors import RecommenderError

CALLS = {  # of posix and io; a call that reads names or numbers only cannot fail
    *("open", "stat", "lstat", "mkdir", "link", "unlink", "replace", "rename", "chmod", "chown"),
    *("fsync", "close", "scandir", "listdir", "access", "readlink", "read", "readall", "write"),
    *("flush", "utime", "flock", "truncate", "fdopen", "fstat"),
}
ERRORS = ("EIO", "ENOSPC", "EINTR", "EACCES")


class Failing:
    """Counts the calls and raises at the one that is to fail."""

    def __init__(self, wanted: int, code: int) -> None:
        self._wanted, self._code, self.calls = wanted, code, 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        swap = event == "call" and frame.f_code.co_name == "_exchange"
        if swap or (event == "c_call" and arg.__name__ in CALLS):
            self.calls += 1
            if self.calls == self._wanted:
                sys.setprofile(None)
                raise OSError(self._code, os.strerror(self._code))


def fault(path: Path, new: bytes, wanted: int, code: int) -> tuple[bool, str]:
    """Append with one failure; tell whether the call was reached, and what is wrong after it."""
    failing, wrong = Failing(wanted, code), ""
    sys.setprofile(failing)
    try:
        append(path, [PAPER])
    except RecommenderError as error:
        if not str(error).endswith("."):
            wrong = f"no sentence: {error}"
    except OSError as error:
        wrong = f"raw error: {error!r}"
    finally:
        sys.setprofile(None)
    content = path.read_bytes()
    if content not in (OLD, new):
        wrong = "damaged"
    if temporaries(path.parent):
        wrong = f"left {temporaries(path.parent)}"
    return failing.calls >= wanted, wrong


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if sys.argv[2:]:
        without_exchange()
    new = new_content(folder)
    calls, wrong = {}, []
    for name in ERRORS:
        wanted, reached = 0, True
        while reached:
            wanted += 1
            reached, what = fault(fresh(folder), new, wanted, getattr(errno, name))
            if what:
                wrong.append(f"{name} {wanted}: {what}")
        calls[name] = wanted - 1
    report(calls=calls, wrong=wrong)
