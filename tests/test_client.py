"""What papis and coBib share: who answers at an address, and which papers are the same."""

from __future__ import annotations

import runpy
import socket
from collections.abc import Callable
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

STAND_IN = runpy.run_path(str(Path(__file__).parent / "stand_ins" / "foreign.py"))
foreign: Any = STAND_IN["foreign"]


@pytest.fixture
def service(need: Callable[[object, str], None]) -> Any:
    need(find_spec("recommender_client"), "adapters/client is not installed")
    from recommender_client import service

    return service


@pytest.fixture
def same(need: Callable[[object, str], None]) -> Any:
    need(find_spec("recommender_client"), "adapters/client is not installed")
    from recommender_client.same import same

    return same


@pytest.mark.parametrize("kind", STAND_IN["ANSWERS"])
def test_another_program_is_named_whatever_it_answers(service: Any, kind: str) -> None:
    with foreign(kind) as address:
        asked = service.Service(address)

        with pytest.raises(service.ServiceError, match=f"Another program answers at {address}"):
            asked.suggest("@misc{a, title = {A}}", 3)
        with pytest.raises(service.ServiceError, match=f"Another program answers at {address}"):
            asked.bibtex(["a"])


def test_nobody_at_the_address_is_said_with_the_command(service: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    with pytest.raises(service.ServiceError, match=r"is not running at .*`recommender serve`"):
        service.Service(f"http://127.0.0.1:{port}").suggest("", 3)


@pytest.mark.parametrize("address", ["", "localhost:8763", "127.0.0.1", "http://a:b", "file:///a"])
def test_what_is_no_address_is_said(service: Any, address: str) -> None:
    with pytest.raises(service.ServiceError, match="is no address: write it like http://127"):
        service.Service(address)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"doi": "10.1000/ABC"}, {"doi": "https://doi.org/10.1000/abc"}),
        ({"doi": "10.1000/abc"}, {"url": "http://dx.doi.org/10.1000/abc"}),
        ({"arxiv": "2406.02997"}, {"eprint": "arXiv:2406.02997v2"}),
        ({"arxiv": "2406.02997"}, {"url": "https://arxiv.org/abs/2406.02997v1"}),
        ({"arxiv": "2406.02997"}, {"doi": "10.48550/arXiv.2406.02997"}),
        ({"arxiv": "2406.02997"}, {"url": "https://doi.org/10.48550/arXiv.2406.02997"}),
        ({"url": "https://www.example.org/p/"}, {"url": "http://example.org/p"}),
        ({"title": "The Möbius Net"}, {"title": 'The {M}{\\"o}bius net'}),
    ],
)
def test_one_paper_is_recognised(same: Any, one: dict[str, str], other: dict[str, str]) -> None:
    assert same(one, [("else", {"title": "Other"}), ("mine", other)]) == "mine"
    assert same(other, [("mine", one)]) == "mine"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {}),
        ({"title": ""}, {"title": "..."}),
        ({"doi": "10.1000/abc"}, {"doi": "10.1000/abcd"}),
        ({"arxiv": "2406.02997"}, {"eprint": "2406.02998"}),
        ({"isbn": "9780000000001", "title": "One"}, {"isbn": "9780000000001", "title": "Two"}),
    ],
)
def test_two_papers_are_kept_apart(same: Any, one: dict[str, str], other: dict[str, str]) -> None:
    assert same(one, [("mine", other)]) is None


def test_both_commands_are_found_and_neither_program_is_needed(service: Any) -> None:
    ours = distribution("recommender-client")
    modules = {point.module for point in ours.entry_points}

    assert {point.group for point in ours.entry_points} == {
        "papis.command",
        "papis.explorer",
        "cobib.commands",
    }
    assert all(find_spec(module) for module in modules)
    assert all("extra ==" in need for need in ours.requires or ())
