"""Runs commands under conditions: `stage.py`, one JSON request a line, one JSON answer a line.

It has loaded everything, so that a command costs a fork; it has a mount table of its own, so that
what a condition mounts is seen by nobody else and gone with it.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import conditions

from recommender import cli
from recommender.corpus import open_corpus
from recommender.formats import read_file
from recommender.recommend import suggest
from recommender.service import running  # noqa: F401 - loaded before the forks

CLONE_NEWNS = 0x20000
MS_REC_PRIVATE = 0x4000 | 0x40000
ADDRESS = re.compile(r"http://[\d.]+:\d+(?= until)")
LOADED = ("filelock", "sqlite3", "json", "encodings.idna", "platformdirs")


def apart() -> bool:
    """Get a mount table of our own; tell whether this process may."""
    system = ctypes.CDLL(None)
    return not system.unshare(CLONE_NEWNS) and not system.mount(
        b"none", b"/", None, MS_REC_PRIVATE, None
    )


def load() -> None:
    """Load what commands load when they are used."""
    for name in (*LOADED, *(f"recommender.cli.{module}" for module, _ in cli.COMMANDS.values())):
        import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.bib").write_text("@misc{a, title = {On the many kinds of trees}}")
        suggest(read_file(Path(folder) / "a.bib"), open_corpus(data=Path(folder)))


def play(home: Path, condition: str, arguments: list[str], pipes: tuple[int, int]) -> None:
    """Become the command, under the condition; never returns."""
    status = 99
    try:
        os.chdir(home)
        os.environ["XDG_CACHE_HOME"] = str(home / "cache")
        for number, pipe in enumerate(pipes, 1):
            os.dup2(pipe, number)
        getattr(conditions, condition)(home)
        sys.argv = ["recommender", "--data", "data", *arguments]
        cli.main()
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.setprofile(None)
        traceback.print_exc()
    finally:
        sys.setprofile(None)
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(status)


def followed(child: int, told: int) -> tuple[int, str]:
    """Return how a command ended and what it told; a service is ended when it answers."""
    text = ""
    while more := os.read(told, 1 << 16):
        text += more.decode(errors="replace")
        if served := ADDRESS.search(text):
            with suppress(OSError):  # any answer tells that it has begun
                urlopen(f"{served[0]}/api/v1/health", timeout=5).close()
            os.kill(child, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


def answer(asked: dict[str, Any]) -> dict[str, object]:
    """Run one command; it prints less than a pipe holds."""
    (out, to_out), (told, to_told) = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        play(Path(asked["home"]), asked["condition"], asked["arguments"], (to_out, to_told))
    os.close(to_out)
    os.close(to_told)
    status, stderr = followed(child, told)
    stdout = os.read(out, 1 << 20).decode(errors="replace")
    os.close(out)
    os.close(told)
    return {"status": status, "stdout": stdout, "stderr": stderr}


if __name__ == "__main__":
    alone = apart()
    load()
    print(json.dumps({"mounts": alone}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
