// The rest of Python's module: functions that are rarely needed during start and play (web/pyodide/README.md). It is loaded after
// everything else or, if one of its functions is called before, synchronously, which blocks the worker.

import { compiled, compiledNow } from "./download.js";
import { lastly } from "./tell.js";

export const REST = "pyodide.rest.wasm";
// (module (import "" "" (func)) (export "" (func 0))): a table takes functions of modules only.
const AS_MODULE = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0]);
const unasked = new AbortController(); // cancels the background download
let complete = null; // puts the rest into a module that lacks it

/** Have the rest loaded at the first call of one of its functions. Do nothing if the module is whole. */
export function completeWhenCalled({ exports }, imports) {
  if (!exports.crossing) return;
  complete = (rest) => {
    new WebAssembly.Instance(rest, { ...imports, first: exports });
    complete = null;
  };
  const bring = () => {
    try {
      unasked.abort(); // the synchronous load replaces it
      complete(compiledNow(REST));
    } catch (error) {
      // Python is in the middle of a call that can't be completed.
      lastly({ failed: String(error) });
      throw error;
    }
  };
  const { exports: { "": called } } = new WebAssembly.Instance(new WebAssembly.Module(AS_MODULE), { "": { "": bring } });
  exports.crossing.set(0, called);
}

/** Put the rest into a module that lacks it. */
export const completeWith = (rest) => complete?.(rest);

/** Load the rest before anything calls it. */
export async function completeEarly() {
  if (complete) completeWith(await compiled(REST, undefined, { signal: unasked.signal }));
}
