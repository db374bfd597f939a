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
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
const SNAPSHOT_MAGIC = 0x50535031;

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

async function download(url, size) {
  sums.all += size;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} can't be had: ${response.status} ${response.statusText}`);
  const counted = new TransformStream({
    transform(chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: response.headers });
}

const bytes = (url, size) => download(url, size).then((response) => response.arrayBuffer());

async function compiled(url, size) {
  const response = await download(url, size);
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Start a job now whose failure counts only when someone asks for its result. */
function begun(job) {
  job.catch(() => {});
  return job;
}

const wasm = begun(compiled(PYODIDE + "pyodide.asm.wasm", expected.wasm));
const game = begun(bytes(near("game.zip"), expected.game));
const snapshot = useSnapshot && expected.snapshot ? begun(bytes(near("snapshot.bin"), expected.snapshot)) : null;
let stdlib = snapshot ? null : begun(bytes(STDLIB, expected.stdlib));
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
  const [magic, headerBytes, runs, heapBytes] = new Uint32Array(data, 0, 4);
  if (magic !== SNAPSHOT_MAGIC) throw new Error("the snapshot isn't one");
  const places = new Uint32Array(data, 16, 2 * runs);
  const pages = 16 + 8 * runs + headerBytes;
  const python = await load((create) => ({
    _loadSnapshot: new Uint8Array(data, 16 + 8 * runs, headerBytes),
    async createPyodideModule(settings) {
      const module = await create(settings);
      if (module.HEAPU8.length < heapBytes) throw new Error("the snapshot needs more memory than there is");
      let from = pages;
      for (let i = 0; i < places.length; i += 2) {
        module.HEAPU8.set(new Uint8Array(data, from, places[i + 1]), places[i]);
        from += places[i + 1];
      }
      return module;
    },
  }), EMPTY_ZIP);
  python.FS.writeFile("/lib/game.zip", new Uint8Array(await game));
  return python;
}

async function plain() {
  stdlib ??= begun(bytes(STDLIB, expected.stdlib));
  tell({ progress: "python" });
  const python = await load(() => ({}), await stdlib);
  tell({ progress: "game" });
  python.FS.writeFile("/lib/game.zip", new Uint8Array(await game));
  python.runPython("import sys; sys.path.insert(0, '/lib/game.zip')");
  return python;
}

async function start() {
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

const early = [];
let receive = (text) => early.push(text);
self.onmessage = ({ data }) => {
  try {
    receive(data);
  } catch (error) {
    tell({ failed: String(error) });
  }
};
self.onerror = (_event, _file, _line, _column, error) => tell({ failed: String(error) });
self.onunhandledrejection = ({ reason }) => tell({ failed: String(reason) });

try {
  tell({ progress: "download", part: 0 });
  const python = await start();
  receive = python.pyimport("worker").start((text) => postMessage(text));
  early.forEach((text) => receive(text));
} catch (error) {
  tell({ failed: String(error) });
}
