/* What Zotero calls when the plugin starts, stops, and when a main window opens or closes. */

// Order matters only in that plugin.js, which uses the others, comes last.
var FILES = ["settings", "service", "library", "list", "section", "menus", "plugin"];
var APP_SHUTDOWN = 2;
var plugin = null;

function install() {}

function uninstall() {}

async function startup({ id, rootURI }) {
  // Its own scope: the sandbox outlives a disable, and would keep what these files define.
  const scope = { Zotero, Services, Cc, Ci, URL, URLSearchParams, setTimeout, console };
  for (const name of FILES) {
    Services.scriptloader.loadSubScript(`${rootURI}content/${name}.js`, scope);
  }
  plugin = new scope.RecommenderPlugin(id, rootURI);
  await plugin.start();
  Zotero.getMainWindows().forEach((window) => plugin.addWindow(window));
}

function onMainWindowLoad({ window }) {
  plugin?.addWindow(window);
}

function onMainWindowUnload({ window }) {
  plugin?.removeWindow(window);
}

function shutdown(_data, reason) {
  if (reason === APP_SHUTDOWN) return; // the windows go with the process
  plugin?.stop();
  plugin = null;
}
