"""What a paper is called, and what names it."""

from __future__ import annotations

import pytest

from recommender.papers import Paper, Person


@pytest.mark.parametrize("n", [0, 1, 12, 13, 40])
def test_a_paper_without_a_title_is_called_by_its_first_twelve_words(n: int) -> None:
    words = [f"word{i}" for i in range(n)]

    label = Paper(abstract=" ".join(words)).label

    assert label == " ".join(["[untitled]", *words[:12], *(["…"] if n > 12 else [])])
    assert Paper(title="Owls", abstract="They hear.").label == "Owls"


def test_a_person_is_called_as_is_spoken() -> None:
    person = Person(family="King", given="Martin", prefix="de", suffix="Jr.")

    assert str(person) == "Martin de King, Jr."
    assert str(Person(literal="Owl Fund")) == "Owl Fund"
    assert str(Person(family="Plato")) == "Plato"


def test_identifiers_that_are_empty_name_nothing() -> None:
    known = {
        "doi": "10.5555/a",
        "arxiv": "2001.01234",
        "openreview": "abCD",
        "pmid": "1",
        "isbn": "2",
    }

    assert Paper().identifiers == frozenset()
    assert Paper(**known).identifiers == frozenset(known.items())
