/* Library: what the user has, and saving into it. */

var RecommenderLibrary = class {
  constructor(items) {
    this.items = items;
  }

  /** One item as a scope; a suggestion is saved where the user is looking. */
  itemScope(item, rows) {
    const here = rows.filter((row) => row.libraryID === item.libraryID);
    return {
      title: item.getField("title"),
      items: [item],
      target: this.target(item.libraryID, here),
    };
  }

  /** Where papers go: the first selected collection, else the library itself. */
  target(libraryID, rows) {
    const library = Zotero.Libraries.get(libraryID);
    if (!library) throw new Error("Zotero no longer has that library.");
    const row = rows.find(({ collection }) => collection);
    return {
      libraryID,
      collections: row ? [row.collection.id] : [],
      name: row ? row.name : library.name,
      editable: library.editable,
    };
  }

  /** The item that already is this paper: same DOI, else same title. */
  async owned(libraryID, { doi, title }) {
    const byDoi = doi && (await this._find(libraryID, "DOI", bareDoi(doi), bareDoi));
    return byDoi || (title && (await this._find(libraryID, "title", plainTitle(title), plainTitle)));
  }

  /** Saves a paper, given as an item of Zotero's; what is selected in the window stays selected. */
  async save(json, target) {
    const item = this.items.made(json, target);
    await item.saveTx({ skipSelect: true });
    return item;
  }

  /** Zotero finds by parts of words; whether it is the same is decided on the normal form. */
  async _find(libraryID, field, wanted, normal) {
    const search = Object.assign(new Zotero.Search(), { libraryID });
    const words = wanted.split(" ").sort((a, b) => b.length - a.length);
    for (const word of words.slice(0, 3)) search.addCondition(field, "contains", word);
    const items = await Zotero.Items.getAsync(await search.search());
    return items.find((item) => !item.deleted && normal(item.getField(field)) === wanted);
  }
};

function bareDoi(text) {
  return String(text).trim().toLowerCase().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/, "");
}

function plainTitle(text) {
  return String(text).toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
