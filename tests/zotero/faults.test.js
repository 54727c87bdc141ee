/* Each fault that a kinder stand-in once hid, put back: the stand-in shows it. */

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { addItem, again, drawn, down, press, rowState, service, settled, status, world } = require("./world.js");

/** [what it was, file, what stands there, what stood there, what then is seen in a world] */
const faults = [
  ["a name that the sandbox lacks", "bootstrap.js", "const scope = {};", "const scope = { console };", null],
  ["a name that the sandbox lacks, in a file", "content/service.js", "var RecommenderService", "console.log(1); var RecommenderService", null],
  ["strings after the section that shows them", "content/plugin.js",
    "Zotero.getMainWindows().forEach((window) => this.addWindow(window));", "", null],
  ["an icon from within the .xpi in a menu", "content/menus.js", "icon: RecommenderPlugin.ICON", "icon: `${this.plugin.rootURI}content/icon.svg`", null],
  ["a save that selects what it saved", "content/library.js", "saveTx({ skipSelect: true })", "saveTx()",
    async (fault) => {
      const app = await world({ fault });
      const item = await addItem(app.zotero);
      app.state.search = "forest";
      await press(await drawn(app, item), "save");

      assert.notEqual(app.state.view.item, item);
      assert.equal(app.state.search, "");
    }],
  ["a refused connection taken for an answer", "content/service.js",
    'if (!reply.status) throw new RecommenderFailure("down");', "",
    async (fault) => {
      const app = await world({ fault, http: down });
      const body = await drawn(app, await addItem(app.zotero));

      assert.equal(status(body).l10n, "recommender-foreign");
    }],
  ["keywords of the user's own kind", "content/items.js", ": json.tags", ': json.tags.map((t) => t.tag)',
    async (fault) => {
      const app = await world({ fault });
      await press(await drawn(app, await addItem(app.zotero)), "save");

      assert.ok([...app.state.items.values()].at(-1).getTags().every((tag) => !("type" in tag)));
    }],
  ["a row without a collection taken for its library", "content/selection.js",
    'if (row.type !== "collection") return row.getItems({ unfiltered: true });',
    'if (row.type !== "collection") return Zotero.Items.getAll(libraryID, true);',
    async (fault) => {
      const app = await world({ fault });
      await addItem(app.zotero);
      app.state.row = new app.zotero.Row("unfiled", { libraryID: 1, name: "Unfiled", shows: [] });
      await app.zotero.BibRecommender.suggestForSelection();

      assert.equal(app.window.opened[0].arguments[0].scope.items.length, 1);
    }],
  ["the singular of the row's getter", "content/selection.js",
    "many ? pane.getCollectionTreeRows() : [pane.getCollectionTreeRow()]", "[pane.getCollectionTreeRow()]",
    async (fault) => {
      const app = await world({ fault });

      await assert.rejects(app.zotero.BibRecommender.suggestForSelection(), /plural/);
    }],
  ["marks of writing direction in a name", "content/items.js", 'item.getField("firstCreator", true)', "item.firstCreator",
    async (fault) => {
      const app = await world({ fault });
      const item = await addItem(app.zotero, { date: "2001" });
      item.setCreators([{ lastName: "Weng", firstName: "A.", creatorType: "author" }]);
      await drawn(app, item);

      assert.match(JSON.parse(app.state.requests.at(-1).body)[0].id, /\u2068/);
    }],
];
for (const [what, file, from, to, seen] of faults) {
  test(`the stand-in shows ${what}`, async () => {
    const fault = { file, from, to };
    if (seen) return seen(fault);
    await assert.rejects(world({ fault }));
  });
}

test("the stand-in empties the array that an export is given", async () => {
  const app = await world();
  const items = [await addItem(app.zotero), await addItem(app.zotero)];
  const translation = new app.zotero.Translate.Export();
  translation.setItems(items);
  translation.setTranslator("9cb70025-a888-4a29-a210-93ec52da40d4");
  translation.setHandler("done", () => {});
  translation.translate();

  assert.equal(items.length, 0);
});

test("the stand-in asks a section once for an item, whatever happens to the service", async () => {
  let up = false;
  const app = await world({ http: (...request) => (up ? service()(...request) : down()) });
  const item = await addItem(app.zotero);
  const body = await drawn(app, item);
  up = true;
  await app.zotero.select(item);
  const still = status(body).l10n;
  again(body).click();
  await settled();

  assert.equal(still, "recommender-down");
  assert.equal(rowState(body), undefined);
});
