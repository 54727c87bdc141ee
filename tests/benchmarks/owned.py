"""Does anything owned come back? python tests/benchmarks/owned.py DATASET [SEED]

A corpus of all papers of a folder, of which 30 % lost their authors, DOI or abstract, or several of
these. Each library of the folder is asked for 20 suggestions: as a whole, without DOIs,
and with titles, authors and years alone, as most BibTeX files are. Prints how many of the papers
that it holds come back, and how many are named beside the list as perhaps owned.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from recommender.corpus import Corpus
from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.merge import Merge
from recommender.corpus.storage.array_writers import MemoryWriter
from recommender.evaluate.candidates import library_of
from recommender.evaluate.dataset import DataSet, read
from recommender.formats.facts import person
from recommender.papers import Paper
from recommender.recommend import suggest

LOST = 0.3  # share of the papers
PARTS: Mapping[str, Any] = {"authors": (), "doi": "", "abstract": ""}
LIMIT = 20
CASES: Mapping[str, Mapping[str, Any]] = {
    "whole": {},
    "no DOI": {"doi": ""},
    "bare": {"doi": "", "abstract": "", "venue": ""},
}


def whole(folder: Path, data: DataSet) -> dict[str, Paper]:
    """Return the papers by their ids, with authors, and a DOI that we give each."""
    with gzip.open(folder / "authors.jsonl.gz", "rt", encoding="utf-8") as lines:
        named = {record["id"]: record["authors"] for record in map(json.loads, lines)}
    return {
        name: replace(
            paper,
            key=name,
            authors=tuple(map(person, named.get(name, ()))),
            doi=f"10.5555/paper.{number}",
        )
        for number, (name, paper) in enumerate(zip(data.pool.ids, data.pool.papers, strict=True))
    }


def damaged(paper: Paper, chance: random.Random) -> Paper:
    """Return a paper as a listing may have it: with a chance of 30 % something is lost."""
    if chance.random() >= LOST:
        return paper
    lost = chance.sample(list(PARTS), chance.choice((1, 1, 2, 3)))
    return replace(paper, **{name: PARTS[name] for name in lost})


def corpus_of(papers: Iterator[Paper]) -> Corpus:
    """Return a corpus in memory, as one of files is made."""
    memory = MemoryWriter()
    counts = Merge(list(papers)).write(CorpusWriter(memory, today=date.today()))
    print(f"corpus: {counts.new:,} papers, {counts.merged} merged, {counts.versions} versions")
    return Corpus(name="all", generation="1", arrays=memory.arrays())


def main(path: str, seed: str = "0") -> None:
    """Print a row for each case."""
    folder, chance = Path(path), random.Random(seed)
    data = read(folder)
    papers = whole(folder, data)
    corpus = corpus_of(damaged(paper, chance) for paper in papers.values())
    print(f"{len(data.libraries)} libraries\ncase     suggested   owned   perhaps owned")
    for case, lost in CASES.items():
        suggested = owned = perhaps = 0
        for ids in data.libraries.values():
            library = library_of([replace(papers[name], **lost) for name in ids])
            answer, mine = suggest(library, corpus, limit=LIMIT), set(ids)
            suggested += len(answer.suggestions)
            owned += sum(s.paper.key in mine for s in answer.suggestions)
            perhaps += sum(s.in_library is None for s in answer.versions)
        print(f"{case:8} {suggested:9,} {owned:7} {perhaps:15}")


if __name__ == "__main__":
    main(*sys.argv[1:])
