"""What every ranker promises, and that ours equal the definitions of rank-bm25 and scikit-learn."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus
from scipy.sparse import vstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import linear_kernel
from sklearn.svm import LinearSVC

import recommender
from recommender.corpus import Corpus, build
from recommender.evaluate.candidates import library_of
from recommender.papers import Paper
from recommender.rankers import RANKERS, Profile, Scored
from recommender.rankers import density as densities
from recommender.rankers.bm25 import MAX_TERMS, bm25_idf, bm25_query
from recommender.rankers.density import Density
from recommender.rankers.profile import spaced
from recommender.rankers.relevance import relevance_query
from recommender.rankers.scored import highest, spread
from recommender.rankers.strength import FLOOR, STRONG
from recommender.ranking.query import Query
from recommender.recommend import rank
from recommender.text.terms import paper_terms

WORDS = ["sparse", "autoencoder", "circuit", "attention", "diffusion", "time", "series", "state"]
TITLES = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1
)


@pytest.fixture(scope="module")
def papers() -> tuple[Paper, ...]:
    root = recommender.corpus.seeds_dir()
    return recommender.read(root / "library.bib").papers


@pytest.fixture(scope="module")
def profile(papers: tuple[Paper, ...], seeds: Corpus) -> Profile:
    return Profile.of(papers, seeds.index)


def kept_terms(corpus: Corpus) -> list[list[str]]:
    """Return the terms of each paper that are terms of the corpus."""
    found = [paper_terms(paper) for paper in corpus.papers]
    known = {t for ts in found for t in ts}
    terms = sorted(known)
    numbers = dict(zip(terms, corpus.index.numbers(terms).tolist(), strict=True))
    return [[t for t in ts if numbers[t] >= 0] for ts in found]


def of(titles: Sequence[str]) -> list[Paper]:
    return [Paper(title=title) for title in titles]


def test_bm25_equals_rank_bm25_with_a_weighted_query(profile: Profile, seeds: Corpus) -> None:
    definition = BM25Plus(kept_terms(seeds), k1=1.5, b=1.0, delta=0)
    query = bm25_query(profile)
    weights = query.weights / np.log((len(seeds) + 1) / profile.document_frequency)
    used = np.flatnonzero(weights)
    names = [seeds.index.term(int(n)) for n in profile.numbers[used]]

    expected = sum(
        weight * definition.get_scores([name])
        for name, weight in zip(names, weights[used], strict=True)
    )

    assert len(used) == min(MAX_TERMS, len(profile.numbers))
    assert RANKERS["bm25"](seeds).score(profile).values == pytest.approx(expected, abs=1e-6)


def test_the_weights_of_bm25_are_those_of_rank_bm25(profile: Profile, seeds: Corpus) -> None:
    definition = BM25Plus(kept_terms(seeds), k1=1.5, b=1.0, delta=0)
    expected = [definition.idf[seeds.index.term(int(n))] for n in profile.numbers]

    assert bm25_idf(profile) == pytest.approx(np.array(expected), rel=1e-6)


def test_tfidf_equals_scikit_learn(
    papers: tuple[Paper, ...], profile: Profile, seeds: Corpus
) -> None:
    vectorizer = TfidfVectorizer(sublinear_tf=True, analyzer=lambda terms: terms)
    corpus = vectorizer.fit_transform(kept_terms(seeds))
    library = vectorizer.transform([paper_terms(paper) for paper in papers])

    centre = np.asarray(library.mean(axis=0))
    expected = linear_kernel(corpus, centre / np.linalg.norm(centre)).ravel()

    assert RANKERS["tfidf"](seeds).score(profile).values == pytest.approx(expected, abs=1e-6)


def test_svm_equals_scikit_learn_on_its_own_vectors(
    papers: tuple[Paper, ...], profile: Profile, seeds: Corpus
) -> None:
    vectorizer = TfidfVectorizer(sublinear_tf=True, analyzer=lambda terms: terms)
    corpus = vectorizer.fit_transform(kept_terms(seeds))
    library = vectorizer.transform([paper_terms(paper) for paper in papers])
    machine = LinearSVC(C=0.01, class_weight="balanced", random_state=0, tol=1e-6)
    machine.fit(vstack([library, corpus]), [True] * len(papers) + [False] * len(seeds))

    expected = np.maximum(corpus @ machine.coef_.ravel(), 0)

    found = RANKERS["svm"](seeds).score(profile).values
    assert found == pytest.approx(expected, abs=1e-4)
    assert np.argsort(-found)[:10].tolist() == np.argsort(-expected)[:10].tolist()


def test_svm_holds_a_library_against_some_papers_of_a_large_corpus(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, seeds: Corpus
) -> None:
    whole = RANKERS["svm"](seeds).score(profile).values
    monkeypatch.setattr("recommender.rankers.svm.N_AGAINST", len(seeds) // 2)

    some = RANKERS["svm"](seeds).score(profile).values

    assert np.corrcoef(whole, some)[0, 1] > 0.6


@pytest.mark.parametrize("name", RANKERS)
def test_shares_add_up_to_the_score_of_every_paper(
    name: str, profile: Profile, seeds: Corpus
) -> None:
    scored = RANKERS[name](seeds).score(profile)

    sums = scored.shares(np.arange(len(seeds), dtype=np.int32)).sum(axis=1).tolist()

    assert sums == pytest.approx(scored.values.tolist(), abs=1e-6)


@pytest.mark.parametrize("name", RANKERS)
def test_a_paper_that_shares_nothing_scores_zero(name: str) -> None:
    corpus = build("two", of(["Sparse autoencoders", "Migrating birds"]))

    scored = RANKERS[name](corpus).score(Profile.of(of(["Sparse coding"]), corpus.index))

    assert scored.values[0] > 0
    assert scored.values[1] == 0


@pytest.mark.parametrize("name", RANKERS)
@given(library=TITLES, corpus=TITLES)
def test_any_library_has_finite_scores_that_none_is_below_zero(
    name: str, library: list[str], corpus: list[str]
) -> None:
    found = build("any", of(corpus))

    values = RANKERS[name](found).score(Profile.of(of(library), found.index)).values

    assert values.shape == (len(corpus),)
    assert np.isfinite(values).all()
    assert (values >= 0).all()


@pytest.mark.parametrize("name", RANKERS)
def test_the_order_of_the_library_changes_nothing(
    name: str, papers: tuple[Paper, ...], profile: Profile, seeds: Corpus
) -> None:
    backwards = Profile.of(papers[::-1], seeds.index)

    values = RANKERS[name](seeds).score(backwards).values

    assert values == pytest.approx(RANKERS[name](seeds).score(profile).values, abs=1e-5)


@pytest.mark.parametrize("name", RANKERS)
def test_a_library_of_which_the_corpus_knows_no_word_scores_nothing(
    name: str, seeds: Corpus
) -> None:
    scored = RANKERS[name](seeds).score(Profile.of(of(["Zzyzx qwfpg"]), seeds.index))

    assert not scored.values.any()


@pytest.mark.parametrize("name", RANKERS)
def test_a_corpus_in_another_language_is_ranked_too(name: str) -> None:
    corpus = build("zh", of(["古代诗歌的韵律", "深度学习与医学图像", "城市交通的历史"]))

    scored = RANKERS[name](corpus).score(Profile.of(of(["医学图像的深度学习方法"]), corpus.index))

    assert int(scored.values.argmax()) == 1


def test_a_long_abstract_does_not_drown_the_titles(seeds: Corpus) -> None:
    titles = of(["Sparse autoencoders", "Sparse dictionary features"])
    long = Paper(title="Forecasting", abstract="Forecasting of time series. " * 200)

    profile = Profile.of([*titles, long], seeds.index)

    assert np.linalg.norm(profile.vectors.toarray(), axis=1) == pytest.approx(1)


def test_papers_that_are_no_candidates_are_scored_by_relevance_alone(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, seeds: Corpus
) -> None:
    monkeypatch.setattr("recommender.rankers.fused.N_CANDIDATES", 10)

    scored = RANKERS["fused"](seeds).score(profile)

    candidates = scored.components[1].numbers
    others = np.setdiff1d(np.arange(len(seeds)), candidates)
    assert len(candidates) == 10 + profile.n_papers
    assert scored.values[candidates].min() > scored.values[others].max()
    for number in (int(candidates[0]), int(others[0])):
        shares = scored.shares(np.array([number], np.int32))
        assert shares.sum() == pytest.approx(scored.values[number], abs=1e-6)


def test_papers_of_a_large_corpus_that_were_not_found_are_no_candidates(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, seeds: Corpus
) -> None:
    monkeypatch.setattr("recommender.rankers.components.MAX_SCORED", 10)
    monkeypatch.setattr("recommender.rankers.components.N_BEST", 1 - profile.n_papers)

    scored = RANKERS["fused"](seeds).score(profile)

    assert 1 <= len(scored.components[1].numbers) <= 2  # the best of each of the two searches


def test_each_ranker_runs_once_and_one_that_no_answer_names_does_not(
    monkeypatch: pytest.MonkeyPatch, papers: tuple[Paper, ...], seeds: Corpus
) -> None:
    asked: list[str] = []

    def counting(name: str) -> type:
        class Counting(RANKERS[name]):  # type: ignore[misc]
            def score(self, *arguments: object, **options: object) -> Scored:
                asked.append(name)
                return super().score(*arguments, **options)

        return Counting

    for name in list(RANKERS):
        monkeypatch.setitem(RANKERS, name, counting(name))
    monkeypatch.setitem(RANKERS, "slow", counting("bm25"))
    monkeypatch.setattr("recommender.rankers.fused.TfidfRanker", RANKERS["tfidf"])
    one = library_of(papers[:5])

    recommender.suggest(one, seeds)
    assert sorted(asked) == ["bm25", "fused", "tfidf"]

    asked.clear()
    rank(one, seeds, Query(ranker="bm25"))
    assert asked == ["bm25"]


def test_only_allowed_papers_are_candidates(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, seeds: Corpus
) -> None:
    monkeypatch.setattr("recommender.rankers.fused.N_CANDIDATES", 10)
    allowed = np.arange(len(seeds)) % 2 == 0

    scored = RANKERS["fused"](seeds).score(profile, allowed=allowed)

    assert allowed[scored.components[1].numbers].all()


def test_relevance_weights_rise_with_the_share_of_the_library_and_fall_with_that_of_the_corpus(
    seeds: Corpus,
) -> None:
    texts = ["language circuits", "language models", "language models of circuits", "circuits"]
    profile = Profile.of(of(texts), seeds.index)
    weights = dict(
        zip(
            (seeds.index.term(int(n)) for n in profile.numbers),
            relevance_query(profile).weights.tolist(),
            strict=True,
        )
    )

    assert weights["circuit"] > weights["languag"] > weights["model"] >= 0


def test_a_paper_of_a_crowded_field_has_a_higher_divisor() -> None:
    crowd = [f"Diffusion models for image synthesis {i}" for i in range(30)]
    loners = ["Tides of the Adriatic", "A grammar of Basque", "Bee flight in wind"]
    corpus = build("crowd", of(crowd + loners))

    divisors = Density.of(corpus).divisors(np.arange(33, dtype=np.int32))

    assert divisors[:30].min() > 1 > divisors[30:].max()


def test_densities_are_the_same_in_any_order_of_asking(
    monkeypatch: pytest.MonkeyPatch, seeds: Corpus
) -> None:
    monkeypatch.setattr(densities, "AT_ONCE", 7)
    numbers = np.arange(len(seeds), dtype=np.int32)

    piecewise = Density(seeds.index)
    for number in numbers[::-1]:
        piecewise.divisors(numbers[number : number + 1])

    assert piecewise.divisors(numbers) == pytest.approx(Density.of(seeds).divisors(numbers))


def test_a_corpus_of_one_paper_has_no_density() -> None:
    corpus = build("one", of(["Sparse autoencoders"]))

    assert Density.of(corpus).divisors(np.zeros(1, np.int32)).tolist() == [1.0]


def test_a_profile_over_a_large_vocabulary_is_the_same(
    monkeypatch: pytest.MonkeyPatch, papers: tuple[Paper, ...], profile: Profile, seeds: Corpus
) -> None:
    rows = seeds.index.rows("tfidf", np.arange(len(seeds)))
    expected = profile.local(rows).toarray()
    monkeypatch.setattr("recommender.rankers.profile.FLAT_VOCABULARY", 0)

    found = Profile.of(papers, seeds.index).local(rows).toarray()

    assert np.array_equal(found, expected)


def test_a_part_of_a_profile_scores_as_its_papers_alone(
    papers: tuple[Paper, ...], profile: Profile, seeds: Corpus
) -> None:
    alone = Profile.of(papers[3:9], seeds.index)

    for ranker in RANKERS.values():
        values = ranker(seeds).score(profile.part(range(3, 9))).values
        assert values == pytest.approx(ranker(seeds).score(alone).values, abs=1e-5)


def test_samples_are_spaced_evenly_and_end_with_the_corpus() -> None:
    assert spaced(5, 10).tolist() == [0, 1, 2, 3, 4]
    assert spaced(1001, 11).tolist() == list(range(0, 1001, 100))


def test_of_equal_values_the_first_are_best() -> None:
    values = np.array([1.0, 3.0, 1.0, 1.0])

    assert highest(values, 2).tolist() == [0, 1]
    assert highest(values, 2, np.array([False, True, False, True])).tolist() == [1, 3]


def test_scores_that_are_all_alike_have_spread_one() -> None:
    assert spread(np.full(4, 0.3)) == 1.0


def test_the_best_of_a_large_corpus_score_as_in_a_small_one(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, seeds: Corpus
) -> None:
    exact = {name: ranker(seeds).score(profile).values for name, ranker in RANKERS.items()}
    monkeypatch.setattr("recommender.rankers.components.MAX_SCORED", 10)
    monkeypatch.setattr("recommender.rankers.components.N_BEST", 5)

    for name, ranker in RANKERS.items():
        found = ranker(seeds).score(profile).values
        top = np.argsort(-exact[name], kind="stable")[:10]
        assert found[top] == pytest.approx(exact[name][top], abs=1e-5)


@pytest.mark.parametrize("name", RANKERS)
def test_an_ordinary_paper_is_no_suggestion_and_the_right_one_stands_out(
    name: str, seeds: Corpus
) -> None:
    library = of(["Latent Dirichlet allocation", "Topic models and topic coherence"])

    scored = RANKERS[name](seeds).score(Profile.of(library, seeds.index))

    assert scored.z_scores[int(scored.values.argmax())] >= STRONG
    assert np.count_nonzero(scored.z_scores < FLOOR) > len(seeds) / 2


def test_a_corpus_that_is_dropped_is_freed() -> None:
    corpus = build("small", [Paper(title="Sparse circuits"), Paper(title="Time series")])
    Density.of(corpus)
    gone = weakref.ref(corpus.index)

    del corpus
    gc.collect()

    assert gone() is None


def test_the_best_values_are_kept_and_of_equal_ones_the_first() -> None:
    values = np.array([3.0, 1.0, 2.0, 2.0, 5.0, 2.0])
    allowed = np.array([True, True, True, True, False, True])

    assert highest(values, 3).tolist() == [0, 2, 4]
    assert highest(values, 3, allowed).tolist() == [0, 2, 3]
    assert highest(values, 9, allowed).tolist() == [0, 1, 2, 3, 5]
