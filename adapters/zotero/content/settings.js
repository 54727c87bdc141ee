/* Settings: what the preferences pane stores, and the libraries that the service keeps for us. */

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
    const text = String(this.get("address") || "").trim().replace(/\/+$/, "");
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
    return String(this.get("token") || "").trim();
  }

  get corpus() {
    return String(this.get("corpus") || "").trim();
  }

  get limit() {
    return Math.min(Math.max(Number(this.get("limit")) || 10, 1), 50);
  }

  /** The id under which the service stores the papers of a scope, or undefined. */
  libraryOf(scope) {
    return this._libraries()[scope];
  }

  rememberLibrary(scope, id) {
    this.set("libraries", JSON.stringify({ ...this._libraries(), [scope]: id }));
  }

  forgetLibrary(scope) {
    this.rememberLibrary(scope, undefined);
  }

  _libraries() {
    try {
      return JSON.parse(String(this.get("libraries") || "{}"));
    } catch {
      return {};
    }
  }
};
