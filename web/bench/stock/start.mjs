// Starts the game with stock Pyodide. The benchmark fills in the name of the wheel and the content of start.py.

import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide();
await python.loadPackage(new URL("./{{wheel}}", import.meta.url).href);
python.runPython("{{start}}");
document.querySelector("p").textContent = python.globals.get("first").length;
document.body.dataset.game = "ready";
performance.mark("ready");
