/* Dismissals: which papers are not wanted in a library of Zotero's; they stay in its preferences. */

var RecommenderDismissals = class {
  constructor(settings) {
    this.settings = settings;
  }

  /** The works that are not wanted in a library, the last ones first. */
  in(libraryID) {
    return this._all()[libraryID] ?? [];
  }

  add(libraryID, { doi, arxiv, title }) {
    const others = this.without(libraryID, { doi, arxiv, title });
    this._keep(libraryID, [{ doi, arxiv, title }, ...others]);
  }

  remove(libraryID, paper) {
    this._keep(libraryID, this.without(libraryID, paper));
  }

  without(libraryID, paper) {
    return this.in(libraryID).filter((work) => !isSameWork(work, paper));
  }

  /** The suggestions that nobody turned down in a library. */
  wanted(libraryID, suggestions) {
    const works = this.in(libraryID);
    return suggestions.filter((paper) => !works.some((work) => isSameWork(work, paper)));
  }

  _keep(libraryID, works) {
    this.settings.set("dismissed", JSON.stringify({ ...this._all(), [libraryID]: works }));
  }

  _all() {
    try {
      return JSON.parse(String(this.settings.get("dismissed") || "{}"));
    } catch {
      return {};
    }
  }
};

/** A work is known by an identifier, else by its title: its key may be another in another corpus. */
function isSameWork(one, other) {
  if (one.doi && other.doi) return one.doi === other.doi;
  if (one.arxiv && other.arxiv) return one.arxiv === other.arxiv;
  return plainTitle(one.title ?? "") === plainTitle(other.title ?? "");
}
