"""The Emacs adapter, in batch against a live service."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
ADAPTER = TESTS.parent / "adapters" / "emacs"
LIVE: Any = runpy.run_path(str(TESTS / "stand_ins" / "live.py"))["Live"]


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
    with LIVE(tmp_path / "service") as service:
        said = emacs("-l", tests, "-f", "ert-run-tests-batch-and-exit",
                     RECOMMENDER_ADDRESS=service.address)  # fmt: skip

    assert " 0 unexpected" in said


def test_the_file_compiles_without_a_warning(emacs: Callable[..., str], tmp_path: Path) -> None:
    copy = tmp_path / "recommender.el"
    shutil.copy(ADAPTER / "recommender.el", copy)

    said = emacs(
        "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", str(copy)
    )

    assert "Warning" not in said
    assert copy.with_suffix(".elc").exists()
