// node later.mjs instrument MODULES MODULE OUT: write a module that reports its loads and stores (MODULES: npm's folder).
// node --expose-gc later.mjs divide MODULE WORKER SNAPSHOT OUT: split the snapshot into what a first visit touches and the rest.
//
// To find that out, it runs the page's WORKER with the instrumented MODULE. README.md beside this file explains how the two
// files work together and why that is safe.

import fs from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { opened } from "../site/scripts/memory.mjs";
import "../bundle/frozen.mjs";
import { bytesOf, memoryFile, runsOf } from "../bundle/snapshot.mjs";
import { binaryen } from "./binaryen.mjs";
import { watch } from "./watch.mjs";

const FIRST_VISIT = '{"saved": {"language":"en"}}'; // what worker.mjs sends on one
const PAGE = 1024; // bytes: touching one loads the whole page of memory, since another browser may touch its neighbours
const MOST_MEMORY = 2 ** 26;
const SETTLED = 200; // ms

/** Run a worker here, where it can fetch *files* by their names and nothing else; return its answer to the first message. */
async function started(worker, files) {
  process.browser = true; // Pyodide and its glue recognize Node by these two
  process.type = "renderer";
  const scope = { name: "", location: pathToFileURL(worker), navigator: { userAgent: "" } };
  scope.WorkerGlobalScope = class { static [Symbol.hasInstance] = () => true; };
  scope.fetch = async (url) => {
    const file = files[path.basename(String(url))];
    return file ? new Response(fs.readFileSync(file)) : new Promise(() => {});
  };
  const answer = new Promise((done, fail) => {
    scope.postMessage = (text) => {
      const { failed, details, patch } = JSON.parse(text);
      if (failed || details) fail(new Error(failed ?? details));
      if (patch) done(patch);
    };
  });
  for (const [name, value] of Object.entries(scope)) Object.defineProperty(globalThis, name, { value, writable: true });
  globalThis.self = globalThis;
  await import(pathToFileURL(worker));
  globalThis.onmessage({ data: FIRST_VISIT });
  await answer;
  // Include what still runs after the answer: the end of the task, and the garbage collector.
  await after(SETTLED);
  globalThis.gc();
  await after(SETTLED);
}

/** Return the memory as the module leaves it and as the snapshot does, and the pages that the start touches before and after. */
async function traced(module, worker, snapshot) {
  const pages = () => new Uint8Array(MOST_MEMORY / PAGE);
  const found = { fresh: null, whole: null, before: pages(), after: pages() };
  let memory;
  let filled = false;
  watch({
    made(given) {
      memory = given;
      found.fresh = new Uint8Array(memory.buffer.slice());
    },
    filled() { filled = true; },
    touched(place, length) {
      if (filled && !found.whole) found.whole = new Uint8Array(memory.buffer.slice());
      (found.whole ? found.after : found.before).fill(1, Math.floor(place / PAGE), Math.ceil((place + length) / PAGE));
    },
  });
  await started(worker, { [path.basename(module)]: module, [path.basename(snapshot)]: snapshot });
  return found;
}

async function divide(module, worker, snapshot, out) {
  const { header } = opened(new Uint8Array(fs.readFileSync(snapshot)).buffer);
  const { fresh, whole, before, after } = await traced(module, worker, snapshot);
  const zeros = Buffer.alloc(PAGE);
  const empty = (memory, from, to) => Buffer.compare(memory.subarray(from, to), zeros.subarray(0, to - from)) === 0;
  const asFresh = (from, to) => Buffer.compare(whole.subarray(from, to), fresh.subarray(from, to)) === 0;
  const early = (from) => before[Math.floor(from / PAGE)];
  const touched = (from) => early(from) || after[Math.floor(from / PAGE)];
  const runs = (wanted) => runsOf(whole.length, wanted);

  const atFirst = runs((from, to) => early(from) && !empty(fresh, from, to));
  const restored = runs((from, to) => early(from) || (touched(from) && !empty(whole, from, to)));
  fs.writeFileSync(path.join(out, "snapshot.wasm"), memoryFile(
    header, whole.length, [atFirst, restored], [...bytesOf(fresh, atFirst), ...bytesOf(whole, restored)],
  ));
  const left = (from, to) => !touched(from) && !empty(whole, from, to);
  const own = runs((from, to) => left(from, to) && !asFresh(from, to));
  const data = runs((from, to) => left(from, to) && asFresh(from, to));
  fs.writeFileSync(path.join(out, "later.wasm"), memoryFile(Buffer.alloc(0), whole.length, [own, data], bytesOf(whole, own)));
}

const [task, ...given] = process.argv.slice(2);
try {
  if (task === "instrument") {
    const [modules, module, out] = given;
    binaryen(modules, "wasm-opt", module, "-o", out, "--llvm-memory-copy-fill-lowering", "--instrument-memory");
  } else {
    await divide(...given);
  }
  process.exit(0); // Python's timers would keep running
} catch (error) {
  fs.writeSync(2, `Error: ${error.message}\n`);
  process.exit(1);
}
