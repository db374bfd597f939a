// The worker: starts Python with the game in it, then passes strings between the page and worker.py.
//
// The build puts this file's neighbours beside it and fills in the places in double braces. All downloads start at once,
// before anything is imported. Python is restored from a memory snapshot if there is one that fits; whatever is
// wrong with it, the same downloads and three more give a plain start.
//
// Python's module comes in two parts (lean/README.md): the rest is not waited for. It is brought when the game is there, or at
// once, while everything else in here stands still, by the first call of a function in it.
//
// To the page go strings of JSON: {"progress": stage, "part": 0…1}, {"failed": text}, and whatever worker.py sends.

const { snapshot: useSnapshot = true } = JSON.parse(self.name || "{}");
const near = (path) => new URL(path, import.meta.url).href;
const PYODIDE = near("{{vendor}}/pyodide/");
const STDLIB = near("{{vendor}}/stdlib.zip");
const GAME = near("game.zip");
const REST = PYODIDE + "pyodide.rest.wasm";
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
const SNAPSHOT_MAGIC = 0x50535031;
const SNAPSHOT_START = 24;
const CALM = 1000; // ms in which the page has the processors to itself to draw the first board

const tell = (message) => postMessage(JSON.stringify(message));

// ---- downloads, with an honest account of how far they are

const expected = { wasm: {{wasm_bytes}}, rest: {{rest_bytes}}, stdlib: {{stdlib_bytes}}, game: {{game_bytes}}, snapshot: {{snapshot_bytes}} };
const sums = { got: 0, all: 0, told: 0 };

function count(bytes) {
  sums.got += bytes;
  const part = Math.min(1, sums.got / sums.all);
  if (part - sums.told >= 0.02 || part === 1) {
    sums.told = part;
    tell({ progress: "download", part });
  }
}

async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} can't be had: ${response.status} ${response.statusText}`);
  return response;
}

/** A file's content, which must be as long as the build says. */
async function bytes(url, size) {
  sums.all += size;
  const content = new Uint8Array(size);
  let got = 0;
  for await (const chunk of chunks(await fetched(url))) {
    content.set(chunk, got);
    got += chunk.length;
    count(chunk.length);
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
async function counted(url, size) {
  sums.all += size;
  const module = await compiled(await fetched(url));
  count(size);
  return module;
}

/** Start a job now whose failure counts only when someone asks for its result. */
function begun(job) {
  job.catch(() => {});
  return job;
}

const wasm = begun(counted(PYODIDE + "pyodide.asm.wasm", expected.wasm));
const snapshot = useSnapshot ? begun(bytes(near("snapshot.wasm"), expected.snapshot)) : null;
/** What a plain start needs: the standard library and the game, as zip files that Python imports from, and the rest of its module. */
const everythingElse = () => begun(Promise.all([
  bytes(STDLIB, expected.stdlib), bytes(GAME, expected.game), expected.rest ? counted(REST, expected.rest) : null,
]));
let more = snapshot ? null : everythingElse();
const loader = begun(import(PYODIDE + "pyodide.mjs"));
const factory = begun(import(PYODIDE + "pyodide.asm.mjs"));

// ---- the rest of Python's module

// (module (import "" "" (func)) (export "" (func 0))): a table takes functions of modules only.
const AS_MODULE = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0]);
const early = new AbortController(); // stops what is brought before it is called
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
      early.abort(); // it could not go on, and would be in the way
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
  const rest = await compiled(await fetched(REST, { signal: early.signal }));
  complete?.(rest);
}

// ---- Python

/** loadPyodide with our downloads in place of its own; it would wait for ever where its own fail. */
async function load(options, zip, rest) {
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
      if (rest) complete(rest);
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

/** Python as it was when the build had imported the game: see compile.mjs for the file's form. */
async function restored() {
  const data = await snapshot;
  const [magic, headerBytes, runs, heapBytes] = new Uint32Array(data, SNAPSHOT_START, 4);
  if (magic !== SNAPSHOT_MAGIC) throw new Error("the snapshot isn't one");
  const places = new Uint32Array(data, SNAPSHOT_START + 16, 2 * runs);
  const header = new Uint8Array(data, SNAPSHOT_START + 16 + 8 * runs, headerBytes);
  const python = await load((create) => ({
    _loadSnapshot: header,
    async createPyodideModule(settings) {
      const module = await create(settings);
      if (module.HEAPU8.length < heapBytes) throw new Error("the snapshot needs more memory than there is");
      let from = header.byteOffset + headerBytes;
      for (let i = 0; i < places.length; i += 2) {
        module.HEAPU8.set(new Uint8Array(data, from, places[i + 1]), places[i]);
        from += places[i + 1];
      }
      return module;
    },
  }), EMPTY_ZIP);
  return python;
}

async function plain() {
  more ??= everythingElse();
  const [stdlib, game, rest] = await more;
  tell({ progress: "python" });
  const python = await load(() => ({}), stdlib, rest);
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
  setTimeout(() => {
    begun(completeEarly());
    begun(bring(STDLIB, expected.stdlib, "/lib/python314.zip"));
  }, CALM);
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
let files = null;

/** What takes messages, once our files are there too; without them much goes on, so the next message tries again. */
async function gameWithFiles() {
  const receive = await game;
  files ??= bringFiles(await python);
  try {
    await files;
  } catch (error) {
    files = null;
    console.warn(String(error));
  }
  return receive;
}

// The page's first message says what was saved, and the board needs no more. What a person does then may need the files.
let first = true;
self.onmessage = async ({ data }) => {
  try {
    const wanted = first ? game : gameWithFiles();
    first = false;
    const receive = await wanted;
    receive(data);
  } catch (error) {
    tell({ failed: String(error) });
  }
};
begun(gameWithFiles());
self.onerror = (_event, _file, _line, _column, error) => tell({ failed: String(error) });
self.onunhandledrejection = ({ reason }) => tell({ failed: String(reason) });
