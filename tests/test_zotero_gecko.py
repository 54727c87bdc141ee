"""The Zotero plugin in a real Gecko, against a live service: Debian's Firefox, without a window.

Its own .xpi, windows, strings and HTTP; only the Zotero object is a fake (tests/zotero/gecko.js).
With RECOMMENDER_PICTURES=DIR pictures of it go to DIR, to be looked at.
"""

from __future__ import annotations

import base64
import os
import runpy
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from recommender.cli import xpi

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent
FIREFOX = runpy.run_path(str(TESTS / "stand_ins" / "firefox.py"))
LIVE = runpy.run_path(str(TESTS / "stand_ins" / "live.py"))["Live"]
PICTURES = os.environ.get("RECOMMENDER_PICTURES")
FOLDER = (TESTS / "zotero").as_uri() + "/"
TOOLS = """
    const names = { Services, Cc, Ci, Cu, XMLHttpRequest, L10nRegistry, L10nFileSource, DOMRect,
        console, fetch: window.fetch.bind(window), setTimeout: window.setTimeout.bind(window) };
    Services.io.getProtocolHandler("resource").QueryInterface(Ci.nsIResProtocolHandler)
        .setSubstitution("recommender-tests", Services.io.newURI(args[0]));
    window.tools = names;
    Services.scriptloader.loadSubScript("resource://recommender-tests/gecko.js", names);
"""
GRAPHS = {
    "title": "Semi-supervised classification with graph convolutional networks",
    "date": "2017",
    "abstractNote": "Graph neural networks smooth node features over neighbours; depth brings "
    "oversmoothing, and normalisation layers help.",
}
DIFFUSION = {
    "title": "Denoising diffusion probabilistic models",
    "abstractNote": "Diffusion models generate images by reversing noise, guided by a classifier.",
}
ITEM = """
    const add = async (fields, collection) => {
        const item = new lane.zotero.Item("journalArticle");
        item.libraryID = 1;
        for (const [name, value] of Object.entries(fields)) item.setField(name, value);
        if (collection) item.setCollections([collection.id]);
        await item.saveTx({ skipSelect: true });
        return item;
    };
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A live service with the bundled corpus."""
    with LIVE(tmp_path_factory.mktemp("service")) as live:
        yield live


@pytest.fixture(scope="module")
def firefox(
    tmp_path_factory: pytest.TempPathFactory, need: Callable[[object, str], None]
) -> Iterator[Any]:
    """A Firefox that can do all that Zotero's own code can."""
    need(FIREFOX["installed"](), "firefox-esr is not installed")
    with FIREFOX["Firefox"](tmp_path_factory.mktemp("profile")) as running:
        running.run(TOOLS, FOLDER)
        yield running


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the .xpi, built as for a release."""
    path = tmp_path_factory.mktemp("xpi") / "plugin.xpi"
    path.write_bytes(xpi.pack(xpi.FOLDER, xpi.read_manifest(xpi.FOLDER)))
    return path.as_uri()


Start = Callable[..., Callable[..., Any]]


@pytest.fixture
def start(firefox: Any, service: Any, plugin: str) -> Iterator[Start]:
    """Start the plugin in a fresh fake Zotero; gives back how to run a script beside it."""

    def begin(**options: Any) -> Callable[..., Any]:
        settings = {"folder": FOLDER, "xpi": plugin, "address": service.address, "token": "",
                    "version": 10, "locale": "en-US", **options}  # fmt: skip
        firefox.run("window.lane = await tools.startLane(args[0]);", settings)
        return lambda script, *given: firefox.run(ITEM + script, *given)

    yield begin
    firefox.run("if (window.lane) { lane.stop(4); lane.end(); window.lane = null; }")


def keep(picture: str, name: str) -> None:
    """Keep a picture to be looked at, where that is asked for."""
    assert base64.b64decode(picture).startswith(b"\x89PNG")
    if PICTURES:
        Path(PICTURES, name).write_bytes(base64.b64decode(picture))


def test_the_section_shows_suggestions_with_reasons(start: Start) -> None:
    run = start()

    shown = run(
        """
        const body = await tools.drawSection(lane, await add(args[0]));
        const row = body.querySelector(".recommender-row");
        const part = (name) => tools.read(row.querySelector(`.recommender-${name}`));
        const pane = lane.host.document.getElementById("pane");
        return { rows: body.querySelectorAll(".recommender-row").length,
            status: await tools.read(body.querySelector(".recommender-status")),
            title: await part("title"), strength: await part("strength"), why: await part("why"),
            buttons: await part("buttons"), errors: [...lane.state.errors, ...lane.console],
            bold: lane.host.getComputedStyle(row.querySelector(".recommender-title")).fontWeight,
            picture: await tools.picture(lane.host, pane) };
        """,
        GRAPHS,
    )

    assert shown["rows"] == 10
    assert shown["status"] == "10 suggestions"
    assert shown["strength"] in ("strong", "fair", "weak")
    assert f"“{GRAPHS['title']}” (2017)." in shown["why"]  # as the list shows it: no made-up key
    assert shown["buttons"] == "SaveOpenNot interested"
    assert shown["bold"] == "600"  # our style sheet arrived
    assert shown["errors"] == []
    keep(shown["picture"], "section.png")


def test_a_saved_paper_is_in_the_collection_and_then_known(start: Start) -> None:
    run = start()

    after = run(
        """
        const collection = lane.state.row = new lane.zotero.Collection("Graphs");
        const item = await add(args[0], collection);
        const body = await tools.drawSection(lane, item);
        const row = body.querySelector(".recommender-row");
        await tools.press(row, "save");
        const said = await tools.read(row.querySelector(".recommender-state"));
        const saved = [...lane.state.items.values()].at(-1);
        const again = (await tools.drawSection(lane, item)).querySelectorAll(".recommender-row");
        const states = [...again].map((r) => r.querySelector(".recommender-state").dataset.state);
        return { said, title: saved.getField("title"), key: saved.getField("citationKey"),
            authors: saved.creators.length, tags: saved.tags.map((t) => t.tag),
            inCollection: collection.items.has(saved.id), states, errors: lane.state.errors };
        """,
        GRAPHS,
    )

    assert after["said"] == "Saved."
    assert after["key"]
    assert after["authors"] > 0
    assert "suggested" in after["tags"]
    assert after["inCollection"]
    assert after["states"].count("owned") == 1
    assert after["errors"] == []


def test_a_dismissed_paper_stays_away_from_the_whole_library(start: Start, service: Any) -> None:
    run = start(token=service.token)

    seen = run(
        """
        const titles = async (item) => [...(await tools.drawSection(lane, item))
            .querySelectorAll(".recommender-title")].map((t) => t.textContent);
        const first = await titles(await add(args[0]));
        const row = lane.host.document.querySelector(".recommender-row");
        await tools.press(row, "dismiss");
        const said = await tools.read(row.querySelector(".recommender-state"));
        const without = await titles(await add({ ...args[0], title: `${args[0].title} again` }));
        const undo = row.querySelector("[data-action=undo]");
        undo.click();
        const back = await titles(await add({ ...args[0], title: `${args[0].title} once more` }));
        return { first, said, without, back, errors: lane.state.errors };
        """,
        DIFFUSION,
    )

    assert seen["said"] == "Will not be suggested in this library again."
    assert seen["first"][0] not in seen["without"]
    assert len(seen["without"]) == 10
    assert seen["first"][0] in seen["back"]
    assert service.get("/api/v1/libraries")["libraries"] == []  # nothing strays on the page's start
    assert seen["errors"] == []


def test_the_dialog_is_for_a_collection_and_for_the_keyboard(start: Start) -> None:
    run = start()

    seen = run(
        """
        const collection = lane.state.row = new lane.zotero.Collection("Reading");
        await add(args[0], collection);
        await add(args[1], collection);
        const dialog = await tools.openDialog(lane);
        const { document } = dialog;
        const rows = document.querySelectorAll(".recommender-row");
        rows[0].focus();
        const key = (key) => document.activeElement.dispatchEvent(
            new dialog.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        key("ArrowDown");
        const focused = document.activeElement === rows[1];
        key("s");
        await tools.until(() => lane.state.items.size === 3);
        await tools.until(() => rows[1].querySelector("[data-action=show]"));
        await tools.press(rows[2], "dismiss");
        const heading = await tools.read(document.getElementById("scope"));
        const interests = document.querySelectorAll(".recommender-interest").length;
        const picture = await tools.picture(dialog);
        key("Escape");
        await tools.until(() => dialog.closed);
        return { rows: rows.length, focused, heading, interests, picture,
            title: document.title, inCollection: collection.items.size, errors: lane.state.errors };
        """,
        GRAPHS,
        DIFFUSION,
    )

    assert seen["rows"] == 10
    assert seen["focused"]
    assert seen["heading"] == "Suggestions for “Reading” (2 items)"
    assert seen["title"] == "Related papers"
    assert seen["inCollection"] == 3
    assert seen["errors"] == []
    keep(seen["picture"], "dialog.png")


CHECK = """
    const { document } = lane.host;
    const place = await tools.openPreferences(lane);
    const input = (name) => document.getElementById(`recommender-${name}`);
    const checked = input("checked");
    input("check").doCommand();
    const waiting = [undefined, "recommender-pref-checking"];
    await tools.until(() => !waiting.includes(checked.dataset.l10nId));
    const said = await tools.read(checked);
"""


@pytest.mark.parametrize("version", [7, 8, 9, 10])
def test_the_preferences_are_bound_and_checked(start: Start, service: Any, version: int) -> None:
    run = start(version=version)

    seen = run(
        CHECK
        + """
        input("limit").value = "3";
        input("limit").dispatchEvent(new lane.host.Event("change"));
        const corpora = [...place.querySelectorAll("option")].map((o) => o.value);
        const headings = [...place.querySelectorAll("h1, h2")].map((h) => h.textContent);
        return { address: input("address").value, limit: lane.zotero.BibRecommender.settings.limit,
            said, corpora, headings,
            label: await tools.read(place.querySelector("[data-l10n-id=recommender-pref-tag]")),
            leaked: "find" in lane.host && typeof lane.host.check,
            errors: [...lane.state.errors, ...lane.console],
            picture: await tools.picture(lane.host, place) };
        """
    )

    assert (seen["address"], seen["limit"]) == (service.address, 3)
    assert seen["said"].endswith("answers. Corpora: seeds")
    assert seen["corpora"] == ["seeds"]
    assert seen["headings"] == ["Recommender"]
    assert seen["label"] == "Tag for saved papers"
    assert seen["leaked"] in (False, "undefined")
    assert seen["errors"] == []
    keep(seen["picture"], "preferences.png")


def test_a_pane_whose_script_looks_for_its_markup_stays_blank(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "plugin"
    shutil.copytree(xpi.FOLDER, folder)
    early = 'document.getElementById("recommender-check").addEventListener("command", () => {});'
    (folder / "content" / "preferences.js").write_text(early)
    broken = tmp_path / "broken.xpi"
    broken.write_bytes(xpi.pack(folder, xpi.read_manifest(folder)))

    run = start(xpi=broken.as_uri())

    seen = run(
        """
        const place = lane.host.document.getElementById("preferences");
        try { await tools.openPreferences(lane); return "shown"; }
        catch { return place.childElementCount; }
        """
    )
    assert seen == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"token": "not-the-one"}, "does not accept the token"),
        ({"address": "http://127.0.0.1:9"}, "is not running at http://127.0.0.1:9"),
        ({"address": "http://papers.example"}, "is not an address to use"),
    ],
)
def test_check_says_what_is_wrong(start: Start, options: dict[str, str], words: str) -> None:
    run = start(**options)

    assert words in run(CHECK + "return said;")


def test_a_service_that_is_down_is_said_and_asked_again(start: Start, service: Any) -> None:
    run = start(address="http://127.0.0.1:9")

    seen = run(
        """
        await add(args[0]);
        const dialog = await tools.openDialog(lane);
        const status = dialog.document.querySelector(".recommender-status");
        const down = await tools.read(status);
        const picture = await tools.picture(dialog, dialog.document.body);
        lane.state.prefs["extensions.zotero.bibRecommender.address"] = args[1];
        const rows = () => dialog.document.querySelectorAll(".recommender-row").length;
        const ask = async () => {
            dialog.document.querySelector(".recommender-again").click();
            await tools.until(rows);
            return rows();
        };
        const counts = [await ask(), await ask()];
        dialog.close();
        return { down, counts, picture };
        """,
        GRAPHS,
        service.address,
    )

    assert "is not running at http://127.0.0.1:9." in seen["down"]
    assert "recommender serve" in seen["down"]
    assert seen["counts"] == [10, 10]
    keep(seen["picture"], "down.png")


def test_a_list_asks_by_itself_once_the_service_is_back(start: Start, service: Any) -> None:
    run = start(address="http://127.0.0.1:9")

    rows = run(
        """
        const body = await tools.drawSection(lane, await add(args[0]));
        lane.state.prefs["extensions.zotero.bibRecommender.address"] = args[1];
        await tools.until(() => body.querySelectorAll(".recommender-row").length);
        return body.querySelectorAll(".recommender-row").length;
        """,
        GRAPHS,
        service.address,
    )

    assert rows == 10


@pytest.mark.parametrize("version", [7, 8, 9, 10])
def test_the_sandbox_is_closed_and_the_plugin_starts_in_it(start: Start, version: int) -> None:
    run = start(version=version)

    seen = run(
        """
        const kind = (name) => tools.kindOf(lane, name);
        const absent = ["console", "window", "document", "performance", "structuredClone",
            "queueMicrotask", "AbortController", "FormData", "Event", "localStorage"];
        const registered = ["sections", "menus", "panes"].map((kind) => lane.state[kind].length);
        return { kinds: absent.map(kind), url: kind("URL"), registered,
            errors: [...lane.state.errors, ...lane.console] };
        """
    )

    assert set(seen["kinds"]) == {"undefined"}
    assert seen["url"] == "function"
    assert seen["registered"] == [1, 0 if version == 7 else 2, 1]
    assert seen["errors"] == []


def test_an_empty_answer_is_given_with_the_services_reason(start: Start) -> None:
    run = start()

    said = run(
        """
        const body = await tools.drawSection(lane, await add({ title: "Xyzzy" }));
        return tools.read(body.querySelector(".recommender-status"));
        """
    )

    assert said.endswith(".")
    assert "10 suggestions" not in said


def test_an_unknown_corpus_is_said_in_the_services_words(start: Start) -> None:
    run = start()

    said = run(
        """
        lane.state.prefs["extensions.zotero.bibRecommender.corpus"] = "nowhere";
        const body = await tools.drawSection(lane, await add(args[0]));
        return tools.read(body.querySelector(".recommender-status"));
        """,
        GRAPHS,
    )

    assert "nowhere" in said


@pytest.mark.parametrize("version", [7, 10])
def test_disabling_leaves_nothing_and_enabling_works_again(start: Start, version: int) -> None:
    run = start(version=version)

    seen = run(
        """
        const { host, state, zotero } = lane;
        const ours = () => ({
            registered: state.sections.length + state.menus.length + state.panes.length,
            links: [...host.document.querySelectorAll("link")].map((l) => l.getAttribute("href")),
            menuitems: host.document.querySelectorAll("menuitem").length,
            global: "BibRecommender" in zotero });
        const chrome = async () => {
            try { return (await fetch("chrome://bib-recommender/content/style.css")).ok; }
            catch { return false; }
        };
        await add(args[0]);
        const before = ours();
        const dialog = await tools.openDialog(lane);
        lane.stop(4);
        await tools.until(() => dialog.closed);
        const after = ours(), left = await chrome();
        await lane.start(3);
        const body = await tools.drawSection(lane, await add(args[0]));
        return { before, after, left, again: ours(), errors: state.errors,
            rows: body.querySelectorAll(".recommender-row").length };
        """,
        GRAPHS,
    )

    assert seen["after"] == {"registered": 0, "links": [], "menuitems": 0, "global": False}
    assert seen["left"] is False
    assert seen["again"] == seen["before"]
    assert seen["before"]["menuitems"] == (2 if version == 7 else 0)
    assert seen["rows"] == 10
    assert seen["errors"] == []


@pytest.mark.parametrize(
    ("locale", "menu"),
    [
        ("en-US", "Suggest papers for “Forests”…"),
        ("de", "Arbeiten zu „Forests“ vorschlagen…"),
        ("fr", "Suggérer des articles pour « Forests »…"),
        ("zh-CN", "为“Forests”推荐论文…"),
    ],
)
def test_every_message_is_formatted_by_gecko_in_each_language(
    start: Start, locale: str, menu: str
) -> None:
    run = start()

    texts = run(
        r"""
        const file = "bib-recommender.ftl";
        const source = await (await fetch(`${lane.rootURI}locale/${args[0]}/${file}`)).text();
        const ids = [...source.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((m) => m[1]);
        const l10n = new Localization([file], false, L10nRegistry.getInstance(), [args[0]]);
        const given = { count: 2, kind: "rows", title: "Forests" };
        for (const [, name] of source.matchAll(/\{ \$(\w+) \}/g)) given[name] ??= "text";
        const messages = await l10n.formatMessages(ids.map((id) => ({ id, args: given })));
        const attributes = (message) => (message?.attributes ?? []).map((a) => a.value);
        return messages.map((m, i) => [ids[i], m?.value ?? null, attributes(m)]);
        """,
        locale,
    )

    found = {name: (value, attributes) for name, value, attributes in texts}
    assert found["recommender-menu"] == (None, [menu])
    assert all(value or attributes for value, attributes in found.values())
    assert not [n for n, (value, _) in found.items() if value and "{" in value]


def test_the_dark_theme_is_readable(start: Start) -> None:
    run = start()

    seen = run(
        """
        Services.prefs.setIntPref("ui.systemUsesDarkTheme", 1);
        try {
            const body = await tools.drawSection(lane, await add(args[0]));
            await tools.until(() => lane.host.matchMedia("(prefers-color-scheme: dark)").matches);
            const style = (name) => lane.host.getComputedStyle(body.querySelector(name)).color;
            const collection = lane.state.row = new lane.zotero.Collection("Dark");
            await add(args[0], collection);
            const dialog = await tools.openDialog(lane);
            const picture = await tools.picture(dialog);
            const background = dialog.getComputedStyle(dialog.document.body).backgroundColor;
            dialog.close();
            return { text: style(".recommender-title"), background, picture };
        } finally {
            Services.prefs.clearUserPref("ui.systemUsesDarkTheme");
        }
        """,
        GRAPHS,
    )

    light, dark = (sum(map(int, rgb(seen[n]))) for n in ("text", "background"))
    assert light - dark > 300
    keep(seen["picture"], "dark.png")


def rgb(color: str) -> list[str]:
    """Return the three numbers of `rgb(1, 2, 3)`."""
    return color.split("(")[1].rstrip(")").split(", ")[:3]
