// The worker: loads what Python needs, in the order in which it is needed, and passes strings between the page and worker.py.
//
// Python is restored from a memory snapshot if there is one that fits; if anything is wrong with it, Python is started plainly,
// from the same downloads and some more. Python's module and the snapshot are loaded in parts (web/pyodide/README.md):
//
// 1. what a first visit touches until its first screen, all of it at once;
// 2. what the snapshot leaves for later: any other message waits for it;
// 3. what the game imports and reads on demand: all but choices on a first board wait for it;
// 4. the rest of the module, then the standard library, which hardly anything needs.

import { Batch, begun, bytes, compiled, fetched, has, near } from "./download.mjs";
import { plain, putLater, restored, scripts, writeGame, writeStdlib } from "./python.mjs";
import { REST, completeEarly } from "./rest.mjs";
import { lastly, tell } from "./tell.mjs";

// snapshot: whether to try it; whole: whether all of it is needed at once, for a player with something saved or instead of another
// worker.
const { snapshot: useSnapshot = true, whole = false } = JSON.parse(self.name || "{}");
const MODULE = "pyodide.asm.wasm", DATA = "pyodide.data.wasm", SNAPSHOT = "snapshot.wasm", LATER = "later.wasm";
const GAME = "game.zip", ON_DEMAND = "on-demand.zip", STDLIB = "stdlib.zip";

// With these, Pyodide would start differently than in the build; nothing here needs Python to wait for a promise.
delete WebAssembly.Suspending;
delete WebAssembly.promising;

// ---- downloads

const first = new Batch(MODULE, ...(useSnapshot ? [SNAPSHOT] : []));
const module = begun(compiled(MODULE, first));
const snapshot = useSnapshot ? begun(bytes(SNAPSHOT, first)) : null;
first.awaited();

/** What a plain start needs in addition: the separate parts of the module, the library, the game. */
function everythingElse() {
  const batch = new Batch(STDLIB, GAME, REST, DATA);
  batch.awaited();
  return begun(Promise.all([
    bytes(STDLIB, batch), bytes(GAME, batch), has(REST) && compiled(REST, batch), has(DATA) && compiled(DATA, batch),
  ]));
}
let more = snapshot ? null : everythingElse();

// The second part waits for the first files, unless all of it is needed at once.
const second = begun(whole ? Promise.resolve() : Promise.all([module, snapshot, scripts]));
const late = new Batch(LATER, DATA);
const later = snapshot && has(LATER)
  ? begun(second.then(() => Promise.all([bytes(LATER, late), compiled(DATA, late)]))) : null;
if (whole && later) late.awaited();

// ---- Python

let early = false; // whether Python runs without the part of the snapshot left for later

async function start() {
  tell({ progress: "download", part: 0 });
  if (snapshot) {
    try {
      early = Boolean(later) && !whole;
      return await restored(module, snapshot, whole ? later : null);
    } catch (error) {
      console.warn("The plain start instead of the snapshot:", String(error).slice(0, 300));
    }
  }
  early = false;
  more ??= everythingElse();
  return plain(module, await more, (progress) => tell({ progress }));
}

const python = begun(start());
/** Load a file that few players need: the sentences of a language, or the puzzles. */
const demanded = async (name) => new Uint8Array(await (await fetched(near(name))).arrayBuffer());

let unanswered = 0; // intents of the page
let whenAnswered = () => {};

/** Pass a message of the game on to the page. */
function post(text) {
  postMessage(text);
  if (text.startsWith('{"answer"') && !--unanswered) whenAnswered();
}

/** Resolved when the page's first message arrives. */
let asked;
// The game is started only once that message has arrived, however late: waiting for it inside Python would touch memory that a
// first visit lacks.
const game = begun(Promise.all([python, new Promise((done) => { asked = done; })]).then(([started]) => {
  // At once: a promise may reject only after the missing memory has come, and would then look like any other failure.
  started._api.on_fatal = (error) => lastly({ failed: String(error), early });
  const receive = started.pyimport("worker").start(post, demanded);
  // Not the proxy itself: each promise resolved with it would ask Python for its `then`, and how many are is a matter of timing.
  return (text) => receive(text);
}));

/** Return the game with all of its memory in place, so that it can handle any message. */
async function wholeGame() {
  const receive = await game;
  if (early) {
    const given = await later;
    if (early) putLater(given); // unless another caller has done it meanwhile
    early = false;
  }
  return receive;
}

/** Load what a snapshot does not contain: the files that Python imports and reads on demand. */
async function bringFiles() {
  await second;
  await later?.catch(() => {});
  const content = await bytes(ON_DEMAND);
  const restored = await python;
  if (!more) writeGame(restored, content);
}

let files = snapshot ? begun(bringFiles()) : null;

/** Return the game with its memory and its files. Much works without files, so after a failure the next message tries again. */
async function gameWithFiles() {
  const receive = await wholeGame();
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

function fail(error) {
  if (early) lastly({ failed: String(error), early });
  else tell({ failed: String(error) });
}

// The page's first message contains what was saved, and the first board needs no files. Later messages may need them, and so may
// a link that opens the page, and a puzzle in a demo's frame.
const FIRST_VISIT = /^\{"saved": \{"language":"en\b[^"]*"\}\}$/;
const LINKED = /"(fragment|puzzle)":"[^"]*"\}\}$/;
// Nor do choices on a first board drawn ahead, up to the person's first decision (tests/page/test_deals.py).
const CHOICES = ["tap", "tile", "worker", "aim", "more", "fewer", "all", "clear"];
let begins = true;
let onFirstBoard = null; // whether the messages so far were only a deal and choices on its board

function needsNoFiles(data) {
  const { intent, value } = JSON.parse(data);
  onFirstBoard = onFirstBoard === null ? intent === "quick" && value !== null : onFirstBoard && CHOICES.includes(intent);
  return onFirstBoard;
}

self.onmessage = async ({ data }) => {
  try {
    const fresh = begins && FIRST_VISIT.test(data);
    const spare = begins ? !LINKED.test(data) : needsNoFiles(data);
    const wanted = fresh ? game : spare ? wholeGame() : gameWithFiles();
    if (!begins) unanswered++;
    begins = false;
    asked();
    if (!fresh && early) late.awaited();
    const receive = await wanted;
    receive(fresh ? '{"saved": {"language":"en"}}' : data); // exactly the message that the build tried
  } catch (error) {
    fail(error);
  }
};
self.onerror = (_event, _file, _line, _column, error) => fail(error);
self.onunhandledrejection = ({ reason }) => fail(reason);
