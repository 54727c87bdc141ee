/* Items: papers of Zotero's as the service reads them, and the service's as items of Zotero's. */

var RecommenderItems = class {
  static SLICE = 20; // milliseconds of work before the window gets its turn
  static TYPES = {
    journalArticle: "article-journal", magazineArticle: "article-magazine",
    newspaperArticle: "article-newspaper", conferencePaper: "paper-conference",
    bookSection: "chapter", encyclopediaArticle: "chapter", book: "book", thesis: "thesis",
    report: "report", preprint: "article", manuscript: "manuscript", webpage: "webpage",
  };

  constructor(settings) {
    this.settings = settings;
  }

  /** Items as CSL JSON; told(n) hears how many are done, and the window is never kept waiting. */
  async csl(items, told = (_n) => {}) {
    const lines = [];
    let rested = Date.now();
    for (const item of items) {
      lines.push(JSON.stringify(this._csl(item)));
      if (Date.now() - rested < RecommenderItems.SLICE) continue;
      told(lines.length);
      await new Promise((resolve) => setTimeout(resolve, 0));
      rested = Date.now();
    }
    return `[\n${lines.join(",\n")}\n]`;
  }

  /** What the list in Zotero shows of an item, and how reasons name it: authors and year. */
  name(item) {
    const who = item.getField("firstCreator", true); // without marks of writing direction
    return [who, item.getField("year")].filter(Boolean).join(" ");
  }

  /** A new item with every fact of a paper that its type has a field for; not yet saved. */
  made(json, target) {
    const item = new Zotero.Item(json.itemType);
    Object.assign(item, { libraryID: target.libraryID }); // read-only in zotero-types alone
    const automatic = Zotero.Prefs.get("automaticTags"); // keywords are not everybody's wish
    item.fromJSON({ ...json, tags: automatic === false ? [] : json.tags });
    if (this.settings.tag) item.addTag(this.settings.tag);
    item.setCollections(target.collections);
    return item;
  }

  _csl(item) {
    const year = /^\d{4}/.exec(item.getField("date", true))?.[0];
    const facts = {
      id: this.name(item),
      type: RecommenderItems.TYPES[item.itemType] ?? "document",
      title: item.getField("title"),
      author: item.getCreators().filter(isAuthor).map(cslName),
      abstract: item.getField("abstractNote"),
      "container-title": item.getField("publicationTitle", false, true),
      DOI: item.getField("DOI") || inExtra(item, "DOI"),
      URL: item.getField("url"),
      number: item.itemType === "preprint" ? item.getField("archiveID") : "",
      note: item.getField("extra"),
      keyword: this._keywords(item).join("; "),
    };
    const issued = year && year !== "0000" ? { "date-parts": [[Number(year)]] } : null;
    return Object.fromEntries(Object.entries({ ...facts, issued }).filter(([, value]) => value));
  }

  _keywords(item) {
    return item.getTags().map(({ tag }) => tag).filter((tag) => tag !== this.settings.tag);
  }
};

/** A fact that an older Zotero has no field for and keeps in Extra, one a line. */
function inExtra(item, name) {
  return new RegExp(`^${name}:\\s*(\\S+)`, "im").exec(item.getField("extra"))?.[1] ?? "";
}

/** Whether a creator is what the type calls its author: a presenter, a programmer. */
function isAuthor({ creatorTypeID }) {
  return !["editor", "translator", "seriesEditor", "contributor", "reviewedAuthor", "bookAuthor"]
    .includes(Zotero.CreatorTypes.getName(creatorTypeID) || "");
}

function cslName({ firstName, lastName, fieldMode }) {
  return fieldMode === 1 ? { literal: lastName } : { family: lastName, given: firstName };
}
