"""JabRef 6 filled over HTTP, against a stand-in written from its source."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from recommender.errors import ManagerError
from recommender.managers.jabref import JabRef
from recommender.papers import Paper
from stand_in_managers import RunningJabRef, RunningZotero

FOREST = Paper(key="weng2025forest", title="Random Forests Made Plain", year=2025, doi="10.1/a")
TREES = Paper(key="li2025trees", title="Deep Trees", year=2025)


@pytest.fixture
def jabref() -> Iterator[Any]:
    """A JabRef with an empty library in front."""
    with RunningJabRef() as running:
        yield running


def test_papers_are_appended_to_the_library_in_front_in_a_group(jabref: Any) -> None:
    sent = JabRef(jabref.address).add([FOREST, TREES])

    assert (sent.added, sent.already) == ((FOREST, TREES), ())
    assert list(jabref.groups) == ["Suggested"]
    assert "@misc{weng2025forest," in jabref.library


def test_what_the_library_has_is_not_sent_again(jabref: Any) -> None:
    program = JabRef(jabref.address)
    program.add([FOREST])

    sent = program.add([FOREST, TREES])

    assert (sent.added, sent.already) == ((TREES,), (FOREST,))
    assert jabref.library.count("@misc") == 2


def test_a_group_with_blanks_and_slashes_arrives_as_it_is(jabref: Any) -> None:
    JabRef(jabref.address).add([FOREST], "to read / soon & more")

    assert list(jabref.groups) == ["to read / soon & more"]


def test_no_open_library_is_said(jabref: Any) -> None:
    jabref.library = None

    with pytest.raises(ManagerError, match="No library is open"):
        JabRef(jabref.address).add([FOREST])


def test_a_jabref_without_a_window_is_said(jabref: Any) -> None:
    jabref.gui = False

    with pytest.raises(ManagerError, match="open its window"):
        JabRef(jabref.address).add([FOREST])


def test_zotero_on_the_port_is_told_from_jabref() -> None:
    with RunningZotero() as zotero, pytest.raises(ManagerError, match="Zotero answers"):
        JabRef(zotero.address)


def test_no_jabref_is_said_with_the_way_that_always_works() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"

    with pytest.raises(ManagerError, match="recommender add"):
        JabRef(address)


@pytest.mark.parametrize(("n_papers", "sizes"), [(50, [50]), (51, [50, 1]), (120, [50, 50, 20])])
def test_fifty_papers_are_sent_at_once(jabref: Any, n_papers: int, sizes: list[int]) -> None:
    program = JabRef(jabref.address)
    sent_at_once: list[int] = []
    ask = program._program.ask

    def counted(method: str, path: str, **given: Any) -> Any:
        sent_at_once.extend([given["body"].count(b"@misc{")] if method == "POST" else [])
        return ask(method, path, **given)

    program._program.ask = counted  # type: ignore[method-assign]
    sent = program.add([Paper(key=f"k{i}", title=f"Deep Trees {i}") for i in range(n_papers)])

    assert sent_at_once == sizes
    assert (len(sent.added), sent.failed) == (n_papers, ())
    assert jabref.library.count("@misc") == n_papers
