"""Update a corpus that a service answers for, with 256 descriptors: `updates.py FOLDER TIMES`.

Then hold a hundred corpora open at once. Prints descriptors after the first updates and at most,
how many generations and leftovers there were at most, and descriptors with all corpora open.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from datetime import date
from pathlib import Path

from subject import report

from recommender.corpus import Corpus, open_corpus
from recommender.corpus.ingest import add
from recommender.corpus.registry import home
from recommender.service.http.request_bodies import Upload
from recommender.service.runtime.service import Service
from recommender.service.settings import Settings

DESCRIPTORS, CORPORA, SETTLED = 256, 100, 5
LIBRARY = Upload(
    source=b"@misc{a, title = {On the many kinds of trees}}", format="bibtex", label="a.bib"
)


def descriptors() -> int:
    return len(list(Path(f"/proc/{os.getpid()}/fd").iterdir()))


def grow(folder: Path, name: str, n: int) -> None:
    """Add one paper to a corpus."""
    path = folder / "more.jsonl"
    path.write_text(json.dumps({"title": f"On the many kinds of trees, part {n}"}))
    add(folder, name, [path], today=date(2026, 1, 2))


def updates(folder: Path, times: int) -> dict[str, int]:
    """Update a corpus that a service answers for; return what was in use."""
    service = Service(Settings(data=folder), "token")
    open_files, beside, first = 0, 0, 0
    for n in range(times):
        grow(folder, "mine", n)
        answer = service.answer(LIBRARY, corpus=["mine"], limit=5)
        assert len(answer.corpus) == n + 1
        open_files = max(open_files, descriptors())
        first = open_files if n < SETTLED else first
        beside = max(beside, len(list(home(folder, "mine").iterdir())))
    service.close()
    return {"first": first, "most": open_files, "beside": beside}


def many_open(folder: Path) -> int:
    """Return how many descriptors a hundred open corpora take."""
    before, held = descriptors(), list[Corpus]()
    for n in range(CORPORA):
        grow(folder, f"corpus{n}", n)
        held.append(open_corpus(f"corpus{n}", data=folder))
    return descriptors() - before


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    folder, times = Path(sys.argv[1]), int(sys.argv[2])
    report(**updates(folder, times), corpora=many_open(folder))
