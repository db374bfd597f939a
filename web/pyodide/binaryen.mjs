// Binaryen's programs, as installed by npm.

import { execFileSync } from "node:child_process";
import path from "node:path";

// The features that Pyodide's module is compiled with; Binaryen refuses a module with any other.
const FEATURES = [
  "bulk-memory", "exception-handling", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext",
];

/** Run one of the programs from npm's folder *tools*; return its output. */
export function binaryen(tools, program, ...options) {
  const features = FEATURES.map((name) => `--enable-${name}`);
  const command = [path.join(tools, "binaryen/bin", program), "-mvp", ...features, ...options];
  return execFileSync(process.execPath, command, { encoding: "utf8", maxBuffer: 2 ** 30 });
}
