// node lean.mjs PYODIDE TOOLS OUT lean|whole: write the files of Pyodide that the page is built from, without the code that nothing in
// them calls.
//
// TOOLS is a folder with the npm packages used here. README.md beside this file explains what is done and why it is safe.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { binaryen } from "./binaryen.mjs";
import { putTogether, takenApart, words } from "./glue.mjs";

const [pyodide, tools, out, part] = process.argv.slice(2);
const require = createRequire(path.join(tools, "index.js"));
const { parse } = require("acorn");
const { minify } = require("terser");

const GLUE = "pyodide.asm.mjs";
const MODULE = "pyodide.asm.wasm";
const FILES = ["package.json", "pyodide.mjs", "pyodide-lock.json", "python_stdlib.zip", GLUE, MODULE];

const SYNTAX = { ecmaVersion: "latest", sourceType: "module" };

const read = (file) => fs.readFileSync(path.join(pyodide, file));

/** Return what a module imports from the glue, as pairs of module and name, and its exports. */
function interfaceOf(code) {
  const compiled = new WebAssembly.Module(code);
  const imports = WebAssembly.Module.imports(compiled).map(({ module, name }) => [module, name]);
  return { imports, exports: WebAssembly.Module.exports(compiled).map(({ name }) => name) };
}

/** Describe what needs what, in the form of wasm-metadce, which adds the dependencies inside the module. */
function graph(units, { imports, exports }) {
  const giving = new Map();
  const give = (word, name) => giving.set(word, [...(giving.get(word) ?? []), name]);
  for (const { gives, name } of units) for (const word of gives) give(word, name);
  for (const name of exports) give(`export ${name}`, `export ${name}`);
  const reaches = (...words) => [...new Set(words.flatMap((word) => giving.get(word) ?? []))];
  // pyodide.mjs creates and uses the module: every word in it may be a property that it uses.
  const asked = String(read("pyodide.mjs")).match(/[\w$]+/g).map((word) => `.${word}`);
  const begun = units.filter(({ always }) => always).map(({ name }) => name);
  return [
    { name: "start", root: true, reaches: [...begun, ...reaches(...asked)] },
    ...units.map(({ name, mentions }) => ({ name, reaches: reaches(...mentions) })),
    ...exports.map((name) => ({ name: `export ${name}`, export: name, reaches: reaches(`export ${name}`) })),
    // Imports missing in wasmImports are looked up among the exports.
    ...imports.map(([from, name]) => (
      { name: `import ${from} ${name}`, import: [from, name], reaches: reaches(`import ${name}`, `export ${name}`) })),
  ];
}

/** Write the module without unreachable code; return the names of everything reachable in the graph. */
function trimmed(nodes) {
  const graphFile = path.join(out, "graph.json");
  fs.writeFileSync(graphFile, JSON.stringify(nodes));
  const said = binaryen(
    tools, "wasm-metadce", path.join(pyodide, MODULE), "-o", path.join(out, MODULE), "--graph-file", graphFile,
  );
  fs.rmSync(graphFile);
  const unused = new Set(Array.from(said.matchAll(/^unused: (.*)$/gm), ([, name]) => name));
  return new Set(nodes.map(({ name }) => name).filter((name) => !unused.has(name)));
}

/** Throw an error if the glue mentions a name or an export that was removed. */
function check(glue, units, kept, before, after) {
  const declared = (of) => of.filter(({ node }) => node.type !== "ExpressionStatement").flatMap(({ gives }) => gives);
  const gone = new Set(declared(units));
  for (const name of declared(kept)) gone.delete(name);
  const missing = [...words(parse(glue, SYNTAX))].filter((word) => gone.has(word));
  const asked = Array.from(glue.matchAll(/\bwasmExports(?:\.|\[")(\w+)/g), ([, name]) => name);
  missing.push(...asked.filter((name) => before.exports.includes(name) && !after.exports.includes(name)));
  if (missing.length) throw new Error(`the lean glue would miss ${[...new Set(missing)].join(", ")}`);
}

async function makeLean() {
  const source = String(read(GLUE));
  const { factory, units } = takenApart(parse(source, SYNTAX));
  units.forEach((unit, i) => { unit.name = `unit ${i}`; });
  const before = interfaceOf(read(MODULE));
  const alive = trimmed(graph(units, before));
  const kept = units.filter(({ name }) => alive.has(name));
  const glue = putTogether(source, factory, new Set(kept.map(({ node }) => node)))
    .replaceAll(/\beval\(/g, "(0, eval)("); // a direct eval can use local names, so it would prevent their being shortened
  check(glue, units, kept, before, interfaceOf(fs.readFileSync(path.join(out, MODULE))));
  const { code } = await minify(glue, { module: true, ecma: 2020, keep_classnames: true });
  fs.writeFileSync(path.join(out, GLUE), code);
  fs.copyFileSync(new URL("stand_ins.py", import.meta.url), path.join(out, "stand_ins.py")); // for compile.py
}

try {
  for (const file of FILES) fs.copyFileSync(path.join(pyodide, file), path.join(out, file));
  if (part === "lean") await makeLean();
} catch (error) {
  console.error(`Error: ${error.message}`);
  process.exit(1);
}
