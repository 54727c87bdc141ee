/*
 * The plugin in a real Gecko: its own files from its own .xpi, real windows, real strings and real
 * HTTP; only the Zotero object is ours (fake_zotero.js). Runs with all privileges over Marionette.
 */

var PREFIX = "extensions.zotero.bibRecommender.";

/** Starts the plugin as Zotero does; folder and xpi are file: addresses. */
async function startLane({ folder, xpi, address, token, version, locale }) {
  const rootURI = `jar:${xpi}!/`;
  map("recommender-xpi", rootURI);
  const loadSubScript = (uri, scope) => Services.scriptloader.loadSubScript(trusted(uri, rootURI), scope);
  const load = (uri, scope) => (loadSubScript(uri, scope), scope);
  const registrar = Cc["@mozilla.org/addons/addon-manager-startup;1"].getService(Ci.amIAddonManagerStartup);
  const chrome = registrar.registerChrome(
    Services.io.newURI(`${folder}any`), [["content", "recommender-tests", "./"]], // its folder counts
  );
  const source = new L10nFileSource("recommender", "app", ["en-US", "de", "fr", "zh-CN"], `${rootURI}locale/{locale}/`);
  L10nRegistry.getInstance().registerSources([source]);
  Services.locale.requestedLocales = [locale];

  const prefs = {};
  load(`${rootURI}prefs.js`, { pref: (name, value) => { prefs[name] = value; } });
  Object.assign(prefs, { [`${PREFIX}address`]: address, [`${PREFIX}token`]: token });
  const host = await opened(Services.ww.openWindow(null, "chrome://recommender-tests/content/host.xhtml", "_blank", "chrome,width=900,height=760", null));
  const windows = [host];
  const zotero = load("resource://recommender-tests/fake_zotero.js", {}).makeFakeZotero({ version, http, prefs, windows });

  const sandbox = new Cu.Sandbox(Services.scriptSecurityManager.getSystemPrincipal(), {
    sandboxName: "recommender", wantGlobalProperties: ["URL", "URLSearchParams", "ChromeUtils"],
  });
  const services = Object.create(Services, { scriptloader: { value: { loadSubScript } } });
  Object.assign(sandbox, { Zotero: zotero, Services: services, Cc, Ci, Cu, setTimeout: host.setTimeout.bind(host), console });
  load(`${rootURI}bootstrap.js`, sandbox);
  const manifest = JSON.parse(await text(`${rootURI}manifest.json`));
  const id = manifest.applications.zotero.id;
  const start = (reason) => sandbox.startup({ id, version: manifest.version, rootURI }, reason);
  const stop = (reason) => { sandbox.shutdown({ id, rootURI }, reason); zotero.forget(id); };
  const end = () => {
    host.close();
    chrome.destruct();
    L10nRegistry.getInstance().removeSources(["recommender"]);
  };
  await start(3);
  return { zotero, state: zotero.state, host, start, stop, end, rootURI, manifest };
}

/** Firefox runs privileged scripts from resource: and chrome: only, Zotero from an .xpi as well. */
function trusted(uri, rootURI) {
  return uri.startsWith(rootURI) ? uri.replace(rootURI, "resource://recommender-xpi/") : uri;
}

function map(name, uri) {
  Services.io.getProtocolHandler("resource").QueryInterface(Ci.nsIResProtocolHandler)
    .setSubstitution(name, Services.io.newURI(uri));
}

/** One request as Zotero.HTTP makes it: nothing of it is faked. */
function http(method, url, { headers = {}, body, timeout, responseType }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.mozBackgroundRequest = true;
    request.open(method, url, true);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    Object.assign(request, { timeout, responseType });
    request.onload = () => resolve(request);
    request.onerror = request.ontimeout = () => reject(Object.assign(new Error("no answer"), { status: 0 }));
    request.send(body ?? null);
  });
}

async function text(uri) {
  return (await fetch(uri)).text();
}

async function opened(window) {
  if (window.document.readyState !== "complete" || window.location.href === "about:blank") {
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  }
  return window;
}

/** The section drawn for an item, as the item pane draws it. */
async function drawSection(lane, item) {
  const body = lane.host.document.getElementById("body");
  const [section] = lane.state.sections;
  section.onRender({ body, item, doc: lane.host.document });
  await section.onAsyncRender({ body, item, doc: lane.host.document });
  return body;
}

/** The dialog for what is selected, once its list is there. */
async function openDialog(lane) {
  const dialog = await opened(await lane.zotero.BibRecommender.suggestForSelection());
  await until(() => dialog.recommenderReady);
  await dialog.recommenderReady;
  return dialog;
}

/** The preferences pane, bound to the preferences as Zotero binds it. */
async function openPreferences(lane) {
  const { host, state, zotero } = lane;
  const place = host.document.getElementById("preferences");
  const [pane] = state.panes;
  place.replaceChildren(host.MozXULElement.parseXULToFragment(await text(pane.src)));
  for (const input of place.querySelectorAll("[preference]")) {
    input.value = zotero.Prefs.get(input.getAttribute("preference"), true);
    input.addEventListener("change", () => zotero.Prefs.set(input.getAttribute("preference"), input.value, true));
  }
  host.Zotero = zotero;
  for (const script of pane.scripts) Services.scriptloader.loadSubScript(trusted(script, lane.rootURI), host);
  return place;
}

async function press(root, action) {
  root.querySelector(`[data-action="${action}"]`).click();
  await until(() => !root.querySelector("button:disabled"));
}

async function until(fact) {
  for (let turn = 0; turn < 400; turn++) {
    if (fact()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Never came true: ${fact}`);
}

/** What a person reads in an element, once its strings are there. */
async function read(element) {
  await element.ownerDocument.l10n.translateFragment(element);
  return element.textContent.replace(/[\u2068\u2069]/g, "").trim();
}

/** A picture of the upper part of an element, as base64, once its strings are there. */
async function picture(window, element = window.document.documentElement) {
  await window.document.l10n.translateFragment(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  const part = new DOMRect(x, y, width, Math.min(height, 640));
  const bitmap = await window.browsingContext.currentWindowGlobal.drawSnapshot(part, 1, "white");
  const canvas = window.document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
}
