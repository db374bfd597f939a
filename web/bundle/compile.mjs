// node compile.mjs PYODIDE WHEEL WORKER OUT: compile.py in Pyodide's own Python, then a memory snapshot with the game imported.
//
// The snapshot holds those blocks of memory that differ from a fresh one (snapshot.mjs).

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bytesOf, memoryFile, runsOf } from "./snapshot.mjs";

const [pyodide, wheel, worker, out] = process.argv.slice(2);
const MOST_MEMORY = 30 * 2 ** 20; // of a fresh module: a snapshot of more can't be put into one

const at = (file) => pathToFileURL(path.join(pyodide, file));
const { loadPyodide } = await import(at("pyodide.mjs"));
const { default: create } = await import(at("pyodide.asm.mjs"));
const read = (file) => new Uint8Array(fs.readFileSync(file));

/** All zip files; returns the names of all modules that the page can reach. */
async function compile() {
  // Without the columns of each instruction code is a tenth smaller; a traceback has no source to mark them in here.
  const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
  for (const folder of ["/in", "/out"]) python.FS.mkdir(folder);
  python.FS.writeFile("/in/stdlib.zip", read(path.join(pyodide, "python_stdlib.zip")));
  python.FS.writeFile("/in/game.whl", read(wheel));
  python.FS.writeFile("/in/worker.py", read(worker));
  const standIns = path.join(pyodide, "stand_ins.py"); // of a lean one
  if (fs.existsSync(standIns)) python.FS.writeFile("/in/stand_ins.py", read(standIns));
  python.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  for (const name of ["stdlib.zip", "game.zip", "on-demand.zip"]) fs.writeFileSync(path.join(out, name), python.FS.readFile(`/out/${name}`));
  return python.globals.get("needed").toJs();
}

/** Pyodide's own snapshot: a header, as many bytes as its second word says, then the memory of a Python with *modules* imported. */
async function snapshot(modules) {
  const python = await loadPyodide({
    _makeSnapshot: true,
    stdLibURL: path.join(out, "stdlib.zip"),
    // Hashes of strings are frozen with everything else, so they may as well be the same in each build.
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
  const whole = python.makeMemorySnapshot();
  const bytes = python._module.HEAPU8.length;
  if (bytes > MOST_MEMORY) throw new Error(`the snapshot holds ${bytes} bytes of memory, more than the ${MOST_MEMORY} of a fresh module`);
  wipe(whole.subarray(headerBytes(whole)), python._module);
  return whole;
}

/**
 * Put zeros where malloc has memory to give away, so that none of what lay there before has to be sent.
 * Its chunks lie in a row: four bytes of the one before, the size with two marks (2: in use), content; a free one has links first.
 */
function wipe(memory, { ___heap_base: first, _emscripten_get_sbrk_ptr: end, HEAPU32 }) {
  const words = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  const last = HEAPU32[end() >>> 2];
  let chunk = first;
  while (chunk < last) {
    const head = words.getUint32(chunk + 4, true);
    const size = head & ~7;
    const links = size < 256 ? 16 : 32;
    if (size < 16 || chunk + size > last) throw new Error(`malloc's chunk at ${chunk} can't be ${size} bytes long`);
    if (!(head & 2)) memory.fill(0, chunk + Math.min(links, size), chunk + size);
    chunk += size;
  }
}

/** Of Pyodide's own snapshot, how long what stands before the memory is. */
function headerBytes(whole) {
  return new Uint32Array(whole.buffer, whole.byteOffset, 2)[1];
}

/** The memory of a module that has just been made, before anything runs in it. */
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

/** What is left of a snapshot without the blocks that a fresh module has anyway. */
function sparse(whole, fresh) {
  const header = whole.subarray(0, headerBytes(whole));
  const memory = whole.subarray(header.length);
  const differs = (from, to) => Buffer.compare(memory.subarray(from, to), fresh.subarray(from, to)) !== 0;
  const runs = runsOf(memory.length, differs);
  return memoryFile(header, memory.length, [[], runs], bytesOf(memory, runs));
}

try {
  const whole = await snapshot(await compile());
  fs.writeFileSync(path.join(out, "snapshot.wasm"), sparse(whole, await freshMemory(whole)));
  process.exit(0);
} catch (error) {
  // Of a Python traceback, the fault and the innermost place that is known.
  const lines = String(error.message).trim().split("\n").map((line) => line.trim());
  const place = lines.findLast((line) => line.startsWith("File "));
  fs.writeSync(2, `Error: ${lines.at(-1)}${place ? ` (${place})` : ""}\n`);
  process.exit(1);
}
