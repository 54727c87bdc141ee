"""The main flow on real libraries: the obvious paper first, nothing owned, reasons that hold."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import recommender
from libraries import library_of
from recommender import Answer, Corpus, Library, RecommenderError
from recommender.corpus import build
from recommender.papers import Paper
from recommender.rankers import RANKERS
from recommender.ranking.query import MAX_LIMIT, Query, years
from recommender.why import explain_one

ROOT = Path(__file__).parents[1]
TOPICS = sorted((ROOT / "tests" / "topics").glob("*.bib"))


@pytest.fixture(scope="module")
def library() -> Library:
    return recommender.read(ROOT / "seeds" / "library.bib")


@pytest.fixture(scope="module")
def answer(library: Library, seeds: Corpus) -> Answer:
    return recommender.suggest(library, seeds, limit=20)


@pytest.mark.parametrize("ranker", RANKERS)
@pytest.mark.parametrize("topic", TOPICS, ids=lambda path: path.stem)
def test_the_obvious_paper_of_a_topic_is_in_the_first_three(
    topic: Path, ranker: str, seeds: Corpus
) -> None:
    expected = topic.read_text(encoding="utf-8").splitlines()[0].split(" ", 3)[3]

    found = recommender.suggest(recommender.read(topic), seeds, limit=3, ranker=ranker)

    assert expected in [s.paper.title for s in found.suggestions]


def test_there_are_ten_topics() -> None:
    assert len(TOPICS) == 10


def test_a_paper_in_the_library_is_never_suggested(library: Library, seeds: Corpus) -> None:
    owned = seeds.papers[5]
    with_owned = library_of(*library.papers, replace(owned, key="mine", abstract=""))

    found = recommender.suggest(with_owned, seeds, limit=MAX_LIMIT)

    assert owned.key not in {s.paper.key for s in found.suggestions}
    assert len(found.suggestions) >= 20


@pytest.mark.parametrize("ranker", RANKERS)
def test_the_shares_of_the_terms_add_up_to_the_score(
    ranker: str, library: Library, seeds: Corpus
) -> None:
    found = recommender.suggest(library, seeds, ranker=ranker)

    for s in found.suggestions:
        assert sum(term.share for term in s.why.terms) == pytest.approx(s.score, abs=1e-6)
        assert s.why.rankers[ranker][1] == pytest.approx(s.score, abs=1e-5)


def test_each_suggestion_names_terms_and_entries_of_the_library(
    answer: Answer, library: Library
) -> None:
    keys = {paper.key for paper in library.papers}

    for s in answer.suggestions[:10]:
        assert len(s.why.terms) >= 3
        assert s.why.nearest
        assert {near.key for near in s.why.nearest} <= keys
        assert {key for term in s.why.terms for key in term.keys} <= keys


def test_ranks_count_from_one_and_papers_differ(answer: Answer) -> None:
    assert [s.rank for s in answer.suggestions] == list(range(1, 21))
    assert len({s.paper.key for s in answer.suggestions}) == 20


def test_the_same_question_has_the_same_answer(library: Library, seeds: Corpus) -> None:
    first, second = (recommender.suggest(library, seeds, limit=30) for _ in range(2))

    assert first.suggestions == second.suggestions


def test_a_dismissed_paper_does_not_come_back(answer: Answer, library: Library) -> None:
    first = answer.suggestions[0].paper.key or ""

    found = recommender.suggest(library, answer.corpus, verdicts={first: "dismissed"})

    assert first not in {s.paper.key for s in found.suggestions}


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("", (None, None)),
        ("2025", (2025, 2025)),
        ("2023:2025", (2023, 2025)),
        ("2023:2023", (2023, 2023)),
        ("2024:", (2024, None)),
        (":2020", (None, 2020)),
    ],
)
def test_a_span_of_years_has_both_its_ends(text: str, span: tuple[int | None, ...]) -> None:
    assert years(text) == span


@pytest.mark.parametrize("text", [":", "2025:2023", "20255", "2023-2025", "2023:2025:", "2023 "])
def test_what_is_no_span_of_years_is_refused(text: str) -> None:
    with pytest.raises(RecommenderError, match="span of years"):
        years(text)


def test_a_percentile_is_the_share_of_the_corpus_that_scores_lower() -> None:
    titles = ["Sparse graph kernels", "Sparse graph owls", *(f"Voles {i}" for i in range(8))]
    corpus = build("ten", [Paper(title=title) for title in titles])

    found = recommender.suggest(library_of(Paper(title="Sparse graph kernels of snow")), corpus)

    assert [s.percentile for s in found.suggestions] == [90, 80]


@pytest.mark.parametrize("n_papers", [49, 50])
def test_a_corpus_of_fifty_papers_tells_what_an_ordinary_one_scores(n_papers: int) -> None:
    """In a smaller one every paper that shares a word may be suggested."""
    corpus = build("few", [Paper(title=f"Sparse study x{i}") for i in range(n_papers)])

    found = recommender.suggest(library_of(Paper(title="Sparse owls")), corpus, limit=100)

    assert (len(found.suggestions) == n_papers) is (n_papers < 50)


def test_a_paper_only_seen_is_shown_and_marked(answer: Answer, library: Library) -> None:
    first = answer.suggestions[0].paper.key or ""

    found = recommender.suggest(library, answer.corpus, verdicts={first: "seen"})

    assert {s.paper.key: s.verdict for s in found.suggestions}[first] == "seen"


def test_filters_hold_for_every_suggestion(library: Library, seeds: Corpus) -> None:
    found = recommender.suggest(library, seeds, venue="icml", year="2025", limit=MAX_LIMIT)

    assert {s.paper.venue for s in found.suggestions} == {"ICML"}


def test_every_filter_holds_for_every_suggestion(seeds: Corpus, library: Library) -> None:
    best = recommender.suggest(library, seeds, limit=1).suggestions[0].paper
    paper = replace(best, language="English", keywords=("Zymurgy",))
    corpus = build("some", [paper if p.key == best.key else p for p in seeds.papers])
    name = paper.authors[0]
    for option in (
        {"author": str(name).upper()},
        {"author": f"{name.family}, {name.given}"},
        {"keyword": "zymurg"},
        {"language": "en"},
        {"language": "english", "added_since": date.today()},
    ):
        found = recommender.suggest(library, corpus, **option)  # type: ignore[arg-type]

        assert [s.paper.title for s in found.suggestions] == [paper.title], option


@pytest.mark.parametrize(
    ("papers", "options", "because"),
    [
        ((), {}, "holds no entry"),
        ((Paper(key="a", year=2000),), {}, "has a title or an abstract"),
        ((Paper(key="a", title="Zymurgy quaffing"),), {}, "no word in common"),
        ((Paper(key="a", title="Sparse autoencoders"),), {"year": "1990"}, "passes the filters"),
        (
            (Paper(key="a", title="Sparse autoencoders"),),
            {"added_since": "9999-12"},
            "passes the filters",
        ),
        (
            (Paper(key="a", title="Zymurgy quaffing"),),
            {"year": 2025},
            "and what passes the filters",
        ),
    ],
)
def test_an_empty_answer_says_why(
    papers: tuple[Paper, ...], options: dict[str, object], because: str, seeds: Corpus
) -> None:
    found = recommender.suggest(library_of(*papers), seeds, **options)  # type: ignore[arg-type]

    assert found.suggestions == ()
    assert because in (found.empty_because or "")


def test_one_paper_is_enough_of_a_library(seeds: Corpus) -> None:
    one = library_of(Paper(key="a", title="Sparse autoencoders find interpretable features"))

    found = recommender.suggest(one, seeds, limit=5)

    firsts = {s.why.terms[0].term.lower() for s in found.suggestions}
    assert firsts <= {"sparse autoencoder", "sparse autoencoders"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "1 to 200"),
        ({"limit": 10_000}, "1 to 200"),
        ({"ranker": "pagerank"}, "no ranker"),
        ({"year": "25"}, "no span of years"),
        ({"year": "2025:2023"}, "write 2023:2025"),
        ({"added_since": "last week"}, "write 2025-01-31, 2025-01 or 2025"),
        ({"added_since": "2025-02-30"}, "'2025-02-30' is no date"),
        ({"added_since": "0000"}, "is no date"),
        ({"interest": "basket weaving"}, "its interests: “.*”; “.*”"),
    ],
)
def test_a_question_out_of_range_is_refused_with_a_sentence(
    options: dict[str, object], message: str, library: Library, seeds: Corpus
) -> None:
    with pytest.raises(RecommenderError, match=message):
        recommender.suggest(library, seeds, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2025", (2025, 2025)),
        ("2023:2025", (2023, 2025)),
        ("2024:", (2024, None)),
        (":2020", (None, 2020)),
        ("", (None, None)),
    ],
)
def test_a_span_of_years_may_be_open(text: str, span: tuple[int | None, int | None]) -> None:
    assert years(text) == span


@pytest.mark.parametrize(
    ("text", "first"),
    [("2025-03-31", date(2025, 3, 31)), ("2025-03", date(2025, 3, 1)), ("2025", date(2025, 1, 1))],
)
def test_a_date_may_name_a_month_or_a_year(text: str, first: date) -> None:
    assert Query.of(added_since=text).only.added_since == first


def test_why_tells_rank_or_what_holds_a_paper_back(library: Library, seeds: Corpus) -> None:
    paper = seeds.papers[3]
    key = paper.key or ""
    owning = library_of(*library.papers, replace(paper, key="mine"))

    assert "Rank " in explain_one(library, seeds, key)[1]
    assert "as mine (line 41)" in explain_one(owning, seeds, key)[1]
    assert "dismissed" in explain_one(library, seeds, key, verdicts={key: "dismissed"})[1]
    assert "filters" in explain_one(library, seeds, key, year="1999")[1]


def test_why_names_the_interest_only_where_there_are_several(seeds: Corpus) -> None:
    one = library_of(Paper(key="a", title="Sparse autoencoders find interpretable features"))
    first = recommender.suggest(one, seeds, limit=1).suggestions[0].paper.key or ""

    standing = explain_one(one, seeds, first)[1]

    assert re.fullmatch(r"Rank \d+ of 77\.", standing)


def test_why_does_not_rank_what_a_large_corpus_leaves_unscored(
    seeds: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recommender.rankers.components.MAX_SCORED", 0)
    monkeypatch.setattr("recommender.rankers.components.N_BEST", 6)
    monkeypatch.setattr("recommender.rankers.fused.N_CANDIDATES", 6)
    one = library_of(Paper(key="a", title="Sparse autoencoders find interpretable features"))

    said = [explain_one(one, seeds, paper.key or "")[1] for paper in seeds.papers]

    assert sum("Rank beyond" in each for each in said) > 10
    assert "Rank 1 of 77." in said


def test_a_paper_that_does_not_stand_out_is_not_suggested(library: Library, seeds: Corpus) -> None:
    found = recommender.suggest(library, seeds, limit=MAX_LIMIT)
    missing = {p.key or "" for p in seeds.papers} - {s.paper.key for s in found.suggestions}

    assert missing
    assert all("does not stand out" in explain_one(library, seeds, k)[1] for k in missing)


def test_each_strength_is_weaker_than_the_one_before(library: Library, seeds: Corpus) -> None:
    found = recommender.suggest(library, seeds, limit=MAX_LIMIT)
    order = ["strong", "fair", "weak"]

    for interest in found.interests:
        ranks = [order.index(s.strength) for s in found.suggestions if s.interest == interest]
        assert ranks == sorted(ranks)


def test_an_entry_without_an_abstract_is_compared_by_that_of_the_corpus(seeds: Corpus) -> None:
    owned = replace(seeds.papers[8], key="mine", abstract="", keywords=())

    found = recommender.suggest(library_of(owned), seeds, limit=3)
    another = Paper(key="mine", title="Sparse features", year=owned.year)
    alone = recommender.suggest(library_of(another), seeds)

    assert found.library.papers[0].abstract == ""
    assert len(found.suggestions[0].why.terms) > len(alone.suggestions[0].why.terms)
