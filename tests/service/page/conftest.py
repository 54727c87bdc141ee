"""A server with a library of its own, and its page in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from page_driver import WIDE, resize


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
