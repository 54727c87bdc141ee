/* Rows at the left: what each is called, and which papers it stands for. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { addItem, asked, same, world } = require("./world.js");

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
