/* Every free name in the plugin's scripts is one that is there where the script runs. */

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { test } = require("node:test");
const ts = require("typescript");

const PLUGIN = path.join(__dirname, "..", "..", "adapters", "zotero");
const IN_THE_SANDBOX = [
  "bootstrap",
  ...["settings", "dismissals", "service", "items", "library", "selection", "list", "row"],
  ...["section", "menus", "plugin"],
];
const NOT_FOUND = [2304, 2552, 2580, 2581, 2582, 2583, 2584, 2592, 2593, 2663, 2868];
const ECMASCRIPT = vm.runInNewContext("Object.getOwnPropertyNames(globalThis)").filter((n) => n !== "console");
const globals = vm.createContext({});
vm.runInContext(fs.readFileSync(path.join(__dirname, "globals.js"), "utf8"), globals);

/** The names that files use and none of them declares; no library of types is asked. */
function freeNames(files) {
  const options = { allowJs: true, checkJs: true, noEmit: true, noLib: true, noResolve: true, types: [] };
  const program = ts.createProgram(files, options);
  return new Set(
    program.getSourceFiles().flatMap((source) => program.getSemanticDiagnostics(source))
      .filter(({ code }) => NOT_FOUND.includes(code))
      .map(({ file, start, length }) => file.text.slice(start, start + length)),
  );
}

const inFolder = (name) => path.join(PLUGIN, name === "bootstrap" ? "" : "content", `${name}.js`);

test("what the sandbox loads uses no name that the sandbox lacks", () => {
  const known = new Set([...ECMASCRIPT, ...globals.SANDBOX_NAMES]);
  const free = freeNames(IN_THE_SANDBOX.map(inFolder));

  assert.deepEqual([...free].filter((name) => !known.has(name)), []);
  assert.ok(free.has("Zotero") && free.has("Services"));
});

test("what the bootstrap loads is what is looked at", () => {
  const text = fs.readFileSync(inFolder("bootstrap"), "utf8");
  const listed = [.../FILES = \[([^\]]*)\]/.exec(text)[1].matchAll(/"(\w+)"/g)].map(([, name]) => name);

  assert.deepEqual(["bootstrap", ...listed], IN_THE_SANDBOX);
});

for (const [name, known] of [
  ["dialog", ["window", "document"]],
  ["preferences", ["document", "Zotero"]],
]) {
  test(`the script of the ${name} uses names of its window only`, () => {
    const allowed = new Set([...ECMASCRIPT, ...known]);

    assert.deepEqual([...freeNames([inFolder(name)])].filter((free) => !allowed.has(free)), []);
  });
}

test("a name that the sandbox lacks would be found", () => {
  const file = path.join(fs.mkdtempSync(path.join(require("node:os").tmpdir(), "names-")), "x.js");
  fs.writeFileSync(file, "function f() { console.log(structuredClone(1)); window.open(); }");

  assert.deepEqual([...freeNames([file])].sort(), ["console", "structuredClone", "window"]);
});
