// The worker: starts Python with the game in it, then passes strings between the page and worker.py.
//
// The build puts this file's neighbours beside it and fills in the places in double braces. All downloads start at once,
// before anything is imported. Python is restored from a memory snapshot if there is one that fits; whatever is
// wrong with it, the same downloads and two more give a plain start.
//
// To the page go strings of JSON: {"progress": stage, "part": 0…1}, {"failed": text}, and whatever worker.py sends.

const { snapshot: useSnapshot = true } = JSON.parse(self.name || "{}");
const near = (path) => new URL(path, import.meta.url).href;
const PYODIDE = near("{{vendor}}/pyodide/");
const STDLIB = near("{{vendor}}/stdlib.zip");
const GAME = near("game.zip");
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
const SNAPSHOT_MAGIC = 0x50535031;
const SNAPSHOT_START = 24;

const tell = (message) => postMessage(JSON.stringify(message));

// ---- downloads, with an honest account of how far they are

const expected = { wasm: {{wasm_bytes}}, stdlib: {{stdlib_bytes}}, game: {{game_bytes}}, snapshot: {{snapshot_bytes}} };
const sums = { got: 0, all: 0, told: 0 };

function count(bytes) {
  sums.got += bytes;
  const part = Math.min(1, sums.got / sums.all);
  if (part - sums.told >= 0.02 || part === 1) {
    sums.told = part;
    tell({ progress: "download", part });
  }
}

async function fetched(url) {
  const response = await fetch(url);
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

/** A WebAssembly module; counted when it is there, for only an untouched response is compiled on its way, and cached. */
async function compiled(url, size) {
  sums.all += size;
  const response = await fetched(url);
  const module = await (response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer()));
  count(size);
  return module;
}

/** Start a job now whose failure counts only when someone asks for its result. */
function begun(job) {
  job.catch(() => {});
  return job;
}

const wasm = begun(compiled(PYODIDE + "pyodide.asm.wasm", expected.wasm));
const snapshot = useSnapshot ? begun(bytes(near("snapshot.wasm"), expected.snapshot)) : null;
/** The standard library and the game, as zip files that Python imports from. */
const bothZips = () => begun(Promise.all([bytes(STDLIB, expected.stdlib), bytes(GAME, expected.game)]));
let zips = snapshot ? null : bothZips();
const loader = begun(import(PYODIDE + "pyodide.mjs"));
const factory = begun(import(PYODIDE + "pyodide.asm.mjs"));

// ---- Python

/** loadPyodide with our downloads in place of its own; it would wait for ever where its own fail. */
async function load(options, zip) {
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
      return { module, instance: await WebAssembly.instantiate(module, imports) };
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
  zips ??= bothZips();
  const [stdlib, game] = await zips;
  tell({ progress: "python" });
  const python = await load(() => ({}), stdlib);
  tell({ progress: "game" });
  python.FS.writeFile("/lib/game.zip", new Uint8Array(game));
  python.runPython("import sys; sys.path.insert(0, '/lib/game.zip')");
  return python;
}

/** Files are not in a snapshot: bring those that a restored Python may still want to read; wait only for our own. */
async function bringFiles(python) {
  if (zips) return;
  const bring = async (url, size, path) => {
    const content = new Uint8Array(await (await fetched(url)).arrayBuffer());
    if (content.length !== size) throw new Error(`${url} has ${content.length} bytes, not ${size}`);
    python.FS.writeFile(path, content);
  };
  await bring(GAME, expected.game, "/lib/game.zip");
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
