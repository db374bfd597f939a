// What the page stores in the browser: texts by name, in IndexedDB.
//
// They are read once, while everything else starts, and are kept here from then on, so that the shell gets them without waiting,
// even if the browser stores nothing. Writing happens in the background.

import { createStore, entries, promisifyRequest } from "{{vendor}}/idb-keyval/index.js";

const NAME = "keyharvest";
const PATIENCE = 2000; // ms: a database that does not answer must not keep the game from starting
const WRITTEN = 5000; // ms after which a write that is not confirmed counts as failed
const FORMER = "keyharvest:"; // prefix of the names once used in localStorage
const ASKED = "persist"; // the key that records that the browser has been asked to keep the games
const TAKEN = "taken over"; // what a tab sends to the others when it takes over the game

const database = createStore(NAME, "saved");
let held = new Map();
let usable = true;
let channel = null;
let onBlocked = () => {};
let onElsewhere = () => {};

const read = async () => new Map((await entries(database)).filter(([, text]) => typeof text === "string"));

/**
 * Write texts, or delete those that are null: all of them or none. The database is closed at once, as the page may be left at any
 * moment.
 */
const put = async (texts) => database("readwrite", (store) => {
  for (const [key, text] of texts) {
    if (text === null) store.delete(key);
    else store.put(text, key);
  }
  store.transaction.commit?.();
  return promisifyRequest(store.transaction);
});

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
    held = await read();
    const moved = old.filter(([key]) => !held.has(key));
    for (const [key, text] of moved) held.set(key, text);
    if (moved.length) await put(moved);
    for (const [key] of old) localStorage.removeItem(FORMER + key);
  } catch {
    held = new Map([...old, ...held]);
    block();
  }
}

function block() {
  usable = false;
  onBlocked();
}

/** Settle as the promise does, or reject if that takes too long. */
const within = (ms, promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, ms, new Error("no answer")))]);

/** Whether the database still contains what this tab has: another tab's message may be older than the last read. */
async function same() {
  if (!usable) return true; // this tab couldn't save, so only the tab itself has its game
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
    channel.onmessage = async ({ data }) => { if (usable && (data === TAKEN || !await same())) onElsewhere(); };
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
  .then((how) => { if (how === "late") block(); });

export const storage = {
  /** Whether nothing is saved. */
  empty: () => held.size === 0,
  /** Everything saved, as JSON, with the browser's languages and the part of the address after # if there is one. */
  saved: (fragment) =>
    JSON.stringify({ ...Object.fromEntries(held), language: navigator.languages.join(), ...(fragment && { fragment }) }),
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
    for (const [key, text] of texts) {
      if (text === null) held.delete(key);
      else held.set(key, text);
    }
    within(WRITTEN, put(texts)).then(() => channel?.postMessage("saved"), block);
    if (ask) askToKeep().catch(() => {}); // refused in a sandboxed frame
  },
  /** Read again what another tab has saved, and let the others know that this one takes over. */
  async takeOver() {
    held = await within(PATIENCE, read()).catch(() => held);
    channel?.postMessage(TAKEN);
  },
  /** Register functions to call when another tab takes over the game, and when storage turns out not to work. */
  watch(elsewhere, blocked) {
    onElsewhere = elsewhere;
    onBlocked = blocked;
    if (!usable) blocked();
  },
  /** Return how much the browser stores for this site in all, in MB, or an empty text if it doesn't say. */
  async size() {
    const { usage } = await (navigator.storage?.estimate?.().catch(() => ({})) ?? {}); // refused in a sandboxed frame
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return usage ? (usage / 1e6).toLocaleString(document.documentElement.lang, digits) : "";
  },
};
