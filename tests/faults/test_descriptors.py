"""However often a corpus is updated, a service takes no more descriptors and files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

UPDATES = int(os.environ.get("UPDATES", "40"))
BOUND = 64  # descriptors: generations that are remembered or not yet collected, and the rest
SCRIPT = Path(__file__).parents[1] / "torture" / "updates.py"


@pytest.mark.slow
def test_updates_of_a_corpus_take_no_more_descriptors_and_files(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path), str(UPDATES)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts["most"] <= BOUND
    assert counts["beside"] <= 3  # two generations, and which is current
    assert counts["corpora"] <= 110  # one a corpus, of a hundred
