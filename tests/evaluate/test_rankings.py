"""The rankings that are compared: ours as users get it, and the formulas of others."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from rank_bm25 import BM25Plus

from recommender.corpus import build
from recommender.evaluate import peers
from recommender.evaluate.candidates import Pool, Task, library_of
from recommender.evaluate.plain import PlainBm25, WordCounts, plain_words
from recommender.evaluate.rankings import RANKINGS, ours
from recommender.papers import Paper
from recommender.rankers import RANKERS
from recommender.recommend import suggest


def test_plain_scores_are_those_of_rank_bm25(papers: dict[str, Paper]) -> None:
    corpus = list(papers.values())
    query = [word for paper in corpus[:7] for word in plain_words(paper)]
    theirs = BM25Plus([plain_words(paper) for paper in corpus], k1=1.5, b=0.75, delta=0)

    scores = PlainBm25(WordCounts.of(corpus)).scores(corpus[:7])

    assert scores == pytest.approx(theirs.get_scores(query))


def test_plain_scores_of_a_part_are_those_of_a_corpus_of_its_own(papers: dict[str, Paper]) -> None:
    corpus = list(papers.values())
    rows = list(range(10, 90))

    of_part = PlainBm25(WordCounts.of(corpus).part(rows)).scores(corpus[:5])

    alone = PlainBm25(WordCounts.of([corpus[i] for i in rows])).scores(corpus[:5])
    assert of_part == pytest.approx(alone)


@pytest.mark.parametrize("ranker", list(RANKERS))
def test_our_rankings_are_what_users_get(task: Task, ranker: str) -> None:
    answer = suggest(task.library, task.candidates.corpus, limit=10, ranker=ranker)

    found = ours(task, ranker)
    assert [task.candidates.ids[n] for n in found] == [s.paper.key for s in answer.suggestions]


def test_our_ranking_of_several_interests_is_what_users_get(pool: Pool) -> None:
    kept = [f"{topic}{i:02}" for topic in ("sparse", "protein", "graph") for i in range(20)]
    library = library_of([pool[name] for name in kept])
    task = Task(library=library, candidates=pool.without(set(kept)), limit=20)

    answer = suggest(library, task.candidates.corpus, limit=20)

    assert len(answer.interests) > 1
    found = [task.candidates.ids[n] for n in ours(task, "fused")]
    assert found == [s.paper.key for s in answer.suggestions]


def test_our_ranking_goes_on_below_the_floor_where_all_are_asked_for(task: Task) -> None:
    everything = replace(task, limit=len(task.candidates.ids))

    found = ours(everything, "fused")

    assert sorted(found) == list(range(everything.limit))
    assert found[: task.limit] == ours(task, "fused")


@pytest.mark.parametrize("name", [name for name in RANKINGS if name != "random"])
def test_each_ranking_puts_the_librarys_topic_first(task: Task, name: str) -> None:
    found = [task.candidates.ids[n] for n in RANKINGS[name](task)]

    assert sum(paper.startswith("sparse") for paper in found) >= 8


@pytest.mark.parametrize("name", list(RANKINGS))
def test_each_ranking_names_a_paper_once_and_none_of_the_library(task: Task, name: str) -> None:
    found = [task.candidates.ids[n] for n in RANKINGS[name](task)]

    owned = {paper.key for paper in task.library.papers}
    assert len(set(found)) == len(found) == task.limit
    assert not owned.intersection(found)


@pytest.mark.parametrize("name", list(RANKINGS))
def test_each_ranking_is_the_same_each_time(task: Task, name: str) -> None:
    assert list(RANKINGS[name](task)) == list(RANKINGS[name](task))


def test_the_decayed_mean_weighs_the_newest_most(pool: Pool) -> None:
    library = library_of(
        [Paper(title="graph nodes", year=1990), Paper(title="bandit arms", year=2020)]
    )
    task = Task(library=library, candidates=pool.without(set()), limit=1)

    scores = peers.decayed_mean(task)

    alone = peers.nearest(
        Task(library=library_of(library.papers[1:]), candidates=task.candidates, limit=1)
    )
    other = peers.nearest(
        Task(library=library_of(library.papers[:1]), candidates=task.candidates, limit=1)
    )
    old = 1 / (1 + math.log10(2))
    assert scores == pytest.approx((alone + old * other) / (1 + old))


def test_candidates_are_a_corpus_that_never_held_the_library(pool: Pool, task: Task) -> None:
    owned = {paper.key for paper in task.library.papers}
    alone = build("alone", [paper for paper in pool.papers if paper.key not in owned])

    assert task.candidates.corpus.generation == alone.generation
