"""Another editor saves every 2 ms while we append: `editor.py FOLDER N rename|write`.

The editor knows nothing of us: it saves its own text, by rename or in place. Prints how many of
its saves were found neither in the file nor beside it, and how many appends were done meanwhile.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from subject import OLD, forked, fresh, numbered, report

from recommender.append import append
from recommender.errors import RecommenderError

MAX_SAVES = 3000  # on a slow machine no append may come through between the first ones


def save(path: Path, text: bytes, how: str) -> None:
    if how == "write":
        path.write_bytes(text)
        return
    other = path.with_name("editors-own")
    other.write_bytes(text)
    other.replace(path)


def is_kept(path: Path, text: bytes) -> bool:
    """Tell whether a save is in the file, or in a file of ours beside it; both may just move."""
    for _ in range(20):
        for found in (path, *path.parent.glob("*.bak*"), *path.parent.glob(".refs*")):
            try:
                if found.read_bytes().startswith(text):
                    return True
            except FileNotFoundError:
                continue
        time.sleep(0.002)
    return False


def append_until_stopped(path: Path, stop: Path) -> None:
    n = 0
    while not stop.exists():
        n += 1
        try:
            append(path, [numbered(n)])
            with path.with_name("appends").open("ab") as done:
                done.write(b".")
        except RecommenderError as error:
            if "changed by another program" not in str(error):
                raise


def appends(folder: Path) -> int:
    """Return how many appends were done so far."""
    path = folder / "appends"
    return path.stat().st_size if path.exists() else 0


if __name__ == "__main__":
    folder, times, how = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    path, stop = fresh(folder), folder / "stop"
    child = forked(lambda: append_until_stopped(path, stop))
    lost, n = 0, 0
    time.sleep(0.1)
    while n < times or (appends(folder) < 3 and n < MAX_SAVES):
        text = b"%% save %d of the editor\n" % n + OLD
        save(path, text, how)
        time.sleep(0.002 if n % 10 else 0.05)  # now and then it lets an append through
        lost += not is_kept(path, text)
        n += 1
    stop.touch()
    _, status = os.waitpid(child, 0)
    report(lost=lost, status=status, appends=appends(folder))
