"""The index holds what rank_bm25 and scikit-learn would compute from the same terms."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from rank_bm25 import BM25Plus
from sklearn.feature_extraction.text import TfidfVectorizer

from recommender.corpus import Corpus, Matrix, build
from recommender.corpus.search import frequent_terms, scoring, top_k
from recommender.papers import Paper
from recommender.text.terms import paper_terms

WORDS = [
    *("sparse", "graph", "neural", "network", "kernel", "bandit", "convex", "privacy", "quantum"),
    *("protein", "speech", "lattice", "ranking", "retrieval", "citation", "library", "gradient"),
]


def some_papers(n: int, seed: int = 3) -> list[Paper]:
    rng = np.random.default_rng(seed)
    odds = 1 / np.arange(1, len(WORDS) + 1)
    return [
        Paper(
            key=f"p{i}",
            title=" ".join(rng.choice(WORDS, 4)),
            abstract=" ".join(rng.choice(WORDS, int(rng.integers(5, 60)), p=odds / odds.sum())),
        )
        for i in range(n)
    ]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build("sample", some_papers(60))


def kept_terms(corpus: Corpus) -> list[list[str]]:
    """Return the terms of each paper that the corpus counts."""
    analysed = [paper_terms(paper) for paper in corpus.papers]
    return [
        [
            term
            for term, number in zip(terms, corpus.index.numbers(terms), strict=True)
            if number >= 0
        ]
        for terms in analysed
    ]


def all_terms(corpus: Corpus) -> list[str]:
    return [corpus.index.term(number) for number in range(corpus.index.n_terms)]


def test_every_term_is_found_by_its_number(corpus: Corpus) -> None:
    terms = all_terms(corpus)

    assert corpus.index.numbers(terms).tolist() == list(range(len(terms)))
    assert (
        corpus.index.numbers(["nowhere", "graph nowhere", "nowhere graph", ""]).tolist() == [-1] * 4
    )


def test_pairs_of_one_paper_are_no_terms_and_single_words_are(corpus: Corpus) -> None:
    counted = [set(paper_terms(paper)) for paper in corpus.papers]
    everything = set().union(*counted)
    frequency = {term: sum(term in terms for terms in counted) for term in everything}

    expected = {term for term in everything if " " not in term or frequency[term] > 1}

    assert set(all_terms(corpus)) == expected
    found = dict(zip(all_terms(corpus), corpus.index.document_frequency.tolist(), strict=True))
    assert found == {term: frequency[term] for term in expected}


def test_bm25_scores_equal_rank_bm25(corpus: Corpus) -> None:
    oracle = BM25Plus(kept_terms(corpus), b=1.0, delta=0)
    query = ["graph", "quantum", "bandit", "graph neural", "protein"]
    numbers = corpus.index.numbers(query)

    found = corpus.index.scores("bm25", numbers, np.array([oracle.idf[term] for term in query]))

    assert found == pytest.approx(oracle.get_scores(query), rel=1e-5)


def test_tfidf_rows_equal_scikit_learn(corpus: Corpus) -> None:
    vectorizer = TfidfVectorizer(analyzer=lambda terms: terms, sublinear_tf=True)
    expected = vectorizer.fit_transform(kept_terms(corpus)).toarray()
    places = corpus.index.numbers(vectorizer.get_feature_names_out().tolist())

    found = corpus.index.rows("tfidf", np.arange(len(corpus))).toarray()

    assert found[:, places] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_scores_by_term_equal_the_product_of_the_rows(corpus: Corpus, matrix: str) -> None:
    index = corpus.index
    numbers = np.arange(0, index.n_terms, 3)
    weights = np.linspace(0.1, 2, len(numbers))
    query = np.zeros(index.n_terms)
    query[numbers] = weights

    found = index.scores(matrix, numbers, weights)  # type: ignore[arg-type]

    rows = index.rows(matrix, np.arange(len(corpus)))  # type: ignore[arg-type]
    assert found == pytest.approx(rows @ query, rel=1e-5)


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
@pytest.mark.parametrize("bounds", [{"POSTINGS_AT_ONCE": 50}, {"RARE": 9, "MANY": 1}])
def test_scores_are_the_same_in_however_many_parts(
    corpus: Corpus, matrix: Matrix, bounds: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = np.arange(corpus.index.n_terms)
    weights = np.linspace(0.1, 2, len(numbers))
    expected = corpus.index.scores(matrix, numbers, weights)
    n_parts = len(scoring.groups(corpus.index.document_frequency))
    for name, value in bounds.items():
        monkeypatch.setattr(scoring, name, value)

    found = corpus.index.scores(matrix, numbers, weights)

    assert len(scoring.groups(corpus.index.document_frequency)) > n_parts
    assert found == pytest.approx(expected, rel=1e-5)


def test_top_is_best_first_with_ties_by_number() -> None:
    twins = build("twins", [Paper(title="graph kernel"), Paper(title="bandit")] * 3)
    numbers = twins.index.numbers(["graph", "bandit"])

    order, scores = twins.index.top("bm25", numbers, np.array([2.0, 1.0]), 5)

    assert order.tolist() == [0, 2, 4, 1, 3]
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)


def test_top_leaves_out_what_is_not_allowed_and_what_shares_nothing(corpus: Corpus) -> None:
    numbers = corpus.index.numbers(["protein"])
    having = np.flatnonzero(corpus.index.scores("bm25", numbers, np.ones(1)))
    allowed = np.ones(len(corpus), bool)
    allowed[having[0]] = False

    order, _ = corpus.index.top("bm25", numbers, np.ones(1), 1000, allowed=allowed)

    assert set(order.tolist()) == set(having[1:].tolist())


@pytest.mark.parametrize("two_passes", [False, True])
@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_equal_papers_stand_in_their_order_and_none_without_a_shared_word(
    matrix: Matrix, two_passes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequent_terms, "LARGE", 0)
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: not two_passes)
    titles = ["sparse graph", "convex bandit", "neural kernel"]
    index = build("equal", [Paper(key=f"p{i}", title=titles[i % 3]) for i in range(90)]).index
    numbers = np.sort(index.numbers(["spars", "graph"]))

    found, scores = index.top(matrix, numbers, np.ones(2), 40)

    assert found.tolist() == list(range(0, 90, 3))
    assert len(set(scores.tolist())) == 1


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_two_passes_find_the_exact_twenty(matrix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequent_terms, "LARGE", 0)
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: False)
    index = build("many", some_papers(2000)).index
    allowed = np.arange(2000) % 3 > 0
    numbers = np.arange(0, index.n_terms, 2)
    query = (matrix, numbers, np.linspace(0.1, 1, len(numbers)), 20)

    found, scores = index.top(*query, allowed=allowed)  # type: ignore[arg-type]

    expected = index.top(*query, allowed=allowed, exact=True)  # type: ignore[arg-type]
    assert scores == pytest.approx(expected[1], rel=1e-5)
    assert set(found.tolist()) == set(expected[0].tolist())


def test_a_ranker_finds_raw_frequencies_and_lengths(corpus: Corpus) -> None:
    index, papers = corpus.index, np.arange(len(corpus))

    rows = index.rows("tf", papers)

    for number, paper in enumerate(corpus.papers):
        counts = Counter(paper_terms(paper))
        found = dict(zip(rows[[number]].indices.tolist(), rows[[number]].data, strict=True))
        assert {index.term(term): n for term, n in found.items()}.items() <= counts.items()
    assert rows.sum(axis=1).tolist() == index.lengths.tolist()
    terms = np.arange(index.n_terms)
    over = index.rows_over(papers, terms, lambda numbers: numbers)
    assert (over["tf"].toarray() == rows.toarray()).all()


@pytest.mark.parametrize("ask", ["scores", "top", "rows"])
def test_values_of_no_known_kind_are_refused(ask: str, corpus: Corpus) -> None:
    given = {"rows": (np.arange(1),), "scores": (np.arange(1), np.ones(1))}
    given["top"] = (*given["scores"], 3)

    with pytest.raises(ValueError, match="no matrix 'dirichlet'"):
        getattr(corpus.index, ask)("dirichlet", *given[ask])
