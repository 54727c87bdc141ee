"""The word for a suggestion: what stands out in a corpus of another field is not strong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from recommender.corpus import Corpus, build
from recommender.formats import read_file
from recommender.library import Entry, Library
from recommender.papers import Paper
from recommender.rankers import Profile
from recommender.rankers.strength import Yardstick
from recommender.recommend import suggest

IS_PHRASE = np.array([False, False, False, True])
THREE_TERMS = [1.0, 1.0, 1.0, 0.0]
WITH_PHRASE = [1.0, 1.0, 0.0, 1.0]
MOSTLY_ONE = [8.0, 1.0, 0.0, 1.0]
ONE_WORD = [1.0, 0.0, 0.0, 0.0]
FIELDS = {
    "gardens": [
        *("Pruning roses in late winter", "Compost heaps and the life in them"),
        *("Grafting old apple varieties", "Companion planting of beans and squash"),
        *("Slugs in the vegetable patch", "Hedges as homes for birds"),
        *("Tulip bulbs in heavy clay", "Greenhouse tomatoes without heating"),
    ],
    "courts": [
        *("Consideration in contract law", "The duty of care of public authorities"),
        *("Unfair terms in consumer contracts", "Evidence obtained by deception"),
        *("Trust law and the family home", "Sentencing guidelines and discretion"),
        *("Arbitration clauses and third parties", "The rule of law after emergency powers"),
        *("Precedent in the supreme courts", "Mens rea in strict liability offences"),
        *("Judicial review and proportionality", "Liability for defective products"),
    ],
    "rocks": [
        *("Basalt flows of a rifted margin", "Zircon ages of granite plutons"),
        *("Landslides after heavy rain", "Sediment budgets of alpine rivers"),
        *("Groundwater in fractured limestone", "Volcanic ash layers in lake cores"),
        *("Mineral veins in slate", "Coastal dunes and storm surges"),
    ],
}


def shelf(titles: list[str]) -> Library:
    papers = [Paper(key=f"k{i}", title=title) for i, title in enumerate(titles)]
    return Library(entries=tuple(Entry(paper=p, position=i, line=i) for i, p in enumerate(papers)))


@pytest.mark.parametrize(
    ("z_score", "nearness", "shares", "word"),
    [
        (3.0, 0.12, WITH_PHRASE, "strong"),
        (2.9, 0.12, WITH_PHRASE, "fair"),
        (9.0, 0.11, WITH_PHRASE, "fair"),  # not as near as the library's own papers
        (9.0, 0.12, THREE_TERMS, "fair"),  # words alone
        (9.0, 0.12, MOSTLY_ONE, "weak"),
        (9.0, 0.12, ONE_WORD, "weak"),
        (9.0, 0.05, WITH_PHRASE, "weak"),
        (1.5, 0.06, WITH_PHRASE, "fair"),
        (1.4, 0.12, WITH_PHRASE, "weak"),
    ],
)
def test_a_strong_paper_stands_out_is_near_and_shares_a_phrase_among_several_terms(
    z_score: float, nearness: float, shares: list[float], word: str
) -> None:
    yardstick = Yardstick(words=1.0, phrases=0.9, closeness=0.2)

    found = yardstick.strengths(
        np.array([z_score]), np.array([nearness]), csr_array([shares]), IS_PHRASE
    )

    assert found == [word]


@pytest.mark.parametrize(
    ("words", "phrases", "word"),
    [
        *((1.0, 0.9, "strong"), (0.6, 0.5, "strong"), (0.59, 0.9, "far")),
        *((1.0, 0.49, "fair"), (1.0, 0.2, "fair"), (1.0, 0.19, "far")),
    ],
)
def test_the_field_of_the_corpus_bounds_the_word(words: float, phrases: float, word: str) -> None:
    yardstick = Yardstick(words=words, phrases=phrases, closeness=0.2)

    found = yardstick.strengths(
        np.array([9.0]), np.array([0.3]), csr_array([WITH_PHRASE]), IS_PHRASE
    )

    assert found == [word]


@pytest.mark.parametrize("name", FIELDS)
def test_nothing_of_another_field_is_strong_and_the_answer_says_so(
    name: str, seeds: Corpus
) -> None:
    answer = suggest(shelf(FIELDS[name]), seeds, limit=50)

    assert {s.strength for s in answer.suggestions} <= {"far"}
    assert len(answer.suggestions) <= 3
    assert [notice.code for notice in answer.notices] == ["another-field"]
    assert "of another field" in answer.notices[0].message


def test_the_example_library_is_of_the_field_of_the_seeds(root: Path, seeds: Corpus) -> None:
    answer = suggest(read_file(root / "seeds" / "library.bib"), seeds)

    assert answer.notices == ()
    assert {s.strength for s in answer.suggestions} >= {"strong", "fair"}


def test_the_order_of_the_library_says_nothing_about_its_field(seeds: Corpus) -> None:
    titles = ["Deep neural networks", "Language models", "Diffusion models", "Graph networks"]

    there, back = (
        Yardstick.of(Profile.of(shelf(some).papers, seeds.index)) for some in (titles, titles[::-1])
    )

    assert there == back
    assert not there.is_far


def test_a_corpus_too_small_to_have_a_field_is_never_called_another() -> None:
    corpus = build("few", [Paper(title="Sparse circuits of networks"), Paper(title="Time series")])

    answer = suggest(shelf(["Circuits of old houses", "Series of stamps"]), corpus)

    assert answer.notices == ()
    assert answer.suggestions
