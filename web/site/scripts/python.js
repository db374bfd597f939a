// Starts Python with the game in it, either from a memory snapshot, taken by the build after importing the game, or plainly, from
// zip files. The worker decides which, and downloads the files.

import { begun, near } from "./download.js";
import { opened, put } from "./memory.js";
import { completeWhenCalled, completeWith } from "./rest.js";

const PYODIDE = near("{{vendor}}/pyodide/");
const STDLIB = near("{{vendor}}/stdlib.zip");
const GAME_IN_PYTHON = "/lib/game.zip", STDLIB_IN_PYTHON = "/lib/python314.zip";
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);

/** Pyodide's own scripts. */
export const scripts = begun(Promise.all([import(`${PYODIDE}pyodide.js`), import(`${PYODIDE}pyodide.asm.js`)]));

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

/** Write the module's data into its memory, if they are separate. */
const putData = (data) => data && new WebAssembly.Instance(data, { first: { "memory 0": memory } });

/** Restore Python from the snapshot. */
export async function restored(module, data, snapshot) {
  const { memoryBytes, runs, header, content } = opened(await snapshot);
  const own = await data;
  const options = (create) => ({
    _loadSnapshot: header,
    async createPyodideModule(settings) {
      const made = await create(settings);
      put(memory, runs, content);
      return made;
    },
  });
  return load(module, EMPTY_ZIP, options, () => {
    const lacking = memoryBytes - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536)); // before the glue sees it: Pyodide itself can't
    putData(own);
  });
}

/** Start Python plainly from its files, with the rest of its module if that is separate; `told` is called at each stage. */
export async function plain(module, data, [stdlib, game, rest], told) {
  const own = await data;
  told("python");
  const python = await load(module, stdlib, () => ({}), () => {
    putData(own);
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
