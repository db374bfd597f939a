// The form of files with memory in them: the build writes them (snapshot.mjs), the worker puts what they hold into its place.
//
// Five 32-bit words: a magic number, bytes of Pyodide's header, bytes of the memory, numbers of runs of two sorts. Then for each
// run its place and length, the header, and what the runs consist of.
// All of that is the custom section of an otherwise empty WebAssembly module, since hosts compress those but not unknown types.

export const MAGIC = 0x50535032;
export const START = 24; // offset of the custom section's content

/** Parse a file: the size of the memory, two lists of runs (place, length, place, …), Pyodide's header, and the content. */
export function opened(file) {
  const [magic, headerBytes, heapBytes, ...counts] = new Uint32Array(file, START, 5);
  if (magic !== MAGIC) throw new Error("the snapshot isn't one");
  let at = START + 20;
  const [first, second] = counts.map((count) => new Uint32Array(file, (at += 8 * count) - 8 * count, 2 * count));
  return { heapBytes, first, second, header: new Uint8Array(file, at, headerBytes), content: new Uint8Array(file, at + headerBytes) };
}

/** Put runs into their places in a memory; return the rest of the content. */
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

/** Throw an error if anything is already written where the runs belong. */
export function refuseWritten(memory, runs) {
  const words = new Int32Array(memory.buffer);
  for (let i = 0; i < runs.length; i += 2) {
    for (let at = runs[i] / 4; at < (runs[i] + runs[i + 1]) / 4; at++) {
      if (words[at]) throw new Error(`The start has written to ${4 * at}, unlike in the build`);
    }
  }
}
