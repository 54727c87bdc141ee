"""Whole requests: python tests/benchmarks/whole.py [--papers 10000 100000] [--data FOLDER]

Read a library of 500 entries, find its interests, rank by both rankers, fuse, explain 20: CPU time
of the first and of later requests, peak memory, time to open the corpus; each size in its own
process. Corpora are made on first use and kept in the folder.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import time
from datetime import date
from pathlib import Path

import numpy as np
from corpora import write_lines

from recommender.corpus import Corpus, open_corpus
from recommender.corpus.growing import add
from recommender.corpus.shelf import names
from recommender.formats import read_bytes
from recommender.formats.bibtex import write
from recommender.recommend import suggest

ENTRIES, LIMIT, TURNS, WORKERS = 500, 20, 5, 4


def made(data: Path, n_papers: int) -> str:
    """Return the name of a corpus of that size, which is made if need be."""
    name = f"made-{n_papers}"
    if name not in names(data):
        path = write_lines(data / f"{name}.jsonl", n_papers)
        start = time.process_time()
        add(data, name, [path], today=date(2026, 1, 1))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{n_papers:,} papers added in {time.process_time() - start:.0f} s, {peak:.0f} MB")
    return name


def library(corpus: Corpus) -> bytes:
    """Return a BibTeX file of papers of three venues."""
    rng = np.random.default_rng(5)
    numbers = rng.permutation(min(len(corpus), 20_000))[: ENTRIES * 30]
    papers = [corpus.papers[number] for number in numbers.tolist()]
    venues = sorted({paper.venue for paper in papers})[:3]
    chosen = [paper for paper in papers if paper.venue in venues]
    return write([*chosen, *papers][:ENTRIES]).encode()


def measure(data: Path, n_papers: int) -> None:
    """Print one line of the table."""
    start = time.process_time()
    corpus = open_corpus(f"made-{n_papers}", data=data)
    opened = time.process_time() - start
    source = library(corpus)
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        suggest(read_bytes(source, file="library.bib"), corpus, limit=LIMIT)
        times.append(time.process_time() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    later = statistics.median(times[1:])
    print(
        f"| {n_papers:,} | {1000 * opened:.1f} | {1000 * times[0]:.0f} | {1000 * later:.0f} "
        f"| {peak:.0f} |",
        flush=True,
    )


def shared_pages(data: Path, n_papers: int) -> None:
    """Print the resident and the own memory of workers that serve the same corpus."""
    turn, done = multiprocessing.Barrier(WORKERS), multiprocessing.Queue()
    workers = [
        multiprocessing.Process(target=_serve, args=(data, n_papers, turn, done))
        for _ in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    sizes = [done.get(timeout=600) for _ in workers]
    for worker in workers:
        worker.join()
    print(f"{WORKERS} workers, {n_papers:,} papers: MB resident, own part: {sizes}")


def _serve(data: Path, n_papers: int, turn: object, done: object) -> None:
    corpus = open_corpus(f"made-{n_papers}", data=data)
    suggest(read_bytes(library(corpus), file="library.bib"), corpus, limit=LIMIT)
    turn.wait(600)
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    sizes = (kilobytes["Rss"] // 1024, kilobytes["Pss"] // 1024)
    done.put(sizes)
    turn.wait(60)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--data", type=Path, default=Path("build/benchmarks/data"))
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    for n_papers in options.papers:
        made(options.data, n_papers)
    print("| papers | open ms | first request ms | later ms | peak MB |\n|---|---|---|---|---|")
    for n_papers in options.papers:
        process = multiprocessing.Process(target=measure, args=(options.data, n_papers))
        process.start()
        process.join()
    shared_pages(options.data, max(options.papers))


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
