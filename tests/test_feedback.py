"""Verdicts move the ranking once they say enough, visibly, and can be taken back."""

from __future__ import annotations

import numpy as np
import pytest

import recommender
from recommender import Answer, Corpus, Library
from recommender.library import Entry
from recommender.rankers import RANKERS, Feedback, Profile
from recommender.rankers.fused import ENOUGH_DISMISSED as ENOUGH
from recommender.ranking.query import MAX_LIMIT
from recommender.verdicts import Verdict


@pytest.fixture(scope="module")
def library(seeds: Corpus) -> Library:
    whole = recommender.read(recommender.corpus.seeds_dir() / "library.bib")
    return Library(entries=whole.entries[:8])  # so few are one interest


def answer(library: Library, seeds: Corpus, verdicts: dict[str, Verdict]) -> Answer:
    return recommender.suggest(library, seeds, limit=MAX_LIMIT, verdicts=verdicts)


def keys(found: Answer) -> list[str]:
    return [s.paper.key or "" for s in found.suggestions]


def scores(found: Answer) -> dict[str, float]:
    return {s.paper.key or "": s.score for s in found.suggestions}


def test_few_verdicts_leave_the_scores_as_they_are(library: Library, seeds: Corpus) -> None:
    before = answer(library, seeds, {})
    said: dict[str, Verdict] = dict.fromkeys(keys(before)[: ENOUGH - 1], "dismissed")

    after = answer(library, seeds, said)

    assert scores(after) == {k: v for k, v in scores(before).items() if k not in said}


def test_dismissed_papers_lower_what_is_like_them(library: Library, seeds: Corpus) -> None:
    before = answer(library, seeds, {})
    said: dict[str, Verdict] = dict.fromkeys(keys(before)[:ENOUGH], "dismissed")

    after = answer(library, seeds, said)

    shared = scores(before).keys() & scores(after).keys()
    assert shared
    assert all(scores(after)[key] < scores(before)[key] for key in shared)
    assert "5 papers that you dismissed count" in after.suggestions[0].why.sentence


def test_taking_the_verdicts_back_restores_the_answer(library: Library, seeds: Corpus) -> None:
    before = answer(library, seeds, {})
    said: dict[str, Verdict] = dict.fromkeys(keys(before)[:ENOUGH], "dismissed")

    answer(library, seeds, said)

    assert answer(library, seeds, {}).suggestions == before.suggestions


def test_shares_still_add_up_to_the_score(library: Library, seeds: Corpus) -> None:
    first = keys(answer(library, seeds, {}))
    said: dict[str, Verdict] = dict.fromkeys(first[:ENOUGH], "dismissed")

    for s in answer(library, seeds, said).suggestions:
        assert sum(t.share for t in s.why.terms) == pytest.approx(s.score, abs=1e-6)
        assert s.why.rankers["fused"][1] == pytest.approx(s.score, abs=1e-6)


def test_verdicts_on_papers_of_another_corpus_say_nothing(library: Library, seeds: Corpus) -> None:
    strangers: dict[str, Verdict] = dict.fromkeys(map(str, range(9)), "dismissed")

    assert keys(answer(library, seeds, strangers)) == keys(answer(library, seeds, {}))


def test_a_saved_paper_moves_a_small_interest_and_says_so(library: Library, seeds: Corpus) -> None:
    before = keys(answer(library, seeds, {}))

    after = answer(library, seeds, {before[1]: "saved"})

    assert before[1] not in keys(after)
    assert keys(after) != [key for key in before if key != before[1]]
    assert after.suggestions[0].why.sentence.endswith("The paper that you saved counts.")


def test_what_is_like_a_saved_paper_stands_out_more(library: Library, seeds: Corpus) -> None:
    profile, ranker = Profile.of(library.papers, seeds.index), RANKERS["fused"](seeds)
    number = seeds.number(keys(answer(library, seeds, {}))[4])
    feedback = Feedback(saved=np.array([number], np.int32))

    before, after = ranker.score(profile), ranker.score(profile, feedback=feedback)

    assert after.z_scores[number] > before.z_scores[number]


def test_shares_add_up_with_saved_and_dismissed_papers(library: Library, seeds: Corpus) -> None:
    first = keys(answer(library, seeds, {}))
    said: dict[str, Verdict] = dict.fromkeys(first[:ENOUGH], "dismissed")
    said |= dict.fromkeys(first[ENOUGH : ENOUGH + 2], "saved")

    for s in answer(library, seeds, said).suggestions:
        assert s.why.rankers["fused"][1] == pytest.approx(s.score, abs=1e-6)
        assert "2 papers that you saved count. The 5 papers that you dismissed" in s.why.sentence


@pytest.mark.parametrize(("n_papers", "counts"), [(9, True), (10, True), (11, False)])
def test_what_is_saved_counts_for_an_interest_of_up_to_ten_papers(
    n_papers: int, counts: bool, seeds: Corpus
) -> None:
    whole = recommender.read(recommender.corpus.seeds_dir() / "library.bib")
    profile = Profile.of([entry.paper for entry in whole.entries[:n_papers]], seeds.index)
    ranker = RANKERS["fused"](seeds)
    best = np.argsort(-ranker.score(profile).values, kind="stable")[:1].astype(np.int32)

    counted = ranker.score(profile, feedback=Feedback(saved=best)).feedback.saved

    assert counted.tolist() == (best.tolist() if counts else [])


@pytest.mark.parametrize(("n_dismissed", "counts"), [(4, False), (5, True), (6, True)])
def test_what_is_dismissed_counts_from_five_papers_on(
    n_dismissed: int, counts: bool, library: Library, seeds: Corpus
) -> None:
    profile = Profile.of([entry.paper for entry in library.entries], seeds.index)
    ranker = RANKERS["fused"](seeds)
    order = np.argsort(-ranker.score(profile).values, kind="stable")
    best = np.sort(order[:n_dismissed]).astype(np.int32)

    said = Feedback(dismissed=best)
    counted = ranker.score(profile, feedback=said).feedback.dismissed

    assert len(counted) == (n_dismissed if counts else 0)


def test_saved_papers_leave_a_large_interest_as_it_is(seeds: Corpus) -> None:
    whole = recommender.read(recommender.corpus.seeds_dir() / "library.bib")
    before = answer(whole, seeds, {})

    after = answer(whole, seeds, {keys(before)[0]: "saved"})

    assert not any("saved" in s.why.sentence for s in after.suggestions)


def test_a_saved_paper_that_is_in_the_library_counts_once(library: Library, seeds: Corpus) -> None:
    mine = answer(library, seeds, {}).suggestions[0].paper
    entries = (*library.entries, Entry(paper=mine, position=len(library.entries), line=999))
    more = Library(entries=entries)

    assert scores(answer(more, seeds, {mine.key or "": "saved"})) == scores(answer(more, seeds, {}))


@pytest.fixture(scope="module")
def whole() -> Library:
    return recommender.read(recommender.corpus.seeds_dir() / "library.bib")


def test_svm_is_taught_by_what_was_saved_and_dismissed(whole: Library, seeds: Corpus) -> None:
    profile, svm = Profile.of(whole.papers, seeds.index), RANKERS["svm"](seeds)
    before = svm.score(profile)
    numbers = np.sort(np.argsort(-before.values)[:4]).astype(np.int32)

    saved = svm.score(profile, feedback=Feedback(saved=numbers))
    dismissed = svm.score(profile, feedback=Feedback(dismissed=numbers))

    assert (saved.values[numbers] > before.values[numbers]).all()
    assert dismissed.values[numbers].sum() < before.values[numbers].sum()
    assert saved.feedback.told() == " The 4 papers that you saved count."
    assert dismissed.feedback.told() == " The 4 papers that you dismissed count."
    for scored in (saved, dismissed):
        sums = scored.shares(numbers).sum(axis=1)
        assert sums == pytest.approx(scored.values[numbers], abs=1e-6)


def test_svm_tells_which_verdicts_count(whole: Library, seeds: Corpus) -> None:
    first = recommender.suggest(whole, seeds, ranker="svm").suggestions
    same = [s.paper.key or "" for s in first if s.interest == first[0].interest]
    said: dict[str, Verdict] = {same[0]: "saved", same[1]: "dismissed", same[2]: "seen"}

    after = recommender.suggest(whole, seeds, ranker="svm", verdicts=said).suggestions

    told = [s for s in after if s.interest == first[0].interest]
    assert told
    for s in told:
        assert s.why.sentence.endswith(
            "The paper that you saved counts. The paper that you dismissed counts."
        )
        assert sum(t.share for t in s.why.terms) == pytest.approx(s.score, abs=1e-6)
