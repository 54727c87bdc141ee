/* The plugin, started as Zotero starts it, in a fake Zotero with a scripted service. */

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

/** A service: a table from "METHOD /path" to what it says, or a function of the request. */
function service(table = {}) {
  const routes = {
    "GET /health": { product: "recommender", version: "0.1.0", instance: "i" },
    "POST /api/v1/suggestions": answer(suggestion()),
    "GET /api/v1/papers/weng2025forest":
      "@inproceedings{weng2025forest,\n  title = {Random Forests Made Plain},\n  author = {Weng, Ada},\n  booktitle = {ICML},\n  keywords = {forest, trees},\n  year = {2025},\n}\n",
    "POST /api/v1/libraries": { id: "lib0123456789abc" },
    "PUT /api/v1/libraries/lib0123456789abc": {},
    "GET /api/v1/libraries/lib0123456789abc/suggestions": answer(suggestion()),
    "PUT /api/v1/libraries/lib0123456789abc/verdicts/weng2025forest": {},
    "DELETE /api/v1/libraries/lib0123456789abc/verdicts/weng2025forest": {},
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

/** Starts the plugin; the pause before a section asks is left out unless `pause` is given. */
async function world({ http = service(), prefs = {}, version = 10, pause = 0 } = {}) {
  const window = makeWindow();
  const stored = { address: "http://127.0.0.1:8763", limit: 10, tag: "suggested", libraries: "{}", ...prefs };
  const chrome = { registered: 0 };
  const register = () => ({ registerChrome: () => (chrome.registered++, { destruct: () => chrome.registered-- }) });
  const sandbox = {
    URL, URLSearchParams, console,
    setTimeout: (callback, ms) => setTimeout(callback, pause && ms),
    Cc: { "@mozilla.org/addons/addon-manager-startup;1": { getService: register } },
    Ci: { amIAddonManagerStartup: {} },
    Services: {
      io: { newURI: (uri) => uri },
      scriptloader: {
        loadSubScript: (uri, scope) => run(path.join(PLUGIN, uri.slice(ROOT.length)), scope),
      },
    },
  };
  const fake = run(path.join(__dirname, "fake_zotero.js"), {});
  sandbox.Zotero = fake.makeFakeZotero({
    version, http, windows: [window],
    prefs: Object.fromEntries(Object.entries(stored).map(([k, v]) => [PREFIX + k, v])),
  });
  run(path.join(PLUGIN, "bootstrap.js"), sandbox);
  const start = (reason) => sandbox.startup({ id: ID, version: "0.1.0", rootURI: ROOT }, reason);
  const stop = (reason) => {
    sandbox.shutdown({ id: ID }, reason);
    sandbox.Zotero.forget(ID);
  };
  await start(3);
  return { zotero: sandbox.Zotero, state: sandbox.Zotero.state, window, sandbox, chrome, start, stop };
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
  await item.saveTx();
  return item;
}

/** The body of our section after Zotero has drawn it for an item. */
async function drawn({ state, window }, item) {
  const body = window.document.createElementNS("", "div");
  window.document.documentElement.append(body);
  state.sections[0].onRender({ body, item, doc: window.document });
  await state.sections[0].onAsyncRender({ body, item, doc: window.document });
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

const status = (body) => body.find("recommender-status")[0];
const buttons = (body) => body.find("recommender-button").map((b) => b.dataset.action);
const asked = (state) => state.requests.map((r) => `${r.method} ${new URL(r.url).pathname}`);
const rowState = (body) => body.find("recommender-state")[0].dataset.state;

module.exports = {
  ID, PREFIX, addItem, answer, asked, buttons, down, drawn, press, problem, rowState, service,
  settled, status, suggestion, world,
};
