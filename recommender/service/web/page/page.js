// The page's behaviour: ask again without losing the file, tick, copy, download, dismiss, undo.
// All text from the server is rendered there; here it only moves as nodes or textContent.

import { offer } from "./offer.js";
import { answer, json, proof, say, tried } from "./talk.js";

const dismissed = new Set(); // keys dismissed for a library that is not kept
let file = null; // the library that was dropped; the form forgets it, we do not
let unfolded = null; // whether the filters are open on a small screen, once someone said
let asking = null; // the request under way; a newer one ends it

const main = () => document.querySelector("main");
const list = () => document.querySelector(".list");
const picks = () => [...document.querySelectorAll(".pick input")];
const picked = () => picks().filter((box) => box.checked).map((box) => box.value);

// --- asking

async function ask(form) {
  asking?.abort();
  asking = new AbortController();
  const fields = new FormData(form);
  const request = { headers: { Accept: "text/html" }, signal: asking.signal };
  let url = form.action;
  if (form.method === "post") {
    if (file) fields.set("file", file);
    for (const [name, value] of [...fields]) if (value === "") fields.delete(name);
    Object.assign(request, { method: "POST", body: fields });
  } else {
    const query = new URLSearchParams([...fields].filter(([, value]) => value !== ""));
    url += query.size ? `?${query}` : "";
    history.replaceState(null, "", url);
  }
  main().classList.add("busy");
  await tried(async () => show(await (await fetch(url, request)).text()));
  main().classList.remove("busy");
}

function show(html) {
  const focused = document.activeElement?.id;
  const narrow = document.querySelector(".narrow")?.open;
  const opened = new DOMParser().parseFromString(html, "text/html");
  const problem = opened.querySelector("[data-problem] .problem");
  if (problem) return say(problem.textContent);
  const fresh = opened.querySelector("main");
  document.title = opened.title;
  main().replaceWith(document.adoptNode(fresh));
  if (narrow) document.querySelector(".narrow").open = true;
  settle();
  const n = picks().length;
  say(`${n} ${n === 1 ? "paper" : "papers"}`);
  (document.getElementById(focused) ?? fresh).focus({ preventScroll: Boolean(focused) });
}

function settle() {
  const fold = document.querySelector(".fold");
  if (fold) {
    fold.open = unfolded ?? !matchMedia("(max-width: 52rem)").matches;
    fold.querySelector("summary").addEventListener("click", () => (unfolded = !fold.open));
  }
  for (const key of dismissed) document.getElementById(`paper-${key}`)?.remove();
  tick();
}

// --- the ticked papers

function tick() {
  const keys = picked();
  offer([...document.querySelectorAll(".card")], keys);
  const bar = document.querySelector(".bar");
  if (!bar) return;
  bar.hidden = keys.length === 0;
  bar.querySelector("[data-count]").textContent = `${keys.length} ticked`;
  const all = bar.querySelector('[data-do="all"]');
  all.checked = keys.length === picks().length;
  all.indeterminate = !all.checked;
  for (const link of bar.querySelectorAll("[data-format]")) {
    link.href = papersUrl(keys, link.dataset.format);
  }
}

function papersUrl(keys, format) {
  const query = new URLSearchParams(keys.map((key) => ["key", key]));
  query.append("corpus", list().dataset.corpus);
  query.append("format", format);
  return `/api/v1/papers?${query}`;
}

async function copy() {
  const keys = picked();
  const text = await (await answer(papersUrl(keys, "bibtex"))).text();
  await navigator.clipboard.writeText(text);
  say(`Copied ${keys.length} as BibTeX`);
}

async function send() {
  say("Sending to Zotero …");
  const wanted = { to: "zotero", keys: picked(), corpus: list().dataset.corpus };
  const sent = await (await answer("/api/v1/send", json("POST", wanted))).json();
  if (list().dataset.library) {
    for (const key of [...sent.added, ...sent.already]) await verdict(key, "saved");
  }
  const had = sent.already.length ? `, ${sent.already.length} were there already` : "";
  const lost = sent.failed.length ? `, ${sent.failed.length} were refused` : "";
  say(`Saved ${sent.added.length} in ${sent.place}${had}${lost}`);
}

async function append() {
  const url = `${here()}/append`;
  const wanted = { keys: picked(), corpus: list().dataset.corpus };
  const { added, already } = await (await answer(url, json("POST", wanted))).json();
  const had = already.length ? `, ${already.length} were there already` : "";
  say(`Appended ${added.length}${had}`);
}

// --- verdicts

async function dismiss(card) {
  const { key, title } = card.dataset;
  const place = card.nextElementSibling;
  const home = card.parentElement;
  await verdict(key, "dismissed");
  card.remove();
  tick();
  (place ?? home.lastElementChild)?.querySelector('[data-do="dismiss"]')?.focus();
  const undo = async () => {
    await verdict(key, null);
    home.insertBefore(card, place?.parentElement === home ? place : null);
    card.querySelector('[data-do="dismiss"]').focus();
    say("It is back");
    tick();
  };
  say(`Dismissed “${title.length > 60 ? `${title.slice(0, 60)}…` : title}”`, {
    name: "Undo",
    run: () => tried(undo),
  });
}

async function verdict(key, value) {
  const { library, corpus } = list().dataset;
  if (!library) return value ? dismissed.add(key) : dismissed.delete(key);
  const url = `/api/v1/libraries/${library}/verdicts/${encodeURIComponent(key)}?corpus=${corpus}`;
  if (!value) return answer(url, { method: "DELETE" });
  return answer(url, json("PUT", { verdict: value }));
}

// --- libraries

async function keep() {
  const form = new FormData();
  form.set("file", file);
  const response = await answer("/api/v1/libraries", { method: "POST", body: form });
  location.assign(`/libraries/${await arrived(response)}`);
}

async function arrived(response) {
  let found = await response.json();
  if (response.status !== 202) return found.id;
  while (found.state === "waiting" || found.state === "running") {
    say(`Reading the library: step ${found.step} of ${found.steps}`);
    await new Promise((done) => setTimeout(done, 500));
    found = await (await answer(`/api/v1/jobs/${found.id}`)).json();
  }
  if (found.state === "failed") throw new Error(found.error);
  return found.library;
}

const here = () => `/api/v1/libraries/${list().dataset.library}`;

async function feed() {
  await answer(`${here()}/feed`, { method: "POST" });
  location.reload();
}

async function revoke() {
  await answer(`${here()}/feed`, { method: "DELETE" });
  location.reload();
}

async function reset() {
  if (!confirm("Take back all that you said? Dismissed papers can be suggested again.")) return;
  await answer(`${here()}/verdicts`, { method: "DELETE" });
  location.reload();
}

async function forget() {
  if (!confirm("Forget this library, and all that you said of its suggestions?")) return;
  await answer(here(), { method: "DELETE" });
  location.assign("/");
}

async function zotero() {
  say("Reading your Zotero library …");
  const response = await answer("/api/v1/zotero", { method: "POST" });
  location.assign(`/libraries/${await arrived(response)}`);
}

// --- events; each is heard once, on the document, whatever is shown

const DOES = { copy, feed, forget, reset, revoke, "zotero-send": send, append, keep, zotero };

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  const what = target?.dataset.do;
  if (what === "dismiss") tried(() => dismiss(target.closest(".card")));
  else if (what in DOES) tried(DOES[what]);
  const dot = event.target.closest(".picture [data-key]");
  if (dot) document.getElementById(`paper-${dot.dataset.key}`)?.scrollIntoView({ block: "center" });
});

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset.do === "all") picks().forEach((box) => (box.checked = target.checked));
  if (target.type === "checkbox") return tick();
  if (target.type === "file") file = target.files[0] ?? null;
  if (target.form?.id === "ask" && (target.type !== "file" || file)) target.form.requestSubmit();
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "ask") return;
  event.preventDefault();
  ask(event.target);
});

document.addEventListener("mouseover", (event) => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!key) return;
  document.querySelector(`.picture [data-key="${CSS.escape(key)}"]`)?.classList.add("lit");
  if (event.target.closest(".picture")) document.getElementById(`paper-${key}`)?.classList.add("lit");
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest(".card");
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = { j: card.nextElementSibling, k: card.previousElementSibling }[event.key];
  if (next) next.querySelector(".pick input").focus();
  if (event.key === "x") card.querySelector(".pick input").click();
  if (event.key === "d") tried(() => dismiss(card));
});

for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    const form = document.querySelector("#ask[data-upload]");
    form?.classList.toggle("over", name === "dragenter" || name === "dragover");
    const dropped = event.dataTransfer?.files[0];
    if (name !== "drop" || !dropped) return;
    file = dropped;
    if (form) ask(form);
    else location.assign("/");
  });
}

async function meet() {
  if (!proof || !document.querySelector("[data-manager]")) return;
  const { managers } = await (await answer("/api/v1/managers")).json();
  for (const { name, state } of managers) {
    const way = document.querySelector(`[data-manager="${name}"]`);
    if (way) way.hidden = state !== "ready";
  }
}

tried(meet);
document.documentElement.classList.add("scripted");
settle();
