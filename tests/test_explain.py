"""Reasons: shares that add up, words as written, the entries that hold them, a plain sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.sparse import csr_array

import recommender
from recommender.corpus import Corpus, build
from recommender.library import Entry
from recommender.papers import Paper
from recommender.rankers import RANKERS, Profile, Scored
from recommender.ranking.reasons import (
    N_KEYS,
    Explainer,
    Holders,
    Neighbour,
    Reason,
    TermShare,
    sentence,
)
from recommender.text.terms import terms


@pytest.fixture(scope="module")
def entries() -> Sequence[Entry]:
    return recommender.read(recommender.corpus.seeds_dir() / "library.bib").entries


@pytest.fixture(scope="module")
def scored(entries: Sequence[Entry], seeds: Corpus) -> dict[str, Scored]:
    profile = Profile.of([entry.paper for entry in entries], seeds.index)
    return {name: ranker(seeds).score(profile) for name, ranker in RANKERS.items()}


@pytest.fixture(scope="module")
def reasons(
    entries: Sequence[Entry], scored: dict[str, Scored], seeds: Corpus
) -> list[tuple[Paper, Reason]]:
    explainer = Explainer(scored["fused"], entries, scored)
    order = np.argsort(-scored["fused"].values, kind="stable").tolist()
    found = explainer.reasons({n: seeds.papers[n] for n in order})
    return [(seeds.papers[n], reason) for n, reason in zip(order, found, strict=True)]


def explained(papers: Sequence[Paper], about: Paper) -> Reason:
    others = [Paper(title="Tides of the Adriatic"), Paper(title="Finding sparse autoencoders")]
    corpus = build("small", [about, *others])
    entries = [Entry(paper=p, position=i, line=10 * i + 1) for i, p in enumerate(papers)]
    found = RANKERS["fused"](corpus).score(Profile.of(papers, corpus.index))
    (reason,) = Explainer(found, entries).reasons({0: about})
    return reason


def test_the_shares_of_every_paper_add_up_to_its_score(
    reasons: list[tuple[Paper, Reason]], scored: dict[str, Scored]
) -> None:
    best = np.sort(scored["fused"].values)[::-1]

    for (_, reason), score in zip(reasons, best.tolist(), strict=True):
        assert reason.score == pytest.approx(score, abs=1e-6)
        assert sum(term.share for term in reason.terms) == reason.score


def test_five_terms_carry_half_of_the_score_in_the_median(
    reasons: list[tuple[Paper, Reason]],
) -> None:
    carried = [sum(t.share for t in r.terms[:5]) / r.score for _, r in reasons[:20]]

    assert np.median(carried) >= 0.5


def test_terms_are_written_as_in_the_paper(reasons: list[tuple[Paper, Reason]]) -> None:
    for paper, reason in reasons:
        text = " ".join((paper.title, paper.abstract, *paper.keywords))
        plain = re.sub(r"\s+", " ", text).replace("’", "'")
        assert all(term.term.replace("’", "'") in plain for term in reason.terms)


def test_the_keys_of_a_term_are_of_entries_that_hold_it(
    reasons: list[tuple[Paper, Reason]], entries: Sequence[Entry]
) -> None:
    held = {
        entry.paper.key: {
            term
            for text in (entry.paper.title, entry.paper.abstract, *entry.paper.keywords)
            for term in terms(text)
        }
        for entry in entries
    }

    for _, reason in reasons[:20]:
        for shown in reason.terms:
            assert 1 <= len(shown.keys) <= N_KEYS
            assert all(set(terms(shown.term)) & held[key] for key in shown.keys)


def test_the_entries_named_for_a_term_are_those_that_it_weighs_most_in() -> None:
    n_entries, n_terms = 40, 6
    weights = np.random.default_rng(5).integers(0, 4, (n_entries, n_terms))  # many are equal
    papers = [Paper(key=f"k{i}" if i % 5 else None, title="A") for i in range(n_entries)]
    entries = [Entry(paper=p, position=i, line=i + 1) for i, p in enumerate(papers)]

    holders = Holders(csr_array(weights.astype(float)), entries, np.arange(n_terms, dtype=np.int32))

    for term in range(n_terms):
        held = [i for i in range(n_entries) if weights[i, term] and papers[i].key]
        first = sorted(held, key=lambda i: (-weights[i, term], i))[:10]
        assert holders.keys(term) == tuple(papers[i].key for i in first)


def test_the_nearest_entries_are_named_with_line_and_similarity(
    reasons: list[tuple[Paper, Reason]], entries: Sequence[Entry]
) -> None:
    lines = {(entry.paper.key, entry.line) for entry in entries}

    for _, reason in reasons[:20]:
        similarities = [near.similarity for near in reason.nearest]
        assert 1 <= len(similarities) <= 3
        assert similarities == sorted(similarities, reverse=True)
        assert all(0 < similarity <= 1.000001 for similarity in similarities)
        assert {(near.key, near.line) for near in reason.nearest} <= lines


def test_the_rank_in_each_ranker_is_told(
    reasons: list[tuple[Paper, Reason]], scored: dict[str, Scored]
) -> None:
    assert set(reasons[0][1].rankers) == set(RANKERS)
    assert [reason.rankers["fused"][0] for _, reason in reasons[:10]] == list(range(1, 11))
    rank, score = reasons[0][1].rankers["bm25"]
    assert rank == 1 + np.count_nonzero(scored["bm25"].values > score)


def test_without_the_nearest_entry_a_suggestion_scores_less(
    reasons: list[tuple[Paper, Reason]], entries: Sequence[Entry], seeds: Corpus
) -> None:
    lower = []
    for paper, reason in reasons[:40]:
        rest = [e.paper for e in entries if e.paper.key != reason.nearest[0].key]
        values = RANKERS["fused"](seeds).score(Profile.of(rest, seeds.index)).values
        lower.append(values[seeds.number(paper.key or "")] < reason.score)

    assert np.mean(lower) >= 0.97


def test_a_pair_stands_for_its_words() -> None:
    about = Paper(title="Sparse autoencoders", abstract="A sparse autoencoder is sparse.")

    reason = explained([Paper(key="a", title="Sparse autoencoders")], about)

    assert [term.term for term in reason.terms] == ["sparse autoencoder"]


def test_entries_without_a_key_are_named_by_title() -> None:
    reason = explained([Paper(title="Sparse coding")], Paper(title="Sparse autoencoders"))

    assert reason.nearest == (
        Neighbour(key=None, title="Sparse coding", line=1, similarity=reason.nearest[0].similarity),
    )
    assert reason.terms[0].keys == ()
    assert "“Sparse coding”" in reason.sentence


def test_a_paper_that_shares_nothing_is_said_to() -> None:
    reason = explained([Paper(title="Migrating birds")], Paper(title="Sparse autoencoders"))

    assert reason.terms == ()
    assert reason.score == 0
    assert reason.sentence == "It shares no word with your library."


@pytest.mark.parametrize(
    ("similarities", "expected"),
    [
        ((0.5, 0.4), "About a, b and c, like your “T0” (k0) and others of yours."),
        ((0.5, 0.1), "About a, b and c, like your “T0” (k0)."),
        ((0.2, 0.1), "Shares a, b and c with several of your papers, most with “T0” (k0)."),
        ((0.2,), "Shares a, b and c with your “T0” (k0)."),
    ],
)
def test_the_sentence_fits_how_near_the_papers_are(
    similarities: tuple[float, ...], expected: str
) -> None:
    shares = [TermShare(term=word, share=1.0, keys=()) for word in "abcd"]
    nearest = [
        Neighbour(key=f"k{i}", title=f"T{i}", line=1, similarity=s)
        for i, s in enumerate(similarities)
    ]

    assert sentence(shares, nearest) == expected


def test_at_most_three_entries_are_named_as_near() -> None:
    for n in (1, 2, 3, 4, 9):
        own = [Paper(key=f"k{i}", title=f"Sparse autoencoders {i}") for i in range(n)]

        assert len(explained(own, Paper(title="Sparse autoencoders")).nearest) == min(n, 3)
