/* Selection: which rows are selected at the left, and what suggestions for them would start from. */

var RecommenderSelection = class {
  // The rows that hold papers of the user's; a feed, the trash and headings do not.
  static LIBRARIES = ["library", "group"];
  static VIEWS = ["search", "unfiled", "duplicates", "retracted", "publications", "recentlyRead"];

  constructor(library) {
    this.library = library;
  }

  /** The selected rows; [] where one of them holds no papers of the user's. */
  rows(pane) {
    const many = typeof pane.getCollectionTreeRows === "function"; // the singular one throws there
    const rows = (many ? pane.getCollectionTreeRows() : [pane.getCollectionTreeRow()]).filter(Boolean);
    return rows.every(isUsed) ? rows.map(described) : [];
  }

  /** What a menu says of a selection: its name, or that there is nothing to start from. */
  words(pane) {
    const rows = this.rows(pane);
    return { kind: rows.length ? "rows" : "none", title: rows.map(({ name }) => name).join(", ") };
  }

  /** Rows as a scope of suggestions: a title, the papers in them, where to save. */
  async scope(rows) {
    const items = (await Promise.all(rows.map(({ items }) => items()))).flat();
    const papers = new Map(items.filter(isPaper).map((item) => [item.id, item]));
    return {
      title: rows.map(({ name }) => name).join(", "),
      items: [...papers.values()],
      target: this.library.target(rows[0].libraryID, rows),
    };
  }
};

function isUsed({ type }) {
  const { LIBRARIES, VIEWS } = RecommenderSelection;
  return [...LIBRARIES, ...VIEWS, "collection"].includes(type);
}

function isPaper(item) {
  return item.isRegularItem() && !item.deleted;
}

function described(row) {
  const { libraryID } = row.ref;
  return {
    libraryID,
    name: row.getName(),
    collection: row.type === "collection" ? row.ref : null,
    items: () => itemsOf(row, libraryID),
  };
}

/** A view is asked for what it shows: it is never taken for its whole library. */
async function itemsOf(row, libraryID) {
  if (RecommenderSelection.LIBRARIES.includes(row.type)) return Zotero.Items.getAll(libraryID, true);
  if (row.type !== "collection") return row.getItems({ unfiltered: true });
  const ids = new Set(row.ref.getDescendents(false, "item").map(({ id }) => id));
  return Zotero.Items.getAsync([...ids]);
}
