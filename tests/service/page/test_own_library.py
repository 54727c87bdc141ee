"""The page as people use it: the library that the service keeps."""

from __future__ import annotations

import pytest

from page_driver import drop, every, find, keys, wait

pytestmark = pytest.mark.slow


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


def test_zoteros_own_library_can_be_picked(own, serving) -> None:
    wait(own, "!document.querySelector('[data-manager=zotero]').hidden")
    find(own, '[data-do="zotero"]').click()
    wait(own, "location.pathname.startsWith('/libraries/')")
    said = find(own, "h1").text
    at = "/api/v1" + own.execute_script("return location.pathname")
    serving.ask("DELETE", at, token="yes")

    assert said == "Zotero: My Library"
