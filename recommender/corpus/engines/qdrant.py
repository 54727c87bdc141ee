"""Qdrant as the engine of a corpus that is too large for one machine.

Each paper is a point with two sparse vectors, "bm25" and "tfidf", which are its rows in our index:
Qdrant multiplies them exactly, so the scores are the embedded ones. Its facts are the payload.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import numpy as np
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException

from recommender.corpus.search.columns import CODED, folded
from recommender.corpus.search.engine import ANY, Batch, Stats
from recommender.corpus.search.filters import Filter, day_number
from recommender.corpus.search.top_k import Found
from recommender.corpus.search.weights import MATRICES, Matrix, Numbers
from recommender.errors import RecommenderError
from recommender.text.languages import languages

T = TypeVar("T")

MAX_TERMS = 1_000  # of a query, the heaviest: Qdrant's time grows with their number
TIES = 16  # more points are asked for than wanted: it orders equal scores in its own way
SECONDS = 30
PAUSES = (0.2, 1.0, 3.0)  # before a request is tried again: a server that is restarted


class Qdrant:
    """One collection of a Qdrant server."""

    def __init__(self, client: QdrantClient, collection: str) -> None:
        """Take a client and the name of a collection, which may not exist yet."""
        self._client, self._collection = client, collection

    @classmethod
    def at(cls, address: str, collection: str) -> Qdrant:
        """Return the collection of the server at an address; nothing is sent yet."""
        return cls(connect(address), collection)

    def create(self) -> None:
        """Make the collection empty, with the two vectors and the fields that are filtered by."""
        self.drop()
        vectors: dict[str, Any] = {matrix: models.SparseVectorParams() for matrix in MATRICES}
        self._call(
            lambda: self._client.create_collection(
                self._collection, vectors_config={}, sparse_vectors_config=vectors
            )
        )
        whole = models.PayloadSchemaType.INTEGER
        texts = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, prefix=True)
        kinds: dict[str, Any] = {"year": whole, "day": whole, **dict.fromkeys(CODED, texts)}
        for name, kind in kinds.items():
            self._call(partial(self._client.create_payload_index, self._collection, name, kind))

    def drop(self) -> None:
        """Delete the collection if it is there."""
        self._call(lambda: self._client.delete_collection(self._collection))

    def sweep(self, prefix: str, kept: set[str]) -> None:
        """Delete the collections whose names begin so, but some; those of a dead server stay."""
        with suppress(ApiException, OSError, ValueError):
            for found in self._client.get_collections().collections:
                if found.name.startswith(prefix) and found.name not in kept:
                    self._client.delete_collection(found.name)

    def close(self) -> None:
        """End the connection."""
        self._client.close()

    def upsert(self, batch: Batch) -> None:
        """Take some papers, or take them again."""
        points = models.Batch(
            ids=batch.papers.tolist(),
            vectors=dict(zip(batch.rows, map(_vectors, batch.rows.values()), strict=True)),
            payloads=[dict(facts) for facts in batch.facts],
        )
        self._call(lambda: self._client.upsert(self._collection, points, wait=True))

    def delete(self, papers: Numbers) -> None:
        """Forget some papers."""
        gone = models.PointIdsList(points=papers.tolist())
        self._call(lambda: self._client.delete(self._collection, gone, wait=True))

    def search(
        self, matrix: Matrix, numbers: Numbers, weights: Numbers, k: int, wanted: Filter = ANY
    ) -> Found:
        """Return the k best papers that pass a filter, best first, ties by number."""
        kept = np.argsort(-np.abs(weights), kind="stable")[:MAX_TERMS]
        order = kept[np.argsort(numbers[kept], kind="stable")]
        query = models.SparseVector(
            indices=numbers[order].tolist(), values=np.asarray(weights)[order].tolist()
        )
        if not query.indices:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        points = self._call(
            lambda: (
                self._client.query_points(
                    self._collection,
                    query=query,
                    using=matrix,
                    limit=k + TIES,
                    query_filter=conditions(wanted),
                    with_payload=False,
                ).points
            )
        )
        papers = np.array([point.id for point in points], np.int64)
        scores = np.array([point.score for point in points], np.float32)
        best = np.lexsort((papers, -scores))[:k]
        best = best[scores[best] > 0]
        return papers[best], scores[best]

    def stats(self) -> Stats:
        """Return how many papers the collection holds."""
        count = self._call(lambda: self._client.count(self._collection, exact=True).count)
        return Stats(count, "qdrant")

    def _call(self, request: Callable[[], T]) -> T:
        """Send a request, again while the server is restarted; say in a sentence why it fails."""
        for pause in (*PAUSES, None):
            try:
                return request()
            except (ApiException, OSError, ValueError) as error:
                refused = (
                    isinstance(error, ValueError) or getattr(error, "status_code", None) is not None
                )
                if pause is None or refused:
                    raise RecommenderError(
                        f"The Qdrant server cannot be used for {self._collection}: {_why(error)}. "
                        "Start it, or look at its address."
                    ) from error
                time.sleep(pause)
        raise AssertionError


def connect(address: str) -> QdrantClient:
    """Return a client of a server, or of a folder: enough for trying it with a few papers."""
    if "://" not in address:
        return QdrantClient(path=address)
    return QdrantClient(url=address, timeout=SECONDS, check_compatibility=False)


def conditions(wanted: Filter) -> models.Filter | None:
    """Return a filter in the words of Qdrant; None where all papers pass."""
    must: list[Any] = []
    if wanted.since is not None or wanted.until is not None:
        years = models.Range(gte=max(1, wanted.since or 1), lte=wanted.until)
        must.append(models.FieldCondition(key="year", range=years))
    if wanted.added_since is not None:
        days = models.Range(gte=day_number(wanted.added_since))
        must.append(models.FieldCondition(key="day", range=days))
    for name in CODED:
        if text := getattr(wanted, name):
            must.append(models.FieldCondition(key=name, match=_match(name, folded(text))))
    return models.Filter(must=must) if must else None


def _match(name: str, text: str) -> models.MatchAny | models.MatchSubstring:
    if name == "language":
        return models.MatchAny(any=sorted(languages(text)))
    return models.MatchSubstring(substring=text)


def _vectors(rows: Any) -> list[Any]:
    bounds = zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)
    return [
        models.SparseVector(indices=rows.indices[a:b].tolist(), values=rows.data[a:b].tolist())
        for a, b in bounds
    ]


def _why(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
