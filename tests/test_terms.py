"""Text to terms: endings, pairs, numbers, other languages, and words as a person reads them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender.papers import Paper
from recommender.text.phrases import phrases, written
from recommender.text.stopwords import STOP_WORDS
from recommender.text.terms import TITLE_WEIGHT, paper_terms, spellings, terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Transformers", "transformer"),
        ("Schrödinger", "Schrodinger"),
        ("model’s", "models"),
        ("L'apprentissage", "apprentissage"),
        ("GROẞE", "grosse"),
        ("ﬁne-tuning", "fine tuning"),
        ("time-series", "time series"),
    ],
)
def test_spellings_of_one_word_give_the_same_terms(one: str, other: str) -> None:
    assert terms(one) == terms(other)


def test_neighbours_form_a_pair_in_either_order() -> None:
    assert "imag segment" in terms("image segmentation")
    assert "imag segment" in terms("segmentation of images")


def test_a_sentence_or_a_bracket_ends_a_pair() -> None:
    assert terms("We study circuits. Attention helps") == ["circuit", "attent"]
    assert "circuit sae" not in terms("circuits (SAEs)")


def test_a_title_counts_twice_and_the_rest_once() -> None:
    paper = Paper(title="owls", abstract="voles", keywords=("mice",))

    assert sorted(paper_terms(paper)) == ["mice", "owl", "owl", "vole"]


def test_a_word_of_more_than_64_letters_is_no_term() -> None:
    assert terms("z" * 64) == ["z" * 64]
    assert terms("z" * 65) == []


def test_two_stop_words_end_a_pair() -> None:
    assert "art state" not in terms("state of the art")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("GPT-4", "4 gpt"),
        ("GPT-3.5", "3.5 gpt"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("Q-learning", "learn q"),
    ],
)
def test_names_with_signs_and_numbers_are_terms(text: str, term: str) -> None:
    assert term in terms(text)


def test_numbers_and_single_letters_are_no_terms_of_their_own() -> None:
    assert terms("7 2024 3.5. x") == []


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("深度学习", "我们研究深度学习在医学图像中的应用"),
        ("機械学習", "医療のための機械学習モデル"),
        ("기계 학습", "의료 영상을 위한 기계 학습 모델"),
        ("машинное обучение", "Методы: машинное обучение в медицине."),
        ("apprentissage profond", "L’apprentissage profond pour l’imagerie"),
        ("मशीन लर्निंग", "चिकित्सा में मशीन लर्निंग का उपयोग"),
        ("การเรียนรู้", "วิธีการเรียนรู้ของเครื่อง"),
    ],
)
def test_a_title_in_any_language_is_found_in_its_abstract(title: str, abstract: str) -> None:
    assert set(terms(title)) <= set(terms(abstract))
    assert terms(title)


def test_a_title_counts_twice_and_keywords_count() -> None:
    paper = Paper(title="Circuits", abstract="Attention.", keywords=("Sparse coding",))

    found = paper_terms(paper)

    assert found.count("circuit") == TITLE_WEIGHT
    assert found.count("attent") == 1
    assert "spars" in found


def test_topics_of_papers_are_no_stop_words() -> None:
    topics = {"system", "fire", "state", "interest", "model", "time", "thin", "network", "die"}

    assert not topics & STOP_WORDS


@given(st.text(max_size=200))
def test_any_text_has_terms_of_at_most_two_words(text: str) -> None:
    found = terms(text)

    assert found == terms(text)
    assert all(1 <= len(term.split(" ")) <= 2 and term.strip() == term for term in found)
    assert [term for term, _ in spellings(text, found)] == found


def test_words_are_shown_as_they_are_written_most_often() -> None:
    texts = ["Sparse Autoencoders", "a sparse autoencoder", "the sparse autoencoder"]

    found = written(texts, {"autoencod spars"})

    assert found["autoencod spars"] == "sparse autoencoder"


def test_a_pair_takes_the_weight_of_its_words_and_nothing_is_lost() -> None:
    weights = {"spars": 1.0, "autoencod": 2.0, "autoencod spars": 3.0, "featur spars": 1.0}

    found = phrases(weights)

    assert found == {"autoencod spars": 6.0, "featur spars": 1.0}
    assert sum(found.values()) == sum(weights.values())


def test_the_analysis_loads_neither_numpy_nor_scikit_learn() -> None:
    code = "import sys, recommender.text.terms; print('numpy' in sys.modules)"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == "False"
