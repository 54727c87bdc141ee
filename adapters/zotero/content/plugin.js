/* Plugin: what is registered with Zotero, and how it goes away again. */

var RecommenderPlugin = class {
  static FLUENT = "bib-recommender.ftl";
  static CHROME = "bib-recommender"; // chrome://bib-recommender/content/ is our content folder
  static ICON = `chrome://${this.CHROME}/content/icon.svg`; // menus show none from within the .xpi

  constructor(id, rootURI) {
    this.id = id;
    this.rootURI = rootURI;
    this.settings = new RecommenderSettings();
    this.dismissals = new RecommenderDismissals(this.settings);
    this.service = new RecommenderService(this.settings);
    this.items = new RecommenderItems(this.settings);
    this.library = new RecommenderLibrary(this.items);
    this.selection = new RecommenderSelection(this.library);
    this.section = new RecommenderSection(this);
    this.menus = new RecommenderMenus(this);
    this.dialogs = new Set();
  }

  async start() {
    const manifest = Services.io.newURI(`${this.rootURI}manifest.json`);
    this.chrome = Cc["@mozilla.org/addons/addon-manager-startup;1"]
      .getService(Ci.amIAddonManagerStartup)
      .registerChrome(manifest, [["content", RecommenderPlugin.CHROME, "content/"]]);
    Zotero.BibRecommender = this; // the preferences pane finds us here
    Zotero.getMainWindows().forEach((window) => this.addWindow(window)); // strings before their use
    this.section.register();
    this.menus.register();
    await Zotero.PreferencePanes.register({
      pluginID: this.id,
      src: `${this.rootURI}content/preferences.xhtml`,
      scripts: [`${this.rootURI}content/preferences.js`],
      label: "Recommender",
      image: RecommenderPlugin.ICON,
    });
  }

  /** Section, menus and preferences pane go by themselves: Zotero knows them by our id. */
  stop() {
    this.dialogs.forEach((dialog) => dialog.close());
    Zotero.getMainWindows().forEach((window) => this.removeWindow(window));
    this.chrome?.destruct();
    delete Zotero.BibRecommender;
  }

  addWindow(window) {
    window.MozXULElement.insertFTLIfNeeded(RecommenderPlugin.FLUENT);
    const style = window.document.createElementNS(RecommenderList.XHTML, "link");
    style.setAttribute("rel", "stylesheet");
    style.setAttribute("href", `chrome://${RecommenderPlugin.CHROME}/content/style.css`);
    window.document.documentElement.append(style);
    this.menus.addTo(window);
  }

  removeWindow(window) {
    const style = `chrome://${RecommenderPlugin.CHROME}/content/style.css`;
    for (const href of [RecommenderPlugin.FLUENT, style]) {
      window.document.querySelector(`link[href="${href}"]`)?.remove();
    }
    this.menus.removeFrom(window);
  }

  /** Suggestions for a scope, without what was turned down in its library. */
  async suggest(scope, told) {
    const { libraryID } = scope.target;
    const { limit } = this.settings;
    const papers = await this.items.csl(scope.items, told);
    const answer = await this.service.suggest(papers, limit + this.dismissals.in(libraryID).length);
    const wanted = (papers) => this.dismissals.wanted(libraryID, papers ?? []);
    return {
      ...answer,
      suggestions: wanted(answer.suggestions).slice(0, limit),
      versions: wanted(answer.versions),
    };
  }

  /** What the menu would do now. */
  selectionWords() {
    return this.selection.words(Zotero.getActiveZoteroPane());
  }

  /** Opens the dialog for what is selected at the left, where that holds papers. */
  async suggestForSelection() {
    const rows = this.selection.rows(Zotero.getActiveZoteroPane());
    if (!rows.length) return null;
    const scope = await this.selection.scope(rows);
    const dialog = Zotero.getMainWindow().openDialog(
      `chrome://${RecommenderPlugin.CHROME}/content/dialog.xhtml`,
      "",
      "chrome,dialog=no,resizable,centerscreen,width=680,height=720",
      { plugin: this, scope },
    );
    this.dialogs.add(dialog);
    return dialog;
  }

  newList(body, scope) {
    return new RecommenderList(body, this, scope);
  }

  showItem(item) {
    const window = Zotero.getMainWindow();
    window?.focus();
    Zotero.getActiveZoteroPane().selectItem(item.id);
  }
};
