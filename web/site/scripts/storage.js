// What the page stores in the browser: texts by name, in IndexedDB.
//
// They are read once, while everything else starts, and are kept here from then on, so that the shell gets them without waiting,
// even if the browser stores nothing. Writing happens in the background: what the database hasn't confirmed is written again, and
// the page says so only if it stays silent, or refuses.

import { createStore, entries, promisifyRequest } from "{{vendor}}/idb-keyval/index.js";

const NAME = "keyharvest";
const PATIENCE = 2000; // ms: a database that does not answer must not keep the game from starting
const WRITTEN = 5000; // ms after which a write that is not confirmed is tried again
const FORMER = "keyharvest:"; // prefix of the names once used in localStorage
const FIRST = "keyharvest.first"; // the name in localStorage of the first screen, which opening.js reads before the first paint
const CHOSEN = "keyharvest.chosen"; // the name in sessionStorage of what is chosen for the open question
const ASKED = "persist"; // the key that records that the browser has been asked to keep the games
const BORN = "born"; // the key of a random text by which databases differ
const TAKEN = "taken over"; // what a tab sends to the others when it takes over the game
const GAME = /^game\.([1-9]\d*)$/; // the keys of games

let database = createStore(NAME, "saved");
let held = new Map();
const unwritten = new Map(); // changes that the database has not confirmed yet
let known = false; // whether the database has been read
let state = ""; // "slow" while the database doesn't answer, "blocked" once it refuses, else empty
let overdue; // the timer of the last write
let channel = null;
let onState = () => {};
let missed = false; // whether another tab has saved before the shell listened
let onElsewhere = () => { missed = true; };
let onLate = () => {};

function tell(next) {
  if (next !== state) onState(state = next);
}

const read = async () => new Map((await entries(database)).filter(([, text]) => typeof text === "string"));

/**
 * Write texts, or delete those that are null: all of them or none. The database is closed at once, as the page may be left at any
 * moment. Return whether it is the one that has been read.
 */
async function put(texts) {
  let found;
  await database("readwrite", (store) => {
    for (const [key, text] of texts) {
      if (text === null) store.delete(key);
      else store.put(text, key);
    }
    store.get(BORN).onsuccess = ({ target }) => { found = target.result; };
    store.transaction.commit?.();
    return promisifyRequest(store.transaction);
  });
  return found === held.get(BORN);
}

/** Write all that isn't written yet; `times`: how often that has failed. */
async function write(times = 0) {
  clearTimeout(overdue);
  if (!known || !unwritten.size) return;
  const texts = new Map(unwritten);
  // A page that was busy hears of a confirmed write only after this timer; so one more try comes before any alarm.
  overdue = setTimeout(again, WRITTEN * Math.max(1, times), times, "slow");
  try {
    const same = await put(texts);
    for (const [key, text] of texts) if (unwritten.get(key) === text) unwritten.delete(key);
    if (!same) await mend();
    if (unwritten.size) return;
    clearTimeout(overdue);
    tell("");
    channel?.postMessage("saved");
  } catch {
    again(times, "blocked");
  }
}

/** After a write that has failed, try once more on a new connection, as Safari drops old ones; then say so. */
function again(times, how) {
  clearTimeout(overdue);
  if (times) tell(how);
  if (how === "blocked" && times) return; // the next change tries again
  database = createStore(NAME, "saved");
  write(times + 1);
}

/**
 * Add to what this tab has what another database contains, and write everything back. A game with the number of one of ours gets a
 * free number.
 */
function join(found) {
  const ours = new Set(held.values());
  const numbers = [...held.keys(), ...found.keys()].map((key) => Number(GAME.exec(key)?.[1] ?? 0));
  let free = Math.max(0, ...numbers);
  for (const [key, text] of found) {
    if (key === BORN || !held.has(key)) held.set(key, text);
    else if (GAME.test(key) && !ours.has(text)) held.set(`game.${++free}`, text);
  }
  for (const [key, text] of held) unwritten.set(key, text);
}

/** Write back what nobody has deleted: the database has vanished, as the browser needed space or someone cleared it. */
async function mend() {
  join(await read());
  write();
}

/** Return what an earlier version of the page has stored in localStorage. */
function former() {
  try {
    const ours = Object.entries(localStorage).filter(([key]) => key.startsWith(FORMER));
    return ours.map(([key, text]) => [key.slice(FORMER.length), text]);
  } catch {
    return [];
  }
}

async function open() {
  const old = former();
  try {
    const found = await read(), late = state === "slow";
    if (late) join(found); // the page has begun without what is saved
    else held = found;
    for (const [key, text] of old) {
      if (!held.has(key)) change(key, text);
    }
    known = true;
    if (late) tell("");
    if (late && found.size) onLate();
    await write();
    if (!unwritten.size) for (const [key] of old) localStorage.removeItem(FORMER + key);
  } catch {
    held = new Map([...old, ...held]);
    tell("blocked");
  }
}

/** Hold another text, or none if it is null, and write it with the next ones. */
function change(key, text) {
  if (text === null) held.delete(key);
  else held.set(key, text);
  unwritten.set(key, text);
}

/** Settle as the promise does, or reject if that takes too long. */
const within = (ms, promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, ms, new Error("no answer")))]);

/** Whether the database still contains what this tab has: another tab's message may be older than the last read. */
async function same() {
  if (state) return true; // this tab couldn't save, so only the tab itself has its game
  const now = await read().catch(() => null);
  if (now === null) return true; // unreadable, so no other tab continues with it
  return now.size === held.size && [...now].every(([key, text]) => held.get(key) === text);
}

/**
 * Listen for other tabs, except while the player has left the page: an open channel would keep it out of the back-forward cache.
 */
function listen() {
  try {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = async ({ data }) => { if (!state && (data === TAKEN || !await same())) onElsewhere(); };
  } catch {
    channel = null; // refused in some frames, which share nothing with other tabs anyway
  }
}

async function askToKeep() {
  const { storage: kept } = navigator;
  if (await kept?.persisted?.() === false) await kept.persist();
}

listen();
addEventListener("pagehide", () => channel?.close());
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted) return;
  listen();
  if (!await same()) onElsewhere();
});

/** Resolves once everything saved has been read, or can't be read in time. */
export const opened = Promise.race([open(), new Promise((done) => setTimeout(done, PATIENCE, "late"))])
  .then((how) => { if (how === "late") tell("slow"); });

/** Return what a storage has under a name, or null; some frames may use none. */
function recalled(kind, name) {
  try {
    return self[kind].getItem(name);
  } catch {
    return null;
  }
}

function remember(kind, name, text) {
  try {
    if (text) self[kind].setItem(name, text);
    else self[kind].removeItem(name);
  } catch {
    // Refused or full: the page only starts less smoothly.
  }
}

export const storage = {
  /** Whether nothing is saved. */
  empty: () => held.size === 0,
  /**
   * Everything saved, as JSON, with the browser's languages, the part of the address after # if there is one, the place to return
   * to, what was chosen there, and whether there are lines to other pages.
   */
  saved(fragment, place, lines) {
    const chosen = recalled("sessionStorage", CHOSEN);
    return JSON.stringify({
      ...Object.fromEntries(held), language: navigator.languages.join(),
      ...(fragment && { fragment }), ...(place && { place }), ...(chosen && { chosen }), ...(lines && { lines: "kept" }),
    });
  },
  /** Remember the first screen for the next visit, given as JSON for opening.js. */
  greet: (first) => remember("localStorage", FIRST, first),
  /** Remember what is chosen for the open question until this tab is closed. */
  choose: (chosen) => remember("sessionStorage", CHOSEN, chosen),
  /** The languages to use, best first: the one chosen here, or the browser's. */
  languages() {
    try {
      const { language } = JSON.parse(held.get("settings") ?? "{}");
      if (language && typeof language === "string" && language !== "auto") return language;
    } catch {
      // The game reports what is wrong with the settings.
    }
    return navigator.languages.join();
  },
  /** Save texts, or delete those that are null; given as JSON. */
  write(json) {
    const texts = Object.entries(JSON.parse(json));
    const ask = !held.has(ASKED) && texts.some(([key, text]) => key.startsWith("game") && text !== null);
    if (ask) texts.push([ASKED, "asked"]);
    if (!held.has(BORN)) texts.push([BORN, String(crypto.getRandomValues(new Uint32Array(2)))]);
    for (const [key, text] of texts) change(key, text);
    write();
    if (ask) askToKeep().catch(() => {}); // refused in a sandboxed frame
  },
  /**
   * Read again what another tab has saved. If the database isn't the one that this tab knew, that one has vanished: what nobody has
   * deleted is written back.
   */
  async renew() {
    const found = await within(PATIENCE, read()).catch(() => held);
    if (held.has(BORN) && found.get(BORN) !== held.get(BORN)) await mend();
    else held = found;
  },
  /** Read again what another tab has saved, and let the others know that this one takes over. */
  async takeOver() {
    await storage.renew();
    channel?.postMessage(TAKEN);
  },
  /**
   * Register functions to call when another tab takes over the game, when storage fails or works again, and when what is saved
   * arrives too late for the start.
   */
  watch(elsewhere, told, late) {
    [onElsewhere, onState, onLate] = [elsewhere, told, late];
    if (state) told(state);
    if (missed) same().then((as) => as || elsewhere());
  },
  /** Return how much the browser stores for this site in all, in MB, or an empty text if it doesn't say. */
  async size() {
    const { usage } = await (navigator.storage?.estimate?.().catch(() => ({})) ?? {}); // refused in a sandboxed frame
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return usage ? (usage / 1e6).toLocaleString(document.documentElement.lang, digits) : "";
  },
};
