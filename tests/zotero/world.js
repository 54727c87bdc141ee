/* The plugin, started as Zotero starts it, in a fake Zotero with a scripted service. */

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { makeWindow } = require("./fake_dom.js");

const PLUGIN = path.join(__dirname, "..", "..", "adapters", "zotero");
const ID = JSON.parse(fs.readFileSync(path.join(PLUGIN, "manifest.json"))).applications.zotero.id;
const PREFIX = "extensions.zotero.bibRecommender.";
const ROOT = "jar:file:///plugin.xpi!/";

/** A suggestion as the service words it. */
function suggestion(more = {}) {
  return {
    key: "weng2025forest", rank: 1, percentile: 99, strength: "strong", score: 1, type: "misc",
    title: "Random Forests Made Plain", authors: [{ family: "Weng", given: "Ada" }], year: 2025,
    venue: "ICML", doi: null, arxiv: null, url: "https://example.org/p", abstract: null,
    corpus: "seeds", interest: { id: "1", label: "forests" }, in_library: null, verdict: null,
    why: { sentence: "Shares “random forest” with your library.", terms: [], nearest: [], rankers: {} },
    ...more,
  };
}

function answer(...suggestions) {
  return { suggestions, interests: [{ id: "1", label: "forests" }], empty_because: null };
}

/** The same paper as an item of Zotero's, as the service gives it. */
const ITEM = {
  itemType: "conferencePaper", title: "Random Forests Made Plain", date: "2025",
  creators: [{ creatorType: "author", lastName: "Weng", firstName: "Ada" }],
  proceedingsTitle: "ICML", citationKey: "weng2025forest", DOI: "10.5555/plain",
  tags: [{ tag: "forest", type: 1 }, { tag: "trees", type: 1 }],
};

/** A service: a table from "METHOD /path" to what it says, or a function of the request. */
function service(table = {}) {
  const routes = {
    "GET /health": { product: "recommender", version: "0.1.0", instance: "i" },
    "POST /api/v1/suggestions": answer(suggestion()),
    "GET /api/v1/papers/weng2025forest": [ITEM],
    "GET /api/v1/corpora": { corpora: [{ name: "seeds" }] },
    "GET /api/v1/libraries": { libraries: [] },
    ...table,
  };
  return async (method, url, options) => {
    let said = routes[`${method} ${new URL(url).pathname}`];
    if (typeof said === "function") said = said(options);
    if (said === undefined) return problem(404, "There is no such thing.");
    if (said.status) return said;
    return { status: 200, responseText: typeof said === "string" ? said : JSON.stringify(said) };
  };
}

function problem(status, detail) {
  return { status, responseText: JSON.stringify({ status, detail }) };
}

function down() {
  throw Object.assign(new Error("no connection"), { status: 0 });
}

function late() {
  throw Object.assign(new Error("too late"), { timeout: true });
}

/**
 * Starts the plugin in a sandbox with Zotero's names and no others. Pauses are left out unless
 * `pause` is given; those of a second and more are held until wait() lets them end. With a
 * `fault`, {file, from, to}, that text of that file is another.
 */
async function world({ http = service(), prefs = {}, version = 10, pause = 0, fault } = {}) {
  const window = makeWindow();
  const stored = { address: "http://127.0.0.1:8763", limit: 10, tag: "suggested", dismissed: "{}", ...prefs };
  const chrome = { registered: 0 };
  const register = () => ({ registerChrome: () => (chrome.registered++, { destruct: () => chrome.registered-- }) });
  const schema = JSON.parse(fs.readFileSync(path.join(__dirname, "schema.json")));
  const held = [];
  const fake = run(path.join(__dirname, "fake_zotero.js"), {});
  const zotero = fake.makeFakeZotero({
    version, http, windows: [window], schema,
    prefs: Object.fromEntries(Object.entries(stored).map(([k, v]) => [PREFIX + k, v])),
  });
  const sandbox = closed({
    URL, URLSearchParams, Zotero: zotero,
    setTimeout: (callback, ms) => (ms >= 1000 ? held.push(callback) : setTimeout(callback, pause && ms)),
    Cc: { "@mozilla.org/addons/addon-manager-startup;1": { getService: register } },
    Ci: { amIAddonManagerStartup: {} },
    Services: {
      io: { newURI: (uri) => uri },
      scriptloader: { loadSubScript: (uri, scope) => load(uri.slice(ROOT.length), scope, sandbox, fault) },
    },
  });
  runPlugin("bootstrap.js", sandbox, fault);
  const start = (reason) => sandbox.startup({ id: ID, version: "0.1.0", rootURI: ROOT }, reason);
  const stop = (reason) => {
    sandbox.shutdown({ id: ID }, reason);
    zotero.forget(ID);
  };
  const wait = async () => { held.splice(0).forEach((callback) => callback()); await settled(); };
  await start(3);
  return { zotero, state: zotero.state, window, sandbox, chrome, start, stop, held, wait };
}

/** A context with the names that Zotero's sandbox has; those that are not modelled throw. */
function closed(modelled) {
  const { SANDBOX_NAMES, REASONS } = run(path.join(__dirname, "globals.js"), {});
  const context = vm.createContext({});
  vm.runInContext("delete globalThis.console", context);
  for (const name of SANDBOX_NAMES) {
    if (name in modelled || name in REASONS) context[name] = modelled[name] ?? REASONS[name];
    else Object.defineProperty(context, name, { get: () => { throw new Error(`${name} is not modelled`); } });
  }
  return context;
}

/** As loadSubScript does: what a file declares lands in `scope`, behind it are the sandbox's names. */
function load(file, scope, sandbox, fault) {
  if (!vm.isContext(scope)) {
    vm.runInContext("delete globalThis.console", vm.createContext(scope));
    Object.setPrototypeOf(scope, sandbox);
  }
  runPlugin(file, scope, fault);
}

function runPlugin(file, context, fault) {
  const whole = fs.readFileSync(path.join(PLUGIN, file), "utf8");
  if (fault?.file === file && !whole.includes(fault.from)) throw new Error(`${file} has no ${fault.from}`);
  const text = fault?.file === file ? whole.replace(fault.from, fault.to) : whole;
  vm.runInContext(text, context, { filename: path.join(PLUGIN, file) });
}

function run(file, scope) {
  const context = vm.isContext(scope) ? scope : vm.createContext(scope);
  vm.runInContext(fs.readFileSync(file, "utf8"), context, { filename: file });
  return context;
}

/** An item in the fake library. */
async function addItem(zotero, fields = {}, { type = "journalArticle", collection } = {}) {
  const item = new zotero.Item(type);
  item.libraryID = 1;
  for (const [name, value] of Object.entries({ title: "Random forests", ...fields })) item.setField(name, value);
  if (collection) item.setCollections([collection.id]);
  await item.saveTx({ skipSelect: true });
  return item;
}

/** The body of our section after Zotero has drawn it for an item that was selected. */
async function drawn({ state, zotero, window }, item) {
  const body = window.document.createElementNS("", "div");
  window.document.documentElement.append(body);
  state.view = { body, doc: window.document, item: null };
  await zotero.select(item);
  return body;
}

/** Presses a row's button and waits until its work is done. */
async function press(body, action) {
  body.all().find((e) => e.dataset.action === action).click();
  await settled();
}

async function settled() {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** By value: arrays of the plugin's context have another prototype than ours. */
const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));
const status = (body) => body.find("recommender-status")[0];
const buttons = (body) => body.find("recommender-buttons").flatMap((row) => row.children).map((b) => b.dataset.action);
const again = (body) => body.find("recommender-again")[0];
const asked = (state) => state.requests.map((r) => `${r.method} ${new URL(r.url).pathname}`);
const rowState = (body) => body.find("recommender-state")[0].dataset.state;

module.exports = {
  ID, ITEM, PREFIX, addItem, again, answer, asked, buttons, down, drawn, late, press, problem,
  rowState, same, service, settled, status, suggestion, world,
};
