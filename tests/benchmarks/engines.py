"""The engines of the benchmark: each is made of lists of terms and gives the best papers."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from recommender.corpus import Corpus
from recommender.corpus.search.numba_kernels import Kernels

Terms, Weights = Sequence[str], np.ndarray
K1, B = 1.5, 1.0


class Engine(Protocol):
    """Made whole of the terms of all papers, asked many times."""

    name: str
    weighs: bool  # whether a query can weight its terms

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        """Return the numbers of the k best papers."""


class Ours:
    """The index of this project: as it searches by itself, or exactly; by scipy, or compiled."""

    weighs = True

    def __init__(self, corpus: Corpus, *, exact: bool, compiled: bool) -> None:
        way = "one pass" if exact else "as by default"
        self.name = f"recommender{'[fast]' if compiled else ''}, {way}"
        self._kernels = Kernels() if compiled else None
        self._index, self._exact = corpus.index, exact

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        self._index.use(self._kernels)
        numbers = self._index.numbers(terms)
        return self._index.top("bm25", numbers, weights, k, exact=self._exact)[0].tolist()


class RankBm25:
    """rank_bm25, whose scores are our definition; no weights."""

    name, weighs = "rank_bm25", False

    def __init__(self, papers: list[list[str]]) -> None:
        from rank_bm25 import BM25Plus

        self._index = BM25Plus(papers, k1=K1, b=B, delta=0)

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        return np.argsort(-self._index.get_scores(list(terms)), kind="stable")[:k].tolist()


class Bm25s:
    """bm25s with its numba back end; no weights."""

    name, weighs = "bm25s (numba)", False

    def __init__(self, papers: list[list[str]]) -> None:
        import bm25s

        self._index = bm25s.BM25(k1=K1, b=B, method="robertson", backend="numba")
        self._index.index(papers, show_progress=False)

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        found, _ = self._index.retrieve([list(terms)], k=k, show_progress=False, n_threads=1)
        return found[0].tolist()


class ScikitLearn:
    """scikit-learn's TF-IDF rows and their product with the query: another model."""

    name, weighs = "scikit-learn TF-IDF", True

    def __init__(self, papers: list[list[str]]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._vectorizer = TfidfVectorizer(analyzer=_as_it_is, sublinear_tf=True)
        self._rows = self._vectorizer.fit_transform(papers)

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        from scipy.sparse import csr_array
        from sklearn.metrics.pairwise import linear_kernel

        places = [self._vectorizer.vocabulary_[term] for term in terms]
        shape = (1, self._rows.shape[1])
        query = csr_array((weights, ([0] * len(places), places)), shape=shape)
        return np.argsort(-linear_kernel(query, self._rows)[0], kind="stable")[:k].tolist()


class Tantivy:
    """tantivy with boosted terms; its k1 is 1.2 and its b 0.75."""

    name, weighs = "tantivy", True

    def __init__(self, papers: list[list[str]]) -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("t", tokenizer_name="whitespace", index_option="freq")
        builder.add_unsigned_field("n", stored=True)
        self._tantivy, self._schema = tantivy, builder.build()
        self._folder = tempfile.TemporaryDirectory()
        index = tantivy.Index(self._schema, path=self._folder.name)
        writer = index.writer(256_000_000, num_threads=1)
        for number, terms in enumerate(papers):
            document = tantivy.Document()
            document.add_text("t", " ".join(terms))
            document.add_unsigned("n", number)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        query, should = self._tantivy.Query, self._tantivy.Occur.Should
        parts = [
            (should, query.boost_query(query.term_query(self._schema, "t", term), weight))
            for term, weight in zip(terms, weights.tolist(), strict=True)
        ]
        hits = self._searcher.search(query.boolean_query(parts), k).hits
        return [self._searcher.doc(address)["n"][0] for _, address in hits]


class Fts5:
    """SQLite's full-text search; no weights, k1 1.2 and b 0.75."""

    name, weighs = "SQLite FTS5", False

    def __init__(self, papers: list[list[str]]) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute(
            "create virtual table d using fts5("
            "t, content='', tokenize=\"unicode61 tokenchars '_'\")"
        )
        rows = ((number, " ".join(terms)) for number, terms in enumerate(papers))
        self._base.executemany("insert into d(rowid, t) values (?, ?)", rows)

    def ask(self, terms: Terms, weights: Weights, k: int) -> list[int]:
        query = " OR ".join(f'"{term}"' for term in terms)
        sql = "select rowid from d where d match ? order by rank limit ?"
        return [row for (row,) in self._base.execute(sql, (query, k))]


RIVALS = (RankBm25, Bm25s, ScikitLearn, Tantivy, Fts5)


def _as_it_is(terms: list[str]) -> list[str]:
    return terms
