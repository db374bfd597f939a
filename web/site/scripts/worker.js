// The worker: loads what Python needs, in the order in which it is needed, and passes strings between the page and worker.py.
//
// Python is restored from a memory snapshot if there is one that fits; if anything is wrong with it, Python is started plainly,
// from the same downloads and some more. Python's module is loaded in parts (web/pyodide/README.md):
//
// 1. Pyodide's scripts and the code that the start needs;
// 2. the module's data and the snapshot;
// 3. what the game imports and reads on demand: all but choices on a first board wait for it;
// 4. the rest of the module, then the standard library, which hardly anything needs.

import { Batch, begun, bytes, compiled, fetched, has, near } from "./download.js";
import { plain, restored, scripts, writeGame, writeStdlib } from "./python.js";
import { REST, completeEarly } from "./rest.js";
import { lastly, tell } from "./tell.js";

const MODULE = "pyodide.asm.wasm", DATA = "pyodide.data.wasm", SNAPSHOT = "snapshot.wasm";
const GAME = "game.zip", ON_DEMAND = "on-demand.zip", STDLIB = "stdlib.zip";
// snapshot: whether to try it, unlike a worker that replaces one that never started; fresh: whether this is a first visit, on which
// the page loads its shell at the same time.
const { snapshot: wanted = true, fresh = false } = JSON.parse(self.name || "{}");

// ---- downloads

const restoring = wanted && has(SNAPSHOT);
const first = new Batch(MODULE, DATA, ...(restoring ? [SNAPSHOT] : []));
const module = begun(compiled(MODULE, first));
// What is large may have to wait for the scripts.
const later = begun(fresh ? scripts : Promise.resolve());
const data = begun(later.then(() => has(DATA) ? compiled(DATA, first) : null));
const snapshot = restoring ? begun(later.then(() => bytes(SNAPSHOT, first))) : null;
first.awaited();

/** What a plain start needs in addition: the library, the game, the rest of the module if that is separate. */
function everythingElse() {
  const batch = new Batch(STDLIB, GAME, REST);
  batch.awaited();
  return begun(Promise.all([bytes(STDLIB, batch), bytes(GAME, batch), has(REST) && compiled(REST, batch)]));
}
let more = snapshot ? null : everythingElse();

// ---- Python

async function start() {
  tell({ progress: "download", part: 0 });
  if (snapshot) {
    try {
      return await restored(module, data, snapshot);
    } catch (error) {
      console.warn("The plain start instead of the snapshot:", String(error).slice(0, 300));
    }
  }
  more ??= everythingElse();
  return plain(module, data, await more, (progress) => tell({ progress }));
}

const python = begun(start());
/** Load a file that few players need: the sentences of a language, or the puzzles. */
const demanded = async (name) => new Uint8Array(await (await fetched(near(`${name}.txt`))).arrayBuffer());

let unanswered = 0; // intents of the page
let whenAnswered = () => {};

/** Pass a message of the game on to the page. */
function post(text) {
  postMessage(text);
  if (text.startsWith('{"answer"') && !--unanswered) whenAnswered();
}

const game = begun(python.then((started) => {
  started._api.on_fatal = (error) => lastly({ failed: String(error) });
  const receive = started.pyimport("worker").start(post, demanded);
  return (text) => receive(text); // of the proxy itself, each promise would ask Python whether it is one too
}));

/** Load what a snapshot does not contain: the files that Python imports and reads on demand. */
async function bringFiles() {
  await snapshot.catch(() => {});
  const content = await bytes(ON_DEMAND);
  const restored = await python;
  if (!more) writeGame(restored, content);
}

let files = snapshot ? begun(bringFiles()) : null;

/** Return the game with its files. Much works without them, so after a failure the next message tries again. */
async function gameWithFiles() {
  const receive = await game;
  if (more) return receive;
  files ??= begun(bringFiles()); // one promise for all callers: with several, one message might overtake another
  try {
    await files;
  } catch (error) {
    files = null;
    console.warn(String(error));
  }
  return receive;
}

/**
 * Load what comes last, each part independently: much works without it. Compiling it must not delay an answer, so it waits for
 * them; not in a sandboxed demo, though, which couldn't load it synchronously when it is called.
 */
async function bringLast() {
  if (unanswered && self.origin !== "null") await new Promise((done) => { whenAnswered = done; });
  await completeEarly().catch(() => {});
  writeStdlib(await python, await bytes(STDLIB));
}

begun(gameWithFiles().then(() => {
  tell({ whole: true });
  if (!more) return bringLast();
}));

// ---- messages

const fail = (error) => tell({ failed: String(error) });

// Choices on a first board drawn ahead need no files either, up to the person's first decision (tests/page/test_deals.py).
const CHOICES = ["tap", "tile", "worker", "aim", "more", "fewer", "all", "clear"];
let begins = true;
let onFirstBoard = null; // whether the messages so far were only a deal and choices on its board

/** Whether the first screen is home, which needs no files; a link, a place to return to and a puzzle in a demo's frame do. */
function beginsAtHome(data) {
  const { fragment, place = "home", puzzle } = JSON.parse(data).saved;
  return !fragment && place === "home" && !puzzle;
}

function needsNoFiles(data) {
  const { intent, value } = JSON.parse(data);
  onFirstBoard = onFirstBoard === null ? intent === "quick" && value !== null : onFirstBoard && CHOICES.includes(intent);
  return onFirstBoard;
}

self.onmessage = async ({ data }) => {
  try {
    const spare = begins ? beginsAtHome(data) : needsNoFiles(data);
    if (!begins) unanswered++;
    begins = false;
    const receive = await (spare ? game : gameWithFiles());
    receive(data);
  } catch (error) {
    fail(error);
  }
};
self.onerror = (_event, _file, _line, _column, error) => fail(error);
self.onunhandledrejection = ({ reason }) => fail(reason);
