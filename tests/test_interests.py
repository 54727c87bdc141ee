"""Interests: the reader's own groups, keywords used as groups, clusters; and a fair list of all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import recommender
from recommender.corpus import Corpus, build
from recommender.interests import Interest, interests, undivided
from recommender.interests.clusters import clusters
from recommender.interests.groups import groups
from recommender.interests.interests import ids
from recommender.interests.turns import merged
from recommender.library import Entry, Library
from recommender.papers import Paper
from recommender.rankers import Profile

TOPICS = {
    "diffusion": "denoising diffusion score matching image synthesis noise schedule sampler",
    "birds": "migrating birds flight season nesting colony plumage feather",
    "law": "contract court statute appeal jury verdict litigation judge",
}
SMALL = 6


def paper(topic: str, i: int, n_words: int = 5) -> Paper:
    """Return a paper of some words of a topic, others for each number."""
    words = Random(f"{topic} {i}").sample(TOPICS[topic].split(), n_words)
    return Paper(key=f"{topic}{i}", title=" ".join(words))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build("topics", [paper(t, 100 + i, 6) for t in TOPICS for i in range(60)])


def library(
    papers: Sequence[Paper], collections: Sequence[tuple[str, ...]] | None = None
) -> Library:
    groups = collections or [()] * len(papers)
    return Library(
        entries=tuple(
            Entry(paper=p, position=i, line=i + 1, collections=groups[i])
            for i, p in enumerate(papers)
        )
    )


def topics_of(found: Sequence[Interest], papers: Sequence[Paper]) -> list[set[str]]:
    return [{str(papers[i].key).rstrip("0123456789") for i in each.positions} for each in found]


def test_a_library_about_one_thing_has_one_interest(corpus: Corpus) -> None:
    found = interests(library([paper("birds", i) for i in range(40)]), corpus)

    assert len(found) == 1
    assert found[0].positions == tuple(range(40))


def test_two_topics_are_two_interests_the_larger_first(corpus: Corpus) -> None:
    papers = [paper("birds", i) for i in range(SMALL)] + [paper("law", i) for i in range(30)]

    found = interests(library(papers), corpus)

    assert topics_of(found, papers) == [{"law"}, {"birds"}]


def test_a_large_library_is_compared_with_some_of_its_papers(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recommender.interests.clusters.N_COMPARED", 9)
    papers = [paper("birds", i) for i in range(20)] + [paper("law", i) for i in range(40)]

    found = interests(library(papers), corpus)

    assert topics_of(found, papers) == [{"law"}, {"birds"}]


def test_odd_papers_are_no_part_of_a_small_topic() -> None:
    odd = {"rock": "quartz basalt magma crust mantle", "music": "violin sonata cello fugue tempo"}
    others = [Paper(title=text) for text in odd.values() for _ in range(100)]
    corpus = build("many", [paper(t, 100 + i, 6) for t in TOPICS for i in range(150)] + others)
    papers = [paper("law", i) for i in range(45)] + [paper("birds", i) for i in range(SMALL)]

    found = interests(library(papers + [Paper(title=text) for text in odd.values()]), corpus)

    assert found[1].positions == tuple(range(45, 45 + SMALL))


def test_an_interest_is_labelled_by_its_own_words(corpus: Corpus) -> None:
    papers = [paper("birds", i) for i in range(15)] + [paper("law", i) for i in range(15)]

    found = interests(library(papers), corpus)

    for interest, topics in zip(found, topics_of(found, papers), strict=True):
        (topic,) = topics
        assert set(interest.label.replace(",", "").split()) <= set(TOPICS[topic].split())
    assert len({interest.id for interest in found}) == 2


def test_the_reader_s_own_groups_come_before_clusters(corpus: Corpus) -> None:
    papers = [paper("law", i) for i in range(12)]
    groups = [("To Court",)] * 5 + [("To Jury",)] * 6 + [()]

    found = interests(library(papers, groups), corpus)

    assert [(i.label, i.positions) for i in found[:2]] == [
        ("To Jury", tuple(range(5, 11))),
        ("To Court", tuple(range(5))),
    ]
    assert found[2].positions == (11,)
    assert found[0].id == "to-jury"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["A 3", "a", "a!"], ["a-3", "a", "a-4"]),
        (["a", "A", "a 2", "?"], ["a", "a-2", "a-2-3", "interest"]),
    ],
)
def test_ids_of_like_names_are_unique(names: list[str], expected: list[str]) -> None:
    assert ids(names) == expected


def test_an_undivided_library_is_one_interest_of_all_that_has_a_text(corpus: Corpus) -> None:
    papers = [paper("birds", i) for i in range(SMALL)] + [paper("law", i) for i in range(30)]

    (found,) = undivided(library([*papers, Paper(key="empty")]), corpus)

    assert found.positions == tuple(range(len(papers)))


def test_an_entry_in_two_groups_counts_in_both(corpus: Corpus) -> None:
    papers = [paper("law", i) for i in range(8)]
    groups = [("a",)] * 4 + [("a", "b")] + [("b",)] * 3

    found = interests(library(papers, groups), corpus)

    assert [i.positions for i in found] == [(0, 1, 2, 3, 4), (4, 5, 6, 7)]


@pytest.mark.parametrize(
    "groups",
    [
        [("all",)] * 12,  # a group of everything
        [("a",)] * 2 + [("b",)] * 2 + [()] * 8,  # too small
        [("a",)] * 3 + [("b",)] * 3 + [()] * 6,  # half of the library is in no group
    ],
)
def test_groups_that_do_not_divide_the_library_are_passed_over(
    groups: list[tuple[str, ...]], corpus: Corpus
) -> None:
    found = interests(library([paper("law", i) for i in range(12)], groups), corpus)

    assert [i.positions for i in found] == [tuple(range(12))]


@pytest.mark.parametrize(
    ("sizes", "n_papers", "divides"),
    [
        ((3, 3), 6, True),
        ((3, 3, 2), 8, True),
        ((3, 2), 5, False),  # one group alone divides nothing
        ((2, 2), 4, False),  # groups of two say too little
        ((3,) * 12, 36, True),
        ((3,) * 13, 39, False),  # more than twelve interests
        ((3, 3), 10, True),  # six in ten are in a group
        ((3, 3), 11, False),
        ((9, 3), 10, True),  # nine in ten are no more than nearly everything
        ((10, 3), 11, False),
    ],
)
def test_groups_divide_a_library_within_these_limits(
    sizes: tuple[int, ...], n_papers: int, divides: bool
) -> None:
    named: list[list[str]] = [[] for _ in range(n_papers)]
    places = iter(range(10_000))
    for i, size in enumerate(sizes):
        for _ in range(size):
            named[next(places) % n_papers].append(f"group {i}")
    entries = library([paper("law", i) for i in range(n_papers)], [*map(tuple, named)]).entries

    assert bool(groups(entries, lambda entry: entry.collections)) is divides


def test_keywords_that_divide_a_library_are_its_interests(corpus: Corpus) -> None:
    papers = [
        Paper(title=paper("law", i).title, keywords=("Courts" if i < 5 else "juries",))
        for i in range(11)
    ]

    found = interests(library(papers), corpus)

    assert [(i.label, len(i.positions)) for i in found] == [("juries", 6), ("Courts", 5)]


def test_keywords_that_describe_papers_are_no_interests(corpus: Corpus) -> None:
    papers = [
        Paper(title=paper("law", i).title, keywords=(f"k{i % 3}", f"m{i % 4}", f"n{i % 2}"))
        for i in range(12)
    ]

    assert len(interests(library(papers), corpus)) == 1


def test_entries_without_any_text_belong_to_no_interest(corpus: Corpus) -> None:
    papers = [paper("law", 1), Paper(key="empty"), paper("law", 2)]

    assert [i.positions for i in interests(library(papers), corpus)] == [(0, 2)]
    assert interests(library([Paper(key="empty")]), corpus) == ()


def test_a_library_that_the_corpus_knows_no_word_of_is_one_interest(corpus: Corpus) -> None:
    papers = [Paper(title=f"Qwfpg zzyzx {i}") for i in range(30)]

    found = interests(library(papers), corpus)

    assert [(i.label, len(i.positions)) for i in found] == [("library", 30)]


def test_the_example_library_has_its_interests(seeds: Corpus) -> None:
    entries = recommender.read(recommender.corpus.seeds_dir() / "library.bib")

    found = interests(entries, seeds)

    assert 3 <= len(found) <= 4
    assert any("diffusion" in interest.label for interest in found)
    assert any("state space" in interest.label for interest in found)
    assert sorted(p for i in found for p in i.positions) == list(range(len(entries)))


def test_clusters_hold_each_paper_once_and_none_is_tiny(seeds: Corpus) -> None:
    papers = recommender.read(recommender.corpus.seeds_dir() / "library.bib").papers

    found = clusters(Profile.of(papers, seeds.index))

    assert sorted(row for group in found for row in group) == list(range(len(papers)))
    assert min(map(len, found)) >= 3


def test_turns_go_by_size_and_a_small_interest_is_seen_early() -> None:
    orders = [np.arange(0, 50), np.arange(100, 150)]

    found = merged(orders, [100, 30], 10)

    shares = np.bincount([interest for interest, _ in found])
    assert shares.tolist() == [7, 3]
    assert found[0] == (0, 0)
    assert 1 in [interest for interest, _ in found[:4]]


def test_a_paper_in_two_lists_is_named_once() -> None:
    found = merged([np.array([7, 8]), np.array([7, 9])], [1, 1], 10)

    assert found == [(0, 7), (1, 9), (0, 8)]


@given(
    st.lists(st.lists(st.integers(0, 30), unique=True, max_size=20), min_size=1, max_size=4),
    st.integers(1, 40),
)
def test_a_merged_list_is_all_papers_once_up_to_the_limit(
    lists: list[list[int]], limit: int
) -> None:
    found = merged([np.array(each, np.int32) for each in lists], range(1, 1 + len(lists)), limit)

    papers = [number for _, number in found]
    assert len(papers) == min(limit, len(set().union(*lists)))
    assert len(set(papers)) == len(papers)
    assert all(number in lists[interest] for interest, number in found)


@given(st.lists(st.text("aA3! -", max_size=4) | st.sampled_from(["A 3", "a", "a!"]), max_size=9))
@example(["A 3", "a", "a!"])
def test_each_interest_has_an_id_of_its_own(labels: list[str]) -> None:
    found = ids(labels)

    assert len(set(found)) == len(labels)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each) for each in found)
