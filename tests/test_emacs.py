"""The Emacs adapter, in batch against a live service."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
ADAPTER = TESTS.parent / "adapters" / "emacs"
LIVE: Any = runpy.run_path(str(TESTS / "stand_ins" / "live.py"))["Live"]

FOREIGN: Any = runpy.run_path(str(TESTS / "stand_ins" / "foreign.py"))["foreign"]
OTHERS = ("404", "404 in JSON", "500", "a page", "JSON", "a list", "a redirect")


@pytest.fixture
def emacs(need: Callable[[object, str], None]) -> Callable[..., str]:
    """Run Emacs in batch, quietly; return what it says."""
    need(shutil.which("emacs"), "emacs is not installed")

    def run(*arguments: str, **environment: str) -> str:
        ran = subprocess.run(
            ["emacs", "-Q", "--batch", "-L", str(ADAPTER), *arguments],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        said = ran.stdout + ran.stderr
        assert ran.returncode == 0, said
        return said

    return run


@pytest.mark.slow
def test_the_commands_work_in_emacs(emacs: Callable[..., str], tmp_path: Path) -> None:
    tests = str(TESTS / "emacs" / "recommender-test.el")
    with LIVE(tmp_path / "service") as service, ExitStack() as others:
        foreign = " ".join(others.enter_context(FOREIGN(kind)) for kind in OTHERS)
        said = emacs("-l", tests, "-f", "ert-run-tests-batch-and-exit",
                     RECOMMENDER_ADDRESS=service.address, FOREIGN_ADDRESSES=foreign)  # fmt: skip

    assert " 0 unexpected" in said


def test_the_file_compiles_without_a_warning(emacs: Callable[..., str], tmp_path: Path) -> None:
    copy = tmp_path / "recommender.el"
    shutil.copy(ADAPTER / "recommender.el", copy)

    said = emacs(
        "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", str(copy)
    )

    assert "Warning" not in said
    assert copy.with_suffix(".elc").exists()
