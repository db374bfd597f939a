// Writes memory files (memory.js describes their form and reads them).

const MAGIC = 0x50535033; // as in memory.js
const BLOCK = 128;

/** Return the places and lengths of the runs of blocks accepted by *wanted*, which gets the start and end of a block. */
export function runsOf(length, wanted) {
  const runs = [];
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length);
    if (!wanted(from, to)) continue;
    if (runs.length && runs.at(-1)[0] + runs.at(-1)[1] === from) runs.at(-1)[1] += to - from;
    else runs.push([from, to - from]);
  }
  return runs;
}

/** Make a memory file of Pyodide's *header* and *runs* of a memory. */
export function memoryFile(header, memory, runs) {
  const directory = Uint32Array.from([MAGIC, header.length, memory.length, runs.length, ...runs.flat()]);
  const content = runs.map(([from, length]) => memory.subarray(from, from + length));
  return asModule(Buffer.concat([new Uint8Array(directory.buffer), header, ...content]));
}

/** Wrap content in a WebAssembly module with nothing but a custom section; the content begins at START. */
function asModule(content) {
  const name = Buffer.from("\x09snapshot."); // preceded by its length
  let size = name.length + content.length;
  const sizeBytes = [];
  for (let i = 0; i < 5; i++) {
    sizeBytes.push((size & 0x7f) | (i < 4 ? 0x80 : 0));
    size >>>= 7;
  }
  const head = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, ...sizeBytes]);
  const module = Buffer.concat([head, name, content]);
  if (!WebAssembly.validate(module)) throw new Error("the snapshot's file is no WebAssembly module");
  return module;
}
