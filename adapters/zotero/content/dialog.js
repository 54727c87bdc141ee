/* The dialog: suggestions for a collection or a library. */

window.addEventListener("DOMContentLoaded", () => {
  const { plugin, scope } = window.arguments[0];
  const heading = document.getElementById("scope");
  const load = () => {
    window.recommenderReady = plugin.newList(document.getElementById("list"), scope).load();
  };
  document.l10n.setAttributes(heading, "recommender-dialog-heading", {
    title: scope.title,
    count: scope.items.length,
  });
  document.getElementById("reload").addEventListener("click", load);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") window.close();
  });
  window.addEventListener("unload", () => plugin.dialogs.delete(window));
  load();
});
