/* Plugin: what is registered with Zotero, and how it goes away again. */

var RecommenderPlugin = class {
  static FLUENT = "bib-recommender.ftl";
  static CHROME = "bib-recommender"; // chrome://bib-recommender/content/ is our content folder

  constructor(id, rootURI) {
    this.id = id;
    this.rootURI = rootURI;
    this.settings = new RecommenderSettings();
    this.service = new RecommenderService(this.settings);
    this.library = new RecommenderLibrary(this.settings);
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
    this.section.register();
    this.menus.register();
    await Zotero.PreferencePanes.register({
      pluginID: this.id,
      src: `${this.rootURI}content/preferences.xhtml`,
      scripts: [`${this.rootURI}content/preferences.js`],
      label: "Recommender",
      image: `${this.rootURI}content/icon.svg`,
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
    const ours = ["bib-recommender.ftl", `chrome://${RecommenderPlugin.CHROME}/content/style.css`];
    for (const href of ours) window.document.querySelector(`link[href="${href}"]`)?.remove();
    this.menus.removeFrom(window);
  }

  /** Opens the dialog for what is selected at the left. */
  async suggestForSelection() {
    const window = Zotero.getMainWindow();
    const pane = Zotero.getActiveZoteroPane();
    const scope = await this.library.scope(this.library.selection(pane));
    const dialog = window.openDialog(
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
