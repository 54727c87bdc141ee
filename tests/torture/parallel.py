"""Several processes append papers at the same time: `parallel.py FOLDER PROCESSES PAPERS`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from subject import forked, fresh, numbered, report, temporaries

from recommender.append import append
from recommender.formats.bibtex import read


def append_all(path: Path, numbers: range) -> None:
    for n in numbers:
        assert append(path, [numbered(n)]).added


if __name__ == "__main__":
    folder, processes, papers = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    path = fresh(folder)
    parts = [range(i * papers, (i + 1) * papers) for i in range(processes)]
    children = [forked(lambda part=part: append_all(path, part)) for part in parts]  # type: ignore[misc]
    statuses = [os.waitpid(child, 0)[1] for child in children]
    found = read(path.read_bytes()).papers
    keys = {(paper.key or "").lower() for paper in found}
    report(statuses=statuses, entries=len(found), keys=len(keys), left=temporaries(folder))
