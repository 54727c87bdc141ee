/*
 * A Zotero to run the plugin in, written from what was observed on running ones: in Node (with
 * fake_dom.js and scripted HTTP) and in Gecko (with real windows and real HTTP). It is strict:
 * what a real Zotero would refuse or silently spoil, throws here.
 */

var FIELDS = [
  "title", "abstractNote", "date", "DOI", "url", "extra", "publicationTitle", "proceedingsTitle",
  "bookTitle", "publisher", "university", "pages", "volume", "issue", "place", "repository",
  "archiveID", "citationKey", "language", "ISBN", "series", "conferenceName",
];
var COMMON = ["title", "abstractNote", "date", "url", "extra", "citationKey", "language"];
var TYPES = {
  journalArticle: ["publicationTitle", "DOI", "pages", "volume", "issue", "series"],
  conferencePaper: ["proceedingsTitle", "DOI", "pages", "volume", "publisher", "place", "conferenceName", "ISBN", "series"],
  preprint: ["repository", "archiveID", "DOI", "series"],
  document: ["publisher"],
  webpage: [],
  manuscript: ["place"],
  book: ["publisher", "place", "ISBN", "volume", "series"],
  bookSection: ["bookTitle", "publisher", "place", "pages", "ISBN", "volume", "series"],
  thesis: ["university", "place"],
};
var BASE = {
  conferencePaper: { publicationTitle: "proceedingsTitle" },
  bookSection: { publicationTitle: "bookTitle" },
  thesis: { publisher: "university" },
  preprint: { publisher: "repository" },
};
var FROM_BIBTEX = {
  article: "journalArticle", inproceedings: "conferencePaper", unpublished: "manuscript",
  online: "webpage", misc: "document", book: "book", incollection: "bookSection",
  phdthesis: "thesis",
};
var BIBTEX_TRANSLATOR = "9cb70025-a888-4a29-a210-93ec52da40d4";

/** version: 7, 8, 9 or 10. http: (method, url, options) => Promise of a reply. windows: open ones. */
function makeFakeZotero({ version = 10, http, prefs = {}, windows = [] }) {
  const state = {
    items: new Map(), collections: new Map(), prefs: { ...prefs }, sections: [], menus: [],
    panes: [], launched: [], errors: [], requests: [], selected: null, shownItem: null,
    libraries: new Map([[1, { libraryID: 1, name: "My Library", editable: true }]]),
  };
  let last = 0;

  class Item {
    constructor(type) {
      if (!(type in TYPES)) throw new Error(`No item type ${type}`);
      Object.assign(this, { itemType: type, fields: {}, creators: [], tags: [], collections: [], deleted: false });
    }
    get itemTypeID() { return Object.keys(TYPES).indexOf(this.itemType) + 1; }
    isRegularItem() { return true; }
    setField(field, value) {
      const name = typeof field === "number" ? FIELDS[field - 1] : field;
      if (!valid(name, this.itemType)) throw new Error(`'${name}' is not a valid field for type ${this.itemType}`);
      this.fields[name] = value;
    }
    getField(name) { return this.fields[BASE[this.itemType]?.[name] ?? name] ?? ""; }
    setCreators(creators) {
      for (const c of creators) if (!c.lastName) throw new Error("A creator without a name");
      this.creators = creators;
    }
    setTags(tags) {
      for (const t of tags) if (typeof t.tag !== "string") throw new Error("A tag is an object here");
      this.tags = tags;
    }
    setCollections(ids) {
      for (const id of ids) if (!state.collections.has(id)) throw new Error(`No collection ${id}`);
      this.collections = ids;
    }
    async saveTx() {
      if (!state.libraries.get(this.libraryID)?.editable) throw new Error("The library is read-only.");
      this.id ??= ++last;
      this.key ??= `KEY${String(this.id).padStart(5, "0")}`;
      state.items.set(this.id, this);
      for (const id of this.collections) state.collections.get(id).items.add(this.id);
      return this.id;
    }
  }

  class Collection {
    constructor(name, libraryID = 1) {
      Object.assign(this, { id: ++last, key: `COLL${last}`, name, libraryID, items: new Set() });
      state.collections.set(this.id, this);
    }
    getDescendents(nested, type) {
      if (nested !== false || type !== "item") throw new Error("Ask for a flat list of items");
      return [...this.items].map((id) => ({ id, type: "item" }));
    }
  }

  class Search {
    constructor() { this.conditions = []; }
    addCondition(field, operator, value) { this.conditions.push({ field, operator, value: String(value).toLowerCase() }); }
    async search() {
      const fits = (item) => this.conditions.every(({ field, operator, value }) => {
        const own = String(item.getField(field)).toLowerCase();
        return operator === "is" ? own === value : own.includes(value);
      });
      return [...state.items.values()].filter((i) => i.libraryID === this.libraryID && fits(i)).map((i) => i.id);
    }
  }

  class Export {
    setItems(items) { this.items = items; }
    setTranslator(id) { if (id !== BIBTEX_TRANSLATOR) throw new Error("No such translator"); }
    setDisplayOptions() {}
    setHandler(event, handler) { if (event === "done") this.done = handler; }
    translate() {
      this.string = this.items.map(toBibtex).join("\n");
      Promise.resolve().then(() => this.done(this, true));
    }
  }

  class Import {
    setString(text) { this.text = text; }
    setTranslator(id) { if (id !== BIBTEX_TRANSLATOR) throw new Error("No such translator"); }
    async translate({ libraryID }) {
      if (libraryID !== false) throw new Error("An import keeps no citation key: do a dry run");
      return fromBibtex(this.text);
    }
  }

  const pane = {
    getSelectedItems: () => [],
    selectItem: (id) => { state.shownItem = id; },
    getSelectedCollection: () => state.selected,
    getSelectedLibraryID: () => state.selected?.libraryID ?? 1,
  };
  if (version >= 10) {
    const gone = () => { throw new Error("Use the plural in Zotero 10"); };
    Object.assign(pane, {
      getSelectedCollection: gone, getSelectedLibraryID: gone,
      getSelectedCollections: () => [state.selected].flat().filter(Boolean),
      getSelectedLibraryIDs: () => [[state.selected].flat()[0]?.libraryID ?? 1],
    });
  }

  const zotero = {
    state, Item, Collection, Search, Translate: { Export, Import },
    debug() {},
    logError: (error) => state.errors.push(String(error)),
    launchURL: (url) => state.launched.push(url),
    getMainWindows: () => windows,
    getMainWindow: () => windows[0],
    getActiveZoteroPane: () => pane,
    Prefs: {
      get: (name, global) => { if (!global) throw new Error("Give the whole name"); return state.prefs[name]; },
      set: (name, value) => { state.prefs[name] = value; },
    },
    HTTP: {
      request: async (method, url, options = {}) => {
        if (options.errorDelayMax !== 0) throw new Error("A 5xx would be repeated for an hour");
        state.requests.push({ method, url, headers: options.headers ?? {}, body: options.body });
        const reply = await http(method, url, options);
        if (options.successCodes !== false && reply.status >= 400) throw Object.assign(new Error(), { status: reply.status });
        return reply;
      },
    },
    Libraries: { get: (id) => state.libraries.get(id) },
    Items: {
      getAsync: async (ids) => ids.map((id) => state.items.get(id)).filter(Boolean),
      getAll: async (libraryID) => [...state.items.values()].filter((i) => i.libraryID === libraryID),
    },
    ItemFields: {
      getID: (name) => FIELDS.indexOf(name) + 1 || false,
      getFieldIDFromTypeAndBase: (type, field) =>
        FIELDS.indexOf(BASE[Object.keys(TYPES)[type - 1]]?.[FIELDS[field - 1]]) + 1 || false,
      isValidForType: (field, type) => valid(FIELDS[field - 1], Object.keys(TYPES)[type - 1]),
    },
    ItemPaneManager: {
      registerSection: (section) => {
        need(section.paneID && section.pluginID && section.onRender, "section is not whole");
        need(section.header?.l10nID && section.header.icon && section.sidenav?.l10nID, "section has no header");
        state.sections.push(section);
        return `${section.pluginID}-${section.paneID}`;
      },
    },
    PreferencePanes: {
      register: async (pane) => { need(pane.pluginID && pane.src && pane.label, "pane is not whole"); state.panes.push(pane); return pane.src; },
    },
    /** What Zotero itself does when a plugin goes. */
    forget: (pluginID) => {
      for (const kind of ["sections", "menus", "panes"]) state[kind] = state[kind].filter((x) => x.pluginID !== pluginID);
    },
  };
  if (version >= 8) {
    zotero.MenuManager = {
      registerMenu: (menu) => {
        need(menu.menuID && menu.pluginID && menu.target && Array.isArray(menu.menus), "menu is not whole");
        state.menus.push(menu);
        return menu.menuID;
      },
    };
  }
  return zotero;

  function valid(name, type) { return [...COMMON, ...TYPES[type]].includes(name) && !(version < 8 && name === "citationKey"); }
}

function need(fact, reason) {
  if (!fact) throw new Error(reason);
}

function toBibtex(item) {
  const type = Object.entries(FROM_BIBTEX).find(([, t]) => t === item.itemType)?.[0] ?? "misc";
  const names = { title: "title", abstractNote: "abstract", date: "year", DOI: "doi", url: "url" };
  const fields = Object.entries(names).map(([own, name]) => [name, item.getField(own)]);
  fields.push(["author", item.creators.map((c) => `${c.lastName}, ${c.firstName}`).join(" and ")]);
  fields.push(["keywords", item.tags.map((t) => t.tag).join(", ")]);
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `\t${name} = {${value}},\n`);
  return `@${type}{${item.key},\n${lines.join("")}}\n`;
}

/** As Zotero's own importer reads what our writer writes: one field a line, values in braces. */
function fromBibtex(text) {
  return [...text.matchAll(/@(\w+)\s*\{\s*([^,\s]+)\s*,([\s\S]*?)\n\}/g)].map(([, type, key, body]) => {
    const found = Object.fromEntries(
      [...body.matchAll(/^\s*(\w+)\s*=\s*\{([\s\S]*?)\},?\s*$/gm)].map(([, n, v]) => [n.toLowerCase(), v.replace(/[{}]/g, "").replace(/\s+/g, " ")]),
    );
    const itemType = FROM_BIBTEX[type.toLowerCase()] ?? "document";
    const item = { itemType, itemID: key, creators: [], tags: [], notes: [], attachments: [] };
    const names = {
      title: "title", abstract: "abstractNote", year: "date", url: "url", journal: "publicationTitle",
      booktitle: "publicationTitle", publisher: "publisher", pages: "pages", volume: "volume",
    };
    for (const [name, own] of Object.entries(names)) if (found[name]) item[own] = found[name];
    if (found.doi && itemType === "document") item.extra = `DOI: ${found.doi}`;
    else if (found.doi) item.DOI = found.doi;
    if (found.keywords) item.tags = found.keywords.split(/\s*[,;]\s*/).map((tag) => ({ tag, type: 1 }));
    item.creators = (found.author ?? "").split(/ and /).filter(Boolean).map((name) => {
      const [lastName, firstName = ""] = name.split(/,\s*/);
      return { lastName, firstName, creatorType: "author" };
    });
    return item;
  });
}
