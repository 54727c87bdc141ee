"""The command as its users start it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIBRARY = str(ROOT / "seeds" / "library.bib")


def run(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run it as a process of its own, in the top folder."""
    return subprocess.run(
        [sys.executable, "-c", "from recommender.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=60,
        check=False,
    )
