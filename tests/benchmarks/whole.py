"""Whole requests: python tests/benchmarks/whole.py [--papers 10000 100000] [--data FOLDER]

Read a library of 500 entries, find its interests, rank by both rankers, fuse, explain 20: CPU time
of the first request and of later ones, which find the library read; peak memory, in which the pages
of the corpus that were read count; time to open the corpus beside that of the seeds. Each size runs
in its own process. Corpora are made on first use and kept in the folder.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
from pathlib import Path

import numpy as np
from corpora import library, made, peak

from recommender.corpus import Corpus, open_corpus
from recommender.corpus.registry import home
from recommender.corpus.storage.generations import newest_first, open_generation
from recommender.formats import read_bytes
from recommender.formats.bibtex import write
from recommender.recommend import suggest
from recommender.service.runtime.answer_cache import AnswerCache, Reader

ENTRIES, LIMIT, TURNS, WORKERS = 500, 20, 5, 4


def library_file(corpus: Corpus) -> bytes:
    """Return a BibTeX file of papers of three topics."""
    numbers = library(corpus, np.random.default_rng(5), ENTRIES)
    return write([corpus.papers[number] for number in numbers.tolist()]).encode()


def measure(data: Path, n_papers: int) -> None:
    """Print one line of the table."""
    seeds, opened = (opening(data, name) for name in ("seeds", f"made-{n_papers}"))
    corpus, desk = open_corpus(f"made-{n_papers}", data=data), AnswerCache(data)
    source = library_file(corpus)
    reader = Reader(stamp=source, read=lambda: read_bytes(source, file="library.bib"))
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        suggest(desk.library(reader), corpus, limit=LIMIT)
        times.append(1000 * (time.process_time() - start))
    later = statistics.median(times[1:])
    print(
        f"| {n_papers:,} | {opened - seeds:+.1f} | {times[0]:.0f} | {later:.0f} | {peak():.0f} "
        f"| {bytes_a_posting(data, corpus):.1f} |",
        flush=True,
    )


def opening(data: Path, name: str) -> float:
    """Return the milliseconds in which a corpus opens: the median of some turns."""
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        open_corpus(name, data=data)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def bytes_a_posting(data: Path, corpus: Corpus) -> float:
    """Return the bytes on disk of all matrices, lone pairs of words included, for each posting."""
    index = ("columns", "rows", "common", "once", "frequency", "lengths", "norms")
    _, arrays = open_generation(newest_first(home(data, corpus.name))[0])
    size = sum(a.unchecked().nbytes for name, a in arrays.items() if name.split(".")[0] in index)
    return size / corpus.index.n_postings


def shared_pages(data: Path, n_papers: int) -> None:
    """Print the memory of workers that serve the same corpus: most of it is the same pages."""
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
    print(f"{WORKERS} workers, {n_papers:,} papers: MB resident, of which not shared: {sizes}")


def _serve(data: Path, n_papers: int, turn: object, done: object) -> None:
    corpus = open_corpus(f"made-{n_papers}", data=data)
    suggest(read_bytes(library_file(corpus), file="library.bib"), corpus, limit=LIMIT)
    turn.wait(600)
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    own = kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]
    done.put((kilobytes["Rss"] // 1024, own // 1024))
    turn.wait(60)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--data", type=Path, default=Path("build/benchmarks/data"))
    options = parser.parse_args()
    for n_papers in options.papers:
        made(options.data, n_papers)
    print("| papers | open, ms | first request, ms | later, ms | peak MB | bytes a posting |")
    print("|---|---|---|---|---|---|")
    for n_papers in options.papers:
        process = multiprocessing.Process(target=measure, args=(options.data, n_papers))
        process.start()
        process.join()
    shared_pages(options.data, max(options.papers))


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
