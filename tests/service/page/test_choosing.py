"""The page as people use it: ticking, taking, dismissing."""

from __future__ import annotations

import time

import pytest

import recommender
from page_driver import change, drop, every, find, keys, wait
from recommender.formats import FORMATS

pytestmark = pytest.mark.slow


def test_ticked_papers_are_downloaded(page, library, tmp_path) -> None:
    page.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    drop(page, library)
    chosen = keys(page)[:2]
    for box in every(page, ".pick input")[:2]:
        box.click()
    kinds = ("bibtex", "ris", "csl-json")
    for kind in kinds:
        find(page, f'[data-format="{kind}"]').click()
    for _ in range(100):
        files = sorted(p.name for p in tmp_path.iterdir() if not p.name.startswith("."))
        if files == ["papers.bib", "papers.json", "papers.ris"]:
            break
        time.sleep(0.05)

    assert "2 ticked" in find(page, ".bar").text
    for form in (FORMATS[kind] for kind in kinds):
        written = form.read((tmp_path / f"papers{form.suffixes[0]}").read_bytes())
        assert len(written) == 2
    bib = recommender.read(tmp_path / "papers.bib")
    assert [p.key for p in bib.papers] == chosen


def test_ticked_papers_are_copied_as_bibtex(page, library, serving) -> None:
    page.execute_cdp_cmd(
        "Browser.grantPermissions",
        {
            "origin": serving.url,
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
        },
    )
    drop(page, library)
    find(page, ".pick input").click()
    find(page, '[data-do="copy"]').click()
    wait(page, "document.querySelector('#live').textContent.includes('Copied 1')")

    text = page.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert [p.key for p in FORMATS["bibtex"].read(text.encode()).papers] == keys(page)[:1]


def test_all_can_be_ticked_at_once(page, library) -> None:
    drop(page, library)
    find(page, ".pick input").click()
    page.execute_script("document.querySelector('[data-do=all]').click()")

    assert f"{len(keys(page))} ticked" in find(page, ".bar").text


def test_a_dismissed_paper_goes_and_comes_back(page, library) -> None:
    drop(page, library)
    before = keys(page)
    find(page, '[data-do="dismiss"]').click()
    wait(page, f"!document.getElementById('paper-{before[0]}')")
    after = keys(page)
    change(page, "#sort", "title")
    resorted = keys(page)

    assert after == before[1:]
    assert before[0] not in resorted


def test_undo_puts_a_paper_back_where_it_was(page, library) -> None:
    drop(page, library)
    before = keys(page)
    every(page, '[data-do="dismiss"]')[2].click()
    find(page, "#live button").click()
    wait(page, f"document.getElementById('paper-{before[2]}')")

    assert keys(page) == before


def test_papers_are_saved_to_zotero(own, serving, zotero, library) -> None:
    drop(own, library)
    find(own, ".pick input").click()
    title = find(own, ".card").get_attribute("data-title")
    find(own, '[data-do="zotero-send"]').click()
    wait(own, "document.querySelector('#live').textContent.includes('Saved 1')")

    assert title in {item["title"] for item in zotero.items.values()}


def test_papers_are_appended_to_the_users_file(own, serving, library) -> None:
    old = library.read_bytes()
    own.find_element("partial link text", "library.bib").click()
    find(own, ".pick input").click()
    key = keys(own)[0]
    find(own, '[data-do="append"]').click()
    wait(own, "document.querySelector('#live').textContent.includes('Appended 1')")
    new = library.read_bytes()
    library.write_bytes(old)

    assert new.startswith(old)
    assert key in {p.key for p in FORMATS["bibtex"].read(new).papers}
