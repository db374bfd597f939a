// Screens that the build has drawn, for a first visit until the game is there: those that need no game, and first boards of the
// game that "Play" begins.

import { storage } from "./storage.mjs";

const BOARDS = Number("{{boards}}"); // how many there are in each language
const LAST = "keyharvest.board"; // where the browser keeps the number of the last one fetched
const read = (path) => fetch(new URL(path, import.meta.url)).then((response) => response.ok ? response.json() : null).catch(() => null);

/** The patch for the shell, as JSON without the panels: they are nearly all of it, and Python would only pass them on. */
export const told = (message) => JSON.stringify(message, (name, value) => name === "panels" ? undefined : value);

/** The number of a random board, but not that of the last visit. */
function another() {
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  try {
    const last = localStorage.getItem(LAST);
    const number = last === null ? chance % BOARDS : (Number(last) + 1 + chance % (BOARDS - 1)) % BOARDS;
    localStorage.setItem(LAST, number);
    return number;
  } catch {
    return chance % BOARDS; // a browser that keeps nothing
  }
}

let board = null;
let coming = Promise.resolve();

/** On a first visit, fetch a first board in the language that the game will use. */
export function deal(language) {
  if (BOARDS && storage.empty()) coming = read(`./boards/${language}-${another()}.json`).then((found) => { board = found; });
}

let drawn = new Map(); // the panels of the last screen shown ahead

/** What the shell gets of a drawn screen: its patch, the panels separately, and the deal that its game begins with. */
function shown(patch, deal = "") {
  drawn = new Map(patch.panels);
  return { text: told(patch), panels: patch.panels, deal };
}

/** Call `show` with the screen that an intent leads to, or null if the build hasn't drawn it; a board is shown only once. */
export function ahead(intent, show) {
  const screen = async () => {
    const patch = (await read("./ahead.json"))?.[intent];
    show(patch ? shown(patch) : null);
  };
  const dealt = () => {
    const found = board;
    board = null;
    show(found && shown(found.patch, found.deal));
  };
  if (intent !== "quick") screen();
  else if (board) dealt(); // at once, before the message is sent
  else coming.then(dealt);
}

/** Those panels of the game's own screen that differ from the drawn ones, which stay as they are. */
export const unlike = (panels) => panels.filter(([name, html]) => drawn.get(name) !== html);
