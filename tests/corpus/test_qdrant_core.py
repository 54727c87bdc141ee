"""The engine that a Qdrant server is made of gives what the embedded one gives."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine_papers import WORDS, same, some_papers
from recommender.corpus import Corpus, Matrix, build
from recommender.corpus.engines.embedded import batches
from recommender.corpus.search.engine import Engine, Stats


@pytest.fixture(scope="module")
def large() -> Corpus:
    words = [f"{a}{b}{c}o" for a in ("ba", "du", "ka", "mo") for b in WORDS for c in WORDS]
    return build("large", some_papers(100_000, words))


@pytest.mark.slow
@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_the_core_of_qdrant_gives_the_embedded_twenty(
    large: Corpus, matrix: Matrix, tmp_path: Path, need: Callable[[object, str], None]
) -> None:
    need(importlib.util.find_spec("qdrant_edge"), "qdrant-edge-py is not installed")
    core: Engine = EdgeCore(large, matrix, tmp_path)

    for library in range(5):
        rows = large.index.rows("tfidf", np.arange(library * 500, library * 500 + 50))
        centre = rows.sum(axis=0)
        terms = np.argsort(-centre, kind="stable")[:300]
        asked = (matrix, terms, centre[terms])
        exact = large.index.top(*asked, 20, exact=True)
        assert same(core.search(*asked, 20), exact)
    assert core.stats().papers == len(large)


class EdgeCore:
    """The engine that a Qdrant server is made of, in this process."""

    def __init__(self, corpus: Corpus, matrix: Matrix, folder: Path) -> None:
        import qdrant_edge as edge

        self._edge = edge
        sparse = {matrix: edge.EdgeSparseVectorParams()}
        self._shard = edge.EdgeShard.create(
            str(folder), edge.EdgeConfig(vectors={}, sparse_vectors=sparse)
        )
        for batch in batches(corpus):
            rows = batch.rows[matrix]
            points = [
                edge.Point(
                    number,
                    {
                        matrix: edge.SparseVector(
                            rows.indices[a:b].tolist(), rows.data[a:b].tolist()
                        )
                    },
                )
                for number, a, b in zip(
                    batch.papers.tolist(), rows.indptr[:-1], rows.indptr[1:], strict=True
                )
            ]
            self._shard.update(edge.UpdateOperation.upsert_points(points))
        self._shard.optimize()

    def search(self, matrix: Matrix, numbers: np.ndarray, weights: np.ndarray, k: int) -> Any:
        edge = self._edge
        order = np.argsort(numbers)
        vector = edge.SparseVector(numbers[order].tolist(), weights[order].tolist())
        request = edge.QueryRequest(limit=k, query=edge.Query.Nearest(vector, using=matrix))
        found = self._shard.query(request)
        return np.array([p.id for p in found]), np.array([p.score for p in found])

    def stats(self) -> Any:
        return Stats(self._shard.info().points_count, "qdrant-edge")
