"""The cost of a request, and of rank_bm25: python tests/benchmarks/ranking.py [--papers 15000]

A request is all that follows a library that was read: interests, three rankers, what is held back,
the merged list and the reasons of 20 suggestions. rank_bm25 ranks the same indexed corpus by the
library's text as one query, and gives no reason; as it takes minutes, it is asked for one paper of
twenty, and its time multiplied: it is linear in the words. CPU time of all threads, the median of
some runs; "first" is a library that was never seen. With --dataset DIR the corpus is that folder's
items, else made-up papers.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from corpora import papers as made_up
from rank_bm25 import BM25Plus

from recommender.corpus import build
from recommender.evaluate import dataset
from recommender.evaluate.candidates import library_of
from recommender.evaluate.plain import plain_words
from recommender.library import Library
from recommender.papers import Paper
from recommender.rankers import RANKERS
from recommender.recommend import suggest

LIMIT, RUNS, ONE_OF = 20, 7, 20


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def median(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the median of the CPU seconds of several runs."""
    return statistics.median(cpu(work) for _ in range(runs))


def all_papers(folder: Path | None, n_papers: int) -> list[Paper]:
    """Return the papers of a data set, or made-up ones."""
    if folder is None:
        return list(made_up(n_papers))
    return [dataset.paper_of(record) for record in dataset.lines(folder / dataset.ITEMS)]


def divided(papers: list[Paper], n_library: int) -> tuple[Library, list[Paper]]:
    """Return papers that are alike as a library, half of them by their title only, and the rest."""
    words = [set(plain_words(paper)) for paper in papers]
    likeness = [len(words[0] & other) / (1 + len(other)) for other in words]
    order = np.argsort(-np.array(likeness), kind="stable").tolist()
    own = [papers[i] for i in order[:n_library]]
    bare = [Paper(key=p.key, title=p.title, year=p.year) for p in own[::2]]
    return library_of([*bare, *own[1::2]]), [papers[i] for i in sorted(order[n_library:])]


def theirs(library: Library, corpus: list[Paper]) -> tuple[float, float]:
    """Return the CPU seconds that rank_bm25 takes to index a corpus, and to rank it."""
    texts = [plain_words(paper) for paper in corpus]
    start = time.process_time()
    bm25 = BM25Plus(texts, delta=0)
    index = time.process_time() - start
    words = [word for paper in library.papers for word in plain_words(paper)]
    some = [word for paper in library.papers[::ONE_OF] for word in plain_words(paper)]

    def request() -> None:
        np.argsort(-bm25.get_scores(some), kind="stable")[:LIMIT]

    return index, cpu(request) * len(words) / len(some)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--papers", type=int, default=15_000)
    options.add_argument("--library", type=int, default=500)
    options.add_argument("--dataset", type=Path)
    wanted = options.parse_args()
    papers = all_papers(wanted.dataset, wanted.papers + wanted.library)
    library, others = divided(papers, wanted.library)
    sizes = f"{len(library)} papers in the library, {len(others)} in the corpus"
    print(f"Python {platform.python_version()}, {platform.machine()}; {sizes}; milliseconds of CPU")
    start = time.process_time()
    corpus = build("benchmark", others)
    show("index the corpus", time.process_time() - start)
    show(f"first request, {LIMIT} reasons", cpu(partial(suggest, library, corpus, limit=LIMIT)))
    for name in RANKERS:
        again = partial(suggest, library, corpus, limit=LIMIT, ranker=name)
        show(f"next request, {name}, {LIMIT} reasons", median(again))
    show("next request, fused, 1 reason", median(partial(suggest, library, corpus, limit=1)))
    index, request = theirs(library, others)
    show("rank_bm25: index the corpus", index)
    show("rank_bm25: the library as one query", request)


def show(what: str, seconds: float) -> None:
    """Print a row."""
    print(f"{what:<40}{1000 * seconds:10.0f}", flush=True)


if __name__ == "__main__":
    main()
