// The format of memory files: the build writes them (snapshot.mjs), and the worker copies their content into its memory.
//
// First come five 32-bit words: a magic number, the length of Pyodide's header, the size of the memory, and the numbers of runs of
// two kinds. Then come the place and length of each run, the header, and the content of the runs. All of that is the custom section
// of an otherwise empty WebAssembly module, since hosts compress such modules but not unknown file types.

export const MAGIC = 0x50535032;
export const START = 24; // offset of the custom section's content

/** Parse a file into the size of the memory, two lists of runs (place, length, place, …), Pyodide's header, and the content. */
export function opened(file) {
  const [magic, headerBytes, heapBytes, ...counts] = new Uint32Array(file, START, 5);
  if (magic !== MAGIC) throw new Error("the snapshot isn't one");
  let at = START + 20;
  const [first, second] = counts.map((count) => new Uint32Array(file, (at += 8 * count) - 8 * count, 2 * count));
  return { heapBytes, first, second, header: new Uint8Array(file, at, headerBytes), content: new Uint8Array(file, at + headerBytes) };
}

/** Copy the content of runs to their places in a memory; return the rest of the content. */
export function put(memory, runs, content) {
  const bytes = new Uint8Array(memory.buffer);
  let from = 0;
  for (let i = 0; i < runs.length; i += 2) {
    bytes.set(content.subarray(from, from + runs[i + 1]), runs[i]);
    from += runs[i + 1];
  }
  return content.subarray(from);
}

/** Copy runs from one memory to the same places in another. */
export function copy(from, to, runs) {
  const bytes = new Uint8Array(to.buffer);
  for (let i = 0; i < runs.length; i += 2) bytes.set(new Uint8Array(from.buffer, runs[i], runs[i + 1]), runs[i]);
}

/** Throw an error if anything has already been written where the runs belong. */
export function refuseWritten(memory, runs) {
  const words = new Int32Array(memory.buffer);
  for (let i = 0; i < runs.length; i += 2) {
    for (let at = runs[i] / 4; at < (runs[i] + runs[i + 1]) / 4; at++) {
      if (words[at]) throw new Error(`The start has written to ${4 * at}, unlike in the build`);
    }
  }
}
