/* The answers to a suggestion: saved, owned before, not wanted. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const {
  ITEM, PREFIX, addItem, again, answer, buttons, drawn, press, problem, rowState, same, service,
  suggestion, world,
} = require("./world.js");

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

const RECORDS = require("./records.json"); // of all types, each with the item that it should be
const OWN = ["itemType", "creators", "tags", "extra"];
for (const version of [7, 8, 9, 10]) {
  test(`in Zotero ${version} no fact of a record of any type is lost`, async () => {
    const app = await world({ version });
    const target = { libraryID: 1, collections: [] };
    for (const { item: json } of RECORDS) {
      const item = await app.zotero.BibRecommender.library.save(json, target);
      const kept = ([name, value]) =>
        item.getField(name) === value || item.getField("extra").includes(`: ${value}`);

      same(Object.entries(json).filter(([name]) => !OWN.includes(name)).filter((fact) => !kept(fact)), []);
      same([item.itemType, item.creators], [json.itemType, json.creators]);
      same(item.getTags(), [...json.tags, { tag: "suggested" }]);
      if (version > 7) assert.equal(item.getField("extra"), json.extra ?? "");
    }
    same(app.state.errors, []);
  });
}

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
