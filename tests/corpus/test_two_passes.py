"""Two passes find what one finds: measured on real papers and libraries."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from recommender.corpus import Corpus, Matrix, build
from recommender.corpus.search import frequent_terms, top_k
from recommender.papers import Paper
from recommender.rankers import RANKERS, Profile

K = 20


@pytest.fixture(scope="module")
def items(shared: Path) -> dict[str, Paper]:
    path = shared / "eval" / "mlbib" / "items.jsonl.gz"
    if not path.is_file():
        pytest.skip("no evaluation data beside the project")
    with gzip.open(path) as lines:
        found = map(json.loads, lines)
        return {i["id"]: Paper(title=i["title"], abstract=i["abstract"]) for i in found}


@pytest.fixture(scope="module")
def corpus(items: dict[str, Paper]) -> Corpus:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            frequent_terms, "LARGE", 0
        )  # a table of common terms, however few papers there are
        return build("real", items.values())


@pytest.fixture(scope="module")
def libraries(shared: Path, items: dict[str, Paper]) -> list[list[int]]:
    number = {name: i for i, name in enumerate(items)}
    listed = json.loads((shared / "eval" / "mlbib" / "libraries.json").read_text())
    return [[number[name] for name in library["items"]] for library in listed]


def profile(
    corpus: Corpus, library: list[int], matrix: Matrix, n_terms: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the heaviest terms of a library and their weights."""
    weights = corpus.index.rows("tfidf", np.array(library)).sum(axis=0)
    terms = np.argsort(-weights, kind="stable")[:n_terms]
    terms = terms[weights[terms] > 0]
    if matrix == "tfidf":
        return terms, weights[terms]
    rarity = np.log((len(corpus) + 1) / corpus.index.document_frequency[terms])
    return terms, weights[terms] * rarity


def recall(corpus: Corpus, library: list[int], matrix: Matrix, n_terms: int) -> float:
    """Return the share of the exact first K that two passes find, own papers left out."""
    terms, weights = profile(corpus, library, matrix, n_terms)
    allowed = np.ones(len(corpus), bool)
    allowed[library] = False
    exact, _ = corpus.index.top(matrix, terms, weights, K, allowed=allowed, exact=True)
    found, scores = corpus.index.top(matrix, terms, weights, K, allowed=allowed)
    assert scores == pytest.approx(corpus.index.scores(matrix, terms, weights)[found], rel=1e-5)
    return len(set(exact) & set(found)) / K


@pytest.mark.slow
@pytest.mark.parametrize("n_terms", [100, 300, 1000])
@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_two_passes_find_999_of_1000_of_the_first_twenty(
    corpus: Corpus,
    libraries: list[list[int]],
    matrix: Matrix,
    n_terms: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert corpus.index.frequent.n_terms > 100
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: False)

    shares = [recall(corpus, library, matrix, n_terms) for library in libraries]

    assert np.mean(shares) >= 0.999


@pytest.mark.slow
def test_fused_ranks_a_large_corpus_by_its_best_as_if_by_all(
    corpus: Corpus, libraries: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [[corpus.papers[number] for number in library] for library in libraries[::5]]

    def firsts() -> list[list[int]]:
        fused = RANKERS["fused"](corpus)
        values = (fused.score(Profile.of(papers, corpus.index)).values for papers in some)
        return [np.argsort(-scores, kind="stable")[:K].tolist() for scores in values]

    exact = firsts()
    monkeypatch.setattr("recommender.rankers.components.MAX_SCORED", 0)
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: False)
    found = firsts()

    shares = [len(set(a) & set(b)) / K for a, b in zip(exact, found, strict=True)]
    assert np.mean(shares) >= 0.999
