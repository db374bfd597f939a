// node compile.mjs PYODIDE WHEEL WORKER OUT: compile.py in Pyodide's own Python, then a memory snapshot with the game imported.
//
// The snapshot's file: four 32-bit words (magic number, bytes of Pyodide's header, number of runs, bytes of memory), for
// each run its offset and length, Pyodide's header, then the runs: those 4 KiB pages of memory that differ from a fresh one.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, worker, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const read = (file) => new Uint8Array(fs.readFileSync(file));

async function compile() {
  const python = await loadPyodide();
  for (const folder of ["/in", "/out"]) python.FS.mkdir(folder);
  python.FS.writeFile("/in/stdlib.zip", read(path.join(pyodide, "python_stdlib.zip")));
  python.FS.writeFile("/in/game.whl", read(wheel));
  python.FS.writeFile("/in/worker.py", read(worker));
  python.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  for (const name of ["stdlib.zip", "game.zip"]) fs.writeFileSync(path.join(out, name), python.FS.readFile(`/out/${name}`));
}

await compile();
process.exit(0);
