// The format of memory files: the build writes them (snapshot.mjs), and the worker copies their content into its memory.
//
// First come four 32-bit words: a magic number, the length of Pyodide's header, the size of the memory, and the number of runs. Then
// come the place and length of each run, the header, and the content of the runs. All of that is the custom section of an otherwise
// empty WebAssembly module, since hosts compress such modules but not unknown file types.

export const MAGIC = 0x50535033;
export const START = 24; // offset of the custom section's content

/** Parse a file into the size of the memory, the runs (place, length, place, …), Pyodide's header, and the content. */
export function opened(file) {
  const [magic, headerBytes, memoryBytes, count] = new Uint32Array(file, START, 4);
  if (magic !== MAGIC) throw new Error("the snapshot isn't one");
  const runs = new Uint32Array(file, START + 16, 2 * count);
  const at = START + 16 + runs.byteLength;
  return { memoryBytes, runs, header: new Uint8Array(file, at, headerBytes), content: new Uint8Array(file, at + headerBytes) };
}

/** Copy the content of runs to their places in a memory. */
export function put(memory, runs, content) {
  const bytes = new Uint8Array(memory.buffer);
  let from = 0;
  for (let i = 0; i < runs.length; i += 2) {
    bytes.set(content.subarray(from, from + runs[i + 1]), runs[i]);
    from += runs[i + 1];
  }
}
