// What the page keeps in the browser: texts by name, in IndexedDB.
//
// They are read once, beside everything else that starts, and held here from then on: the shell gets them without
// waiting, also where the browser keeps nothing. Writing goes on behind its back.

import { createStore, entries, promisifyRequest } from "{{vendor}}/idb-keyval/index.js";

const NAME = "keyharvest";
const PATIENCE = 2000; // ms: a database that does not answer must not keep the game from starting
const WRITTEN = 5000; // ms until a database that does not say that it has written is taken to keep nothing
const FORMER = "keyharvest:"; // begins the names of what was kept in localStorage before
const ASKED = "persist"; // the mark that the browser has been asked not to throw games away
const TAKEN = "taken over"; // one tab's word to the others that it goes on with the game

const database = createStore(NAME, "saved");
let held = new Map();
let usable = true;
let channel = null;
let onBlocked = () => {};
let onElsewhere = () => {};

const read = async () => new Map((await entries(database)).filter(([, text]) => typeof text === "string"));

/** Write texts, or forget those that are null, all or none; closed at once, for the page may go away any moment. */
const put = async (texts) => database("readwrite", (store) => {
  for (const [key, text] of texts) {
    if (text === null) store.delete(key);
    else store.put(text, key);
  }
  store.transaction.commit?.();
  return promisifyRequest(store.transaction);
});

/** What a page of before kept in localStorage. */
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

/** A promise, or its failure if it takes too long. */
const within = (ms, promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, ms, new Error("no answer")))]);

/** Whether the database still holds what this tab does; a word of another tab's may be older than what was read since. */
async function same() {
  if (!usable) return true; // where this tab could not save, what it holds is all there is of its game
  const now = await read().catch(() => null);
  if (now === null) return true; // what can't be read, nobody else goes on with
  return now.size === held.size && [...now].every(([key, text]) => held.get(key) === text);
}

/** Hear of other tabs; not while the page is put away, for what it would hear then would keep it from coming back. */
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

/** Settled when what was saved is there, or will not come. */
export const opened = Promise.race([open(), new Promise((done) => setTimeout(done, PATIENCE, "late"))])
  .then((how) => { if (how === "late") block(); });

export const storage = {
  /** Whether nothing is saved. */
  empty: () => held.size === 0,
  /** Everything that is saved, as JSON, with what the browser asks for, and the part of the address after # if there is one. */
  saved: (fragment) =>
    JSON.stringify({ ...Object.fromEntries(held), language: navigator.languages.join(), ...(fragment && { fragment }) }),
  /** The languages to speak, the best first: the one chosen here, or what the browser asks for. */
  languages() {
    try {
      const { language } = JSON.parse(held.get("settings") ?? "{}");
      if (language && language !== "auto") return language;
    } catch {
      // What is wrong with the settings the game will say.
    }
    return navigator.languages.join();
  },
  /** Save texts, or forget those that are null; given as JSON. */
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
  /** Read anew what another tab has saved, and let the others know that this one goes on. */
  async takeOver() {
    held = await within(PATIENCE, read()).catch(() => held);
    channel?.postMessage(TAKEN);
  },
  /** Have functions called when another tab goes on with the game, and when it turns out that nothing can be kept. */
  watch(elsewhere, blocked) {
    onElsewhere = elsewhere;
    onBlocked = blocked;
    if (!usable) blocked();
  },
  /** How much the browser holds of ours in all, in MB, or an empty text where it doesn't tell. */
  async size() {
    const { usage } = await (navigator.storage?.estimate().catch(() => ({})) ?? {}); // refused in a sandboxed frame
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return usage ? (usage / 1e6).toLocaleString(document.documentElement.lang, digits) : "";
  },
};
