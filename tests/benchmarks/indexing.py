"""Text to index: python tests/benchmarks/indexing.py [--papers 20000] [FILE.jsonl]

Ours beside scikit-learn's TfidfVectorizer with the same analysis of the same papers, in turns in
one process, CPU time. Both make words and pairs; scikit-learn keeps pairs of one paper too.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from corpora import papers
from sklearn.feature_extraction.text import TfidfVectorizer

from recommender.corpus.indexing.assemble import assemble
from recommender.corpus.indexing.corpus_writer import MEMORY_BYTES
from recommender.corpus.indexing.term_counts import count
from recommender.corpus.indexing.term_encoder import Numbering, TermEncoder
from recommender.corpus.storage.array_writers import MemoryWriter
from recommender.formats.json import lines as json_lines
from recommender.papers import Paper
from recommender.text.terms import paper_terms

TURNS = 5


def ours(some: list[Paper]) -> None:
    """Make all arrays of both rankers."""
    words = Numbering()
    coder = TermEncoder(words)
    for paper in some:
        coder.add(paper)
    assemble([count(coder.take())], list(words), MemoryWriter(), MEMORY_BYTES)


def theirs(some: list[Paper]) -> None:
    """Make TF-IDF rows."""
    TfidfVectorizer(analyzer=paper_terms, sublinear_tf=True).fit_transform(some)


def seconds(make: Callable[[list[Paper]], None], some: list[Paper]) -> float:
    """Return the CPU time of one run."""
    start = time.process_time()
    make(some)
    return time.process_time() - start


def read(path: Path) -> list[Paper]:
    """Return the papers of a file of JSON Lines."""
    raw = path.read_bytes()
    lines = (gzip.decompress(raw) if path.suffix == ".gz" else raw).split(b"\n")
    return [found for _, found in json_lines.papers(lines) if isinstance(found, Paper)]


def main() -> None:
    """Print both times of each turn and the median of the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--papers", type=int, default=20_000)
    options = parser.parse_args()
    source = read(options.file) if options.file else papers(options.papers)
    some = list(islice(source, options.papers))
    theirs(some[:1000])  # both start with a warm cache of stems
    ours(some[:1000])
    ratios = []
    for _ in range(TURNS):
        a, b = seconds(ours, some), seconds(theirs, some)
        ratios.append(b / a)
        print(f"{len(some):,} papers: ours {a:.2f} s, scikit-learn {b:.2f} s, ratio {b / a:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
