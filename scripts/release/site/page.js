// Search, the theme, and where the reader is. The page can be read without it.
"use strict";
const $ = id => document.getElementById(id);
const root = document.documentElement;
root.classList.add("scripted");

// --- the theme ---

const themes = ["auto", "light", "dark"];
const stored = {
  get() { try { return localStorage.getItem("theme"); } catch { return null; } },
  set(value) { try { localStorage.setItem("theme", value); } catch { /* a file: page may have no storage */ } },
};
function setTheme(name) {
  if (name === "auto") delete root.dataset.theme;
  else root.dataset.theme = name;
  $("theme").textContent = { auto: "Auto", light: "Light", dark: "Dark" }[name];
  $("theme").setAttribute("aria-label", `Theme: ${name}`);
  stored.set(name);
}
let theme = themes.includes(stored.get()) ? stored.get() : "auto";
setTheme(theme);
$("theme").hidden = false;
$("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  setTheme(theme);
});

// --- chapters ---

const links = new Map([...document.querySelectorAll("nav a")].map(link => [decodeURIComponent(link.hash.slice(1)), link]));
const headings = [...document.querySelectorAll(".chapter :is(h2, h3, h4)")].filter(heading => links.has(heading.id));

function openMenu(open) {
  $("chapters").classList.toggle("open", open);
  $("menu").setAttribute("aria-expanded", open);
  if (open) document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "center" });
}
$("menu").addEventListener("click", () => openMenu(!$("chapters").classList.contains("open")));
$("chapters").addEventListener("click", event => { if (event.target.closest("a")) openMenu(false); });
const narrow = matchMedia("(max-width: 860px)");
const showMenu = () => { $("menu").hidden = !narrow.matches; };
narrow.addEventListener("change", showMenu);
showMenu();

// The last heading above the upper third of the window.
function headingHere() {
  let low = 0, high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle].getBoundingClientRect().top < innerHeight / 3) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1];
}
let here = null;
function followReader() {
  const heading = headingHere();
  if (heading === here) return;
  here = heading;
  for (const old of document.querySelectorAll("nav [aria-current]")) old.removeAttribute("aria-current");
  for (const old of document.querySelectorAll("nav .current")) old.classList.remove("current");
  if (!heading) return;
  const link = links.get(heading.id);
  link.setAttribute("aria-current", "true");
  link.closest("nav > ul > li").classList.add("current");
  const box = $("chapters"), place = link.getBoundingClientRect(), frame = box.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) box.scrollTop += place.top - frame.top - frame.height / 3;
}
let waiting = false;
addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; followReader(); });
}, { passive: true });
followReader();

// --- search ---

// What can be found: sections with their text, productions, rules and terms.
function entries() {
  const all = [];
  const add = (kind, element, title, text) =>
    all.push({ kind, anchor: element.id, title, text, low: title.toLowerCase(), lowText: text.toLowerCase() });
  for (const chapter of document.querySelectorAll(".chapter")) {
    const name = chapter.querySelector("h2").firstChild.textContent.trim();
    let heading = null, text = "";
    const flush = () => {
      if (heading) add(heading.tagName === "H2" ? "chapter" : name, heading, titleOf(heading), text.replace(/\s+/g, " "));
      text = "";
    };
    for (const part of chapter.children) {
      if (part.matches("h2, h3, h4")) { flush(); heading = part; }
      else if (!part.matches(".diagrams, .ebnf")) text += part.textContent + " ";
    }
    flush();
  }
  for (const row of document.querySelectorAll("tr[id]")) {
    const kind = row.id.startsWith("rule-") ? "rule" : "term";
    const cells = [...row.cells].map(cell => cell.textContent.trim());
    add(kind, row, cells[0], cells.slice(1).join(" "));
  }
  for (const production of document.querySelectorAll(".production"))
    add("production", production, production.querySelector(".name").textContent, production.textContent);
  return all;
}
const titleOf = heading => [...heading.childNodes].filter(node => !node.classList?.contains("self")).map(node => node.textContent).join("").trim();

// 0 if some word is missing. Titles count more than text, whole words more than parts.
function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    if (entry.low === word) sum += 100;
    else if (entry.low.startsWith(word)) sum += 50;
    else if (entry.low.includes(word)) sum += 25;
    else if (entry.lowText.includes(word)) sum += entry.kind === "production" ? 2 : 5;
    else return 0;
  }
  return sum - entry.low.length / 100;
}

let index = null;
let chosen = -1;
const query = $("query"), results = $("results");
$("search").hidden = false;

function marked(text, words) {
  const whole = document.createElement("span");
  const pattern = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  for (const [i, part] of text.split(new RegExp(`(${pattern})`, "i")).entries()) {
    if (i % 2 === 0) { whole.append(part); continue; }
    const mark = document.createElement("mark");
    mark.textContent = part;
    whole.append(mark);
  }
  return whole;
}

function excerpt(entry, words) {
  const at = Math.min(...words.map(word => entry.lowText.indexOf(word)).filter(i => i >= 0), entry.text.length);
  const begin = at < 40 || at === entry.text.length ? 0 : at - 30;
  return (begin ? "… " : "") + entry.text.slice(begin, begin + 160);
}

function option(entry, words, i) {
  const item = document.createElement("li");
  item.id = `result-${i}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = "#" + entry.anchor;
  link.tabIndex = -1;
  const kind = document.createElement("span");
  kind.className = "kind";
  kind.textContent = entry.kind;
  const title = document.createElement("b");
  title.append(marked(entry.title, words));
  const small = document.createElement("small");
  small.append(marked(excerpt(entry, words), words));
  link.append(kind, title, small);
  item.append(link);
  return item;
}

function show() {
  index ??= entries();
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : index.map(entry => ({ entry, points: score(entry, words) }))
    .filter(one => one.points > 0).sort((a, b) => b.points - a.points);
  results.replaceChildren(...found.slice(0, 30).map((one, i) => option(one.entry, words, i)));
  if (words.length !== 0 && found.length === 0) {
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing found";
    results.append(none);
  }
  results.hidden = words.length === 0;
  query.setAttribute("aria-expanded", !results.hidden);
  $("said").textContent = words.length === 0 ? "" : `${found.length} results`;
  choose(found.length === 0 ? -1 : 0);
}

function choose(which) {
  const items = results.querySelectorAll("[role=option]");
  chosen = items.length === 0 ? -1 : (which + items.length) % items.length;
  items.forEach((item, i) => item.setAttribute("aria-selected", i === chosen));
  if (chosen < 0) query.removeAttribute("aria-activedescendant");
  else {
    query.setAttribute("aria-activedescendant", items[chosen].id);
    items[chosen].scrollIntoView({ block: "nearest" });
  }
}

function close() {
  results.hidden = true;
  query.setAttribute("aria-expanded", "false");
  query.removeAttribute("aria-activedescendant");
}

// Follows a result, and moves the keyboard there.
function follow(link) {
  close();
  query.blur();
  link.click();
}

query.addEventListener("input", show);
query.addEventListener("focus", () => { if (query.value) show(); });
query.addEventListener("keydown", event => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (results.hidden) show();
    else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter") {
    const item = results.querySelectorAll("[role=option]")[chosen];
    if (results.hidden || !item) return;
    follow(item.querySelector("a"));
  } else if (event.key === "Escape") {
    if (results.hidden) query.blur();
    close();
  } else return;
  event.preventDefault();
});
results.addEventListener("mousedown", event => event.preventDefault()); // keeps the focus, so that blur closes nothing
results.addEventListener("click", () => { close(); query.blur(); });
query.addEventListener("blur", close);
addEventListener("keydown", event => {
  const typing = event.target.closest?.("input, textarea, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    query.focus();
    query.select();
  } else if (event.key === "Escape" && !typing) openMenu(false);
});

// --- links into what is folded ---

function reveal() {
  const target = $(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folded = target.closest("details:not([open])");
  if (folded) { folded.open = true; target.scrollIntoView(); }
}
addEventListener("hashchange", reveal);
reveal();
root.dataset.ready = "true";
