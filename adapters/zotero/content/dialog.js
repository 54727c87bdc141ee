/* The dialog: suggestions for what is selected at the left. */

window.addEventListener("DOMContentLoaded", () => {
  const { plugin, scope } = window.arguments[0];
  document.l10n.setAttributes(document.getElementById("scope"), "recommender-dialog-heading", {
    title: scope.title,
    count: scope.items.length,
  });
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") window.close();
  });
  window.addEventListener("unload", () => plugin.dialogs.delete(window));
  window.recommenderReady = plugin.newList(document.getElementById("list"), scope).load();
});
