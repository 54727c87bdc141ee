"""A stage on which commands run under conditions, and the folder of a user to run them in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

BOOK = "@book{green1999, title = {A Book of Green and Old Trees}, year = 1999}\n"
PAPERS = "".join(
    f"@article{{tree{n}, title = {{On the {word} Growth of Old Trees}}, year = {2000 + n}}}\n"
    for n, word in enumerate(("Slow", "Quick", "Strange", "Even"))
)


@dataclass(frozen=True)
class Stage:
    """A running stage, and whether it may mount file systems."""

    process: subprocess.Popen[str]
    mounts: bool

    def play(self, home: Path, *arguments: str, condition: str = "nothing") -> dict[str, Any]:
        """Run a command under a condition; returns status, stdout, stderr."""
        asked = {"home": str(home), "condition": condition, "arguments": arguments}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    script = Path(__file__).with_name("stage.py")
    environment = {k: v for k, v in os.environ.items() if k != "RECOMMENDER_DATA"}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout
        assert process.stdin
        yield Stage(process, json.loads(process.stdout.readline())["mounts"])
        process.stdin.close()


@pytest.fixture(scope="session")
def made(stage: Stage) -> Iterator[Path]:
    """A library, a corpus of four papers that is called mine, and one verdict; with a copy."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        home = Path(folder) / "home"
        home.mkdir()
        (home / "refs.bib").write_text(BOOK)
        (home / "mine.bib").write_text(PAPERS)
        (home / "more.bib").write_text(PAPERS.replace("tree", "leaf").replace("Trees", "Leaves"))
        assert not stage.play(home, "corpus", "add", "mine", "mine.bib")["status"]
        said = stage.play(home, "verdict", "refs.bib", "tree0", "dismissed", "-c", "mine")
        assert not said["status"], said
        shutil.copytree(home, home.with_name("copy"))
        yield home


@pytest.fixture
def home(made: Path) -> Path:
    """The same under the same name, as it was made."""
    shutil.rmtree(made)
    shutil.copytree(made.with_name("copy"), made)
    return made
