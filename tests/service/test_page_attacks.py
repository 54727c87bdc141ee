"""Foreign pages and hostile records against a real browser that is let in."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from page_driver import wait

pytestmark = pytest.mark.slow

FOREIGN = """<!doctype html><title>foreign</title>
<form id=form method=post enctype=multipart/form-data target=inside></form>
<iframe name=inside></iframe>
<script>
const BIB = "@article{evil, title = {Sparse autoencoders}}";
const JSON_TYPE = {"Content-Type": "application/json"};
async function attack(base, library, key) {
  const got = [];
  const tries = {
    import_simple: ["/api/v1/libraries", {method: "POST", body: BIB, mode: "no-cors"}],
    import_cors: ["/api/v1/libraries", {method: "POST", body: BIB,
      headers: {"Content-Type": "application/x-bibtex"}}],
    replace: [`/api/v1/libraries/${library}`, {method: "PUT", body: BIB,
      headers: {"Content-Type": "application/x-bibtex"}}],
    remove: [`/api/v1/libraries/${library}`, {method: "DELETE"}],
    verdict: [`/api/v1/libraries/${library}/verdicts/${key}`,
      {method: "PUT", body: '{"verdict": "dismissed"}', headers: JSON_TYPE}],
    forget: [`/api/v1/libraries/${library}/verdicts/${key}`, {method: "DELETE"}],
    feed: [`/api/v1/libraries/${library}/feed`, {method: "POST", mode: "no-cors"}],
    revoke: [`/api/v1/libraries/${library}/feed`, {method: "DELETE"}],
    append: [`/api/v1/libraries/${library}/append`,
      {method: "POST", body: JSON.stringify({keys: [key]}), mode: "no-cors"}],
    send: ["/api/v1/send", {method: "POST", body: JSON.stringify({to: "zotero", keys: [key]}),
      mode: "no-cors"}],
    zotero: ["/api/v1/zotero", {method: "POST", mode: "no-cors"}],
    read_list: ["/api/v1/libraries", {}],
    read_one: [`/api/v1/libraries/${library}`, {}],
    read_source: [`/api/v1/libraries/${library}/source`, {}],
    read_suggestions: [`/api/v1/libraries/${library}/suggestions`, {}],
    read_page: [`/libraries/${library}`, {}],
    read_health: ["/health", {}],
  };
  for (const [name, [path, options]] of Object.entries(tries)) {
    try {
      const response = await fetch(base + path, {credentials: "include", ...options});
      const text = response.type === "opaque" ? "" : await response.text();
      got.push([name, response.type, text.length]);
    } catch (error) { got.push([name, "refused", 0]); }
  }
  for (const tag of ["script", "img", "link"]) {
    got.push([tag, await new Promise((done) => {
      const it = document.createElement(tag);
      it.onload = () => done("loaded");
      it.onerror = () => done("refused");
      it.rel = "stylesheet";
      it.src = it.href = base + "/api/v1/libraries/" + library + "/suggestions";
      document.head.append(it);
    }), 0]);
  }
  const form = document.getElementById("form");
  for (const path of ["/api/v1/libraries", `/api/v1/libraries/${library}/feed`, "/api/v1/zotero"]) {
    form.action = base + path;
    form.submit();
    await new Promise((done) => setTimeout(done, 150));
  }
  return got;
}
</script>"""

URLS = (
    "javascript:boom()",
    "JaVaScRiPt:boom()",
    " javascript:boom()",
    "java\tscript:boom()",
    "data:text/html,<script>boom()</script>",
    "//evil.example/x",
)
TEXTS = (
    "<script>boom()</script> sparse autoencoders",
    '"><img src=x onerror=boom()> sparse autoencoders',
    "</title></textarea><svg onload=boom()> sparse autoencoders",
    "<math><mi xlink:href=javascript:boom()>sparse</mi></math> autoencoders",
    "&lt;img src=x onerror=boom()&gt; sparse autoencoders",  # readers turn it into <img …>
    "&lt;script&gt;boom()&lt;/script&gt; sparse autoencoders",
    "{{ 7 * 7 }} ${7*7} sparse autoencoders",
    "\u202eevil\u202c sparse \x1b[31m autoencoders",
)


class Foreign(BaseHTTPRequestHandler):
    """A page of another origin on the same machine."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(FOREIGN.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


# An image that is asked for last has failed: so have those before it, whose errors run code.
LAST_IMAGE = """
const [done] = arguments, last = new Image();
last.onload = last.onerror = () => requestAnimationFrame(() => setTimeout(done));
last.src = "/no-image";
"""


@pytest.fixture
def foreign() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A corpus file and a library whose every text attacks the page."""
    folder = tmp_path_factory.mktemp("hostile")
    items = [
        {
            "id": f"paper{i}",
            "type": "article-journal",
            "title": f"{TEXTS[i % len(TEXTS)]} {'very ' * i}long",
            "abstract": TEXTS[(i + 1) % len(TEXTS)],
            "container-title": TEXTS[(i + 2) % len(TEXTS)],
            "author": [{"family": TEXTS[i % len(TEXTS)], "given": "x"}],
            "issued": {"date-parts": [[2025]]},
            "URL": URLS[i % len(URLS)],
        }
        for i in range(6 * len(TEXTS))
    ]
    corpus = folder / "hostile.json"
    corpus.write_text(json.dumps(items))
    library = folder / "<img src=x onerror=boom()>.bib"
    entries = (  # without the words of the attacks: a matched word is marked, which cuts a tag
        f"@misc{{k{i}, title = {{Sparse autoencoders {i} &lt;u onmouseover=boom()&gt;}}}}\n"
        for i in range(6)
    )
    library.write_text("".join(entries))
    return corpus, library


@pytest.fixture
def own(tmp_path, bib):
    path = tmp_path / "refs.bib"
    path.write_bytes(bib)
    return path


@pytest.fixture
def serving_own(tmp_path, run_server, own, zotero):
    options = ("--library", str(own), "--zotero", zotero.address)
    return run_server(tmp_path / "data", *options)


def test_a_foreign_page_reads_nothing_and_changes_nothing(
    browser, serving_own, own, zotero, foreign
) -> None:
    with serving_own as server:
        library = server.ask("GET", "/api/v1/libraries", token="yes").json["libraries"][0]["id"]
        at = f"/api/v1/libraries/{library}"
        key = server.ask("GET", f"{at}/suggestions", token="yes").json["suggestions"][0]["key"]
        server.ask("POST", f"{at}/feed", token="yes")
        kind = {"token": "yes", "Content_Type": "application/json"}
        server.ask("PUT", f"{at}/verdicts/{key}", b'{"verdict": "seen"}', **kind)
        before = state(server, at, own, zotero)
        browser.get(f"{server.url}/?token={server.token}")  # the cookie is there to be abused
        assert browser.get_cookie(f"recommender-{server.port}")
        browser.get(foreign)
        browser.set_script_timeout(60)
        got = browser.execute_async_script(
            "const [base, library, key, done] = arguments; attack(base, library, key).then(done)",
            server.url,
            library,
            key,
        )
        browser.get_log("browser")
        browser.delete_all_cookies()
        after = state(server, at, own, zotero)

    assert after == before
    assert len(got) == 20
    assert {kind for _, kind, _ in got} <= {"refused", "opaque"}
    assert {length for _, _, length in got} == {0}


def state(server, at, own, zotero) -> tuple[object, ...]:
    return (
        server.ask("GET", "/api/v1/libraries", token="yes").json,
        server.ask("GET", f"{at}/verdicts", token="yes").json,
        own.read_bytes(),
        sorted(zotero.items),
    )


def test_nothing_in_a_record_runs_on_the_page(browser, tmp_path, run_server, hostile) -> None:
    corpus, library = hostile
    add = ["--data", str(tmp_path), "corpus", "add", "hostile", str(corpus)]
    from click.testing import CliRunner

    from recommender.cli import group

    assert CliRunner().invoke(group, add).exit_code == 0
    with run_server(tmp_path, "--library", str(library)) as server:
        browser.get(f"{server.url}/?token={server.token}")
        browser.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": "window.boom = () => { window.boomed = true }"},
        )
        stored = server.ask("GET", "/api/v1/libraries", token="yes").json["libraries"][0]["id"]
        browser.get(f"{server.url}/libraries/{stored}?corpus=hostile")
        cards = browser.find_elements("css selector", ".card")
        links = browser.execute_script(
            "return [...document.querySelectorAll('main a')].map(a => a.protocol)"
        )
        for card in cards[:12]:
            card.find_element("css selector", "h3").click()
            card.find_element("css selector", "summary").click()
        cards[0].find_element("css selector", '[data-do="dismiss"]').click()
        browser.find_element("css selector", "#live button").click()
        wait(browser, "document.querySelector('#live').textContent === 'It is back'")
        browser.execute_async_script(LAST_IMAGE)
        text = browser.find_element("css selector", "main").text
        boomed = browser.execute_script("return window.boomed === true")
        made = browser.execute_script(
            "return document.querySelectorAll("
            "'main script, main img, main math, [onerror], [onload]').length"
        )
        problems = [e["message"] for e in browser.get_log("browser")]
        browser.delete_all_cookies()

    assert len(cards) == 20
    assert not boomed
    assert made == 0
    assert set(links) <= {"http:", "https:"}
    assert "<script>boom()</script>" in text
    assert "<img src=x onerror=boom()>" in text.replace(".bib", "")
    assert "7 * 7" in text
    assert not set(text) & set("\u202e\u202c\x1b")
    assert not [p for p in problems if "Content Security Policy" in p]
