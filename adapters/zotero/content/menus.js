/* Menus: "Suggest papers for this collection…", at a collection or library and under Tools. */

var RecommenderMenus = class {
  static ID = "bib-recommender-suggest";
  /** @type {("main/library/collection" | "main/menubar/tools")[]} */
  static TARGETS = ["main/library/collection", "main/menubar/tools"]; // Zotero 8 and later
  static POPUPS = ["zotero-collectionmenu", "menu_ToolsPopup"]; // the same two in Zotero 7

  constructor(plugin) {
    this.plugin = plugin;
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
            l10nID: "recommender-menu",
            onCommand: () => this.plugin.suggestForSelection(),
          },
        ],
      });
    }
  }

  /** Zotero 7 has no MenuManager: our items go into its menus, and out again. */
  addTo(window) {
    if (Zotero.MenuManager) return;
    for (const popup of RecommenderMenus.POPUPS.map((id) => window.document.getElementById(id))) {
      const item = window.document.createXULElement("menuitem");
      item.classList.add(RecommenderMenus.ID);
      window.document.l10n.setAttributes(item, "recommender-menu");
      item.addEventListener("command", () => this.plugin.suggestForSelection());
      popup?.append(item);
    }
  }

  removeFrom(window) {
    window.document.querySelectorAll(`.${RecommenderMenus.ID}`).forEach((item) => item.remove());
  }
};
