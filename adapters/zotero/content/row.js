/* Row: one suggestion, and the three answers to it. */

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

  offer() {
    const { editable, name } = this.list.scope.target;
    this.put(
      ...(editable ? [this.button("save", () => this.save(), { place: name })] : []),
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
      const owned = await this.ownedItem();
      if (owned) return this.have("recommender-owned", owned);
      const json = await service.item(this.suggestion.key);
      this.have("recommender-saved", await library.save(json, this.list.scope.target));
    });
  }

  dismiss() {
    const { scope, plugin } = this.list;
    plugin.dismissals.add(scope.target.libraryID, this.suggestion);
    this.root.dataset.dismissed = "true";
    this.put(this.button("undo", () => this.undo()));
    this.tell("recommender-dismissed");
  }

  undo() {
    const { scope, plugin } = this.list;
    plugin.dismissals.remove(scope.target.libraryID, this.suggestion);
    delete this.root.dataset.dismissed;
    delete this.state.dataset.state;
    this.state.replaceChildren();
    this.offer();
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
      if (!failure.kind) Zotero.logError(failure);
      const own = RecommenderList.OWN.includes(failure.kind);
      const address = this.list.plugin.settings.get("address");
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

  button(action, onClick, args = {}) {
    const button = this.list.element("button", "recommender-button", { type: "button" });
    button.dataset.action = action;
    this.list.doc.l10n.setAttributes(button, `recommender-${action}`, args);
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
