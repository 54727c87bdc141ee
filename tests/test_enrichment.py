"""Abstracts that a library lacks are taken from the same works in the corpus, for ranking only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from libraries import library_of
from recommender.corpus import Corpus, build
from recommender.papers import Paper, Person
from recommender.ranking.enrichment import enriched

OWNED = Paper(
    title="Sparse autoencoders find features of language models",
    authors=(Person(family="Reyes", given="Ana"),),
    year=2024,
    abstract="Dictionary learning on activations.",
    venue="ICML",
)
TWIN = Paper(
    title="Sparse autoencoders of language models find features again",
    authors=(Person(family="Okafor"),),
    year=2019,
    abstract="Another work.",
)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    others = [Paper(title=f"Language models and features {i}", abstract="Text.") for i in range(9)]
    return build("small", [*others, TWIN, OWNED])


def test_an_entry_without_an_abstract_borrows_that_of_its_work(corpus: Corpus) -> None:
    bare = replace(OWNED, abstract="", key="mine", venue="")

    (entry,) = enriched(library_of(bare), corpus).entries

    assert entry.paper == replace(bare, abstract=OWNED.abstract)
    assert (entry.position, entry.line) == (0, 1)


def test_a_preprint_borrows_from_its_published_form(corpus: Corpus) -> None:
    preprint = replace(OWNED, abstract="", year=2023, venue="arXiv preprint", arxiv="2301.00009")

    (entry,) = enriched(library_of(preprint), corpus).entries

    assert entry.paper.abstract == OWNED.abstract


def test_another_work_of_a_like_title_lends_nothing(corpus: Corpus) -> None:
    other = replace(TWIN, abstract="", title="Sparse autoencoders of language models", year=2011)

    (entry,) = enriched(library_of(other), corpus).entries

    assert entry.paper.abstract == ""


def test_an_abstract_of_one_s_own_stays(corpus: Corpus) -> None:
    own = replace(OWNED, abstract="My own words.")

    assert enriched(library_of(own), corpus).entries[0].paper is own


def test_a_title_that_the_corpus_knows_no_word_of_borrows_nothing(corpus: Corpus) -> None:
    unknown = library_of(Paper(title="Qwfpg zzyzx"), Paper())

    assert enriched(unknown, corpus) == unknown


def test_two_thousand_entries_are_looked_up_and_no_more(corpus: Corpus) -> None:
    bare = replace(OWNED, abstract="")
    others = [Paper(title=f"Qwfpg{i}") for i in range(1999)]
    first, last = library_of(*others, bare), library_of(*others, Paper(title="Zzyzx"), bare)

    assert enriched(first, corpus).entries[-1].paper.abstract == OWNED.abstract
    assert enriched(last, corpus).entries[-1].paper.abstract == ""
