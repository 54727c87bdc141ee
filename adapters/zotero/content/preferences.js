/* The preferences pane: "Check" says whether the service answers, and which corpora it has. */

(() => {
  const ROOT = "recommender-preferences";
  const find = (id) => document.getElementById(`recommender-${id}`);

  async function check() {
    const { service, settings } = Zotero.BibRecommender;
    say("recommender-pref-checking");
    try {
      const { version, corpora } = await service.check();
      find("corpora").replaceChildren(...corpora.map(option));
      say("recommender-pref-works", { version, corpora: corpora.join(", ") });
    } catch (failure) {
      if (failure.kind && failure.kind !== "refused") {
        return say(`recommender-${failure.kind}`, { address: settings.get("address") });
      }
      find("checked").removeAttribute("data-l10n-id");
      find("checked").textContent = failure.message;
    }
  }

  function option(name) {
    const option = document.createElementNS("http://www.w3.org/1999/xhtml", "option");
    option.setAttribute("value", name);
    return option;
  }

  function say(id, args = {}) {
    document.l10n.setAttributes(find("checked"), id, args);
  }

  // This runs before the pane is there: its parts are met when each of them is loaded.
  document.addEventListener(
    "load",
    ({ target }) => {
      if (target === document.getElementById(ROOT)) find("check").addEventListener("command", check);
    },
    true,
  );
})();
