// The worker: starts Python with the game in it, then passes strings between the page and worker.py.
//
// The build puts this file's neighbours beside it and fills in the places in double braces. All downloads start at once,
// before anything is imported. Python is restored from a memory snapshot if there is one that fits; whatever is
// wrong with it, the same downloads and some more give a plain start.
//
// Python's module and the snapshot come in parts (lean/README.md). The rest of the module is not waited for: it is brought when
// the game is there, or at once, while everything else in here stands still, by the first call of a function in it. What
// the snapshot leaves for later is only what a first visit doesn't touch: any other message waits until it is in its place.
//
// To the page go strings of JSON: {"progress": stage, "part": 0…1}, {"failed": text}, {"whole": true} once all that
// the game needs is there, and whatever worker.py sends; with "early": true, what failed is a start that did without the later
// file, and another worker may do better.

// again: whether this worker replaces another one.
const { snapshot: useSnapshot = true, again = false } = JSON.parse(self.name || "{}");
const near = (path) => new URL(path, import.meta.url).href;
const PYODIDE = near("{{vendor}}/pyodide/");
const STDLIB = near("{{vendor}}/stdlib.zip");
const GAME = near("game.zip");
const REST = PYODIDE + "pyodide.rest.wasm";
const DATA = PYODIDE + "pyodide.data.wasm";
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
const SNAPSHOT_MAGIC = 0x50535032;
const SNAPSHOT_START = 24;

// With them Pyodide would take another way through the start than in the build; nothing here waits inside of Python.
delete WebAssembly.Suspending;
delete WebAssembly.promising;

const tell = (message) => postMessage(JSON.stringify(message));

let early = false; // whether Python runs without what the snapshot leaves for later

/** Say what went wrong; nothing that this worker says from here on could be trusted if it was early. */
function fail(error) {
  tell({ failed: String(error), ...(early && { early }) });
  if (early) self.postMessage = () => {};
}

// ---- downloads, with an honest account of how far they are

const expected = {
  wasm: {{wasm_bytes}}, rest: {{rest_bytes}}, data: {{data_bytes}}, stdlib: {{stdlib_bytes}}, game: {{game_bytes}},
  snapshot: {{snapshot_bytes}}, later: {{later_bytes}},
};
const sums = { got: 0, all: 0, told: 0 };

function count(bytes) {
  sums.got += bytes;
  const part = Math.min(1, sums.got / sums.all);
  if (part - sums.told >= 0.02 || part === 1) {
    sums.told = part;
    tell({ progress: "download", part });
  }
}

/** Expect that many bytes more; returns what counts them. */
function awaited(size) {
  sums.all += size;
  return count;
}

async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} can't be had: ${response.status} ${response.statusText}`);
  return response;
}

/** A file's content, which must be as long as the build says. */
async function bytes(url, size, counter = awaited(size)) {
  const content = new Uint8Array(size);
  let got = 0;
  for await (const chunk of chunks(await fetched(url))) {
    content.set(chunk, got);
    got += chunk.length;
    counter(chunk.length);
  }
  if (got !== size) throw new Error(`${url} ends after ${got} of ${size} bytes`);
  return content.buffer;
}

async function* chunks(response) {
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

/** A WebAssembly module; only an untouched response is compiled on its way, and cached. */
async function compiled(response) {
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The module at an address; counted when it is there. */
async function counted(url, size, counter = awaited(size)) {
  const module = await compiled(await fetched(url));
  counter(size);
  return module;
}

/** Start a job now whose failure counts only when someone asks for its result. */
function begun(job) {
  job.catch(() => {});
  return job;
}

const wasm = begun(counted(PYODIDE + "pyodide.asm.wasm", expected.wasm));
const snapshot = useSnapshot ? begun(bytes(near("snapshot.wasm"), expected.snapshot)) : null;
/** What a plain start needs: the standard library and the game, as zip files that Python imports from, and all of its module. */
const everythingElse = () => begun(Promise.all([
  bytes(STDLIB, expected.stdlib), bytes(GAME, expected.game), expected.rest ? counted(REST, expected.rest) : null,
  expected.data ? counted(DATA, expected.data) : null,
]));
let more = snapshot ? null : everythingElse();
const loader = begun(import(PYODIDE + "pyodide.mjs"));
const factory = begun(import(PYODIDE + "pyodide.asm.mjs"));

// What the snapshot leaves for later comes next, counted only if somebody waits for it.
const late = { got: 0, all: expected.later + expected.data, awaited: false };

function countLate(bytes) {
  late.got += bytes;
  if (late.awaited) count(bytes);
}

function awaitLate() {
  if (late.awaited || !later) return;
  late.awaited = true;
  if (sums.told === 1) Object.assign(sums, { got: 0, all: 0, told: 0 });
  awaited(late.all)(late.got);
}

async function bringLate() {
  if (!again) await Promise.all([wasm, snapshot, loader, factory]);
  return Promise.all([bytes(near("later.wasm"), expected.later, countLate), counted(DATA, expected.data, countLate)]);
}

const later = snapshot && expected.later ? begun(bringLate()) : null;
if (again) awaitLate();

// ---- the rest of Python's module

// (module (import "" "" (func)) (export "" (func 0))): a table takes functions of modules only.
const AS_MODULE = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0]);
const unasked = new AbortController(); // stops what is brought before it is called
let complete = null; // puts the rest into a module that lacks it

/** Have the first call of a function in the rest bring it; nothing is to be done if the module came whole. */
function completeWhenCalled({ exports }, imports) {
  if (!exports.crossing) return;
  complete = (rest) => {
    new WebAssembly.Instance(rest, { ...imports, first: exports });
    complete = null;
  };
  const bring = () => {
    try {
      unasked.abort(); // it could not go on, and would be in the way
      complete(new WebAssembly.Module(now(REST)));
    } catch (error) {
      // Python stands amid a call that can't be carried out: whatever it said from here on could be wrong.
      tell({ failed: String(error) });
      self.onmessage = null;
      self.postMessage = () => {};
      throw error;
    }
  };
  const { exports: { "": called } } = new WebAssembly.Instance(new WebAssembly.Module(AS_MODULE), { "": { "": bring } });
  exports.crossing.set(0, called);
}

/** A file's content; nothing else is done until it is there. */
function now(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url} can't be had: ${request.status} ${request.statusText}`);
  return request.response;
}

/** Bring the rest before it is called. */
async function completeEarly() {
  if (!complete) return;
  const rest = await compiled(await fetched(REST, { signal: unasked.signal }));
  complete?.(rest);
}

// ---- Python

let memory = null;

/** loadPyodide with our downloads in place of its own; it would wait for ever where its own fail. */
async function load(options, zip, prepare) {
  const [{ loadPyodide, version }, create, module] = [await loader, (await factory).default, await wasm];
  const { fetch, WebAssembly: { instantiateStreaming } } = self;
  let refuse;
  const refused = new Promise((_, reject) => { refuse = reject; });
  self.fetch = (url, ...rest) => {
    const name = String(url);
    if (name.endsWith("/pyodide.asm.wasm")) return Promise.resolve(new Response());
    if (name.endsWith("/stdlib.zip")) return Promise.resolve(new Response(zip));
    return fetch(url, ...rest);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const instance = await WebAssembly.instantiate(module, imports);
      completeWhenCalled(instance, imports);
      memory = instance.exports.memory;
      prepare(instance.exports);
      return { module, instance };
    } catch (error) {
      refuse(error);
      throw error;
    }
  };
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", version, python: "3.14.2" };
  try {
    return await Promise.race([refused, loadPyodide({
      indexURL: PYODIDE,
      stdLibURL: STDLIB,
      lockFileContents: { info, packages: {} },
      createPyodideModule: create,
      ...options(create),
    })]);
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** What a file of memory holds: see snapshot.mjs for its form. */
function opened(file) {
  const [magic, headerBytes, heapBytes, ...counts] = new Uint32Array(file, SNAPSHOT_START, 5);
  if (magic !== SNAPSHOT_MAGIC) throw new Error("the snapshot isn't one");
  let at = SNAPSHOT_START + 20;
  const [first, second] = counts.map((count) => new Uint32Array(file, (at += 8 * count) - 8 * count, 2 * count));
  return { heapBytes, first, second, header: new Uint8Array(file, at, headerBytes), content: new Uint8Array(file, at + headerBytes) };
}

/** Put runs into their places; returns what is left of the content. */
function put(runs, content) {
  const bytes = new Uint8Array(memory.buffer);
  let from = 0;
  for (let i = 0; i < runs.length; i += 2) {
    bytes.set(content.subarray(from, from + runs[i + 1]), runs[i]);
    from += runs[i + 1];
  }
  return content.subarray(from);
}

/** Put the module's data into a memory. */
const putData = (data, memory) => new WebAssembly.Instance(data, { first: { "memory 0": memory } });

/** Python as it was when the build had imported the game. */
async function restored() {
  const { heapBytes, first, second, header, content } = opened(await snapshot);
  const [rest, data] = again && later ? await later : [];
  let left;
  const python = await load((create) => ({
    _loadSnapshot: header,
    async createPyodideModule(settings) {
      const module = await create(settings);
      if (module.HEAPU8.length < heapBytes) throw new Error("the snapshot needs more memory than there is");
      put(second, left);
      early = Boolean(later) && !rest;
      if (rest) put(opened(rest).first, opened(rest).content);
      return module;
    },
  }), EMPTY_ZIP, () => {
    if (data) putData(data, memory);
    left = put(first, content);
  });
  return python;
}

/** Put what a first visit did without into its places, of which nothing has taken one yet. */
async function putLater() {
  if (!later || again || more) return;
  const [file, data] = await later;
  const { first, second, content } = opened(file);
  const words = new Int32Array(memory.buffer);
  for (const runs of [first, second]) {
    for (let i = 0; i < runs.length; i += 2) {
      for (let at = runs[i] / 4; at < (runs[i] + runs[i + 1]) / 4; at++) {
        if (words[at]) throw new Error(`The start has written to ${4 * at}, unlike in the build`);
      }
    }
  }
  const whole = new WebAssembly.Memory({ initial: memory.buffer.byteLength / 65536 });
  putData(data, whole);
  put(first, content);
  for (let i = 0; i < second.length; i += 2) {
    new Uint8Array(memory.buffer).set(new Uint8Array(whole.buffer, second[i], second[i + 1]), second[i]);
  }
  late.awaited = true; // nobody has to
  early = false;
}

async function plain() {
  early = false;
  more ??= everythingElse();
  const [stdlib, game, rest, data] = await more;
  tell({ progress: "python" });
  const python = await load(() => ({}), stdlib, () => {
    if (data) putData(data, memory);
    if (rest) complete(rest);
  });
  tell({ progress: "game" });
  python.FS.writeFile("/lib/game.zip", new Uint8Array(game));
  python.runPython("import sys; sys.path.insert(0, '/lib/game.zip')");
  return python;
}

/** Files are not in a snapshot: bring those that a restored Python may still want; wait only for our own. */
async function bringFiles(python) {
  if (more) return;
  const bring = async (url, size, path) => {
    const content = new Uint8Array(await (await fetched(url)).arrayBuffer());
    if (content.length !== size) throw new Error(`${url} has ${content.length} bytes, not ${size}`);
    python.FS.writeFile(path, content);
  };
  await bring(GAME, expected.game, "/lib/game.zip");
  begun(completeEarly());
  begun(bring(STDLIB, expected.stdlib, "/lib/python314.zip"));
}

async function start() {
  tell({ progress: "download", part: 0 });
  if (snapshot) {
    try {
      return await restored();
    } catch (error) {
      console.warn("The plain start instead of the snapshot:", String(error).slice(0, 300));
    }
  }
  return plain();
}

// ---- messages

const python = begun(start());
/** The sentences of a language, which only those load who want it. */
const catalogue = async (language) => new Uint8Array(await (await fetched(near(`${language}.mo`))).arrayBuffer());
const game = begun(python.then((started) => started.pyimport("worker").start((text) => postMessage(text), catalogue)));
let whole = null;
let files = null;

/** What takes any message. */
async function wholeGame() {
  const receive = await game;
  whole ??= putLater();
  await whole;
  return receive;
}

/** The same, once our files are there too; without them much goes on, so the next message tries again. */
async function gameWithFiles() {
  const receive = await wholeGame();
  files ??= python.then(bringFiles); // the same for all who wait, or a message might overtake another
  try {
    await files;
  } catch (error) {
    files = null;
    console.warn(String(error));
  }
  return receive;
}

// The page's first message says what was saved, and the board needs no files. What a person does then may need them.
const FIRST_VISIT = /^\{"saved": \{"language":"en\b[^"]*"\}\}$/;
let first = true;
self.onmessage = async ({ data }) => {
  try {
    const fresh = first && FIRST_VISIT.test(data);
    const wanted = fresh ? game : first ? wholeGame() : gameWithFiles();
    first = false;
    if (!fresh) awaitLate();
    const receive = await wanted;
    receive(fresh ? '{"saved": {"language":"en"}}' : data); // the one that the build has tried
  } catch (error) {
    fail(error);
  }
};
begun(gameWithFiles().then(() => tell({ whole: true })));
self.onerror = (_event, _file, _line, _column, error) => fail(error);
self.onunhandledrejection = ({ reason }) => fail(reason);
