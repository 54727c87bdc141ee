/* The preferences pane: "Check" says whether the service answers, and which corpora it has. */

(() => {
  const find = (id) => document.getElementById(`recommender-${id}`);

  async function check() {
    const { service, settings } = Zotero.BibRecommender;
    try {
      const { version } = await service.health();
      const corpora = await service.corpora();
      find("corpora").replaceChildren(...corpora.map(option));
      say("recommender-pref-works", { version, corpora: corpora.map((c) => c.name).join(", ") });
    } catch (failure) {
      const address = settings.address ?? settings.get("address");
      if (failure.kind === "refused") find("checked").textContent = failure.message;
      else say(`recommender-${failure.kind ?? "down"}`, { address });
    }
  }

  function option({ name }) {
    const option = document.createElementNS("http://www.w3.org/1999/xhtml", "option");
    option.setAttribute("value", name);
    return option;
  }

  function say(id, args) {
    document.l10n.setAttributes(find("checked"), id, args);
  }

  find("check").addEventListener("command", check);
})();
