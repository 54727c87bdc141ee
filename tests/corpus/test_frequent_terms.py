"""The common terms: their table holds what the postings hold, and the best are found by a guess."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from recommender.corpus import Corpus, Matrix, build
from recommender.corpus.search import frequent_terms
from recommender.corpus.search.top_k import best
from recommender.papers import Paper

WORDS = ["sparse", "graph", "kernel", "bandit", "protein", "speech", "lattice", "library"]
ODDS = [0.3, 0.3, 0.2, 0.1, 0.04, 0.03, 0.02, 0.01]


def some_papers(n: int) -> Iterator[Paper]:
    rng = np.random.default_rng(8)
    for size in rng.integers(1, 30, n).tolist():
        yield Paper(title=" ".join(rng.choice(WORDS, size, p=ODDS)))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frequent_terms, "LARGE", 300)
        return build("some", some_papers(300))


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_the_table_gives_what_the_postings_give(corpus: Corpus, matrix: Matrix) -> None:
    index, papers = corpus.index, np.arange(0, len(corpus), 7)
    numbers = np.flatnonzero(index.frequent.holds(np.arange(index.n_terms)))
    weights = np.linspace(0.1, 3, len(numbers))

    found = index.frequent.scores(matrix, papers, index.frequent.query(matrix, numbers, weights))

    assert (index.document_frequency[numbers] > frequent_terms.SHARE * 300).all()
    assert 3 < len(numbers) < index.n_terms
    assert found == pytest.approx(index.scores(matrix, numbers, weights)[papers], rel=1e-5)


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_all_of_a_typical_query_is_typical(corpus: Corpus, matrix: Matrix) -> None:
    table, papers = corpus.index.frequent, np.arange(len(corpus))
    query = 3 * table.mean_query

    exact = table.scores(matrix, papers, query)

    assert table.typical(matrix, query) == pytest.approx(exact, rel=1e-5)


def test_a_small_corpus_has_no_table() -> None:
    small = build("small", some_papers(60)).index

    assert small.frequent.n_terms == 0
    assert not small.frequent.holds(np.arange(small.n_terms)).any()


@pytest.mark.parametrize("k", [1, 20, 400, 30_000])
def test_the_best_of_many_scores_are_those_of_a_sort(k: int) -> None:
    rng = np.random.default_rng(k)
    scores = np.round(rng.exponential(1, 100_000) - 0.2, 2).astype(np.float32)
    scores[rng.permutation(len(scores))[:3]] = 99

    order = np.argsort(-scores, kind="stable")[:k]

    assert best(scores, k).tolist() == order[scores[order] > 0].tolist()


def test_the_best_hidden_from_the_guess_are_found() -> None:
    scores = np.zeros(100_000, np.float32)
    scores[::12] = 5  # every score of the sample, and none beside it
    scores[7] = 9

    assert best(scores, 3).tolist() == [7, 0, 12]
