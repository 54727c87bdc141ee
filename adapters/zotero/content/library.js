/* Library: what we read from and write into the user's Zotero library. */

var RecommenderLibrary = class {
  static BIBTEX = "9cb70025-a888-4a29-a210-93ec52da40d4";

  constructor(settings) {
    this.settings = settings;
  }

  /** Items as BibTeX, keywords and abstracts included. */
  bibtex(items) {
    return new Promise((resolve, reject) => {
      const translation = new Zotero.Translate.Export();
      translation.setItems(items);
      translation.setTranslator(RecommenderLibrary.BIBTEX);
      translation.setDisplayOptions({ exportNotes: false, exportFileData: false });
      translation.setHandler("done", (done, ok) =>
        ok ? resolve(done.string) : reject(new Error("Zotero could not export the items.")),
      );
      translation.translate();
    });
  }

  /** What is selected at the left: a library with no, one or (Zotero 10) several collections. */
  selection(pane) {
    const many = typeof pane.getSelectedCollections === "function"; // the singular one throws there
    const collections = many ? pane.getSelectedCollections() : [pane.getSelectedCollection()];
    const libraries = many ? pane.getSelectedLibraryIDs() : [pane.getSelectedLibraryID()];
    return { libraryID: libraries[0], collections: collections.filter(Boolean) };
  }

  /** A selection as a scope of suggestions: a stable name, a title, its papers, where to save. */
  async scope({ libraryID, collections }) {
    const library = known(libraryID);
    const ids = new Set(collections.flatMap((c) => c.getDescendents(false, "item").map((d) => d.id)));
    const items = collections.length
      ? await Zotero.Items.getAsync([...ids])
      : await Zotero.Items.getAll(libraryID, true);
    return {
      name: [libraryID, ...collections.map((c) => c.key)].join("-"),
      title: collections.map((c) => c.name).join(", ") || library.name,
      items: items.filter((item) => item.isRegularItem() && !item.deleted),
      target: this.target(libraryID, collections),
    };
  }

  /** One item as a scope; a suggestion is saved where the user is looking. */
  itemScope(item, selection) {
    const here = selection.libraryID === item.libraryID ? selection.collections : [];
    return {
      name: `${item.libraryID}-${item.key}`,
      title: item.getField("title"),
      items: [item],
      target: this.target(item.libraryID, here),
    };
  }

  target(libraryID, collections) {
    const { editable } = known(libraryID);
    return { libraryID, collections: collections.slice(0, 1).map((c) => c.id), editable };
  }

  /** The item that already is this paper: same DOI, else same title. */
  async owned(libraryID, { doi, title }) {
    const byDoi = doi && (await this._find(libraryID, "DOI", bareDoi(doi), bareDoi));
    return byDoi || (title && (await this._find(libraryID, "title", plainTitle(title), plainTitle)));
  }

  /** Saves a paper; its BibTeX gives the fields, so that nothing the corpus knows is lost. */
  async save(paper, bibtex, target) {
    const [json] = await this._dryRun(bibtex);
    if (!json) throw new Error("Zotero could not read the paper's BibTeX.");
    const item = new Zotero.Item(asPreprint(json, paper).itemType);
    Object.assign(item, { libraryID: target.libraryID }); // read-only in zotero-types alone
    const fields = { ...json, citationKey: String(json.itemID ?? paper.key) };
    for (const [name, value] of Object.entries(fields)) {
      const field = typeof value === "string" && fieldOf(item, name);
      if (field) item.setField(field, value);
    }
    item.setCreators(json.creators ?? []);
    const tags = (json.tags ?? []).map((tag) => (typeof tag === "string" ? { tag, type: 1 } : tag));
    item.setTags([...tags, ...this._ownTag()]);
    item.setCollections(target.collections);
    await item.saveTx();
    return item;
  }

  _ownTag() {
    const tag = String(this.settings.get("tag") || "").trim();
    return tag ? [{ tag }] : [];
  }

  /** Zotero finds by parts of words; whether it is the same is decided on the normal form. */
  async _find(libraryID, field, wanted, normal) {
    const search = Object.assign(new Zotero.Search(), { libraryID });
    const words = wanted.split(" ").sort((a, b) => b.length - a.length);
    for (const word of words.slice(0, 3)) search.addCondition(field, "contains", word);
    const items = await Zotero.Items.getAsync(await search.search());
    return items.find((item) => !item.deleted && normal(item.getField(field)) === wanted);
  }

  async _dryRun(bibtex) {
    const translation = new Zotero.Translate.Import();
    translation.setString(bibtex);
    translation.setTranslator(RecommenderLibrary.BIBTEX);
    return (await translation.translate({ libraryID: false, saveAttachments: false })) ?? [];
  }
};

function known(libraryID) {
  const library = Zotero.Libraries.get(libraryID);
  if (!library) throw new Error("Zotero no longer has that library.");
  return library;
}

/** BibTeX has no preprints and Zotero drops eprint fields: give both back. */
function asPreprint(json, paper) {
  if (paper.arxiv && !(paper.venue ?? "").replace(/arxiv.*/i, "").trim()) {
    json.itemType = "preprint";
    json.repository = "arXiv";
    json.archiveID = `arXiv:${paper.arxiv}`;
    json.extra = (json.extra ?? "").replace(/^DOI:.*\n?/m, ""); // a preprint has a field for it
  }
  if (paper.doi) json.DOI = paper.doi;
  if (!json.url && paper.url) json.url = paper.url;
  return json;
}

/** The number of a field in an item's type (booktitle is proceedingsTitle there), or null. */
function fieldOf(item, name) {
  const general = Zotero.ItemFields.getID(name);
  if (!general) return null;
  const field = Zotero.ItemFields.getFieldIDFromTypeAndBase(item.itemTypeID, general) || general;
  return Zotero.ItemFields.isValidForType(field, item.itemTypeID) ? field : null;
}

function bareDoi(text) {
  return String(text).trim().toLowerCase().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/, "");
}

function plainTitle(text) {
  return String(text).toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
