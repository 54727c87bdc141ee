/* Section: "Related papers" in the item pane, for the item that is selected. */

var RecommenderSection = class {
  static PAUSE = 250; // milliseconds; whoever walks through a list asks nothing on the way

  constructor(plugin) {
    this.plugin = plugin;
    this.shown = new WeakMap(); // body -> what was asked for last
  }

  register() {
    const icon = RecommenderPlugin.ICON;
    Zotero.ItemPaneManager.registerSection({
      paneID: "bib-recommender",
      pluginID: this.plugin.id,
      header: { l10nID: "recommender-section", icon },
      sidenav: { l10nID: "recommender-sidenav", icon },
      onItemChange: ({ item, setEnabled }) => {
        setEnabled(Boolean(item?.isRegularItem()));
        return true;
      },
      onRender: ({ body, item }) => this.clear(body, item),
      // Only called for a section in sight: no request goes out for any other.
      onAsyncRender: ({ body, item }) => this.fill(body, item),
    });
  }

  clear(body, item) {
    if (this.shown.get(body)?.item !== item) body.replaceChildren();
  }

  async fill(body, item) {
    const ask = { item };
    this.shown.set(body, ask);
    await new Promise((resolve) => setTimeout(resolve, RecommenderSection.PAUSE));
    if (this.shown.get(body) !== ask || !item?.isRegularItem()) return; // the user went on
    if (!Zotero.Libraries.get(item.libraryID)) return; // a group left, a feed unsubscribed
    const rows = this.plugin.selection.rows(Zotero.getActiveZoteroPane());
    const scope = this.plugin.library.itemScope(item, rows);
    await new RecommenderList(body, this.plugin, scope).load();
  }
};
