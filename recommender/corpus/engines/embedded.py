"""The arrays of a corpus as an engine, and as what another engine is given."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from recommender.corpus.corpus import Corpus
from recommender.corpus.search.columns import CODED, folded
from recommender.corpus.search.engine import ANY, Batch, Facts, Stats
from recommender.corpus.search.filters import Filter
from recommender.corpus.search.top_k import Found
from recommender.corpus.search.weights import MATRICES, Matrix, Numbers

AT_ONCE = 500  # papers of one batch: about a megabyte


class Embedded:
    """The arrays of a corpus as an engine."""

    def __init__(self, corpus: Corpus) -> None:
        """Take the corpus."""
        self._corpus = corpus

    def search(
        self, matrix: Matrix, numbers: Numbers, weights: Numbers, k: int, wanted: Filter = ANY
    ) -> Found:
        """Return the k best papers that pass a filter."""
        allowed = self._corpus.passing(wanted) if wanted else None
        return self._corpus.index.top(matrix, numbers, weights, k, allowed=allowed)

    def stats(self) -> Stats:
        """Return how many papers there are."""
        return Stats(len(self._corpus), "embedded")


def batches(corpus: Corpus) -> Iterator[Batch]:
    """Yield the papers of a corpus as an engine takes them."""
    days = corpus.days()
    for first in range(0, len(corpus), AT_ONCE):
        papers = np.arange(first, min(first + AT_ONCE, len(corpus)))
        rows = {matrix: corpus.index.rows(matrix, papers) for matrix in MATRICES}
        facts = [_facts(corpus, number, int(days[number])) for number in papers.tolist()]
        yield Batch(papers, rows, facts)


def _facts(corpus: Corpus, number: int, day: int) -> Facts:
    paper = corpus.papers[number]
    texts = {
        name: [folded(value) for value in values(paper) if value] for name, values in CODED.items()
    }
    return {**texts, "day": day, "year": paper.year or 0}
