/* The list of suggestions: what goes out, what is shown, what is said when there is no answer. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const {
  addItem, again, answer, asked, buttons, down, drawn, late, press, problem, rowState, same,
  service, settled, status, suggestion, world,
} = require("./world.js");

const HEALTH = "GET /health";

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

test("an item whose library is gone asks nothing and complains of nothing", async () => {
  const app = await world();
  const item = await addItem(app.zotero);
  app.state.libraries.delete(1);
  const body = await drawn(app, item);

  same([body.children, app.state.requests, app.state.errors], [[], [], []]);
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
