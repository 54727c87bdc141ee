/* The plugin starting and stopping in a fake Zotero: `node --test tests/zotero/`. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const vm = require("node:vm");
const { addItem, again, buttons, down, drawn, problem, same, service, settled, world } = require("./world.js");

test("the sandbox has the names of Zotero's and no console", async () => {
  const { sandbox } = await world();

  assert.equal(vm.runInContext("typeof console", sandbox), "undefined");
  assert.throws(() => vm.runInContext("localStorage", sandbox), { name: "ReferenceError" });
});

for (const version of [7, 8, 9, 10]) {
  test(`Zotero ${version} starts the plugin without a complaint`, async () => {
    const { state } = await world({ version });

    same([state.sections.length, state.panes.length, state.errors], [1, 1, []]);
  });
}

test("starting registers a section, two menus, a preferences pane and our chrome address", async () => {
  const { state, chrome, window } = await world();

  assert.equal(state.sections.length, 1);
  same(state.menus.map((m) => m.target), ["main/library/collection", "main/menubar/tools"]);
  assert.ok(state.menus.every((m) => m.menus[0].icon.endsWith("/icon.svg")));
  assert.equal(state.panes.length, 1);
  assert.equal(chrome.registered, 1);
  assert.equal(window.document.querySelectorAll('link[href="bib-recommender.ftl"]').length, 1);
});

for (const version of [7, 10]) {
  test(`disabling leaves nothing behind in Zotero ${version}`, async () => {
    const { state, zotero, chrome, window, stop } = await world({ version });
    stop(4);

    same([state.sections, state.menus, state.panes], [[], [], []]);
    assert.equal(chrome.registered, 0);
    assert.equal(zotero.BibRecommender, undefined);
    same(window.document.documentElement.all().map((e) => e.localName), ["menupopup", "menupopup"]);
  });
}

test("enabling again after a disable works as the first time", async () => {
  const app = await world();
  app.stop(4);
  await app.start(3);
  const body = await drawn(app, await addItem(app.zotero));

  assert.equal(app.state.sections.length, 1);
  same(buttons(body), ["save", "open", "dismiss"]);
});

test("a dialog that is open closes with the plugin", async () => {
  const { state, window, stop } = await world();
  state.menus[0].menus[0].onCommand();
  await settled();
  stop(4);

  assert.equal(window.opened[0].closed, true);
});

test("a main window that opens later gets strings and style, and loses them again", async () => {
  const { sandbox } = await world();
  const { makeWindow } = require("./fake_dom.js");
  const later = makeWindow();
  sandbox.onMainWindowLoad({ window: later });
  const links = later.document.documentElement.all().filter((e) => e.localName === "link").length;
  sandbox.onMainWindowUnload({ window: later });

  assert.equal(links, 2);
  assert.equal(later.document.documentElement.all().filter((e) => e.localName === "link").length, 0);
});

test("Zotero 7 gets its menu items by hand", async () => {
  const { state, window } = await world({ version: 7 });
  const items = window.document.querySelectorAll(".bib-recommender-suggest");
  window.document.getElementById("menu_ToolsPopup").dispatch("popupshowing");
  items[0].dispatch("command");
  await settled();

  assert.equal(items.length, 2);
  same(items.map((item) => item.getAttribute("image").endsWith("/icon.svg")), [true, true]);
  assert.match(items[1].getAttribute("data-l10n-args"), /"title":"My Library"/);
  assert.equal(state.menus.length, 0);
  assert.equal(window.opened.length, 1);
});

for (const [what, table, prefs, kind] of [
  ["works", {}, {}, null],
  ["a wrong token", { "GET /api/v1/libraries": problem(401, "This needs the token.") }, { token: "old" }, "token"],
  ["another program", { "GET /health": { product: "something" } }, {}, "foreign"],
]) {
  test(`Check tells: ${what}`, async () => {
    const app = await world({ http: service(table), prefs });
    const failed = await app.zotero.BibRecommender.service.check().then(() => null, (failure) => failure.kind);

    assert.equal(failed, kind);
  });
}

test("Check says that the service is not running", async () => {
  const app = await world({ http: down });

  await assert.rejects(app.zotero.BibRecommender.service.check(), { kind: "down" });
});
