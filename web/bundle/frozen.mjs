// Import this before Pyodide: what runs then depends neither on chance nor on the time nor on this machine's folders, so the same
// sources make the same memory.

import crypto from "node:crypto";
import path from "node:path";

let ticks = 0; // the clock must run: some places are written only when time has passed

crypto.randomFillSync = crypto.webcrypto.getRandomValues = (bytes) => bytes.fill(0);
performance.now = () => ++ticks;
Date.now = () => Date.UTC(2020, 0, 1) + ++ticks;
process.argv[1] = path.basename(process.argv[1]);
