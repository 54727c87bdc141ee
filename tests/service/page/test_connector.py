"""The page as the Connector in the browser sees it: told of each list, offered the papers."""

from __future__ import annotations

import pytest

from page_driver import change, drop, every, find, keys, wait

pytestmark = pytest.mark.slow


LISTEN = """
    window.heard = [];
    document.addEventListener("ZoteroItemUpdated", () =>
        heard.push([...document.querySelectorAll("abbr.unapi-id")].map((mark) => mark.title)));
"""


def test_each_change_of_the_list_is_told_once_to_the_connector(page, library) -> None:
    page.execute_script(LISTEN)
    drop(page, library)
    first = keys(page)
    change(page, "#limit", "10")
    fewer = keys(page)
    find(page, '[data-do="dismiss"]').click()
    wait(page, "document.querySelector('#live button')")
    find(page, "#live button").click()
    wait(page, f"document.querySelectorAll('.card').length === {len(fewer)}")

    heard = [
        [mark.partition(".")[2] for mark in marks] for marks in page.execute_script("return heard")
    ]
    assert heard == [first, fewer, fewer[1:], fewer]


def test_the_connector_is_offered_the_ticked_papers_or_all(page, library) -> None:
    drop(page, library)
    page.execute_script(LISTEN)
    boxes = every(page, ".pick input")
    boxes[1].click()
    boxes[3].click()
    spans = len(every(page, ".Z3988"))
    boxes[1].click()
    boxes[3].click()

    heard = [
        [mark.partition(".")[2] for mark in marks] for marks in page.execute_script("return heard")
    ]
    there = keys(page)
    assert heard == [[there[1]], [there[1], there[3]], [there[3]], there]
    assert spans == 2
