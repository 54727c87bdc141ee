/* Settings: what the preferences pane stores. */

var RecommenderSettings = class {
  static PREFIX = "extensions.zotero.bibRecommender.";

  get(name) {
    return Zotero.Prefs.get(RecommenderSettings.PREFIX + name, true);
  }

  set(name, value) {
    Zotero.Prefs.set(RecommenderSettings.PREFIX + name, value, true);
  }

  /** The address without a slash at its end. Plain http is for this computer only. */
  get address() {
    const text = this._text("address").replace(/\/+$/, "");
    let url;
    try {
      url = new URL(text);
    } catch {
      return null;
    }
    const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
    const allowed = url.protocol === "https:" || (url.protocol === "http:" && loopback);
    return allowed && !url.username && !url.password ? text : null;
  }

  get token() {
    return this._text("token");
  }

  get corpus() {
    return this._text("corpus");
  }

  get tag() {
    return this._text("tag");
  }

  get limit() {
    return Math.min(Math.max(Number(this.get("limit")) || 10, 1), 50);
  }

  _text(name) {
    return String(this.get(name) ?? "").trim();
  }
};
