// node split.mjs MODULE OUT PROFILE: split Pyodide's module into the functions that start and play run, the rest, and its data.
// node split.mjs MODULE OUT: write the module with a table `ran` that marks each function once it runs, for profiles.
//
// README.md beside this file explains how the parts work together and why that is safe.

import fs from "node:fs";
import path from "node:path";
import {
  CODE, DATA, DATA_COUNT, ELEMENT, EXPORT, FUNCTION, IMPORT, KINDS, TABLE, TYPE,
  Reader, leastOf, list, moduleOf, number, partsOf, signed, sized, text, variablesOf,
} from "./wasm.mjs";

const MODULE = "pyodide.asm.wasm";
const REST = "pyodide.rest.wasm";
const DATA_ALONE = "pyodide.data.wasm";
const FUNCREF = 0x70;
const CONSTANT = 0x41, END = 0x0b, LOCAL = 0x20, CALL_BY_TABLE = 0x11, SET_IN_TABLE = 0x26, FUNCTION_REFERENCE = 0xd2;

/** Append items to the list that a section consists of. */
function longer(section, more) {
  const reader = new Reader(section);
  const length = reader.number();
  return Buffer.concat([Buffer.from(number(length + more.length)), section.subarray(reader.at), ...more.map((each) => Buffer.from(each))]);
}

/** Return a module's sections with some of them changed; those changed to null are left out. */
const withChanged = (sections, changed) => moduleOf(
  [...sections].filter(([id]) => changed[id] !== null).map(([id, content]) => [id, changed[id] ?? content]),
);

const tableOf = (length) => [FUNCREF, 1, ...number(length), ...number(length)];
const exported = (name, kind, index) => [...text(name), KINDS.indexOf(kind), ...number(index)];
const constant = (value) => [CONSTANT, ...signed(value)];
/** Encode entries of a table: functions for consecutive places, from *place* on. */
const entries = (table, place, functions) => Buffer.concat([
  Buffer.from([2, ...number(table), ...constant(place), END, 0]), list(functions.map(number)),
]);

/** Group numbers into runs: pairs of the first number and the length. */
function runs(numbers) {
  const found = [];
  for (const each of numbers) {
    if (found.length && found.at(-1)[0] + found.at(-1)[1] === each) found.at(-1)[1]++;
    else found.push([each, 1]);
  }
  return found;
}

/** Split the module: the first part owns the functions numbered in *ran*, the second the rest; the data becomes a third module. */
function split(bytes, ran) {
  const { sections, types, imports, functions, tables, memories, tags, globals, bodies } = partsOf(bytes);
  const loader = types.findIndex(({ parameters, results }) => !parameters.length && !results.length);
  if (loader < 0) throw new Error("no function takes and returns nothing");
  const first = new Set(ran);
  // The crossing: a table of all functions, each at its number plus one; at 0, the function that loads the rest.
  const crossing = tables.length;
  const across = (type, index) => [...constant(index), CALL_BY_TABLE, ...number(type), ...number(crossing)];
  const bridge = (i, before) => {
    const parameters = types[functions[i]].parameters.flatMap((_, at) => [LOCAL, ...number(at)]);
    return [0, ...before, ...parameters, ...across(functions[i], i + 1), END];
  };
  const filled = (there) => runs([...bodies.keys()].filter(there)).map(([from, count]) => (
    entries(crossing, from + 1, Array.from({ length: count }, (_, i) => imports.length + from + i))));
  const shared = { table: [...tables, tableOf(bodies.length + 1)], memory: memories, global: globals, tag: tags };
  const imported = (kind, i, bytes) => [...text("first"), ...text(`${kind} ${i}`), KINDS.indexOf(kind), ...bytes];
  const each = (one) => Object.entries(shared).flatMap(([kind, all]) => all.map((bytes, i) => one(kind, i, bytes)));

  const call = across(loader, 0);
  return {
    [MODULE]: withChanged(sections, {
      [TABLE]: longer(sections.get(TABLE), [shared.table.at(-1)]),
      [EXPORT]: longer(sections.get(EXPORT), [
        exported("crossing", "table", crossing), ...each((kind, i) => exported(`${kind} ${i}`, kind, i)),
      ]),
      [ELEMENT]: longer(sections.get(ELEMENT), filled((i) => first.has(i))),
      [CODE]: list(bodies.map((body, i) => sized(first.has(i) ? body : bridge(i, call)))),
      [DATA_COUNT]: null,
      [DATA]: null,
    }),
    [REST]: moduleOf([
      [TYPE, sections.get(TYPE)],
      [IMPORT, longer(sections.get(IMPORT), each(imported))],
      [FUNCTION, longer(sections.get(FUNCTION), [number(loader)])],
      [ELEMENT, list([entries(crossing, 0, [imports.length + bodies.length]), ...filled((i) => !first.has(i))])],
      [CODE, list([...bodies.map((body, i) => sized(first.has(i) ? bridge(i, []) : body)), sized([0, END])])],
    ]),
    [DATA_ALONE]: moduleOf([[IMPORT, list([imported("memory", 0, [0, ...number(leastOf(memories[0]))])])], [DATA, sections.get(DATA)]]),
  };
}

/** Return the module in which function i puts itself into the table `ran` at i. */
function recording(bytes) {
  const { sections, imports, tables, bodies } = partsOf(bytes);
  const noted = (body, i) => {
    const variables = variablesOf(body);
    const mark = [...constant(i), FUNCTION_REFERENCE, ...number(imports.length + i), SET_IN_TABLE, ...number(tables.length)];
    return sized(Buffer.concat([body.subarray(0, variables), Buffer.from(mark), body.subarray(variables)]));
  };
  const referred = Buffer.concat([Buffer.from([3, 0]), list(bodies.map((_, i) => number(imports.length + i)))]);
  return {
    [MODULE]: withChanged(sections, {
      [TABLE]: longer(sections.get(TABLE), [tableOf(bodies.length)]),
      [EXPORT]: longer(sections.get(EXPORT), [exported("ran", "table", tables.length)]),
      [ELEMENT]: longer(sections.get(ELEMENT), [referred]),
      [CODE]: list(bodies.map(noted)),
    }),
  };
}

const [file, out, profile] = process.argv.slice(2);
try {
  const bytes = fs.readFileSync(file);
  const made = profile ? split(bytes, JSON.parse(fs.readFileSync(profile)).functions) : recording(bytes);
  for (const [name, content] of Object.entries(made)) {
    new WebAssembly.Module(content); // throws if the module contains something this file does not know
    fs.writeFileSync(path.join(out, name), content);
  }
} catch (error) {
  console.error(`Error: ${error.message}`);
  process.exit(1);
}
