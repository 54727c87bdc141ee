"""The page as people use it, in a real Chromium."""

from __future__ import annotations

import re
import time
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest

import recommender
from recommender.formats import FORMATS

pytestmark = pytest.mark.slow

WIDE, PHONE = (1280, 1000), (390, 844)


@pytest.fixture(scope="module")
def library(tmp_path_factory, root) -> Path:
    path = tmp_path_factory.mktemp("own") / "library.bib"
    path.write_bytes((root / "seeds" / "library.bib").read_bytes())
    return path


@pytest.fixture(scope="module")
def serving(tmp_path_factory, run_server, zotero, library):
    data = tmp_path_factory.mktemp("page")
    options = ("--library", str(library), "--zotero", zotero.address)
    with run_server(data, *options) as running:
        yield running


@pytest.fixture
def page(browser, serving):
    """The page of a stranger: no cookie."""
    resize(browser, WIDE)
    browser.delete_all_cookies()
    browser.get(serving.url + "/")
    browser.get_log("browser")
    yield browser
    assert [e for e in browser.get_log("browser") if "favicon" not in e["message"]] == []


@pytest.fixture
def own(page, serving):
    """The page of the user, let in by the address with the token."""
    page.get(f"{serving.url}/?token={serving.token}")
    return page


def resize(browser, size) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def find(browser, css):
    return browser.find_element("css selector", css)


def every(browser, css):
    browser.implicitly_wait(0)
    found = browser.find_elements("css selector", css)
    browser.implicitly_wait(5)
    return found


def wait(browser, condition):
    """Wait until a condition of the page's own becomes true."""
    for _ in range(100):
        if found := browser.execute_script(f"return {condition}"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never true: {condition}")


def keys(browser) -> list[str]:
    return browser.execute_script(
        "return [...document.querySelectorAll('.card')].map(c => c.dataset.key)"
    )


def drop(browser, path: Path) -> None:
    find(browser, "#file").send_keys(str(path))
    find(browser, ".card")


def change(browser, css: str, value: str) -> None:
    """Change a filter and wait for the list that follows."""
    browser.execute_script("document.querySelector('main').dataset.old = 'yes'")
    browser.execute_script(
        "const it = document.querySelector(arguments[0]); it.value = arguments[1];"
        "it.dispatchEvent(new Event('change', {bubbles: true}))",
        css,
        value,
    )
    wait(browser, "!document.querySelector('main').dataset.old")


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


def test_a_card_gives_the_whole_citation(page, library) -> None:
    drop(page, library)
    cited = find(page, ".citation").get_attribute("textContent")

    assert find(page, ".card").get_attribute("data-title") in cited
    assert re.search(r"\. In IC(LR|ML)\b.* 2025\. arXiv:\d{4}\.\d{5}\.$", cited)


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


def test_a_file_that_is_no_library_is_refused_in_words(page, tmp_path) -> None:
    path = tmp_path / "paper.bib"
    path.write_bytes(b"%PDF-1.7 nothing here")
    find(page, "#file").send_keys(str(path))
    wait(page, "document.querySelector('#live').textContent.includes('PDF')")

    assert find(page, "h1").text.startswith("Which papers")
    assert page.get_log("browser")  # the refusal, which Chromium logs


def test_the_token_becomes_a_cookie_and_leaves_the_address(own, serving) -> None:
    cookie = own.get_cookie(f"recommender-{serving.port}")

    assert own.current_url == serving.url + "/"
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert cookie["value"] != serving.token


def test_a_stranger_sees_no_library_and_cannot_open_one(page, serving) -> None:
    stored = serving.ask("GET", "/api/v1/libraries", token="yes").json["libraries"][0]["id"]
    ways = [way.text for way in every(page, ".way")]
    page.get(f"{serving.url}/libraries/{stored}")
    page.get_log("browser")

    assert len(ways) == 1
    assert "recommender token" in find(page, ".problem").text


def test_a_kept_library_remembers_what_was_dismissed(own, library, serving, tmp_path) -> None:
    path = tmp_path / "mine.bib"
    path.write_bytes(library.read_bytes() + b"\n% mine\n")
    drop(own, path)
    find(own, '[data-do="keep"]').click()
    wait(own, "location.pathname.startsWith('/libraries/')")
    before = keys(own)
    find(own, '[data-do="dismiss"]').click()
    wait(own, f"!document.getElementById('paper-{before[0]}')")
    own.refresh()
    after = keys(own)
    at = "/api/v1" + own.execute_script("return location.pathname")
    serving.ask("DELETE", at, token="yes")

    assert before[0] not in after
    assert before[1] in after


def test_all_verdicts_are_taken_back_at_once(own, library, serving, tmp_path) -> None:
    path = tmp_path / "mine.bib"
    path.write_bytes(library.read_bytes() + b"\n% with verdicts\n")
    drop(own, path)
    find(own, '[data-do="keep"]').click()
    wait(own, "location.pathname.startsWith('/libraries/')")
    before = keys(own)
    offered = every(own, '[data-do="reset"]')
    find(own, '[data-do="dismiss"]').click()
    wait(own, f"!document.getElementById('paper-{before[0]}')")
    own.refresh()
    own.execute_script("document.querySelector('.manage').open = true")
    named = find(own, '[data-do="reset"]').text
    find(own, '[data-do="reset"]').click()
    own.switch_to.alert.accept()
    wait(own, f"document.getElementById('paper-{before[0]}')")
    at = "/api/v1" + own.execute_script("return location.pathname")
    serving.ask("DELETE", at, token="yes")

    assert offered == []
    assert named == "Take back the one verdict …"
    assert keys(own) == before


def test_addresses_for_feeds_are_made_and_ended(own, serving) -> None:
    own.find_element("partial link text", "library.bib").click()
    own.execute_script("document.querySelector('.manage').open = true")
    find(own, '[data-do="feed"]').click()
    wait(own, "document.querySelector('[data-do=revoke]')")
    path = find(own, ".manage a").get_attribute("href").removeprefix(serving.url)
    given = serving.ask("GET", path).status
    own.execute_script("document.querySelector('.manage').open = true")
    find(own, '[data-do="revoke"]').click()
    wait(own, "document.readyState === 'complete' && !document.querySelector('[data-do=revoke]')")

    assert (given, serving.ask("GET", path).status) == (200, 404)


def test_a_library_can_be_forgotten(own, library, serving, tmp_path) -> None:
    path = tmp_path / "mine.bib"
    path.write_bytes(library.read_bytes() + b"\n% to be forgotten\n")
    drop(own, path)
    find(own, '[data-do="keep"]').click()
    wait(own, "location.pathname.startsWith('/libraries/')")
    at = "/api/v1" + own.execute_script("return location.pathname")
    own.execute_script("document.querySelector('.manage').open = true")
    find(own, '[data-do="forget"]').click()
    own.switch_to.alert.accept()
    wait(own, "location.pathname === '/'")

    assert serving.ask("GET", at, token="yes").status == 404


def test_papers_are_saved_to_zotero(own, serving, zotero, library) -> None:
    drop(own, library)
    find(own, ".pick input").click()
    title = find(own, ".card").get_attribute("data-title")
    find(own, '[data-do="zotero-send"]').click()
    wait(own, "document.querySelector('#live').textContent.includes('Saved 1')")

    assert title in {item["title"] for item in zotero.items.values()}


def test_zoteros_own_library_can_be_picked(own, serving) -> None:
    wait(own, "!document.querySelector('[data-manager=zotero]').hidden")
    find(own, '[data-do="zotero"]').click()
    wait(own, "location.pathname.startsWith('/libraries/')")
    said = find(own, "h1").text
    at = "/api/v1" + own.execute_script("return location.pathname")
    serving.ask("DELETE", at, token="yes")

    assert said == "Zotero: My Library"


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


def test_a_card_can_be_worked_by_keyboard(page, library) -> None:
    drop(page, library)
    first, second, third = keys(page)[:3]
    find(page, ".pick input").send_keys("j")
    page.switch_to.active_element.send_keys("x")
    ticked = page.execute_script(
        "return [...document.querySelectorAll('.pick :checked')].map(b => b.value)"
    )
    page.switch_to.active_element.send_keys("d")
    wait(page, f"!document.getElementById('paper-{second}')")

    assert ticked == [second]
    assert keys(page)[:2] == [first, third]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_stands_out_of_the_window(page, serving, size) -> None:
    resize(page, size)
    page.get(serving.url + "/example")
    page.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.execute_script("document.querySelector('.pick input').click()")

    width = page.execute_script("return document.documentElement.scrollWidth")
    assert width <= size[0]


def test_the_page_asks_no_one_else(page, library, serving) -> None:
    drop(page, library)
    asked = page.execute_script("return performance.getEntries().map(e => e.name)")

    addresses = [name for name in asked if "://" in name]
    assert addresses
    assert all(address.startswith(serving.url) for address in addresses)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/example", "/libraries/aaaaaaaaaaaaaaaa"])
def test_axe_finds_no_violation(page, serving, need, scheme, path) -> None:
    from importlib.util import find_spec

    found = find_spec("axe_core_python")
    need(found, "axe-core-python is not installed")
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    page.get(serving.url + path)
    page.get_log("browser")
    page.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.execute_script("document.querySelector('.pick input')?.click()")
    axe = Path(found.origin).with_name("axe.min.js").read_text("utf-8")
    page.execute_script(axe)
    report = page.execute_async_script(
        "const done = arguments[0]; axe.run({resultTypes: ['violations']}).then(done)"
    )
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    told = [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in report["violations"]]
    assert told == []


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


def test_the_page_works_without_scripts(serving, library) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="library.bib"\r\n\r\n'
        + library.read_bytes()
        + b'\r\n--x\r\nContent-Disposition: form-data; name="limit"\r\n\r\n7\r\n--x--\r\n'
    )

    got = serving.ask("POST", "/suggestions", body, Content_Type="multipart/form-data; boundary=x")

    assert got.status == 200
    assert got.body.count(b'<li class="card') == 7
