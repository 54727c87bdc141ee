/* List: suggestions as rows with their actions; the section and the dialog both show one. */

var RecommenderList = class {
  static XHTML = "http://www.w3.org/1999/xhtml";

  /** body: where the list goes. plugin: gives service and library. scope: see library.js. */
  constructor(body, plugin, scope) {
    this.doc = body.ownerDocument;
    this.plugin = plugin;
    this.scope = scope;
    this.status = this.element("p", "recommender-status", { role: "status" });
    this.rows = this.element("ol", "recommender-rows");
    this.rows.addEventListener("keydown", (event) => this.move(event));
    this.root = this.element("div", "recommender");
    this.root.append(this.status, this.rows);
    body.replaceChildren(this.root);
  }

  /** Asks the service and shows what it says; resolves when all is on the page. */
  async load() {
    if (!this.scope.items.length) return this.say("recommender-no-items");
    this.say("recommender-loading");
    try {
      this.bibtex = await this.plugin.library.bibtex(this.scope.items);
      this.show(await this.plugin.service.suggest(this.scope, this.bibtex));
    } catch (failure) {
      this.fail(failure);
    }
    await this.marked;
  }

  show(answer) {
    const { suggestions, versions = [], interests = [], empty_because: because } = answer;
    if (!suggestions.length) this.sayText(because || "", "recommender-empty");
    else this.say("recommender-count", { count: suggestions.length });
    const several = interests.length > 1;
    const rows = [...suggestions, ...versions].map((s) => new RecommenderRow(this, s, several));
    this.rows.replaceChildren(...rows.map((row) => row.root));
    if (rows.length) rows[0].root.tabIndex = 0;
    this.marked = Promise.all(rows.map((row) => row.markOwned()));
  }

  fail(failure) {
    Zotero.logError(failure);
    const kind = failure.kind ?? "refused";
    const address = this.plugin.settings.address ?? this.plugin.settings.get("address");
    if (kind === "refused") return this.sayText(failure.message, "recommender-refused");
    this.say(`recommender-${kind}`, { address });
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

var RecommenderRow = class {
  constructor(list, suggestion, namesInterest) {
    this.list = list;
    this.suggestion = suggestion;
    this.root = list.element("li", "recommender-row", { tabindex: "-1" });
    this.buttons = list.element("div", "recommender-buttons");
    this.state = list.element("p", "recommender-state", { role: "status" });
    this.root.append(...this.texts(namesInterest), this.buttons, this.state);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.offer();
    if (suggestion.in_library) this.tell("recommender-newer", { key: suggestion.in_library.key });
  }

  texts(namesInterest) {
    const { title, authors, venue, year, why, interest, strength } = this.suggestion;
    const badge = this.list.element("span", "recommender-strength", { "data-strength": strength });
    this.list.doc.l10n.setAttributes(badge, `recommender-strength-${strength}`);
    const byline = this.line("recommender-byline", [names(authors), venue, year]);
    byline.prepend(badge);
    const texts = [
      this.line("recommender-title", [title || this.suggestion.key]),
      byline,
      this.line("recommender-why", [why.sentence]),
    ];
    if (namesInterest && interest) texts.push(this.line("recommender-interest", [interest.label]));
    return texts;
  }

  line(className, parts) {
    const line = this.list.element("p", className);
    line.append(parts.filter(Boolean).join(" · "));
    return line;
  }

  /** The three answers to a suggestion. */
  offer() {
    const { editable } = this.list.scope.target;
    this.put(
      ...(editable ? [this.button("save", () => this.save())] : []),
      ...(this.link ? [this.button("open", () => Zotero.launchURL(this.link))] : []),
      this.button("dismiss", () => this.dismiss()),
    );
  }

  get link() {
    const { doi, arxiv, url } = this.suggestion;
    if (doi) return `https://doi.org/${encodeURI(doi)}`;
    if (arxiv) return `https://arxiv.org/abs/${encodeURI(arxiv)}`;
    return /^https?:\/\//i.test(url ?? "") ? url : null;
  }

  key(event) {
    if (event.target !== this.root) return;
    const action = { s: "save", Enter: "open", Delete: "dismiss" }[event.key];
    const button = [...this.buttons.children].find((b) => b.dataset.action === action);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  async markOwned() {
    const item = await this.ownedItem();
    if (item) this.have("recommender-owned", item);
  }

  /** The user's item that is this paper; a newer version of one has its title and is another. */
  ownedItem() {
    const { doi, title, in_library: known } = this.suggestion;
    const { libraryID } = this.list.scope.target;
    return this.list.plugin.library.owned(libraryID, { doi, title: known ? "" : title });
  }

  save() {
    return this.busy("recommender-saving", async () => {
      const { library, service } = this.list.plugin;
      const { target } = this.list.scope;
      const owned = await this.ownedItem();
      if (owned) return this.have("recommender-owned", owned);
      const bibtex = await service.bibtex(this.suggestion.key);
      this.have("recommender-saved", await library.save(this.suggestion, bibtex, target));
    });
  }

  dismiss() {
    return this.busy("recommender-dismissing", async () => {
      const { scope, bibtex, plugin } = this.list;
      const kept = await plugin.service.dismiss(scope, bibtex, this.suggestion.key);
      this.root.dataset.dismissed = "true";
      this.put(this.button("undo", () => this.undo()));
      this.tell(kept ? "recommender-dismissed" : "recommender-dismissed-now");
    });
  }

  undo() {
    return this.busy("recommender-undoing", async () => {
      const { scope, plugin } = this.list;
      await plugin.service.undismiss(scope, this.suggestion.key);
      delete this.root.dataset.dismissed;
      this.state.replaceChildren();
      this.offer();
    });
  }

  /** Shows that the paper is in the library, and the way to it. */
  have(message, item) {
    this.put(this.button("show", () => this.list.plugin.showItem(item)));
    this.tell(message);
  }

  async busy(message, work) {
    for (const button of this.buttons.children) button.disabled = true;
    this.tell(message);
    try {
      await work();
    } catch (failure) {
      Zotero.logError(failure);
      const own = ["down", "foreign", "token", "address"].includes(failure.kind);
      const address = this.list.plugin.settings.address ?? "";
      if (own) this.tell(`recommender-${failure.kind}`, { address });
      else this.tell("recommender-failed", { message: failure.message });
      for (const button of this.buttons.children) button.disabled = false;
    }
  }

  tell(id, args = {}) {
    const text = this.list.element("span", "");
    this.list.doc.l10n.setAttributes(text, id, args);
    this.state.dataset.state = id.replace("recommender-", "");
    this.state.replaceChildren(text);
  }

  /** New buttons; the focus stays in the row when its button goes. */
  put(...buttons) {
    const focused = this.buttons.contains(this.list.doc.activeElement);
    this.buttons.replaceChildren(...buttons);
    if (focused) this.root.focus();
  }

  button(action, onClick) {
    const button = this.list.element("button", "recommender-button", { type: "button" });
    button.dataset.action = action;
    this.list.doc.l10n.setAttributes(button, `recommender-${action}`);
    button.addEventListener("click", onClick);
    return button;
  }
};

/** "Ada Lovelace, Alan Turing", and how many more from the fourth on. */
function names(authors) {
  const whole = (a) => a.literal || [a.given, a.prefix, a.family].filter(Boolean).join(" ");
  const all = (authors ?? []).map(whole);
  return all.length > 4 ? `${all.slice(0, 3).join(", ")} +${all.length - 3}` : all.join(", ");
}
