// node styles.mjs TOOLS SHEET...: print, as a JSON list, each sheet bundled with what it imports (`*.css`: all sheets of a
// folder), minified, and with the names of widths (`@custom-media`) resolved. A list in `:is()` that says which element is
// meant becomes a list of selectors: browsers look up a selector by the class, id or tag of its last element, and try one
// without any on each element.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [tools, ...sheets] = process.argv.slice(2);
const { bundleAsync } = createRequire(path.join(tools, "index.js"))("lightningcss");
// The oldest supported browsers; what they support only with a prefix gets one.
const targets = { chrome: 114 << 16, firefox: 125 << 16, safari: 17 << 16 };

/** Ids, classes and tags of a selector: whichever has more of the first that differs is the stronger one. */
function weight(selector) {
  const sum = [0, 0, 0];
  const add = (parts) => parts.forEach((count, at) => (sum[at] += count));
  const heaviest = (list) => list.map(weight).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).at(-1);
  for (const { type, kind, selectors, of } of selector) {
    if (type === "id") add([1, 0, 0]);
    else if (type === "class" || type === "attribute") add([0, 1, 0]);
    else if (type === "type" || type === "pseudo-element") add([0, 0, 1]);
    else if (type === "pseudo-class" && ["is", "not", "has"].includes(kind)) add(heaviest(selectors));
    else if (type === "pseudo-class" && kind !== "where" && kind !== "scope") {
      add([0, 1, 0]);
      if (of) add(heaviest(of));
    }
  }
  return sum;
}

/** Take a list apart if that leaves each selector's meaning and weight as they are. */
function apart(selector) {
  const subject = selector.findLastIndex(({ type }) => type === "combinator") + 1;
  const at = selector.findIndex(({ kind }, index) => index >= subject && kind === "is");
  if (at < 0) return [selector];
  const lists = selector[at].selectors;
  const far = lists.some((one) => one.some(({ type }) => type === "combinator"));
  const equal = new Set(lists.map((one) => String(weight(one)))).size === 1;
  if (!equal || (far && at > 0)) return [selector];
  return lists.flatMap((one) => {
    const [before, rest] = [selector.slice(subject, at), selector.slice(at + 1)];
    const first = one[0].type === "type" ? [...one, ...before] : [...before, ...one]; // a tag comes first
    return apart([...selector.slice(0, subject), ...first, ...rest]);
  });
}

const visitor = { Selector: apart };

/** Read a sheet; an import of a whole folder becomes one of each sheet in it, in the same line. */
function read(file) {
  return readFileSync(file, "utf8").replace(/@import url\("([^"]*)\*\.css"\)([^;]*);/g, (_, folder, layer) => {
    const names = readdirSync(path.join(path.dirname(file), folder)).sort();
    return names.map((name) => `@import url("${folder}${name}")${layer};`).join("");
  });
}

const options = { minify: true, targets, drafts: { customMedia: true }, visitor, resolver: { read } };
const made = await Promise.all(sheets.map(async (filename) => {
  const { code, warnings } = await bundleAsync({ filename, ...options });
  for (const { message, loc } of warnings) throw new Error(`${loc.filename}:${loc.line}: ${message}`);
  return code.toString();
}));
process.stdout.write(JSON.stringify(made));
