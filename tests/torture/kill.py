"""Kill an append at each line that it runs, then at random moments: `kill.py FOLDER N [-]`.

Prints how many kills there were and what was wrong after them; `-` is a system without exchange.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from subject import OLD, PAPER, forked, fresh, new_content, report, temporaries, without_exchange

from recommender.append import append

WATCHED = (os.sep + "recommender" + os.sep + "files" + os.sep, "append.py", "end.py")


def append_and_die(path: Path, step: int) -> None:
    """Append, and be killed before the given line of ours is run."""
    lines = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal lines
        if event == "line":
            lines += 1
            if lines == step:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace if any(name in frame.f_code.co_filename for name in WATCHED) else None

    sys.settrace(trace)
    append(path, [PAPER])


def wrong_after(path: Path, new: bytes) -> str:
    """Return what is wrong with the library after a kill, and with the next append; else ""."""
    content = path.read_bytes()
    if content not in (OLD, new):
        return "torn"
    append(path, [PAPER])
    if path.read_bytes() != new:
        return "not repaired"
    return "left: " + str(temporaries(path.parent)) if temporaries(path.parent) else ""


def kill_at_each_line(folder: Path, new: bytes) -> tuple[int, list[str]]:
    step, wrong = 0, []
    while True:
        step += 1
        path = fresh(folder)
        child = forked(lambda: append_and_die(path, step))  # noqa: B023
        if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
            return step - 1, wrong
        if fault := wrong_after(path, new):
            wrong.append(f"line {step}: {fault}")


def kill_at_random(folder: Path, new: bytes, times: int) -> list[str]:
    path = fresh(folder)
    began = time.monotonic()
    os.waitpid(forked(lambda: append(path, [PAPER])), 0)
    lasted, wrong, choice = time.monotonic() - began, [], random.Random(3)
    for _ in range(times):
        path = fresh(folder)
        child = forked(lambda: append(path, [PAPER]))  # noqa: B023
        time.sleep(choice.uniform(0, lasted))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if fault := wrong_after(path, new):
            wrong.append(fault)
    return wrong


if __name__ == "__main__":
    folder, times = Path(sys.argv[1]), int(sys.argv[2])
    if sys.argv[3:]:
        without_exchange()
    new = new_content(folder)
    lines, wrong = kill_at_each_line(folder, new)
    report(lines=lines, wrong=wrong + kill_at_random(folder, new, times))
