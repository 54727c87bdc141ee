/* The plugin in a fake Zotero: `node --test tests/zotero/`. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const {
  ID, PREFIX, addItem, answer, asked, buttons, down, drawn, press, problem, rowState, service,
  settled, status, suggestion, world,
} = require("./world.js");

// By value: arrays of the plugin's context have another prototype than ours.
const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));
const LIBRARY = "lib0123456789abc";
const HEALTH = "GET /health";

test("starting registers a section, two menus, a preferences pane and our chrome address", async () => {
  const { state, chrome, window } = await world();

  assert.equal(state.sections.length, 1);
  same(state.menus.map((m) => m.target), ["main/library/collection", "main/menubar/tools"]);
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
  items[0].dispatch("command");
  await settled();

  assert.equal(items.length, 2);
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

test("the item goes out as BibTeX, with limit and corpus, and without a token", async () => {
  const app = await world({ prefs: { corpus: "mine", limit: 5 } });
  await drawn(app, await addItem(app.zotero, { title: "Forests", abstractNote: "Trees vote." }));
  const request = app.state.requests.at(-1);

  assert.match(request.url, /\/api\/v1\/suggestions\?limit=5&corpus=mine$/);
  assert.equal(request.headers["Content-Type"], "application/x-bibtex");
  assert.equal(request.headers.Authorization, undefined);
  assert.match(request.body, /abstract = \{Trees vote\.\}/);
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

test("a service that is down is said with the way to start it", async () => {
  const app = await world({ http: down });
  const body = await drawn(app, await addItem(app.zotero));

  assert.equal(status(body).l10n, "recommender-down");
  assert.equal(status(body).args.address, "http://127.0.0.1:8763");
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
  const scope = await app.zotero.BibRecommender.library.scope({ libraryID: 1, collections: [new app.zotero.Collection("Empty")] });
  await app.zotero.BibRecommender.newList(body, scope).load();

  assert.equal(status(body).l10n, "recommender-no-items");
  same(app.state.requests, []);
});

test("saving makes an item with citation key, tags, venue and the selected collection", async () => {
  const app = await world();
  app.state.selected = new app.zotero.Collection("Forests");
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "save");
  const item = [...app.state.items.values()].at(-1);

  assert.equal(item.itemType, "conferencePaper");
  assert.equal(item.getField("citationKey"), "weng2025forest");
  assert.equal(item.getField("proceedingsTitle"), "ICML");
  same(item.creators.map((c) => c.lastName), ["Weng"]);
  same(item.tags.map((t) => t.tag), ["forest", "trees", "suggested"]);
  same(item.collections, [app.state.selected.id]);
  assert.equal(rowState(body), "saved");
  same(buttons(body), ["show"]);
});

test("a Zotero without citation keys saves the rest", async () => {
  const app = await world({ version: 7 });
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "save");

  assert.equal([...app.state.items.values()].at(-1).getField("title"), "Random Forests Made Plain");
  same(app.state.errors, []);
});

test("an arXiv paper becomes a preprint with its DOI in its field", async () => {
  const paper = suggestion({ arxiv: "2501.00001", doi: "10.48550/arxiv.2501.00001", venue: null });
  const http = service({
    "POST /api/v1/suggestions": answer(paper),
    "GET /api/v1/papers/weng2025forest":
      "@misc{weng2025forest,\n  title = {Random Forests Made Plain},\n  author = {Weng, Ada},\n  doi = {10.48550/arxiv.2501.00001},\n  eprint = {2501.00001},\n}\n",
  });
  const app = await world({ http });
  await press(await drawn(app, await addItem(app.zotero)), "save");
  const item = [...app.state.items.values()].at(-1);

  assert.equal(item.itemType, "preprint");
  assert.equal(item.getField("DOI"), "10.48550/arxiv.2501.00001");
  assert.equal(item.getField("archiveID"), "arXiv:2501.00001");
  assert.equal(item.getField("extra"), "");
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
    await press(body, "show");

    assert.equal(rowState(body), "owned");
    same(buttons(body), ["show"]);
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
});

test("a save that fails says why and can be tried again", async () => {
  const app = await world({ http: service({ "GET /api/v1/papers/weng2025forest": problem(500, "The corpus is damaged.") }) });
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "save");
  const [message] = body.find("recommender-state")[0].children;

  assert.equal(message.l10n, "recommender-failed");
  assert.equal(message.args.message, "The corpus is damaged.");
  assert.equal(body.find("recommender-button")[0].disabled, false);
});

test("not interested is remembered by the service, and taken back", async () => {
  const app = await world({ prefs: { token: "secret" } });
  const body = await drawn(app, await addItem(app.zotero));
  await press(body, "dismiss");
  const dismissed = [rowState(body), buttons(body)];
  await press(body, "undo");
  const writes = app.state.requests.filter((r) => /libraries/.test(r.url));

  same(dismissed, ["dismissed", ["undo"]]);
  same(asked({ requests: writes }), [
    "POST /api/v1/libraries",
    `PUT /api/v1/libraries/${LIBRARY}/verdicts/weng2025forest`,
    `DELETE /api/v1/libraries/${LIBRARY}/verdicts/weng2025forest`,
  ]);
  assert.ok(writes.every((r) => r.headers.Authorization === "Bearer secret"));
  assert.equal(writes[1].body, '{"verdict":"dismissed"}');
  same(buttons(body), ["save", "open", "dismiss"]);
});

test("after a dismissal the stored library is kept up to date and asked", async () => {
  const app = await world({ prefs: { token: "secret" } });
  const item = await addItem(app.zotero);
  await press(await drawn(app, item), "dismiss");
  app.state.requests.length = 0;
  await drawn(app, item);

  same(asked(app.state).filter((r) => r !== HEALTH), [
    `PUT /api/v1/libraries/${LIBRARY}`,
    `GET /api/v1/libraries/${LIBRARY}/suggestions`,
  ]);
});

test("a stored library that the service no longer has is forgotten", async () => {
  const prefs = { token: "secret", libraries: '{"1-KEY00001": "gone"}' };
  const app = await world({ prefs });
  const body = await drawn(app, await addItem(app.zotero));

  assert.equal(app.state.prefs[`${PREFIX}libraries`], "{}");
  assert.equal(body.find("recommender-row").length, 1);
});

test("without a token not interested hides the row and says that it will not last", async () => {
  const app = await world();
  const body = await drawn(app, await addItem(app.zotero));
  const before = app.state.requests.length;
  await press(body, "dismiss");

  assert.equal(app.state.requests.length, before);
  assert.equal(rowState(body), "dismissed-now");
  assert.equal(body.find("recommender-row")[0].dataset.dismissed, "true");
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

for (const version of [7, 9, 10]) {
  test(`the dialog in Zotero ${version} is for the selected collection and saves into it`, async () => {
    const app = await world({ version });
    const collection = new app.zotero.Collection("Forests");
    await addItem(app.zotero, {}, { collection });
    await addItem(app.zotero, { title: "Elsewhere" });
    app.state.selected = collection;
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

test("several collections at once, as Zotero 10 allows, are asked as one", async () => {
  const app = await world();
  const both = [new app.zotero.Collection("A"), new app.zotero.Collection("B")];
  for (const collection of both) await addItem(app.zotero, {}, { collection });
  app.state.selected = both;
  await app.zotero.BibRecommender.suggestForSelection();
  const { scope } = app.window.opened[0].arguments[0];

  same([scope.title, scope.items.length], ["A, B", 2]);
  assert.equal(scope.name, `1-${both[0].key}-${both[1].key}`);
});
