"""The page as people use it: what is suggested, and why, in any window."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote

import pytest

import recommender
from page_driver import drop, every, find, keys, wait
from recommender.formats import FORMATS

pytestmark = pytest.mark.slow


def test_a_dropped_library_is_answered_within_the_page(page, library, root) -> None:
    drop(page, library)

    ours = recommender.suggest(recommender.read(library), recommender.open_corpus("seeds"))
    assert keys(page) == [s.paper.key for s in ours.suggestions]
    assert find(page, "h1").text == "library.bib"
    assert "40 entries" in find(page, ".counts").text
    assert page.title == "library.bib – Recommender"


def test_a_card_says_who_where_how_well_and_why(page, library) -> None:
    drop(page, library)

    first = recommender.suggest(
        recommender.read(library), recommender.open_corpus("seeds")
    ).suggestions[0]
    card = find(page, ".card")
    card.find_element("css selector", "summary").click()
    assert first.paper.title in card.text
    assert str(first.paper.authors[0]) in card.text
    assert f"{first.paper.venue}, {first.paper.year}" in card.text
    assert first.strength in card.text
    assert first.why.sentence in card.text
    assert first.why.nearest[0].title in card.text
    assert every(page, ".card .abstract mark")


def test_a_card_gives_the_whole_citation(page, library) -> None:
    drop(page, library)
    cited = find(page, ".citation").get_attribute("textContent")

    assert find(page, ".card").get_attribute("data-title") in cited
    assert re.search(r"\. In IC(LR|ML)\b.* 2025\. arXiv:\d{4}\.\d{5}\.$", cited)


def test_a_file_that_is_no_library_is_refused_in_words(page, tmp_path) -> None:
    path = tmp_path / "paper.bib"
    path.write_bytes(b"%PDF-1.7 nothing here")
    find(page, "#file").send_keys(str(path))
    wait(page, "document.querySelector('#live').textContent.includes('PDF')")

    assert find(page, "h1").text.startswith("Which papers")
    assert page.get_log("browser")  # the refusal, which Chromium logs


def test_pickers_find_every_paper(page, serving) -> None:
    page.get(serving.url + "/example")
    spans = [s.get_attribute("title") for s in every(page, ".Z3988")]
    ids = [s.get_attribute("title") for s in every(page, "abbr.unapi-id")]
    entry = serving.ask("GET", f"/unapi?id={ids[0]}&format=bibtex")
    corpus = recommender.open_corpus("seeds")

    assert ids == [f"seeds.{key}" for key in keys(page)]
    assert FORMATS["bibtex"].read(entry.body).papers[0].key == keys(page)[0]
    for key, span in zip(keys(page), spans, strict=True):
        paper = corpus.papers[corpus.number(key)]
        told = parse_qs(span)
        assert told["rft.atitle"] == [paper.title]
        assert told["rft.au"] == [str(author) for author in paper.authors]
        assert told["rft.date"] == [str(paper.year)]
        assert "+" not in span
        assert unquote(span).startswith("ctx_ver=Z39.88-2004")
