"""What the page is made of: marked texts, spans for pickers, cards; pieces without markup."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender import Library, suggest
from recommender.corpus import build
from recommender.library import Entry
from recommender.papers import Paper, Person
from recommender.service.web.cards import cards, holds, names
from recommender.service.web.coins import coins
from recommender.service.web.marking import marked
from recommender.text.visible import visible

OWLS = Paper(
    type="article",
    title="Owls & voles = 100 % of it; why?",
    authors=(Person(family="Vale", given="Ida"), Person(prefix="de", family="Roux")),
    year=2021,
    venue="Owls & Voles",
    doi="10.5555/a&b=c",
    fields={"volume": "3", "number": "4", "pages": "7-9"},
)


@pytest.mark.parametrize(
    ("text", "terms", "found"),
    [
        ("Sparse autoencoders", ["sparse", "sparse autoencoders"], ["Sparse autoencoders"]),
        ("Sparse coding, sparse", ["sparse"], ["Sparse", "sparse"]),
        ("Sparseness", ["sparse"], []),
        ("C++ (C)", ["c++", "c"], ["C++", "C"]),
        ("a.b axb", ["a.b"], ["a.b"]),
        ("Owls", [], []),
        ("Owls", [""], []),
    ],
)
def test_the_longest_terms_are_marked_where_they_stand_as_words(
    text: str, terms: list[str], found: list[str]
) -> None:
    pieces = marked(text, terms)

    assert [piece for piece, is_term in pieces if is_term] == found
    assert "".join(piece for piece, _ in pieces) == text


@given(st.text(), st.lists(st.text(max_size=4), max_size=4))
def test_marked_pieces_join_to_the_text(text: str, terms: list[str]) -> None:
    assert "".join(piece for piece, _ in marked(text, terms)) == visible(text)


@pytest.mark.parametrize(
    ("kind", "title", "place"),
    [
        ("article", "rft.atitle", "rft.jtitle"),
        ("inproceedings", "rft.atitle", "rft.btitle"),
        ("incollection", "rft.atitle", "rft.btitle"),
        ("misc", "rft.title", "rft.source"),
    ],
)
def test_a_span_for_pickers_holds_each_fact_whole(kind: str, title: str, place: str) -> None:
    pairs = parse_qsl(coins(replace(OWLS, type=kind)), strict_parsing=True)

    found = dict(pairs)
    assert (found[title], found[place]) == (OWLS.title, OWLS.venue)
    assert (found["rft.aulast"], found["rft.aufirst"]) == ("Vale", "Ida")
    assert [value for name, value in pairs if name == "rft.au"] == ["Ida Vale", "de Roux"]
    assert (found["rft.date"], found["rft.pages"]) == ("2021", "7-9")
    assert (found["rft.volume"], found["rft.issue"]) == ("3", "4")
    assert ("rft_id", f"info:doi/{OWLS.doi}") in pairs


@given(st.text(min_size=1))
def test_any_title_is_read_again_from_its_span(title: str) -> None:
    shown = visible(title)
    found = dict(parse_qsl(coins(replace(OWLS, title=title)), keep_blank_values=True))

    assert found.get("rft.atitle", "") == shown


def test_pickers_are_given_no_paper_without_title_or_author() -> None:
    assert coins(replace(OWLS, title="")) == coins(replace(OWLS, authors=())) == ""


@pytest.mark.parametrize("n", range(1, 10))
def test_up_to_six_authors_are_named_and_the_others_counted(n: int) -> None:
    paper = replace(OWLS, authors=tuple(Person(family=f"A{i}") for i in range(n)))

    shown = names(paper)

    if n <= 6:
        assert shown.split(", ") == [f"A{i}" for i in range(n)]
    else:
        assert shown == f"A0, A1, A2, A3, A4 and {n - 5} more"


def test_a_paper_holds_words_that_any_of_its_texts_hold() -> None:
    paper = replace(OWLS, abstract="They hear.", keywords=("Barn owls",))

    assert holds(paper, "VOLES hear barn vale")
    assert not holds(paper, "voles swim")


@pytest.mark.parametrize(
    ("sort", "order"), [("rank", "BAC"), ("newest", "CAB"), ("title", "ABC"), ("", "BAC")]
)
def test_cards_stand_in_the_order_that_is_asked_for(sort: str, order: str) -> None:
    said = {"B": ("sparse owls of snow", None), "A": ("sparse owls", 2020), "C": ("sparse", 2021)}
    papers = [Paper(key=k, title=f"{k} {text}", year=year) for k, (text, year) in said.items()]
    library = Library(
        entries=(Entry(paper=Paper(title="Sparse owls of snow in winter"), position=0, line=1),)
    )

    answer = suggest(library, build("three", papers))

    assert "".join(card.key for card in cards(answer, sort=sort)) == order
    assert [card.key for card in cards(answer, sort=sort, words="SNOW")] == ["B"]
    assert len(cards(answer, sort=sort, limit=2)) == 2
