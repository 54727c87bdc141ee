/* As much of a document as the plugin touches, for Node; Gecko runs it in a real one. */

class Events {
  #heard = {};
  addEventListener(name, heard) { (this.#heard[name] ??= []).push(heard); }
  removeEventListener(name, heard) { this.#heard[name] = this.heard(name).filter((h) => h !== heard); }
  dispatch(name, event = {}) {
    const whole = { target: this, preventDefault: () => { whole.prevented = true; }, ...event };
    for (let at = this; at; at = at.parent) for (const heard of at.heard(name)) heard(whole);
    return whole;
  }
  heard(name) { return this.#heard[name] ?? []; }
}

class Element extends Events {
  constructor(doc, name) {
    super();
    Object.assign(this, { ownerDocument: doc, localName: name, nodes: [], attributes: {}, dataset: {}, className: "", tabIndex: -1 });
  }
  get children() { return this.nodes.filter((node) => node instanceof Element); }
  get textContent() { return this.nodes.map((n) => n.textContent ?? n).join(""); }
  set textContent(text) { this.replaceChildren(...(text ? [text] : [])); }
  get classList() { return { add: (...names) => { this.className += ` ${names.join(" ")}`; } }; }
  get isConnected() { return this === this.ownerDocument.documentElement || Boolean(this.parent?.nodes.includes(this) && this.parent.isConnected); }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  append(...nodes) { for (const n of nodes) { if (n instanceof Element) n.parent = this; this.nodes.push(n); } }
  prepend(...nodes) { const rest = this.nodes; this.nodes = []; this.append(...nodes, ...rest); }
  replaceChildren(...nodes) { this.nodes = []; this.append(...nodes); }
  remove() { if (this.parent) this.parent.nodes = this.parent.nodes.filter((n) => n !== this); }
  contains(other) { return other === this || this.children.some((c) => c.contains(other)); }
  all() { return this.children.flatMap((c) => [c, ...c.all()]); }
  find(className) { return this.all().filter((e) => e.className.split(" ").includes(className)); }
  focus() { this.ownerDocument.activeElement = this; }
  click() { if (!this.disabled) this.dispatch("click"); }
  get l10n() { return this.attributes["data-l10n-id"]; }
}

class Document {
  constructor() {
    this.documentElement = new Element(this, "window");
    this.activeElement = null;
    this.l10n = { setAttributes: (e, id, args) => { e.setAttribute("data-l10n-id", id); e.args = args; } };
  }
  createElementNS(_namespace, name) { return new Element(this, name); }
  createXULElement(name) { return new Element(this, name); }
  getElementById(id) { return this.documentElement.all().find((e) => e.attributes.id === id) ?? null; }
  querySelectorAll(selector) {
    const href = /^link\[href="(.*)"\]$/.exec(selector)?.[1];
    const hit = (e) => (href ? e.attributes.href === href : e.className.split(" ").includes(selector.slice(1)));
    return this.documentElement.all().filter(hit);
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
}

/** A main window of Zotero, with the two menus that Zotero 7 is extended in. */
function makeWindow() {
  const document = new Document();
  for (const id of ["zotero-collectionmenu", "menu_ToolsPopup"]) {
    const popup = new Element(document, "menupopup");
    popup.setAttribute("id", id);
    document.documentElement.append(popup);
  }
  const window = { document, opened: [], focus() {} };
  window.MozXULElement = {
    insertFTLIfNeeded(href) {
      if (document.querySelector(`link[href="${href}"]`)) return;
      const link = new Element(document, "link");
      link.setAttribute("href", href);
      document.documentElement.append(link);
    },
  };
  window.openDialog = (url, _name, features, args) => {
    const dialog = { url, features, arguments: [args], closed: false, close() { this.closed = true; } };
    window.opened.push(dialog);
    return dialog;
  };
  return window;
}

module.exports = { makeWindow };
