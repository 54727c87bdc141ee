/* What Zotero calls when the plugin starts, stops, and when a main window opens or closes. */

// Order matters only in that plugin.js, which uses the others, comes last.
var FILES = [
  "settings", "dismissals", "service", "items", "library", "selection", "list", "row", "section",
  "menus", "plugin",
];
var plugin = null;

function install() {}

function uninstall() {}

async function startup({ id, rootURI }) {
  // Its own scope: the sandbox outlives a disable, and would keep what these files define.
  const scope = {};
  for (const name of FILES) {
    Services.scriptloader.loadSubScript(`${rootURI}content/${name}.js`, scope);
  }
  plugin = new scope.RecommenderPlugin(id, rootURI);
  await plugin.start();
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
