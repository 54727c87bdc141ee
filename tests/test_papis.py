"""The papis adapter in the real papis, with papis's own fixtures, against a live service."""

from __future__ import annotations

import re
import runpy
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

LIVE = runpy.run_path(str(Path(__file__).parent / "stand_ins" / "live.py"))["Live"]
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:papis")  # its own, not ours
GRAPHS = {
    "ref": "kipf",
    "title": "Semi-supervised classification with graph convolutional networks",
    "author": "Kipf, Thomas",
    "year": 2017,
    "abstract": "Graph neural networks smooth node features; depth brings oversmoothing.",
}


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, need: Callable[[object, str], None]
) -> Iterator[Any]:
    """A live service with the bundled corpus."""
    need(find_spec("papis") and find_spec("papis_recommender"), "papis is not installed")
    with LIVE(tmp_path_factory.mktemp("service")) as live:
        yield live


@pytest.fixture
def library(service: Any, request: pytest.FixtureRequest) -> Any:
    """A papis library of one document, set to ask the live service."""
    request.node.add_marker(pytest.mark.library_setup(populate=False))  # papis's own mark
    made = request.getfixturevalue("tmp_library")
    import papis.commands.add
    import papis.config

    papis.config.set("address", service.address, section="recommender")
    papis.commands.add.run([], data=dict(GRAPHS), batch=True)
    return made


def papis_run(command: str, *arguments: str) -> Any:
    """Run a command as papis does: found by its entry point."""
    from importlib.metadata import entry_points

    import papis.database
    from papis.testing import PapisRunner

    group, name = command.split(":")
    (found,) = entry_points(group=group, name=name)
    result = PapisRunner().invoke(found.load(), list(arguments))
    papis.database.get().clear()
    return result


def suggest(*arguments: str) -> Any:
    return papis_run("papis.command:suggest", *arguments)


def refs() -> set[str]:
    import papis.database

    papis.database.get().clear()
    return {d["ref"] for d in papis.database.get().get_all_documents()}


def first_key(listed: Any) -> str:
    found = re.search(r"--add (\S+)", listed.output)
    assert found is not None
    return found[1]


def test_suggestions_are_listed_with_reasons(library: Any) -> None:
    listed = suggest("--all", "--limit", "3")

    assert listed.exit_code == 0
    assert listed.output.count("--add ") == 3
    said = " ".join(listed.output.split())  # without the breaks of its lines
    assert GRAPHS["title"] in said
    assert re.search(r"· (ICLR|ICML) · 2025 · (strong|fair|weak)", said)


def test_a_suggestion_is_added_under_its_key(library: Any) -> None:
    key = first_key(suggest("--all"))

    added = suggest("--all", "--add", key)

    assert f"added as {key}" in added.output
    assert refs() == {"kipf", key}


def test_a_paper_that_the_library_has_is_said_and_not_added_twice(library: Any) -> None:
    key = first_key(suggest("--all"))
    suggest("--all", "--add", key)

    again = suggest("kipf", "--all", "--add", key)

    assert f"already in the library as {key}" in again.output
    assert len(refs()) == 2


def test_picking_shows_papis_own_picker(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import papis.api

    monkeypatch.setattr(papis.api, "pick_doc", lambda documents: documents[:2])

    picked = suggest("--all", "--pick")

    assert picked.output.count("added as ") == 2
    assert len(refs()) == 3


def test_a_query_without_documents_is_said(library: Any) -> None:
    nothing = suggest("author:nobody", "--all")

    assert nothing.exit_code == 1
    assert "nothing to start from" in nothing.output


def test_a_service_that_is_down_is_said_with_the_command(library: Any) -> None:
    import papis.config

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    papis.config.set("address", f"http://127.0.0.1:{port}", section="recommender")

    down = suggest("--all")

    assert down.exit_code == 1
    assert "recommender serve" in down.output


def test_an_unknown_corpus_is_said_in_the_services_words(library: Any) -> None:
    import papis.config

    papis.config.set("corpus", "nowhere", section="recommender")

    assert "nowhere" in suggest("--all").output


def test_the_explorer_hands_documents_on(library: Any) -> None:
    import click

    seen: dict[str, Any] = {"documents": []}
    from importlib.metadata import entry_points

    (found,) = entry_points(group="papis.explorer", name="suggest")
    with click.Context(found.load(), obj=seen) as context:
        context.invoke(found.load(), query="kipf", limit=2)

    assert len(seen["documents"]) == 2
    assert all(d["ref"] and d["title"] for d in seen["documents"])


def test_explore_exports_suggestions_as_bibtex(library: Any, tmp_path: Path) -> None:
    target = tmp_path / "out.bib"

    done = papis_run(
        "papis.command:explore",
        "suggest",
        "-n",
        "2",
        "kipf",
        "export",
        "-f",
        "bibtex",
        "-o",
        str(target),
    )

    assert done.exit_code == 0
    assert target.read_text().count("@") == 2
