"""Imports point down; each library has one home; nothing heavy loads on the way to an answer."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

LAYERS = """
__main__
cli
service mcp
evaluate managers
why
recommend append
ranked
explain report interests wanted
store
rankers
verdicts
corpus
formats
library works
text
files
papers errors notices
"""
LEVEL = {name: -i for i, line in enumerate(LAYERS.split("\n")) for name in line.split()}
HOMES = {
    "flask": {"service"},
    "waitress": {"service"},
    "click": {"cli"},
    "pybtex": {"formats", "text"},
    "pylatexenc": {"formats", "text"},
    "rank_bm25": {"rankers", "corpus", "evaluate"},
    "sklearn": {"rankers", "corpus", "evaluate"},
    "qdrant_client": {"corpus"},
    "sqlite3": {"store"},
    "numba": {"corpus"},
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


def home(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_from_below(path: Path) -> None:
    if home(path) == "__init__":
        return
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("recommender.")}

    assert home(path) in LEVEL
    assert all(other == home(path) or LEVEL[other] < LEVEL[home(path)] for other in ours), ours


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
        "group(['suggest', 'seeds/library.bib', '-n', '3'], standalone_mode=False)\n"
        "print([m for m in ('sklearn', 'flask', 'numba') if m in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_no_test_connects_off_this_machine() -> None:
    with socket.socket() as outside, pytest.raises(RuntimeError, match="wanted to connect"):
        outside.connect(("192.0.2.1", 80))  # an address for documentation: RFC 5737
