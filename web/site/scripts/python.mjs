// Starts Python with the game in it, either from a memory snapshot, taken by the build after importing the game, or plainly, from
// zip files. The worker decides which, and downloads the files.

import { begun, near } from "./download.mjs";
import { copy, opened, put, refuseWritten } from "./memory.mjs";
import { completeWhenCalled, completeWith } from "./rest.mjs";

const PYODIDE = near("{{vendor}}/pyodide/");
const STDLIB = near("{{vendor}}/stdlib.zip");
const GAME_IN_PYTHON = "/lib/game.zip", STDLIB_IN_PYTHON = "/lib/python314.zip";
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);

/** Pyodide's own scripts. */
export const scripts = begun(Promise.all([import(`${PYODIDE}pyodide.mjs`), import(`${PYODIDE}pyodide.asm.mjs`)]));

let memory = null;

/** Run loadPyodide with our downloads instead of its own; if its own failed, it would wait forever. */
async function load(module, zip, options, prepare) {
  const [{ loadPyodide, version }, { default: create }] = await scripts;
  const compiled = await module;
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
      const instance = await WebAssembly.instantiate(compiled, imports);
      completeWhenCalled(instance, imports);
      memory = instance.exports.memory;
      prepare();
      return { module: compiled, instance };
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

/** Write the module's data into a memory. */
const putData = (data, memory) => new WebAssembly.Instance(data, { first: { "memory 0": memory } });

/** Restore Python from the snapshot and, if it is given, the part left for *later*: a memory file and the module's data. */
export async function restored(module, snapshot, later) {
  const { heapBytes, first, second, header, content } = opened(await snapshot);
  const [file, data] = later ? await later : [];
  let left;
  const options = (create) => ({
    _loadSnapshot: header,
    async createPyodideModule(settings) {
      const made = await create(settings);
      if (made.HEAPU8.length < heapBytes) throw new Error("the snapshot needs more memory than there is");
      put(memory, second, left);
      if (file) put(memory, opened(file).first, opened(file).content);
      return made;
    },
  });
  return load(module, EMPTY_ZIP, options, () => {
    if (data) putData(data, memory);
    left = put(memory, first, content);
  });
}

/** Add the part of the snapshot left for later; nothing may have been written in its places yet. */
export function putLater([file, data]) {
  const { first, second, content } = opened(file);
  for (const runs of [first, second]) refuseWritten(memory, runs);
  const fresh = new WebAssembly.Memory({ initial: memory.buffer.byteLength / 65536 });
  putData(data, fresh);
  put(memory, first, content);
  copy(fresh, memory, second);
}

/**
 * Start Python plainly from its files, with the rest of its module and its data if they are separate; `told` is called at each
 * stage.
 */
export async function plain(module, [stdlib, game, rest, data], told) {
  told("python");
  const python = await load(module, stdlib, () => ({}), () => {
    if (data) putData(data, memory);
    if (rest) completeWith(rest);
  });
  told("game");
  writeGame(python, game);
  python.runPython(`import sys; sys.path.insert(0, "${GAME_IN_PYTHON}")`);
  return python;
}

// A snapshot contains no files: those that the restored Python may still open are written when they arrive.
export const writeGame = (python, content) => python.FS.writeFile(GAME_IN_PYTHON, new Uint8Array(content));
export const writeStdlib = (python, content) => python.FS.writeFile(STDLIB_IN_PYTHON, new Uint8Array(content));
