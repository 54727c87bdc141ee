/* The plugin in a fake Zotero: `node --test tests/zotero/`. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const vm = require("node:vm");
const {
  ITEM, PREFIX, addItem, again, answer, asked, buttons, down, drawn, late, press, problem, rowState,
  service, settled, status, suggestion, world,
} = require("./world.js");

// By value: arrays of the plugin's context have another prototype than ours.
const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));
const HEALTH = "GET /health";

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

test("the section is for regular items only", async () => {
  const { state } = await world();
  const enabled = [];
  const change = (item) => state.sections[0].onItemChange({ item, setEnabled: (on) => enabled.push(on) });
  change({ isRegularItem: () => true });
  change({ isRegularItem: () => false });
  change(null);

  same(enabled, [true, false, false]);
});

test("no request goes out before the section is in sight", async () => {
  const { state, window, zotero } = await world();
  const body = window.document.createElementNS("", "div");
  state.sections[0].onRender({ body, item: await addItem(zotero) });
  await settled();

  same(state.requests, []);
});

test("a section shows title, authors, venue, strength and why", async () => {
  const app = await world();
  const body = await drawn(app, await addItem(app.zotero));
  const [row] = body.find("recommender-row");

  assert.equal(row.find("recommender-title")[0].textContent, "Random Forests Made Plain");
  assert.equal(row.find("recommender-byline")[0].textContent, "Ada Weng · ICML · 2025");
  assert.equal(row.find("recommender-strength")[0].l10n, "recommender-strength-strong");
  assert.match(row.find("recommender-why")[0].textContent, /random forest/);
  same(buttons(row), ["save", "open", "dismiss"]);
});

const people = [
  [{ family: "Beek", prefix: "van", given: "Jan" }, "Jan van Beek"],
  [{ literal: "The Group" }, "The Group"],
  [{ family: "Plato" }, "Plato"],
];
for (const [person, name] of people) {
  test(`the author ${name} is named whole`, async () => {
    const said = answer(suggestion({ authors: [person] }));
    const app = await world({ http: service({ "POST /api/v1/suggestions": said }) });
    const body = await drawn(app, await addItem(app.zotero));

    assert.match(body.find("recommender-byline")[0].textContent, new RegExp(`^${name} · `));
  });
}

test("the item goes out as CSL JSON, with limit and corpus, and without a token", async () => {
  const app = await world({ prefs: { corpus: "mine", limit: 5 } });
  await drawn(app, await addItem(app.zotero, { title: "Forests", abstractNote: "Trees vote." }));
  const request = app.state.requests.at(-1);

  assert.match(request.url, /\/api\/v1\/suggestions\?limit=5&corpus=mine$/);
  assert.equal(request.headers["Content-Type"], "application/vnd.citationstyles.csl+json");
  assert.equal(request.headers.Authorization, undefined);
  assert.equal(JSON.parse(request.body)[0].abstract, "Trees vote.");
});

test("an entry goes out under the name that the list shows, never under a key", async () => {
  const app = await world();
  const item = await addItem(app.zotero, { date: "2001-05-03", DOI: "10.1000/abc" });
  item.setCreators(["Weng", "Beek", "Ruiz"].map((lastName) => ({ lastName, firstName: "A.", creatorType: "author" })));
  item.addTag("trees", 1);
  item.addTag("suggested");
  await drawn(app, item);
  const [entry] = JSON.parse(app.state.requests.at(-1).body);

  same([entry.id, entry.issued, entry.DOI, entry.keyword], ["Weng et al. 2001", { "date-parts": [[2001]] }, "10.1000/abc", "trees"]);
  same(entry.author[0], { family: "Weng", given: "A." });
});

test("a DOI that an older Zotero keeps in Extra goes out as one", async () => {
  const app = await world({ version: 7 });
  await drawn(app, await addItem(app.zotero, { extra: "Look\nDOI: 10.1000/abc" }, { type: "book" }));

  assert.equal(JSON.parse(app.state.requests.at(-1).body)[0].DOI, "10.1000/abc");
});

test("walking over five items asks for the last one only", async () => {
  const app = await world({ pause: 5 });
  const body = app.window.document.createElementNS("", "div");
  const items = await Promise.all([1, 2, 3, 4, 5].map((n) => addItem(app.zotero, { title: `Item ${n}` })));
  const { onRender, onAsyncRender } = app.state.sections[0];
  await Promise.all(items.map((item) => (onRender({ body, item }), onAsyncRender({ body, item }))));
  const posts = app.state.requests.filter((r) => r.method === "POST");

  assert.equal(posts.length, 1);
  assert.match(posts[0].body, /Item 5/);
});

test("another program on the port gets no paper and no token", async () => {
  const http = service({ "GET /health": { status: 200, responseText: "<html>JabRef http API runs</html>" } });
  const app = await world({ http, prefs: { token: "secret" } });
  const body = await drawn(app, await addItem(app.zotero));

  same(asked(app.state), [HEALTH]);
  same(app.state.requests[0].headers, {});
  assert.equal(status(body).l10n, "recommender-foreign");
});

for (const [how, http] of [["refuses the connection", down], ["does not answer in time", late]]) {
  test(`a service that ${how} is not running, and the way to start it is said`, async () => {
    const app = await world({ http });
    const body = await drawn(app, await addItem(app.zotero));

    assert.equal(status(body).l10n, "recommender-down");
    assert.equal(status(body).args.address, "http://127.0.0.1:8763");
    same(app.state.errors, []);
  });
}

test("“Ask again” asks again for the same papers", async () => {
  let up = false;
  const app = await world({ http: (...request) => (up ? service()(...request) : down()) });
  const item = await addItem(app.zotero);
  const body = await drawn(app, item);
  up = true;
  again(body).click();
  await settled();
  again(body).click();
  await settled();
  const posts = app.state.requests.filter((r) => r.method === "POST");

  assert.equal(body.find("recommender-row").length, 1);
  same(posts.map((r) => JSON.parse(r.body).map((entry) => entry.title)), [["Random forests"], ["Random forests"]]);
});

test("“Ask again” in the dialog asks for all its papers, in their order", async () => {
  const app = await world();
  const items = [await addItem(app.zotero), await addItem(app.zotero, { title: "Networks" })];
  await app.zotero.BibRecommender.suggestForSelection();
  const { scope } = app.window.opened[0].arguments[0];
  scope.items.reverse();
  const body = app.window.document.createElementNS("", "div");
  const list = app.zotero.BibRecommender.newList(body, scope);
  await list.load();
  await list.load();

  same(scope.items.map((item) => item.id), items.map((item) => item.id).reverse());
  same(JSON.parse(app.state.requests.at(-1).body).length, 2);
});

test("a list asks by itself when the service comes back", async () => {
  let up = false;
  const app = await world({ http: (...request) => (up ? service()(...request) : down()) });
  const body = await drawn(app, await addItem(app.zotero));
  await app.wait();
  const meanwhile = status(body).l10n;
  up = true;
  await app.wait();

  assert.equal(meanwhile, "recommender-down");
  assert.equal(body.find("recommender-row").length, 1);
  same(app.held, []);
});

test("nobody looks for the service once the list is gone", async () => {
  const app = await world({ http: down });
  const body = await drawn(app, await addItem(app.zotero));
  const before = app.state.requests.length;
  body.replaceChildren();
  await app.wait();

  assert.equal(app.state.requests.length, before);
  same(app.held, []);
});

for (const address of ["http://papers.example", "ftp://127.0.0.1", "nonsense", "http://u:p@127.0.0.1", ""]) {
  test(`nothing is sent to the address “${address}”`, async () => {
    const app = await world({ prefs: { address } });
    const body = await drawn(app, await addItem(app.zotero));

    same(app.state.requests, []);
    assert.equal(status(body).l10n, "recommender-address");
  });
}

test("an error of the service is shown in its own words", async () => {
  const http = service({ "POST /api/v1/suggestions": problem(404, "There is no corpus “mine”: see `recommender corpus list`.") });
  const app = await world({ http });
  const body = await drawn(app, await addItem(app.zotero));

  assert.match(status(body).textContent, /no corpus “mine”/);
  assert.equal(status(body).l10n, undefined);
});

test("an empty answer is shown with its reason", async () => {
  const nothing = { ...answer(), empty_because: "Your papers have no text to compare." };
  const app = await world({ http: service({ "POST /api/v1/suggestions": nothing }) });
  const body = await drawn(app, await addItem(app.zotero));

  assert.equal(status(body).textContent, "Your papers have no text to compare.");
  same(body.find("recommender-row"), []);
});

test("a token that is refused is said, with the command that prints it", async () => {
  const http = service({ "POST /api/v1/suggestions": problem(401, "This needs the token.") });
  const app = await world({ http, prefs: { token: "old" } });
  const body = await drawn(app, await addItem(app.zotero));

  assert.equal(status(body).l10n, "recommender-token");
});

test("an empty collection asks nothing", async () => {
  const app = await world();
  const body = app.window.document.createElementNS("", "div");
  app.state.row = new app.zotero.Collection("Empty");
  const { selection } = app.zotero.BibRecommender;
  const scope = await selection.scope(selection.rows(app.zotero.getActiveZoteroPane()));
  await app.zotero.BibRecommender.newList(body, scope).load();

  assert.equal(status(body).l10n, "recommender-no-items");
  same(app.state.requests, []);
});

test("saving makes the item that the service describes, in the selected collection", async () => {
  const app = await world();
  app.state.row = new app.zotero.Collection("Forests");
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "save");
  const item = [...app.state.items.values()].at(-1);

  assert.equal(item.itemType, "conferencePaper");
  for (const name of ["citationKey", "proceedingsTitle", "DOI"]) assert.equal(item.getField(name), ITEM[name]);
  same(item.creators.map((c) => c.lastName), ["Weng"]);
  same(item.collections, [app.state.row.id]);
  assert.equal(rowState(body), "saved");
  same(buttons(body), ["show"]);
});

test("keywords are automatic tags, ours is the user's own", async () => {
  const app = await world();
  await press(await drawn(app, await addItem(app.zotero)), "save");

  same([...app.state.items.values()].at(-1).getTags(), [
    { tag: "forest", type: 1 }, { tag: "trees", type: 1 }, { tag: "suggested" },
  ]);
});

test("who wants no automatic tags gets none", async () => {
  const app = await world();
  app.state.prefs["extensions.zotero.automaticTags"] = false;
  await press(await drawn(app, await addItem(app.zotero)), "save");

  same([...app.state.items.values()].at(-1).getTags(), [{ tag: "suggested" }]);
});

for (const version of [7, 8, 9, 10]) {
  test(`in Zotero ${version} the reader stays on the list after a save`, async () => {
    const app = await world({ version });
    const item = await addItem(app.zotero);
    const body = await drawn(app, item);
    app.state.search = "forest";
    await press(body, "save");

    assert.equal(app.state.view.item, item);
    assert.equal(app.state.search, "forest");
    assert.equal(rowState(body), "saved");
    same(app.state.errors, []);
  });
}

test("a Zotero without a field for a fact keeps it in Extra", async () => {
  const app = await world({ version: 7 });
  await press(await drawn(app, await addItem(app.zotero)), "save");

  assert.equal([...app.state.items.values()].at(-1).getField("extra"), "Citation Key: weng2025forest");
});

const alike = [
  ["with its DOI as a link", { title: "Other words", DOI: "https://doi.org/10.1000/ABC" }],
  ["with its title in other letters", { title: "Random forests — made plain" }],
];
for (const [how, fields] of alike) {
  test(`a paper that the library has ${how} is marked and not offered`, async () => {
    const http = service({ "POST /api/v1/suggestions": answer(suggestion({ doi: "10.1000/abc" })) });
    const app = await world({ http });
    const owned = await addItem(app.zotero, fields);
    const body = await drawn(app, await addItem(app.zotero));
    const marked = [rowState(body), buttons(body)];
    await press(body, "show");

    same(marked, ["owned", ["show"]]);
    assert.equal(app.state.shownItem, owned.id);
  });
}

test("a paper that came into the library meanwhile is not saved twice", async () => {
  const app = await world();
  const body = await drawn(app, await addItem(app.zotero));
  await addItem(app.zotero, { title: "Random Forests Made Plain" });
  await press(body, "save");

  assert.equal(app.state.items.size, 2);
  assert.equal(rowState(body), "owned");
});

test("a paper in the bin does not count as owned", async () => {
  const app = await world();
  (await addItem(app.zotero, { title: "Random Forests Made Plain" })).deleted = true;
  const body = await drawn(app, await addItem(app.zotero));

  same(buttons(body), ["save", "open", "dismiss"]);
});

test("a read-only library offers no saving", async () => {
  const app = await world();
  const item = await addItem(app.zotero);
  app.state.libraries.get(1).editable = false;
  const body = await drawn(app, item);

  same(buttons(body), ["open", "dismiss"]);
  assert.equal(body.find("recommender-note")[0].l10n, "recommender-read-only");
});

test("a save that fails says why and can be tried again", async () => {
  const app = await world({ http: service({ "GET /api/v1/papers/weng2025forest": problem(500, "The corpus is damaged.") }) });
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "save");
  const [message] = body.find("recommender-state")[0].children;

  assert.equal(message.l10n, "recommender-failed");
  assert.equal(message.args.message, "The corpus is damaged.");
  assert.equal(body.find("recommender-buttons")[0].children[0].disabled, false);
});

test("not interested counts in the whole library, and nothing of it leaves Zotero", async () => {
  const app = await world({ prefs: { token: "secret" } });
  const body = await drawn(app, await addItem(app.zotero));
  const before = app.state.requests.length;
  await press(body, "dismiss");
  const dismissed = [rowState(body), buttons(body), app.state.requests.length - before];
  const other = await drawn(app, await addItem(app.zotero, { title: "Another item" }));

  same(dismissed, ["dismissed", ["undo"], 0]);
  same(other.find("recommender-row"), []);
  assert.match(app.state.requests.at(-1).url, /limit=11$/);
});

test("a dismissal is known again by the work, not by its key, and only in its library", async () => {
  const app = await world();
  await press(await drawn(app, await addItem(app.zotero)), "dismiss");
  const { dismissals } = app.zotero.BibRecommender;
  const elsewhere = { key: "other", title: "Random forests made plain" };

  same(dismissals.wanted(1, [elsewhere]), []);
  same(dismissals.wanted(2, [elsewhere]).length, 1);
  same(dismissals.wanted(1, [{ ...elsewhere, title: "Other" }]).length, 1);
});

test("a dismissal is taken back", async () => {
  const app = await world();
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "dismiss");
  await press(body, "undo");

  same(buttons(body), ["save", "open", "dismiss"]);
  same(JSON.parse(app.state.prefs[`${PREFIX}dismissed`]), { 1: [] });
});

const links = [
  [{ doi: "10.1000/a b", url: "https://example.org" }, "https://doi.org/10.1000/a%20b"],
  [{ arxiv: "2501.00001" }, "https://arxiv.org/abs/2501.00001"],
  [{ url: "https://example.org/p" }, "https://example.org/p"],
];
for (const [fields, link] of links) {
  test(`Open shows ${link}`, async () => {
    const app = await world({ http: service({ "POST /api/v1/suggestions": answer(suggestion(fields)) }) });
    await press(await drawn(app, await addItem(app.zotero)), "open");

    same(app.state.launched, [link]);
  });
}

test("a link that is not one is not offered", async () => {
  const app = await world({ http: service({ "POST /api/v1/suggestions": answer(suggestion({ url: "javascript:alert(1)" })) }) });
  const body = await drawn(app, await addItem(app.zotero));

  same(buttons(body), ["save", "dismiss"]);
});

test("keys walk over the rows and press their buttons", async () => {
  const two = answer(suggestion(), suggestion({ key: "other", title: "Other", rank: 2 }));
  const app = await world({ http: service({ "POST /api/v1/suggestions": two }) });
  const body = await drawn(app, await addItem(app.zotero));
  const [first, second] = body.find("recommender-row");
  first.dispatch("keydown", { key: "ArrowDown" });
  const focused = app.window.document.activeElement;
  second.dispatch("keydown", { key: "Delete" });
  await settled();

  assert.equal(focused, second);
  same([first.tabIndex, second.tabIndex], [-1, 0]);
  assert.equal(second.dataset.dismissed, "true");
});

test("a newer version of an owned paper says so and can be saved beside it", async () => {
  const newer = suggestion({ in_library: { key: "weng2024", relation: "version" } });
  const said = { ...answer(), versions: [newer], empty_because: "All owned." };
  const app = await world({ http: service({ "POST /api/v1/suggestions": said }) });
  const preprint = await addItem(app.zotero, { title: newer.title }, { type: "preprint" });
  const body = await drawn(app, preprint);
  const before = [rowState(body), buttons(body)];
  await press(body, "save");

  same(before, ["newer", ["save", "open", "dismiss"]]);
  assert.equal(rowState(body), "saved");
  assert.equal(status(body).textContent, "All owned.");
});

for (const version of [7, 8, 9, 10]) {
  test(`the dialog in Zotero ${version} is for the selected collection and saves into it`, async () => {
    const app = await world({ version });
    const collection = new app.zotero.Collection("Forests");
    await addItem(app.zotero, {}, { collection });
    await addItem(app.zotero, { title: "Elsewhere" });
    app.state.row = collection;
    await app.zotero.BibRecommender.suggestForSelection();
    const { scope } = app.window.opened[0].arguments[0];

    assert.equal(app.window.opened[0].url, "chrome://bib-recommender/content/dialog.xhtml");
    assert.equal(scope.title, "Forests");
    same(scope.items.map((i) => i.getField("title")), ["Random forests"]);
    same(scope.target.collections, [collection.id]);
  });
}

test("with no collection selected the dialog is for the whole library", async () => {
  const app = await world();
  await addItem(app.zotero);
  await app.zotero.BibRecommender.suggestForSelection();
  const { scope } = app.window.opened[0].arguments[0];

  same([scope.title, scope.items.length, scope.target.collections.length], ["My Library", 1, 0]);
});

/** What the menu says for a row, and what it then opens. */
async function chosen(app, row) {
  app.state.row = row;
  const said = {};
  const context = { setL10nArgs: (args) => Object.assign(said, JSON.parse(args)), setEnabled: (on) => { said.enabled = on; } };
  app.state.menus[0].menus[0].onShowing({}, context);
  await app.zotero.BibRecommender.suggestForSelection();
  return { said, scope: app.window.opened.at(-1)?.arguments[0].scope };
}

for (const version of [8, 9, 10]) {
  for (const type of ["search", "unfiled", "duplicates", "retracted", "publications"]) {
    test(`in Zotero ${version} the row ${type} is named and only its papers are asked about`, async () => {
      const app = await world({ version });
      const shown = await addItem(app.zotero, { title: "Shown" });
      await addItem(app.zotero, { title: "Elsewhere" });
      const row = new app.zotero.Row(type, { libraryID: 1, name: "This view", shows: [shown] });
      const { said, scope } = await chosen(app, row);

      same(said, { kind: "rows", title: "This view", enabled: true });
      same([scope.title, scope.items.map((i) => i.getField("title")), scope.target.name], ["This view", ["Shown"], "My Library"]);
    });
  }

  for (const type of ["trash", "feed", "feeds", "header", "separator"]) {
    test(`in Zotero ${version} the row ${type} starts nothing`, async () => {
      const app = await world({ version });
      await addItem(app.zotero);
      const { said, scope } = await chosen(app, new app.zotero.Row(type, { libraryID: 1, name: "It" }));

      same(said, { kind: "none", title: "", enabled: false });
      assert.equal(scope, undefined);
    });
  }
}

test("several collections at once, as Zotero 10 allows, are asked as one", async () => {
  const app = await world();
  const both = [new app.zotero.Collection("A"), new app.zotero.Collection("B")];
  for (const collection of both) await addItem(app.zotero, {}, { collection });
  const { said, scope } = await chosen(app, both);

  same([said.title, scope.title, scope.items.length], ["A, B", "A, B", 2]);
});

test("5,000 papers are made ready in slices, and the reader is told how far they are", async () => {
  const app = await world();
  const item = await addItem(app.zotero);
  let now = 0;
  app.sandbox.Date = class { static now() { return (now += 1); } }; // each look takes a millisecond
  const told = [];
  const text = await app.zotero.BibRecommender.items.csl(Array(5000).fill(item), (n) => told.push(n));

  assert.equal(JSON.parse(text).length, 5000);
  assert.ok(told.length > 100 && told.every((n, i) => n - (told[i - 1] ?? 0) <= 21), `${told.length} slices`);
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
