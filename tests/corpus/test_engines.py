"""Every engine gives what the embedded one gives: the same papers, scores and filters."""

from __future__ import annotations

import importlib.util
import json
import os
import runpy
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine_papers import same, some_papers
from recommender.corpus import Corpus, Filter, Matrix, build, open_corpus
from recommender.corpus.engines.embedded import Embedded, batches
from recommender.corpus.ingest import add
from recommender.corpus.registry import about
from recommender.corpus.search.engine import Store
from recommender.corpus.search.remote_index import RemoteIndex
from recommender.errors import RecommenderError

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect:UserWarning")


SERVER = os.environ.get("RECOMMENDER_QDRANT_URL", "")


N_SEARCHES = 300  # some before, some while, some after a server is down


QUERY = ["balao", "bapuo", "dunoo", "kalao", "mogao", "rulao", "tapuo"]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build("some", some_papers(300))


def loaded(store: Any, corpus: Corpus) -> Store:
    store.create()
    for batch in batches(corpus):
        store.upsert(batch)
    return store  # type: ignore[no-any-return]


@pytest.fixture(params=["qdrant-client, local", "qdrant server"])
def store(
    request: pytest.FixtureRequest, corpus: Corpus, need: Callable[[object, str], None]
) -> Iterator[Store]:
    need(importlib.util.find_spec("qdrant_client"), "qdrant-client is not installed")
    from qdrant_client import QdrantClient

    from recommender.corpus.engines.qdrant import Qdrant, connect

    if request.param == "qdrant server" and not SERVER:
        pytest.skip("RECOMMENDER_QDRANT_URL names no server")
    local = request.param != "qdrant server"
    client = QdrantClient(":memory:") if local else connect(SERVER)
    found = Qdrant(client, "recommender-test")
    yield loaded(found, corpus)
    found.drop()
    client.close()


def query(corpus: Corpus, matrix: Matrix) -> tuple[Matrix, np.ndarray, np.ndarray]:
    return matrix, corpus.index.numbers(QUERY), np.linspace(0.5, 2, len(QUERY))


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_the_best_papers_are_the_embedded_ones(
    corpus: Corpus, store: Store, matrix: Matrix
) -> None:
    asked = query(corpus, matrix)

    assert same(store.search(*asked, 20), Embedded(corpus).search(*asked, 20))


@pytest.mark.parametrize(
    "wanted",
    [
        Filter(since=2010),
        Filter(until=2005),
        Filter(since=2003, until=2004),
        Filter(venue="workshop"),
        Filter(venue="zurich"),
        Filter(author="byte3"),
        Filter(keyword="graph"),
        Filter(language="German", since=2020),
        Filter(venue="nowhere"),
    ],
)
def test_filters_pass_the_same_papers(corpus: Corpus, store: Store, wanted: Filter) -> None:
    asked = query(corpus, "bm25")

    assert same(store.search(*asked, 20, wanted), Embedded(corpus).search(*asked, 20, wanted))


def test_deleted_papers_are_found_no_more(corpus: Corpus, store: Store) -> None:
    asked = query(corpus, "bm25")
    best, _ = store.search(*asked, 5)

    store.delete(best)

    left = np.ones(len(corpus), bool)
    left[best] = False
    assert same(store.search(*asked, 20), corpus.index.top(*asked, 20, allowed=left))
    assert store.stats().papers == len(corpus) - 5


def test_papers_that_are_taken_again_are_not_doubled(corpus: Corpus, store: Store) -> None:
    store.upsert(next(batches(corpus)))

    assert store.stats().papers == len(corpus)
    assert same(
        store.search(*query(corpus, "bm25"), 20), corpus.index.top(*query(corpus, "bm25"), 20)
    )


def test_an_empty_query_finds_nothing(corpus: Corpus, store: Store) -> None:
    papers, scores = store.search("bm25", np.zeros(0, np.int64), np.zeros(0), 5)

    assert (papers.tolist(), scores.tolist()) == ([], [])


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_an_index_with_an_engine_gives_what_the_embedded_one_gives(
    corpus: Corpus, store: Store, matrix: Matrix
) -> None:
    remote = RemoteIndex(corpus._arrays, store)
    asked = query(corpus, matrix)
    allowed = corpus.passing(Filter(since=2010))

    assert same(remote.top(*asked, 20), corpus.index.top(*asked, 20))
    assert same(
        remote.top(*asked, 20, allowed=allowed), corpus.index.top(*asked, 20, allowed=allowed)
    )
    assert remote.scores(*asked) == pytest.approx(corpus.index.scores(*asked), rel=1e-5)


@pytest.mark.slow
def test_collections_outlive_a_restart(
    corpus: Corpus, tmp_path: Path, need: Callable[[object, str], None]
) -> None:
    need(importlib.util.find_spec("qdrant_client"), "qdrant-client is not installed")
    from qdrant_client import QdrantClient

    from recommender.corpus.engines.qdrant import Qdrant

    client = QdrantClient(path=str(tmp_path))
    loaded(Qdrant(client, "kept"), corpus)
    client.close()

    again = QdrantClient(path=str(tmp_path))

    asked = query(corpus, "bm25")
    assert same(Qdrant(again, "kept").search(*asked, 20), corpus.index.top(*asked, 20))
    again.close()


@pytest.mark.slow
def test_searches_outlive_a_restart_of_the_server(
    corpus: Corpus,
    root: Path,
    need: Callable[[object, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need(importlib.util.find_spec("qdrant_client"), "qdrant-client is not installed")
    from qdrant_client import QdrantClient

    from recommender.corpus.engines import qdrant
    from recommender.corpus.engines.qdrant import Qdrant

    refused, sleep = threading.Event(), time.sleep
    pausing = SimpleNamespace(sleep=lambda seconds: (refused.set(), sleep(seconds)))
    monkeypatch.setattr(qdrant, "time", pausing)
    local = QdrantClient(":memory:")
    loaded(Qdrant(local, "some"), corpus)
    server = runpy.run_path(str(root / "tests" / "stand_ins" / "qdrant.py"))["QdrantServer"](local)
    server.start()
    store = Qdrant.at(f"http://127.0.0.1:{server.port}", "some")
    asked = query(corpus, "bm25")
    with ThreadPoolExecutor(4) as threads:
        searches = [threads.submit(store.search, *asked, 20) for _ in range(N_SEARCHES)]
        wait(searches[:10])
        server.stop()
        before = server.answered
        searches += [threads.submit(store.search, *asked, 20) for _ in range(10)]
        assert refused.wait(60)
        server.start()
        found = [search.result(timeout=60) for search in searches]
    server.stop()

    assert 10 <= before < len(searches)
    assert all(same(each, corpus.index.top(*asked, 20)) for each in found)
    store.close()
    local.close()


def test_a_server_that_does_not_answer_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, need: Callable[[object, str], None]
) -> None:
    need(importlib.util.find_spec("qdrant_client"), "qdrant-client is not installed")
    from recommender.corpus.engines import qdrant

    monkeypatch.setattr(qdrant, "PAUSES", (0.0,))
    nobody = qdrant.Qdrant(qdrant.connect("http://127.0.0.1:9"), "x")

    with pytest.raises(RecommenderError, match="Start it"):
        nobody.stats()


def test_a_corpus_that_is_added_with_an_engine_is_searched_by_it(
    tmp_path: Path, need: Callable[[object, str], None]
) -> None:
    need(importlib.util.find_spec("qdrant_client"), "qdrant-client is not installed")
    for name, papers in (("few", 20), ("all", 60)):
        lines = [
            json.dumps({"title": p.title, "abstract": p.abstract}) for p in some_papers(papers)
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    asked = {"data": tmp_path / "data", "today": date(2026, 1, 2)}
    add(name="own", files=[tmp_path / "all.jsonl"], **asked)  # type: ignore[arg-type]
    there = {**asked, "engine": str(tmp_path / "qdrant")}

    add(name="far", files=[tmp_path / "few.jsonl"], **there)  # type: ignore[arg-type]
    add(name="far", files=[tmp_path / "all.jsonl"], **asked)  # type: ignore[arg-type]

    own, far = (open_corpus(name, data=tmp_path / "data") for name in ("own", "far"))
    assert type(far.index) is RemoteIndex
    assert same(far.index.top(*query(own, "bm25"), 20), own.index.top(*query(own, "bm25"), 20))
    assert "columns.bm25" not in about(tmp_path / "data", "far").arrays
    far._engine.close()  # type: ignore[union-attr]
    from recommender.corpus.engines.qdrant import connect

    client = connect(str(tmp_path / "qdrant"))
    assert len(client.get_collections().collections) == 2
    client.close()
