"""What all tests share: property tests without a clock, absent parts, the shared folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import recommender
from recommender import Corpus

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"  # an optional sibling with more data to test on


def _stay_on_this_machine(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse to connect anywhere but to this machine, whoever asks for it."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if host != "localhost" and not ip_address(host.split("%", maxsplit=1)[0]).is_loopback:
            raise RuntimeError(f"a test wanted to connect to {host}")


sys.addaudithook(_stay_on_this_machine)
settings.register_profile(
    "fixed",
    deadline=None,  # slow machines are no failure
    derandomize=True,  # the same examples in each run
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the data folder of whoever runs it."""
    monkeypatch.setenv("RECOMMENDER_DATA", str(tmp_path / "recommender-data"))


@pytest.fixture(scope="session")
def need() -> Callable[[object, str], None]:
    """Skip where a part is absent, with the reason; under CI=true its absence is a failure."""

    def check(present: object, reason: str) -> None:
        if not present:
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)

    return check


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the optional folder of further data; skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("no shared folder beside the project")
    return SHARED


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top of the project."""
    return ROOT


@pytest.fixture(scope="session")
def seeds() -> Corpus:
    """Return the bundled corpus."""
    return recommender.open_corpus("seeds")
