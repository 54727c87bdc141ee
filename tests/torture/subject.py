"""What the torture scripts append to, and what they look at afterwards."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from recommender.append import append
from recommender.papers import Paper, Person

OLD = b"@article{lee2020, title={Old Trees of the Northern Forest}, author={Lee, A}, year=2020}\n"
PAPER = Paper(
    type="article",
    title="New Leaves on Old Trees",
    authors=(Person(family="Ives", given="Jo"),),
    year=2021,
    venue="Ledger & Ink",
)


def numbered(n: int) -> Paper:
    """Return a paper of its own for each number."""
    return Paper(title=f"Notes on the Northern Forest, Volume {n}", year=2000, doi=f"10.5555/{n}")


def fresh(folder: Path) -> Path:
    """Return a library with nothing beside it."""
    for path in folder.iterdir():
        path.unlink()
    path = folder / "refs.bib"
    path.write_bytes(OLD)
    return path


def forked(action: Callable[[], object]) -> int:
    """Run something in a child process and return its number; it ends with status 0 or 1."""
    child = os.fork()
    if child:
        return child
    try:
        action()
    except BaseException:
        os._exit(1)
    os._exit(0)


def temporaries(folder: Path) -> list[str]:
    """Return the names of files that should not be left."""
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def without_exchange() -> None:
    """Let this process think that its system cannot exchange two files."""
    ctypes.CDLL = lambda *args, **kwargs: object()  # type: ignore[assignment, misc]


def new_content(folder: Path) -> bytes:
    """Return what the library is after an append that nothing disturbed."""
    path = fresh(folder)
    append(path, [PAPER])
    return path.read_bytes()


def report(**counts: object) -> None:
    """Print the result for the test that runs the script."""
    json.dump(counts, sys.stdout)
