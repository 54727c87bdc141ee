"""Real papers: python tests/benchmarks/real.py DATASET

Adds the papers of a data set (`items.jsonl.gz` and `libraries.json`, as `recommender evaluate
--dataset` takes it) to a corpus, and asks suggestions for a library of 300 entries made of the
largest ones. CPU time; the first request warms up.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from recommender.corpus import Corpus, open_corpus
from recommender.corpus.ingest import add
from recommender.formats import read_bytes
from recommender.formats.bibtex import write
from recommender.library import Library
from recommender.recommend import suggest

ENTRIES, LIMIT, TURNS = 300, 20, 9


def library(dataset: Path, corpus: Corpus) -> Library:
    """Return a library of papers of the corpus, read from BibTeX."""
    listed = json.loads((dataset / "libraries.json").read_text(encoding="utf-8"))
    largest = sorted(listed, key=lambda one: -len(one["items"]))
    names = dict.fromkeys(name for one in largest for name in one["items"])
    numbers = [corpus.number(name) for name in list(names)[:ENTRIES]]
    source = write([corpus.papers[number] for number in numbers]).encode()
    return read_bytes(source, file="library.bib")


def main(folder: str) -> None:
    """Print the CPU time of adding, and that of a request."""
    dataset = Path(folder)
    with tempfile.TemporaryDirectory() as data:
        start = time.process_time()
        added = add(Path(data), "real", [dataset / "items.jsonl.gz"], today=date.today())
        print(f"{added.papers:,} papers added in {time.process_time() - start:.1f} s of CPU")
        corpus = open_corpus("real", data=Path(data))
        own, times = library(dataset, corpus), []
        for _ in range(TURNS):
            start = time.process_time()
            answer = suggest(own, corpus, limit=LIMIT)
            times.append(1000 * (time.process_time() - start))
        print(
            f"{len(own)} entries, {len(answer.interests)} interests, {LIMIT} suggestions: first "
            f"request {times[0]:.0f} ms, later {statistics.median(times[1:]):.0f} ms of CPU"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
