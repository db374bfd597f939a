// node dump.mjs PYODIDE ROOT [SCRIPT]: run a script (by default dump.py) in Pyodide's Python, with ROOT in its file system.

import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, root, script = "tests/battery/determinism/dump.py"] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ args: [], env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" } });
python.mountNodeFS("/root_of_project", root);
python.runPython(`
import runpy, sys
sys.argv = ["", "/root_of_project"]
runpy.run_path("/root_of_project/${script}", run_name="__main__")
`);
