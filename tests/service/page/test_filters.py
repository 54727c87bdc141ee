"""The page as people use it: filters and interests."""

from __future__ import annotations

import pytest

from page_driver import change, drop, every, find, keys, wait

pytestmark = pytest.mark.slow


def test_filters_narrow_the_list_without_the_file_being_chosen_again(page, library) -> None:
    drop(page, library)
    everything = keys(page)
    change(page, "#words", "diffusion")
    words = [card.get_attribute("textContent").casefold() for card in every(page, ".card")]
    change(page, "#words", "")
    change(page, "#venue", "ICLR")
    venues = {text.text.rsplit(" · ", 1)[1] for text in every(page, ".by")}
    change(page, "#venue", "")
    change(page, 'input[name="until"]', "1990")
    nothing = find(page, ".empty").text
    change(page, 'input[name="until"]', "")
    again = keys(page)

    assert words
    assert all("diffusion" in text for text in words)
    assert venues == {"ICLR, 2025"}
    assert "filter" in nothing
    assert again == everything


def test_more_filters_unfold_and_stay_open(page, library) -> None:
    drop(page, library)
    everything = keys(page)
    author = find(page, ".by").text.split(" · ")[0].split(",")[0]
    folded = find(page, "#author").is_displayed()
    find(page, ".narrow summary").click()
    change(page, "#author", author)
    authors = [by.text for by in every(page, ".by")]
    change(page, "#author", "")
    change(page, "#language", "german")
    nothing = find(page, ".empty").text
    change(page, "#language", "")

    assert not folded
    assert authors
    assert all(author in by for by in authors)
    assert "filter" in nothing
    assert find(page, "#language").is_displayed()
    assert keys(page) == everything


def test_a_filter_out_of_range_is_told_and_changes_nothing(page, library) -> None:
    drop(page, library)
    before = keys(page)
    page.execute_script(
        "const it = document.querySelector('[name=since]'); it.value = '20x5';"
        "it.dispatchEvent(new Event('change', {bubbles: true}));"
        "document.querySelector('#ask').noValidate = true;"
        "document.querySelector('#ask').requestSubmit()"
    )
    wait(page, "document.querySelector('#live').textContent.includes('year')")

    assert keys(page) == before
    assert page.get_log("browser")  # the refusal, which Chromium logs


def test_an_interest_can_be_chosen(page, serving) -> None:
    page.get(serving.url + "/example")
    chips = every(page, ".chip input")
    if not chips:
        pytest.skip("the example library has one interest")
    page.execute_script("arguments[0].click()", chips[1])
    hues = "new Set([...document.querySelectorAll('.card')].map(c => c.className)).size"
    wait(page, f"{hues} === 1")

    assert page.execute_script("return new URL(location).searchParams.get('interest')")
