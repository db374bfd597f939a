// The page's first script: fetches a first board, starts the worker as soon as the first screen is painted, so that Python starts
// alongside the shell, then PyScript for the shell, then whatever makes the page work offline.

import { ahead, answer, deal, lay, told, unlike } from "./ahead.js";
import { announce } from "./announce.js";
import { copy } from "./copy.js";
import { late } from "./late.js";
import { redraw, started } from "./link.js";
import { styled } from "./sheets.js";
import { opened, storage } from "./storage.js";

const LATEST_PAINT = 150; // ms until the start continues even if nothing has been painted
const LATEST_BOARD = 200; // ms that it waits at most for a board asked for by then

let laying = null; // settles when the board asked for by then is shown

/** Record clicks on the first screen before the shell listens; return a function that hands them over. "Play" shows a board. */
function keepEarly() {
  const kept = [];
  let listening = false;
  const keep = (event) => {
    const play = event.target.closest("[data-intent=quick]");
    if (play && kept.some(({ target }) => play.contains(target))) return; // a double click begins one game
    kept.push(event);
    if (event.type === "submit" || event.target.closest("a[data-intent]")) event.preventDefault();
    if (play && kept.length === 1) laying = lay(draw, () => listening);
  };
  const kinds = ["click", "change", "submit"];
  for (const kind of kinds) document.addEventListener(kind, keep);
  return () => {
    listening = true;
    for (const kind of kinds) document.removeEventListener(kind, keep);
    return kept;
  };
}

/** Scroll a list that follows the game, and nothing around it, to the row that has become current; new text to its beginning. */
function keepInSight(row) {
  if (row.dataset.fresh) row.parentElement.scrollTop = 0;
  let list = row.hasAttribute("aria-current") && row.closest("[data-follows]");
  while (list && getComputedStyle(list).overflowY === "visible") list = list.parentElement;
  if (!list) return;
  const from = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const room = list.clientHeight - (parseFloat(getComputedStyle(list).scrollPaddingBottom) || 0); // bars cover the rest
  if (from < 0 || from + row.offsetHeight > room) list.scrollTop += from - room / 2;
}

/** Scroll a new hint of a puzzle into sight. */
function bringInSight(added) {
  added.find((node) => node.matches?.(".ladder, .ladder > li"))?.scrollIntoView({ block: "nearest" });
}

new MutationObserver((changes) => {
  for (const { type, target } of changes) if (type === "attributes") keepInSight(target);
  bringInSight(changes.flatMap(({ addedNodes }) => [...addedNodes]));
}).observe(document, { subtree: true, childList: true, attributeFilter: ["aria-current", "data-fresh"] });

/** Mark the current chapter in the contents of the rules: the last one whose heading has reached the top. */
function markChapter() {
  const links = [...document.querySelectorAll(".rules-contents a")];
  if (!links.length) return;
  const reached = Math.max(document.querySelector(".article").getBoundingClientRect().top, 0) + 96;
  const here = links.findLast(({ hash }) => document.querySelector(hash).getBoundingClientRect().top < reached) ?? links[0];
  for (const link of links) {
    if (link === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
addEventListener("scroll", markChapter, { capture: true, passive: true });

/** Scroll what a reader unfolds into sight: it may reach below the window's edge or a bar there. */
addEventListener("toggle", ({ target }) => {
  if (target.matches("details[open]:has(> summary:is(:hover, :focus))")) target.scrollIntoView({ block: "nearest" });
}, true);

/** Let a press outside an open menu only close it. Most browsers have closed it before the click; Safari before iOS 18.3 has not. */
let beside = false;
addEventListener("pointerdown", ({ target }) => {
  const open = document.querySelector(":popover-open");
  beside = Boolean(open) && !target.closest(":popover-open, [popovertarget]");
}, true);
addEventListener("click", (event) => {
  if (beside && event.detail) {
    event.preventDefault();
    event.stopPropagation();
    document.querySelector(":popover-open")?.hidePopover();
  }
  beside = false;
}, true);

/** Let a held Enter press its button only once: a repeated key never confirms. */
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.tagName !== "TEXTAREA") event.preventDefault();
}, true);

/** Texts of chosen files: they go to the worker from here, since Python would take minutes over a long one. */
const files = [];

/** Decode a file in UTF-8 or UTF-16, which its first character shows, as keyharvest/rules/foreign.py does. */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), [first, second] = bytes;
  const big = first === 0 || (first === 0xfe && second === 0xff), little = second === 0 || (first === 0xff && second === 0xfe);
  return new TextDecoder(big ? "utf-16be" : little ? "utf-16le" : "utf-8").decode(bytes);
}

/** Read a file; return the placeholder for its text in a message. */
const read = async (file) => String(files.push(await textOf(file)) - 1);

/** Insert the text of the file that a message of the shell names. */
const filled = (message) => message.replace(/"file": "(\d+)"/, (_, number) => `"text": ${JSON.stringify(files[number])}`);

/**
 * Start a worker, whose messages get the texts of files filled in. The listener gets each message and, separately, its panels,
 * once the style of its screen is there.
 */
function start(options) {
  const worker = started(options);
  let before = Promise.resolve(), stopped = false;
  const send = (message) => worker.send(filled(message));
  const listen = (hear) => worker.listen((text) => {
    const message = JSON.parse(text);
    before = before.then(() => styled(message.patch?.screen))
      .then(() => stopped || hear(told(message), message.patch?.panels ?? null)).catch(reportError);
  });
  const stop = () => {
    stopped = true;
    worker.stop();
  };
  return { send, listen, stop };
}

/** Draw a patch's panels; return the names of those in which an element has lost the focus. */
const draw = (panels) => panels.filter(([name, html]) => {
  const panel = document.getElementById(name), focused = document.activeElement;
  const inside = panel?.contains(focused);
  if (panel) keyharvest.redraw(panel, html);
  return inside && document.activeElement !== focused;
}).map(([name]) => name);

/** Redraw panels, and load animations and dragging once the game is loaded: nothing waits for them. */
function firstRedraws(panel, html) {
  redraw(panel, html);
  if (!document.body.dataset.game || keyharvest.redraw !== firstRedraws) return;
  keyharvest.redraw = redraw;
  late(() => import("./drag.js")).catch(console.warn);
  late(() => import("./motion.js")).then(({ moving }) => { keyharvest.redraw = moving(redraw); }, console.warn);
}

/** By form, the form values when the player left it: for each field its id, the property and the value. */
const drafts = {};

/** Remember what the player has filled in on a screen, unless they leave it by submitting its form. */
function putAside(screen, answered) {
  const form = document.querySelector("main form[data-intent]");
  if (!form || form.dataset.intent === answered) return;
  drafts[`${screen} ${form.className}`] = Array.from(form.querySelectorAll("input[id], textarea[id]"), (field) => {
    const [name, drawn] = field.matches("[type=radio], [type=checkbox]")
      ? ["checked", field.defaultChecked] : ["value", field.defaultValue];
    return [field.id, name, field[name], drawn];
  }).filter(([,, value, drawn]) => value !== drawn);
}

/** Restore a screen's form as it was when the player left it. */
function takeUp(screen) {
  const draft = `${screen} ${document.querySelector("main form[data-intent]")?.className}`;
  for (const [id, name, value] of drafts[draft] ?? []) {
    const field = document.getElementById(id), folded = field?.closest("details");
    if (field) field[name] = value;
    if (folded) folded.open = true;
  }
  delete drafts[draft];
}

/** Renew the captions that say how long ago something was: the page draws again what has changed, as when it becomes visible. */
setInterval(() => {
  const dated = ["home", "games", "puzzles"].includes(document.body.dataset.screen);
  if (dated && !document.hidden) document.dispatchEvent(new Event("visibilitychange"));
}, 60_000);

/** Play a sound; the first one loads the module. */
const sound = (name, volume) => late(() => import("./sound.js")).then(({ play }) => play(name, volume)).catch(console.warn);

/** Send the link of a turn; the module for that is loaded with the first. */
const post = (what, button) => late(() => import("./post.js")).then((sender) => sender.post(what, button)).catch(console.warn);
if (navigator.share) document.body.dataset.share = "";

/** Carry out orders for connections to other pages; the module for that is loaded with the first. */
const peer = (orders, hear) => late(() => import("./peer.js")).then(({ carryOut }) => carryOut(orders, hear)).catch(console.warn);

/**
 * Start PyScript so that it finds the shell and looks for nothing else. By default it looks for handlers written in Python in
 * every attribute of the page and of everything drawn later, which takes a fifth as long as the drawing itself.
 */
async function pyscript() {
  const { MutationObserver: Observer, XPathEvaluator } = self, watching = [];
  self.XPathEvaluator = class { createExpression = () => ({ evaluate: () => ({ snapshotLength: 0 }) }); };
  self.MutationObserver = class extends Observer {
    constructor(listener) {
      super(listener);
      watching.push(this);
    }
  };
  // It opens a database of its own, which nothing uses; where the browser refuses that, the error is left uncaught.
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => new EventTarget();
  try {
    return await import("{{vendor}}/pyscript/core.js");
  } finally {
    Object.assign(self, { MutationObserver: Observer, XPathEvaluator });
    IDBFactory.prototype.open = open;
    for (const observer of watching) observer.disconnect();
  }
}

/** Return the language that the game will use, and the shell's sentences in it, as JSON. */
function spoken() {
  const words = JSON.parse(document.getElementById("progress").dataset.words);
  const codes = storage.languages().split(",").map((code) => code.split("-")[0].toLowerCase());
  const language = codes.find((code) => code === "en" || Object.hasOwn(words, code)) ?? "en";
  return { language, words: JSON.stringify(words[language] ?? {}) };
}

/**
 * Return the sentence about what the page needs and this browser lacks, or "". The newest feature sets the oldest supported
 * browsers, which README.md names; the other one can be switched off.
 */
function lacking() {
  const { said, closed } = document.getElementById("outdated").dataset;
  return !("popover" in HTMLElement.prototype) ? said : typeof WebAssembly === "undefined" ? closed : "";
}

/** Say in the player's language what the page needs, as this browser lacks it. */
function refuse(sentence) {
  const [progress, opening, line, main] = ["progress", "opening", "outdated", "main"].map((id) => document.getElementById(id));
  const { language, words } = spoken();
  line.lang = language;
  line.dataset.said = sentence;
  line.textContent = JSON.parse(words)[sentence] ?? sentence;
  line.hidden = false;
  progress.hidden = opening.hidden = main.inert = true;
  document.body.dataset.shell = "none";
}

const keyharvest = globalThis.keyharvest
  = { start, storage, spoken, early: keepEarly(), ahead, answer, unlike, read, announce, copy, draw, redraw: firstRedraws, putAside, takeUp, sound, post, peer };

const parsed = new Promise((done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
  else done();
});
const dealing = Promise.all([opened, parsed]).then(() => deal(spoken().language));
// Paint what is already there before Python blocks the page's thread; a hidden page paints nothing.
await new Promise((done) => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  setTimeout(done, LATEST_PAINT);
});
const lack = lacking();
if (lack) {
  await parsed;
  refuse(lack);
  throw new Error(lack);
}
styled("game");
await dealing; // what is saved decides whether a board is fetched first, and PyScript looks for its scripts and settings when it is loaded
keyharvest.first = start(JSON.stringify({ fresh: storage.empty() }));
for (const link of document.querySelectorAll("link[data-then]")) link.rel = link.dataset.then;
// A player who has already pressed "Play" sees the board before PyScript blocks the thread.
await Promise.race([laying, new Promise((done) => setTimeout(done, LATEST_BOARD))]);
// PyScript's plainest type of script, in which Python has the browser's objects but not PyScript's package: importing that would
// take 150 ms.
document.querySelector("script[type=micropython]")
  .setAttribute("version", new URL("{{vendor}}/micropython/micropython.js", import.meta.url).href);
const { hooks } = await pyscript();
// PyScript creates a function from text for its own workers; without that, the page needs no 'unsafe-eval'.
hooks.worker.onBeforeRunAsync.clear();
import("./offline.js");
import("./pointing.js");
