// The style of the screens beyond the first one: the table's is loaded after the first paint, that of all others on demand.

import { late } from "./late.js";

const loaded = new Map();

/** Load a sheet. */
const load = (name) => late(() => new Promise((onload, onerror) => {
  const href = new URL(`./${name}.css`, import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror }));
}));

/** Load a sheet once. A screen without its style is better than none, so this settles even if the sheet doesn't come. */
function once(name) {
  if (!loaded.has(name)) loaded.set(name, load(name).catch(console.warn));
  return loaded.get(name);
}

/** Settle when the style of a screen is there; without a screen, at once. */
export const styled = (screen) =>
  Promise.all(({ home: [], game: ["table"] }[screen] ?? (screen ? ["table", "rest"] : [])).map(once));
