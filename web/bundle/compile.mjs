// node compile.mjs PYODIDE WHEEL WORKER OUT: run compile.py in Pyodide's own Python, then take a memory snapshot with the game
// imported.
//
// The snapshot contains only the blocks of memory that differ from a fresh one (snapshot.mjs).

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import "./frozen.mjs";
import { memoryFile, runsOf } from "./snapshot.mjs";

const [pyodide, wheel, worker, out] = process.argv.slice(2);

const at = (file) => pathToFileURL(path.join(pyodide, file));
const { loadPyodide } = await import(at("pyodide.mjs"));
const { default: create } = await import(at("pyodide.asm.mjs"));
const read = (file) => new Uint8Array(fs.readFileSync(file));

/** Write all zip files; return the names of the modules to import for the snapshot. */
async function compile() {
  // Without column numbers for each instruction, code is a tenth smaller; tracebacks have no source to point at anyway.
  const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
  for (const folder of ["/in", "/out"]) python.FS.mkdir(folder);
  python.FS.writeFile("/in/stdlib.zip", read(path.join(pyodide, "python_stdlib.zip")));
  python.FS.writeFile("/in/game.whl", read(wheel));
  python.FS.writeFile("/in/worker.py", read(worker));
  const standIns = path.join(pyodide, "stand_ins.py"); // in a lean Pyodide only
  if (fs.existsSync(standIns)) python.FS.writeFile("/in/stand_ins.py", read(standIns));
  python.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  for (const name of ["stdlib.zip", "game.zip", "on-demand.zip"]) fs.writeFileSync(path.join(out, name), python.FS.readFile(`/out/${name}`));
  return python.globals.get("needed").toJs();
}

/**
 * Take Pyodide's own snapshot: a header, whose length is its second word, then the memory of a Python with *modules* imported.
 */
async function snapshot(modules) {
  const python = await loadPyodide({
    _makeSnapshot: true,
    stdLibURL: path.join(out, "stdlib.zip"),
    // The snapshot freezes the hashes of strings anyway.
    env: { PYTHONHASHSEED: "0" },
  });
  python.FS.writeFile("/lib/game.zip", read(path.join(out, "game.zip")));
  python.globals.set("modules", python.toPy(modules));
  python.runPython(`
    import gc, importlib, sys, zipimport
    sys.path.insert(0, "/lib/game.zip")
    for name in modules:
        if name not in sys.modules:
            importlib.import_module(name)
    importlib.import_module("worker").Session({}).start()  # fills the drawings' caches
    del modules, name
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()
    for _ in range(3):
        gc.collect()
  `);
  clearGaps(python._module);
  return python.makeMemorySnapshot();
}

/**
 * Fill malloc's free memory with zeros: what the gaps held need not be downloaded.
 *
 * Malloc's chunks lie in a row: four bytes of the previous chunk, the size with two flags (2: in use), then the content.
 */
function clearGaps({ _malloc, _free, ___heap_base: first, _emscripten_get_sbrk_ptr: end, HEAPU8, HEAPU32 }) {
  const gaps = [];
  const last = HEAPU32[end() >>> 2];
  let chunk = first;
  while (chunk < last) {
    const head = HEAPU32[(chunk + 4) >>> 2];
    const size = head & ~7;
    if (size < 16 || chunk + size > last) throw new Error(`malloc's chunk at ${chunk} can't be ${size} bytes long`);
    if (!(head & 2)) gaps.push(size - 4); // the size of what fits into it exactly
    chunk += size;
  }
  // From the largest, as a smaller one would be cut from a larger gap.
  const places = gaps.sort((a, b) => b - a).map((size) => {
    const place = _malloc(size);
    HEAPU8.fill(0, place, place + size);
    return place;
  });
  for (const place of places) _free(place);
}

/** Return the length of the header before the memory in Pyodide's own snapshot. */
function headerBytes(whole) {
  return new Uint32Array(whole.buffer, whole.byteOffset, 2)[1];
}

/** Return the memory of a module just instantiated, before anything runs in it. */
async function freshMemory(whole) {
  let memory;
  const stop = new Error("only the memory is wanted");
  try {
    await loadPyodide({
      stdLibURL: path.join(out, "stdlib.zip"),
      _loadSnapshot: whole,
      async createPyodideModule(settings) {
        memory = (await create(settings)).HEAPU8.slice();
        throw stop;
      },
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  return memory;
}

/** Drop the blocks of a snapshot that are the same in a fresh module, whose memory may be smaller. */
function sparse(whole, fresh) {
  const header = whole.subarray(0, headerBytes(whole));
  const memory = whole.subarray(header.length);
  const before = new Uint8Array(memory.length);
  before.set(fresh);
  const differs = (from, to) => Buffer.compare(memory.subarray(from, to), before.subarray(from, to)) !== 0;
  return memoryFile(header, memory, runsOf(memory.length, differs));
}

try {
  const whole = await snapshot(await compile());
  fs.writeFileSync(path.join(out, "snapshot.wasm"), sparse(whole, await freshMemory(whole)));
  process.exit(0);
} catch (error) {
  // Of a Python traceback: the error and the innermost known place.
  const lines = String(error.message).trim().split("\n").map((line) => line.trim());
  const place = lines.findLast((line) => line.startsWith("File "));
  fs.writeSync(2, `Error: ${lines.at(-1)}${place ? ` (${place})` : ""}\n`);
  process.exit(1);
}
