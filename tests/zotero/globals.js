/*
 * The names that Zotero's plugin sandbox has, and no more: what it asks Gecko for, what Zotero puts
 * in, and what is there by itself. Read in the sources of 7.0 to 10.0, where they are the same.
 */

var ASKED_OF_GECKO = [
  "atob", "btoa", "Blob", "crypto", "CSS", "ChromeUtils", "DOMParser", "fetch", "File",
  "FileReader", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "XMLHttpRequest",
];
var PUT_IN_BY_ZOTERO = [
  "Zotero", "Services", "ChromeWorker", "Worker", "IOUtils", "PathUtils", "Localization",
  "XMLSerializer", "setTimeout", "clearTimeout", "setInterval", "clearInterval",
  "requestIdleCallback", "cancelIdleCallback",
];
var REASONS = {
  APP_STARTUP: 1, APP_SHUTDOWN: 2, ADDON_ENABLE: 3, ADDON_DISABLE: 4, ADDON_INSTALL: 5,
  ADDON_UNINSTALL: 6, ADDON_UPGRADE: 7, ADDON_DOWNGRADE: 8, MAIN_WINDOW_LOAD: 9,
  MAIN_WINDOW_UNLOAD: 10,
};
var OF_EVERY_SANDBOX = ["Components", "Cc", "Ci", "Cr", "Cu", "dump"];

/** All of them but ECMAScript's own. */
var SANDBOX_NAMES = [
  ...ASKED_OF_GECKO, ...PUT_IN_BY_ZOTERO, ...Object.keys(REASONS), ...OF_EVERY_SANDBOX,
];
