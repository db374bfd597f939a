// The worker: brings what Python needs in the order in which it is needed, and passes strings between the page and worker.py.
//
// Python is restored from a memory snapshot if there is one that fits; whatever is wrong with it, the same downloads and some more
// give a plain start. Python's module and the snapshot come in parts (web/pyodide/README.md):
//
// 1. what a first visit touches until its first screen: all of that is asked for at once;
// 2. what the snapshot leaves for later, and what the game imports and reads on demand: for these any other message waits;
// 3. the rest of the module, then the standard library, which hardly anything asks for.

import { Batch, begun, bytes, compiled, fetched, has, near } from "./download.mjs";
import { plain, putLater, restored, scripts, writeGame, writeStdlib } from "./python.mjs";
import { REST, completeEarly } from "./rest.mjs";
import { lastly, tell } from "./tell.mjs";

// snapshot: whether to try it; again: whether this worker replaces another one.
const { snapshot: useSnapshot = true, again = false } = JSON.parse(self.name || "{}");
const MODULE = "pyodide.asm.wasm", DATA = "pyodide.data.wasm", SNAPSHOT = "snapshot.wasm", LATER = "later.wasm";
const GAME = "game.zip", ON_DEMAND = "on-demand.zip", STDLIB = "stdlib.zip";

// With them Pyodide would take another way through the start than in the build; nothing here waits inside of Python.
delete WebAssembly.Suspending;
delete WebAssembly.promising;

// ---- what is brought

const first = new Batch(MODULE, ...(useSnapshot ? [SNAPSHOT] : []));
const module = begun(compiled(MODULE, first));
const snapshot = useSnapshot ? begun(bytes(SNAPSHOT, first)) : null;
first.awaited();

/** What a plain start needs besides; of the module, what comes by itself. */
function everythingElse() {
  const batch = new Batch(STDLIB, GAME, REST, DATA);
  batch.awaited();
  return begun(Promise.all([
    bytes(STDLIB, batch), bytes(GAME, batch), has(REST) && compiled(REST, batch), has(DATA) && compiled(DATA, batch),
  ]));
}
let more = snapshot ? null : everythingElse();

// What comes second waits until the first files are there; nobody would see anything earlier from a worker that replaces another.
const second = begun(again ? Promise.resolve() : Promise.all([module, snapshot, scripts]));
const late = new Batch(LATER, DATA);
const later = snapshot && has(LATER)
  ? begun(second.then(() => Promise.all([bytes(LATER, late), compiled(DATA, late)]))) : null;
if (again && later) late.awaited();

// ---- Python

let early = false; // whether Python runs without what the snapshot leaves for later

async function start() {
  tell({ progress: "download", part: 0 });
  if (snapshot) {
    try {
      early = Boolean(later) && !again;
      return await restored(module, snapshot, again ? later : null);
    } catch (error) {
      console.warn("The plain start instead of the snapshot:", String(error).slice(0, 300));
    }
  }
  early = false;
  more ??= everythingElse();
  return plain(module, await more, (progress) => tell({ progress }));
}

const python = begun(start());
/** The sentences of a language, which only those load who want it. */
const catalogue = async (language) => new Uint8Array(await (await fetched(near(`${language}.mo`))).arrayBuffer());
/** Resolved when the page's first message is there. */
let asked;
// The game begins with that message in its hands, however late it comes: a game that first waits for it goes another way, through
// memory that a first visit lacks.
const game = begun(Promise.all([python, new Promise((done) => { asked = done; })]).then(([started]) =>
  started.pyimport("worker").start((text) => postMessage(text), catalogue)));

/** The game with all of its memory in place: it takes any message. */
async function wholeGame() {
  const receive = await game;
  if (early) {
    const given = await later;
    if (early) putLater(given); // unless somebody else who waited has done it
    early = false;
  }
  return receive;
}

/** What is not in a snapshot: the files that Python imports and reads on demand. */
async function bringFiles() {
  await second;
  const content = await bytes(ON_DEMAND);
  const restored = await python;
  if (!more) writeGame(restored, content);
}

let files = snapshot ? begun(bringFiles()) : null;

/** The same, once our files are there too; without them much goes on, so the next message tries again. */
async function gameWithFiles() {
  const receive = await wholeGame();
  if (more) return receive;
  files ??= begun(bringFiles()); // the same for all who wait, or a message might overtake another
  try {
    await files;
  } catch (error) {
    files = null;
    console.warn(String(error));
  }
  return receive;
}

/** What comes last, each for itself: much goes on without. */
async function bringLast() {
  await completeEarly().catch(() => {});
  writeStdlib(await python, await bytes(STDLIB));
}

begun(gameWithFiles().then(() => {
  tell({ whole: true });
  if (!more) return bringLast();
}));

// ---- messages

function fail(error) {
  if (early) lastly({ failed: String(error), early });
  else tell({ failed: String(error) });
}

// The page's first message says what was saved, and the board needs no files. What a person does then may need them.
const FIRST_VISIT = /^\{"saved": \{"language":"en\b[^"]*"\}\}$/;
let begins = true;
self.onmessage = async ({ data }) => {
  try {
    const fresh = begins && FIRST_VISIT.test(data);
    const wanted = fresh ? game : begins ? wholeGame() : gameWithFiles();
    begins = false;
    asked();
    if (!fresh && early) late.awaited();
    const receive = await wanted;
    receive(fresh ? '{"saved": {"language":"en"}}' : data); // the one that the build has tried
  } catch (error) {
    fail(error);
  }
};
self.onerror = (_event, _file, _line, _column, error) => fail(error);
self.onunhandledrejection = ({ reason }) => fail(reason);
