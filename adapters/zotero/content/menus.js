/* Menus: "Suggest papers for “Forests”…", at a row on the left and under Tools. */

var RecommenderMenus = class {
  static ID = "bib-recommender-suggest";
  static L10N = "recommender-menu";
  /** @type {("main/library/collection" | "main/menubar/tools")[]} */
  static TARGETS = ["main/library/collection", "main/menubar/tools"]; // Zotero 8 and later
  static POPUPS = ["zotero-collectionmenu", "menu_ToolsPopup"]; // the same two in Zotero 7

  constructor(plugin) {
    this.plugin = plugin;
    this.added = new Map(); // window -> what takes our items out again
  }

  register() {
    for (const target of Zotero.MenuManager ? RecommenderMenus.TARGETS : []) {
      Zotero.MenuManager.registerMenu({
        menuID: `${RecommenderMenus.ID}-${target.split("/").at(-1)}`,
        pluginID: this.plugin.id,
        target,
        menus: [
          {
            menuType: "menuitem",
            l10nID: RecommenderMenus.L10N,
            icon: RecommenderPlugin.ICON,
            onShowing: (_event, context) => this.showing(context),
            onCommand: () => this.plugin.suggestForSelection(),
          },
        ],
      });
    }
  }

  /** The item says what it will do; where there is nothing to start from it cannot be chosen. */
  showing({ setL10nArgs, setEnabled }) {
    const words = this.plugin.selectionWords();
    setL10nArgs(JSON.stringify(words));
    setEnabled(words.kind !== "none");
  }

  /** Zotero 7 has no MenuManager: our items go into its menus, and out again. */
  addTo(window) {
    if (Zotero.MenuManager) return;
    const popups = RecommenderMenus.POPUPS.map((id) => window.document.getElementById(id));
    this.added.set(window, popups.filter(Boolean).map((popup) => this.put(window.document, popup)));
  }

  put(document, popup) {
    const item = document.createXULElement("menuitem");
    item.classList.add(RecommenderMenus.ID, "menuitem-iconic");
    item.setAttribute("image", RecommenderPlugin.ICON);
    document.l10n.setAttributes(item, RecommenderMenus.L10N, { kind: "none", title: "" });
    item.addEventListener("command", () => this.plugin.suggestForSelection());
    const showing = () =>
      this.showing({
        setL10nArgs: (args) => item.setAttribute("data-l10n-args", args),
        setEnabled: (enabled) => { item.disabled = !enabled; },
      });
    popup.addEventListener("popupshowing", showing);
    popup.append(item);
    return () => (popup.removeEventListener("popupshowing", showing), item.remove());
  }

  removeFrom(window) {
    this.added.get(window)?.forEach((remove) => remove());
    this.added.delete(window);
  }
};
