// Screens that the build has drawn, shown on a first visit until the game is loaded: those that need no game, and first boards of
// the game that "Play" begins, each with the answers to first choices on it.

import { styled } from "./sheets.js";
import { storage } from "./storage.js";

const BOARDS = Number("{{boards}}"); // how many there are in each language
const LAST = "keyharvest.board"; // the browser's key for the number of the last one fetched
const read = (path) => fetch(new URL(path, import.meta.url)).then((response) => response.ok ? response.json() : null).catch(() => null);

/** Return a patch for the shell, as JSON without the panels: they are nearly all of it, and Python would only pass them on. */
export const told = (message) => JSON.stringify(message, (name, value) => name === "panels" ? undefined : value);

/** Return the number of a random board other than that of the last visit. */
function another() {
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  try {
    const last = localStorage.getItem(LAST);
    const number = last === null ? chance % BOARDS : (Number(last) + 1 + chance % (BOARDS - 1)) % BOARDS;
    localStorage.setItem(LAST, number);
    return number;
  } catch {
    return chance % BOARDS; // this browser stores nothing
  }
}

let language = "en";
let board = null;
let dealt;
const coming = new Promise((done) => { dealt = done; });

/** On a first visit, fetch a first board in the language that the game will use. */
export function deal(spoken) {
  language = spoken;
  const file = BOARDS && storage.empty() && !location.hash && read(`./boards/${language}-${another()}.json`);
  Promise.resolve(file || null).then(async (found) => {
    await styled(found?.patch.screen);
    dealt(board = found);
  });
}

/** Show the first board once it is fetched, unless the shell is already listening; the shell does everything else later. */
export async function lay(draw, listening) {
  if (!await coming || listening()) return;
  draw(board.patch.panels);
  document.body.dataset.screen = board.patch.screen;
  document.getElementById(board.patch.focus).focus();
  board.laid = true;
}

let answers = {}; // to first choices on the board shown, by their intents and values: patches with differences from its panels
let own = new Map(); // panels as the game has them
let seen = new Map(); // the same panels as the page shows them

/**
 * Return what the shell gets for a drawn screen: its patch, the panels that aren't on the page yet, and the deal that its game
 * begins with.
 */
function shown(patch, deal = "", given = {}, there = false) {
  answers = given;
  own = new Map(patch.panels);
  seen = new Map(patch.panels);
  return { text: told(patch), panels: there ? [] : patch.panels, deal };
}

/**
 * On a first visit, call `show` with the screen that an intent leads to, or with null if the build hasn't drawn it; each board is
 * used only once.
 */
export function ahead(intent, show) {
  if (!storage.empty()) return;
  const screen = async () => {
    const patch = (await read(`./ahead-${language}.json`))?.[intent];
    await styled(patch?.screen);
    show(patch ? shown(patch) : null);
  };
  const begin = () => {
    const found = board;
    board = null;
    show(found && shown(found.patch, found.deal, found.answers, found.laid));
  };
  if (intent !== "quick") screen();
  else if (board) begin(); // synchronously, before the message is sent
  else coming.then(begin);
}

/** Return the answer to a first choice on the board shown, as a screen without a deal, or null if the build hasn't drawn it. */
export function answer(choice) {
  const patch = answers[choice];
  if (!patch) return null;
  const panels = Object.entries(patch.panels).map(([name, differences]) => {
    const pieces = own.get(name).split("<");
    for (const [begin, gone, ...come] of differences) pieces.splice(begin, gone, ...come);
    return [name, pieces.join("<")];
  });
  for (const [name, html] of panels) seen.set(name, html);
  return { text: told(patch), panels };
}

/** Return those of the game's own panels that differ from what the page shows; the others need no redraw. */
export function unlike(panels) {
  for (const [name, html] of panels ?? []) own.set(name, html);
  return [...own].filter(([name, html]) => seen.get(name) !== html);
}
