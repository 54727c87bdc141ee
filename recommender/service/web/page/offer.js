// What the browser's "Save to Zotero" takes: the ticked papers, or all where none is ticked.
// Its Connector looks once, so that each change of what is offered is told to it.

const MARKS = ["unapi-id", "Z3988"]; // classes by which it finds papers; see unapi.py and coins.py
let offered = null; // keys, as it knows them

export function offer(cards, ticked) {
  const keys = ticked.length ? ticked : cards.map((card) => card.dataset.key);
  for (const card of cards) mark(card, keys.includes(card.dataset.key));
  const now = keys.join(" ");
  const told = offered ?? now; // what stands on the page as it loads, it sees by itself
  offered = now;
  if (told !== now) document.dispatchEvent(new Event("ZoteroItemUpdated", { bubbles: true }));
}

function mark(card, isOffered) {
  for (const name of MARKS) {
    for (const element of card.querySelectorAll(`[data-mark="${name}"]`)) {
      element.classList.toggle(name, isOffered);
    }
  }
}
