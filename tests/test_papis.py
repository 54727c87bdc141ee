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
foreign: Any = runpy.run_path(str(Path(__file__).parent / "stand_ins" / "foreign.py"))["foreign"]
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
    need(find_spec("papis") and find_spec("recommender_client"), "papis is not installed")
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
    listed = suggest("--limit", "3")

    assert listed.exit_code == 0
    assert listed.output.count("--add ") == 3
    said = " ".join(listed.output.split())  # without the breaks of its lines
    assert GRAPHS["title"] in said
    assert re.search(r"· (ICLR|ICML) · 2025 · (strong|fair|weak)", said)


def test_a_suggestion_is_added_under_its_key(library: Any) -> None:
    key = first_key(suggest())

    added = suggest("--add", key)

    assert f"added as {key}" in added.output
    assert refs() == {"kipf", key}


def test_a_paper_that_the_library_has_is_said_and_not_added_twice(library: Any) -> None:
    key = first_key(suggest())
    suggest("--add", key)

    again = suggest("kipf", "--add", key)

    assert f"already in the library as {key}" in again.output
    assert len(refs()) == 2


def test_picking_shows_papis_own_picker(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import papis.api

    monkeypatch.setattr(papis.api, "pick_doc", lambda documents: documents[:2])

    picked = suggest("--pick")

    assert picked.output.count("added as ") == 2
    assert len(refs()) == 3


def test_all_documents_of_a_query_are_started_from_without_a_picker(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import papis.commands.add
    import papis.pick

    other = {**GRAPHS, "ref": "ho", "title": "Denoising diffusion probabilistic models"}
    papis.commands.add.run([], data={**other, "abstract": "Diffusion models denoise."}, batch=True)
    monkeypatch.setattr(papis.pick, "pick_doc", lambda documents: documents[:1])

    said = " ".join(suggest("author:Kipf", "-n", "30").output.split())

    assert "(kipf)" in said
    assert "(ho)" in said


@pytest.mark.parametrize("option", ["--all", "-a"])
def test_the_habit_of_writing_all_does_no_harm(library: Any, option: str) -> None:
    assert suggest(option, "-n", "2").output == suggest("-n", "2").output


def test_what_the_library_has_is_marked_where_a_part_is_asked_for(library: Any) -> None:
    key = first_key(suggest())
    suggest("--add", key)

    listed = suggest("ref:kipf")

    assert f"in the library as {key}" in listed.output
    assert f"--add {key}" not in listed.output


def test_what_the_library_has_is_not_offered_to_be_picked(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import papis.api

    key = first_key(suggest())
    suggest("--add", key)
    seen: list[Any] = []
    monkeypatch.setattr(papis.api, "pick_doc", lambda documents: seen.extend(documents) or [])

    picked = suggest("ref:kipf", "--pick")

    assert seen
    assert key not in {document["ref"] for document in seen}
    assert f"in the library as {key}" in picked.output


def test_no_braces_of_tex_are_in_the_picker(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import papis.api
    import papis.bibtex

    braced = [{"ref": "a", "title": "{QPM}: {{Discrete}} $x_{1}$"}, {"ref": "b", "title": "{B}"}]
    monkeypatch.setattr(papis.bibtex, "bibtex_to_dict", lambda _: braced)  # as its version 2 may
    seen: list[Any] = []
    monkeypatch.setattr(papis.api, "pick_doc", lambda documents: seen.extend(documents) or [])

    suggest("--pick")

    assert [document["title"] for document in seen] == [braced[0]["title"], "B"]


def test_a_query_without_documents_is_said(library: Any) -> None:
    nothing = suggest("author:nobody")

    assert nothing.exit_code == 1
    assert "nothing to start from" in nothing.output


def test_a_service_that_is_down_is_said_with_the_command(library: Any) -> None:
    import papis.config

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    papis.config.set("address", f"http://127.0.0.1:{port}", section="recommender")

    down = suggest()

    assert down.exit_code == 1
    assert "recommender serve" in down.output


def test_another_program_at_the_address_is_named(library: Any) -> None:
    import papis.config

    with foreign("404") as address:
        papis.config.set("address", address, section="recommender")
        asked, added = suggest(), suggest("--add", "key")

    assert asked.exit_code == added.exit_code == 1
    assert f"Another program answers at {address}" in asked.output
    assert f"Another program answers at {address}" in added.output


def test_an_unknown_corpus_is_said_in_the_services_words(library: Any) -> None:
    import papis.config

    papis.config.set("corpus", "nowhere", section="recommender")

    assert "nowhere" in suggest().output


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
