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
  const schema = JSON.parse(await text(`${folder}schema.json`));
  const zotero = load("resource://recommender-tests/fake_zotero.js", {}).makeFakeZotero({ version, http, prefs, windows, schema });
  const errors = listen(rootURI);

  const services = Object.create(Services, { scriptloader: { value: { loadSubScript } } });
  const sandbox = closedSandbox({ Zotero: zotero, Services: services }, host);
  load(`${rootURI}bootstrap.js`, sandbox);
  const manifest = JSON.parse(await text(`${rootURI}manifest.json`));
  const id = manifest.applications.zotero.id;
  const start = (reason) => sandbox.startup({ id, version: manifest.version, rootURI }, reason);
  const stop = (reason) => { sandbox.shutdown({ id, rootURI }, reason); zotero.forget(id); };
  const end = () => {
    errors.stop();
    host.close();
    chrome.destruct();
    L10nRegistry.getInstance().removeSources(["recommender"]);
  };
  await start(3);
  return { zotero, state: zotero.state, host, start, stop, end, rootURI, manifest, version, sandbox, console: errors.said };
}

/** A sandbox as Zotero makes it for a plugin: with its names and no others. */
function closedSandbox(given, host) {
  const names = {};
  Services.scriptloader.loadSubScript("resource://recommender-tests/globals.js", names);
  const sandbox = new Cu.Sandbox(Services.scriptSecurityManager.getSystemPrincipal(), {
    sandboxName: "recommender", wantGlobalProperties: [...names.ASKED_OF_GECKO],
  });
  for (const name of names.PUT_IN_BY_ZOTERO) {
    const value = given[name] ?? host[name];
    sandbox[name] = typeof value === "function" && /^(set|clear|request|cancel)/.test(name) ? value.bind(host) : value;
  }
  Object.assign(sandbox, names.REASONS);
  return sandbox;
}

/** What `typeof` says of a name in the plugin's sandbox. */
function kindOf(lane, name) {
  return Cu.evalInSandbox(`typeof ${name}`, lane.sandbox, "latest", "resource://recommender-tests/kind.js", 1);
}

/** What the error console says of our files. */
function listen(rootURI) {
  const said = [];
  const ours = /recommender-xpi|bib-recommender/;
  const listener = { observe(message) {
    const source = `${message.sourceName ?? ""}`;
    if (ours.test(source) || source.startsWith(rootURI)) said.push(`${message}`);
  } };
  Services.console.registerListener(listener);
  return { said, stop: () => Services.console.unregisterListener(listener) };
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
    request.onerror = () => reject(Object.assign(new Error("no answer"), { status: 0 }));
    request.ontimeout = () => reject(Object.assign(new Error("too late"), { timeout: true }));
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

/** The section drawn for an item that is selected, as the item pane draws it. */
async function drawSection(lane, item) {
  const body = lane.host.document.getElementById("body");
  lane.state.view = { body, doc: lane.host.document, item: null };
  await lane.zotero.select(item);
  return body;
}

/** The dialog for what is selected, once its list is there. */
async function openDialog(lane) {
  const dialog = await opened(await lane.zotero.BibRecommender.suggestForSelection());
  await until(() => dialog.recommenderReady);
  await dialog.recommenderReady;
  return dialog;
}

/**
 * The preferences pane in Zotero's order: scripts, markup, heading, strings, preferences bound,
 * `load` on each top-level element, and a tick later the values. What a script throws leaves it blank.
 */
async function openPreferences(lane) {
  const { host, state, zotero, version } = lane;
  const place = host.document.getElementById("preferences");
  const [pane] = state.panes;
  place.replaceChildren();
  host.Zotero = zotero;
  const scope = version >= 8 ? new Cu.Sandbox(host, { sandboxPrototype: host, sandboxName: pane.label }) : host;
  for (const script of pane.scripts) Services.scriptloader.loadSubScript(trusted(script, lane.rootURI), scope);
  place.append(host.document.importNode(host.MozXULElement.parseXULToFragment(await text(pane.src)), true));
  const heading = host.document.createElementNS("http://www.w3.org/1999/xhtml", "h1");
  heading.textContent = pane.label;
  place.prepend(heading);
  await host.document.l10n.translateFragment(place);
  const inputs = [...place.querySelectorAll("[preference]")];
  for (const input of inputs) {
    input.addEventListener("change", () => zotero.Prefs.set(input.getAttribute("preference"), input.value, true));
  }
  for (const child of place.children) if (child !== heading) child.dispatchEvent(new host.Event("load"));
  await new Promise((resolve) => host.setTimeout(resolve, 0));
  for (const input of inputs) {
    input.value = zotero.Prefs.get(input.getAttribute("preference"), true);
    input.dispatchEvent(new host.Event("syncfrompreference"));
  }
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
