"""Imports point down; each library has one home; nothing heavy loads on the way to an answer."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

LAYERS = """
__main__
cli
service mcp
wire
evaluate managers
why
recommend append
ranking
report interests
store
rankers
verdicts
corpus
formats
library
works
text
files
papers errors notices caching
"""
ROOMS = {
    "corpus": """
opening
ingest
registry
cache
engines
merge
corpus
indexing
search
storage
keys sources
seeds progress
""",
    "rankers": """
fused
rocchio svm
bm25 tfidf relevance density
scored strength
components
profile feedback
""",
    "interests": """
interests
clusters labels turns
groups
""",
    "ranking": """
ranking layout
held_back
interest_ranking query
suggestion enrichment
reasons
""",
    "service": """
running
app
web
api
runtime
http
settings log
""",
}
RUN_THE_SERVICE = {"serve", "token"}  # commands
MAX_MODULES = 17  # of one folder; a row of formats or commands, a file each, may be longer
ROWS = {"formats", "formats/bibtex", "cli", "text"}


def levels(layers: str) -> dict[str, int]:
    return {name: -i for i, line in enumerate(layers.split("\n")) for name in line.split()}


LEVEL = levels(LAYERS)
HOMES = {
    "flask": {"service"},
    "waitress": {"service"},
    "click": {"cli"},
    "pybtex": {"formats", "text"},
    "pylatexenc": {"formats", "text"},
    "feedparser": {"formats"},
    "rank_bm25": {"evaluate"},
    "sklearn": {"rankers"},
    "qdrant_client": {"corpus"},
    "sqlite3": {"store"},
    "cachetools": {"caching"},
    "numba": {"corpus"},
    "msgspec": {"wire"},
    "mcp": {"mcp"},
    "mcp_types": {"mcp"},
}
PACKAGE = Path(__file__).parents[1] / "recommender"
MODULES = sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module(path) for path in MODULES}


def known(name: str) -> str | None:
    """Return the module that an imported name is or comes from, None for another's."""
    parent = name.rpartition(".")[0]
    return name if name in NAMES else parent if parent in NAMES else None


def home(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_from_below(path: Path) -> None:
    if home(path) == "__init__":
        return
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("recommender.")}

    assert home(path) in LEVEL
    assert all(other == home(path) or LEVEL[other] < LEVEL[home(path)] for other in ours), ours


def test_the_command_line_reaches_into_the_service_only_to_run_it() -> None:
    users = {
        path.stem
        for path in MODULES
        if home(path) in ("cli", "mcp")
        for name in imports(path)
        if name.startswith("recommender.service")
    }

    assert users == RUN_THE_SERVICE


@pytest.mark.parametrize("floor", ROOMS)
def test_a_room_imports_only_from_rooms_below(floor: str) -> None:
    level, upward = levels(ROOMS[floor]), []
    for path in MODULES:
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] != floor or parts[1] == "__init__":
            continue
        begin = f"recommender.{floor}."
        used = {n.removeprefix(begin).split(".")[0] for n in imports(path) if n.startswith(begin)}
        assert parts[1] in level
        upward += [
            (parts[1:], other)
            for other in used & level.keys() - {parts[1]}
            if level[other] >= level[parts[1]]
        ]

    assert not upward


def test_a_folder_can_be_overlooked() -> None:
    counts = Counter(path.parent.relative_to(PACKAGE).as_posix() for path in MODULES)

    assert not {name for name, n in counts.items() if n > MAX_MODULES + 1 and name not in ROWS}


def test_no_modules_import_each_other_in_a_circle() -> None:
    below = {module(path): {n for n in map(known, imports(path)) if n} for path in MODULES}

    TopologicalSorter(below).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_library_has_one_home(path: Path) -> None:
    strangers = {
        name
        for name in imports(path)
        if home(path) not in HOMES.get(name.split(".")[0], {home(path)})
    }

    assert not strangers


def test_a_suggestion_loads_nothing_heavy(root: Path) -> None:
    code = (
        "import sys; from recommender.cli import group\n"
        "for ranker in ('fused', 'bm25', 'tfidf'):\n"
        "  asked = ['suggest', 'seeds/library.bib', '-n3', '--ranker', ranker]\n"
        "  group(asked, standalone_mode=False)\n"
        "print([m for m in ('sklearn', 'rank_bm25', 'flask', 'numba') if m in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_no_test_connects_off_this_machine() -> None:
    with socket.socket() as outside, pytest.raises(RuntimeError, match="wanted to connect"):
        outside.connect(("192.0.2.1", 80))  # an address for documentation: RFC 5737
