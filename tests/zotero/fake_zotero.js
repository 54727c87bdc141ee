/*
 * A Zotero to run the plugin in, written from what was observed on running ones and read in their
 * sources: in Node (with fake_dom.js and scripted HTTP) and in Gecko (with real windows and HTTP).
 * It may be stricter than Zotero, never kinder: orders, statuses, emptied arrays, selections, kinds
 * of tags and fields by version are Zotero's.
 */

var TRANSLATORS = {
  "9cb70025-a888-4a29-a210-93ec52da40d4": "bibtex",
  "bc03b4fe-436d-4a1f-ba59-de4d2d7a63f7": "csljson",
};
var SCHEMAS = { 7: 31, 8: 41, 9: 42, 10: 43 }; // 7 is 7.0.0, the kindest to nobody

/**
 * version: 7, 8, 9 or 10. http: (method, url, options) => Promise of a reply; it rejects with a
 * status of 0 where nobody listens, and with `timeout` after a wait. windows: the open ones.
 */
function makeFakeZotero({ version = 10, http, prefs = {}, windows = [], schema }) {
  const state = {
    items: new Map(), collections: new Map(), prefs: { ...prefs }, sections: [], menus: [],
    panes: [], launched: [], errors: [], requests: [], row: null, search: "", shownItem: null,
    view: null, // {body, item}: the item pane
    libraries: new Map([[1, { libraryID: 1, libraryType: "user", name: "My Library", editable: true }]]),
  };
  let last = 0;
  const fields = (type) => fieldsOf(schema, type, SCHEMAS[version]);
  const names = [...new Set(Object.keys(schema.fields).flatMap((type) => [...fields(type)]))].concat(Object.keys(schema.base));
  const roles = [...new Set(Object.values(schema.creators).flat())];

  class Item {
    constructor(type) {
      if (!(type in schema.fields)) throw new Error(`No item type ${type}`);
      Object.assign(this, { itemType: type, fields: {}, creators: [], tags: [], collections: [], deleted: false });
    }
    get itemTypeID() { return Object.keys(schema.fields).indexOf(this.itemType) + 1; }
    /** As in the list, with marks of writing direction around each name. */
    get firstCreator() {
      const named = this.creators.map(({ lastName }) => `\u2068${lastName}\u2069`);
      if (named.length > 2) return `${named[0]} et al.`;
      return named.join(" and ");
    }
    isRegularItem() { return !["attachment", "note"].includes(this.itemType); }
    setField(name, value) {
      if (!fields(this.itemType).has(name)) throw new Error(`'${name}' is not a valid field for type ${this.itemType}`);
      this.fields[name] = value;
    }
    getField(name, unformatted, includeBase) {
      if (name === "firstCreator") return unformatted ? this.firstCreator.replace(/[\u2068\u2069]/g, "") : this.firstCreator;
      if (name === "year") return /\d{4}/.exec(this.fields.date ?? "")?.[0] ?? "";
      if (name === "date" && unformatted) return multipart(this.fields.date);
      const own = includeBase ? fieldIn(schema, name, fields(this.itemType)) : name;
      return this.fields[own] ?? "";
    }
    getCreators() {
      return this.creators.map((c) => ({
        firstName: c.firstName ?? "", lastName: c.lastName ?? c.name, fieldMode: c.name ? 1 : 0,
        creatorTypeID: roles.indexOf(c.creatorType) + 1,
      }));
    }
    setCreators(creators) { this.creators = creators; }
    getTags() { return this.tags.map((tag) => ({ ...tag })); }
    /** Kind 0, the user's own, unless another is given. */
    setTags(tags) { this.tags = tags.map(plainTag); }
    addTag(tag, type = 0) { this.tags.push(plainTag({ tag, type })); }
    setCollections(ids) {
      for (const id of ids) if (!state.collections.has(id)) throw new Error(`No collection ${id}`);
      this.collections = [...ids];
    }
    /** Refuses nothing: what a type has no field for goes to Extra. */
    fromJSON(json) {
      if (!this.libraryID) throw new Error("The library comes first");
      const extra = [];
      for (const [name, value] of Object.entries(json)) {
        if (["itemType", "creators", "tags", "collections", "relations", "extra", "key", "version"].includes(name) || !value) continue;
        const own = fieldIn(schema, name, fields(this.itemType));
        if (own) this.fields[own] = value;
        else extra.push(`${spelled(name)}: ${value}`);
      }
      const whole = [...(json.extra ? [json.extra] : []), ...extra].join("\n");
      if (whole) this.fields.extra = whole;
      const known = schema.creators[this.itemType];
      this.creators = (json.creators ?? []).map((c) => ({
        ...c, creatorType: known.includes(c.creatorType) ? c.creatorType : known[0],
      }));
      this.setTags(json.tags ?? []);
      this.setCollections(json.collections ?? []);
    }
    /** A new item is selected, and the search emptied, unless told otherwise. */
    async saveTx({ skipSelect = false } = {}) {
      if (!state.libraries.get(this.libraryID)?.editable) throw new Error("The library is read-only.");
      const isNew = !this.id;
      this.id ??= ++last;
      this.key ??= `KEY${String(this.id).padStart(5, "0")}`;
      state.items.set(this.id, this);
      for (const id of this.collections) state.collections.get(id).items.add(this.id);
      if (isNew && !skipSelect) await select(this);
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

  /** A row at the left, of a type of Zotero's. */
  class Row {
    constructor(type, ref) { Object.assign(this, { type, ref }); }
    isLibrary(includeGlobal) { return this.type === "library" || Boolean(includeGlobal && this.type === "group"); }
    isCollection() { return this.type === "collection"; }
    getName() { return this.type === "library" ? "My Library" : this.type === "trash" ? "Trash" : this.ref.name; }
    async getItems() { return [...(this.ref.shows ?? [])]; }
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
    /** Keeps the very array, sorts it, and shifts it empty while it writes. */
    setItems(items) { this.items = items; }
    setTranslator(id) { if (!TRANSLATORS[id]) throw new Error("No such translator"); this.form = TRANSLATORS[id]; }
    setDisplayOptions() {}
    setHandler(event, handler) { if (event === "done") this.done = handler; }
    translate() {
      this.items.sort((a, b) => a.id - b.id);
      const written = [];
      while (this.items.length) written.push(`@misc{${this.items.shift().key},\n}`);
      this.string = written.join("\n");
      Promise.resolve().then(() => this.done(this, true));
    }
  }

  const rows = () => [state.row].flat().filter(Boolean).map(asRow);
  const asRow = (row) => (row instanceof Row ? row : new Row("collection", row));
  const collectionsOf = () => rows().filter((r) => r.isCollection()).map((r) => r.ref);
  const library = () => rows()[0]?.ref.libraryID ?? 1;
  const ownLibrary = new Row("library", state.libraries.get(1));
  const pane = {
    getSelectedItems: () => [],
    selectItem: async (id) => { state.shownItem = id; await select(state.items.get(id)); },
    getSelectedCollection: () => collectionsOf()[0],
    getSelectedLibraryID: library,
    getCollectionTreeRow: () => rows()[0] ?? ownLibrary,
  };
  if (version >= 10) {
    const gone = () => { throw new Error("Use the plural in Zotero 10"); };
    Object.assign(pane, {
      getSelectedCollection: gone, getSelectedLibraryID: gone, getCollectionTreeRow: gone,
      getSelectedCollections: collectionsOf,
      getSelectedLibraryIDs: () => [library()],
      getCollectionTreeRows: () => (rows().length ? rows() : [ownLibrary]),
    });
  }

  /** The item pane turns to an item: its hooks are called once, until another item comes. */
  async function select(item) {
    state.search = "";
    if (!state.view || state.view.item === item) return;
    state.view.item = item;
    const { body, doc } = state.view;
    for (const section of state.sections) {
      section.onItemChange?.({ item, body, doc, setEnabled() {} });
      section.onRender({ item, body, doc });
      await section.onAsyncRender?.({ item, body, doc });
    }
  }

  const zotero = {
    state, Item, Collection, Row, Search, Translate: { Export }, select,
    version: `${version}.0`,
    debug() {},
    logError: (error) => state.errors.push(String(error)),
    launchURL: (url) => state.launched.push(url),
    getMainWindows: () => windows,
    getMainWindow: () => windows[0],
    getActiveZoteroPane: () => pane,
    Prefs: {
      get: (name, global) => state.prefs[global ? name : `extensions.zotero.${name}`],
      set: (name, value, global) => { state.prefs[global ? name : `extensions.zotero.${name}`] = value; },
    },
    HTTP: { request },
    Libraries: { get: (id) => state.libraries.get(id) ?? false },
    CreatorTypes: { getName: (id) => roles[id - 1] ?? false },
    Items: {
      getAsync: async (ids) => ids.map((id) => state.items.get(id)).filter(Boolean),
      getAll: async (libraryID) => [...state.items.values()].filter((i) => i.libraryID === libraryID),
    },
    ItemFields: {
      getID: (name) => names.indexOf(name) + 1 || false,
      isValidForType: (field, type) => fields(Object.keys(schema.fields)[type - 1]).has(names[field - 1]),
    },
    ItemPaneManager: {
      registerSection: (section) => {
        need(section.paneID && section.pluginID && section.onRender, "section is not whole");
        need(section.header?.l10nID && section.header.icon && section.sidenav?.l10nID && section.sidenav.icon, "section has no header");
        const told = windows.every((w) => w.document.querySelector('link[href="bib-recommender.ftl"]'));
        need(told, "a section comes before the strings that it is to show");
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
        for (const { l10nArgs, icon } of menu.menus) {
          need(["undefined", "string"].includes(typeof l10nArgs), "the arguments of a string are JSON");
          need(!icon || icon.startsWith("chrome:"), "a menu shows no icon from within an .xpi");
        }
        state.menus.push(menu);
        return menu.menuID;
      },
    };
  }
  return zotero;

  /** With `successCodes: false` a refused connection is an answer of status 0; a timeout never is. */
  async function request(method, url, options = {}) {
    if (options.errorDelayMax !== 0) throw new Error("A 5xx would be repeated for an hour");
    state.requests.push({ method, url, headers: options.headers ?? {}, body: options.body });
    let reply;
    try {
      reply = await http(method, url, options);
    } catch (error) {
      if (error.timeout || error.status !== 0) throw error;
      reply = { status: 0, responseText: "" };
    }
    if (options.successCodes === false || (reply.status >= 200 && reply.status < 400)) return reply;
    throw Object.assign(new Error(`HTTP ${reply.status}`), { status: reply.status });
  }
}

function fieldsOf(schema, type, version) {
  if (!schema.fields[type]) return new Set(schema.common);
  const [first, later, last] = schema.fields[type];
  const found = [...schema.common, ...first, ...(version >= 39 ? [...later, "citationKey"] : [])];
  return new Set(version >= 40 ? [...found, ...last] : found);
}

/** The field of a type that a name means: itself, or the type's own word for it. */
function fieldIn(schema, name, known) {
  return known.has(name) ? name : (schema.base[name] ?? []).find((own) => known.has(own));
}

function spelled(name) {
  return (name[0].toUpperCase() + name.slice(1)).replace(/([a-z])([A-Z])/g, "$1 $2");
}

function plainTag(tag) {
  const whole = typeof tag === "string" ? { tag } : { ...tag };
  if (typeof whole.tag !== "string") throw new Error("A tag has a text");
  if (!whole.type) delete whole.type;
  return whole;
}

/** A date as Zotero stores it: sortable, then as it was typed. */
function multipart(text) {
  const [, year = "0000", month = "00"] = /(\d{4})(?:-(\d\d))?/.exec(text ?? "") ?? [];
  return text ? `${year}-${month}-00 ${text}` : "";
}

function need(fact, reason) {
  if (!fact) throw new Error(reason);
}
