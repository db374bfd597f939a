// node styles.mjs TOOLS SHEET...: print, as a JSON list, each sheet bundled with what it imports, minified, and with the
// names of widths (`@custom-media`) resolved. A list in `:is()` that is a whole selector becomes a list of selectors, which
// browsers look up by their classes.

import { createRequire } from "node:module";
import path from "node:path";

const [tools, ...sheets] = process.argv.slice(2);
const { bundle } = createRequire(path.join(tools, "index.js"))("lightningcss");
// The oldest supported browsers; what they support only with a prefix gets one.
const targets = { chrome: 114 << 16, firefox: 125 << 16, safari: 17 << 16 };

const visitor = { Selector: ([first, ...more]) => (first.kind === "is" && !more.length ? first.selectors : undefined) };

const made = sheets.map((filename) => {
  const { code, warnings } = bundle({ filename, minify: true, targets, drafts: { customMedia: true }, visitor });
  for (const { message, loc } of warnings) throw new Error(`${loc.filename}:${loc.line}: ${message}`);
  return code.toString();
});
process.stdout.write(JSON.stringify(made));
