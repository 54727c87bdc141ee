/* List: suggestions as rows with their actions; the section and the dialog both show one. */

var RecommenderList = class {
  static XHTML = "http://www.w3.org/1999/xhtml";
  static OWN = ["down", "foreign", "token", "address"]; // failures that we have words for
  static WAIT = 3000; // milliseconds between two looks for a service that is away

  /** body: where the list goes. plugin: gives service and library. scope: see selection.js. */
  constructor(body, plugin, scope) {
    this.doc = body.ownerDocument;
    this.plugin = plugin;
    this.scope = scope;
    this.status = this.element("p", "recommender-status", { role: "status" });
    this.again = this.element("button", "recommender-button recommender-again", { type: "button" });
    this.doc.l10n.setAttributes(this.again, "recommender-reload");
    this.again.addEventListener("click", () => this.load());
    this.rows = this.element("ol", "recommender-rows");
    this.rows.addEventListener("keydown", (event) => this.move(event));
    this.root = this.element("div", "recommender");
    this.root.append(this.head(), ...this.notes(), this.rows);
    body.replaceChildren(this.root);
  }

  head() {
    const head = this.element("div", "recommender-head");
    head.append(this.status, this.again);
    return head;
  }

  /** Said once above the list: that nothing can be saved here. */
  notes() {
    const { editable, name } = this.scope.target;
    if (editable) return [];
    const note = this.element("p", "recommender-note");
    this.doc.l10n.setAttributes(note, "recommender-read-only", { library: name });
    return [note];
  }

  /** Asks the service and shows what it says; resolves when all is on the page. */
  async load() {
    const ask = (this.asked = {}); // a later one takes over
    if (!this.scope.items.length) return this.say("recommender-no-items");
    this.say("recommender-loading");
    try {
      const answer = await this.plugin.suggest(this.scope, (done) => this.reading(done));
      if (this.asked === ask) this.show(answer);
    } catch (failure) {
      if (this.asked === ask) this.fail(failure, ask);
    }
    await this.marked;
  }

  reading(done) {
    this.say("recommender-reading", { done, count: this.scope.items.length });
  }

  show(answer) {
    const { suggestions, versions = [], interests = [], empty_because: because } = answer;
    if (!suggestions.length) this.sayText(because, "recommender-empty");
    else this.say("recommender-count", { count: suggestions.length });
    const several = interests.length > 1;
    const rows = [...suggestions, ...versions].map((s) => new RecommenderRow(this, s, several));
    this.rows.replaceChildren(...rows.map((row) => row.root));
    if (rows.length) rows[0].root.tabIndex = 0;
    this.marked = Promise.all(rows.map((row) => row.markOwned()));
  }

  fail(failure, ask) {
    const { kind } = failure;
    this.rows.replaceChildren();
    if (!kind) {
      Zotero.logError(failure);
      return this.say("recommender-failed", { message: failure.message });
    }
    if (kind === "refused") return this.sayText(failure.message, "recommender-refused");
    this.say(`recommender-${kind}`, { address: this.plugin.settings.get("address") });
    if (kind === "down") this.waitForService(ask);
  }

  /** Looks now and then whether the service is back, as long as somebody can see this list. */
  async waitForService(ask) {
    while (this.asked === ask && this.root.isConnected) {
      await new Promise((resolve) => setTimeout(resolve, RecommenderList.WAIT));
      if (this.asked !== ask || !this.root.isConnected) return;
      if (await this.plugin.service.answers()) return this.load();
    }
  }

  say(id, args = {}) {
    this.status.dataset.state = id.replace("recommender-", "");
    this.status.textContent = "";
    this.doc.l10n.setAttributes(this.status, id, args);
  }

  /** The service's own words; our sentence only where it has none. */
  sayText(text, otherwise) {
    if (!text) return this.say(otherwise);
    this.status.dataset.state = otherwise.replace("recommender-", "");
    this.status.removeAttribute("data-l10n-id");
    this.status.textContent = text;
  }

  /** Arrow keys walk over the rows; one row is in the tab order at a time. */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...this.rows.children];
    const here = rows.findIndex((row) => row.contains(event.target));
    const next = rows[here + step];
    if (!step || !next) return;
    event.preventDefault();
    rows[here].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  element(name, className, attributes = {}) {
    const element = this.doc.createElementNS(RecommenderList.XHTML, name);
    element.className = className;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }
};
