// node compress.mjs SITE CACHE: write a .gz and a .br beside each file of a site if that makes it smaller.
//
// It takes a minute; files compressed before, recognized by their content, come from the cache.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const [site, cache] = process.argv.slice(2);
const GAIN = 0.95; // a sibling must be smaller than this fraction of its original
const PACKED = [".gz", ".br", ".zip"];
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

async function sibling(file, content, suffix, quality) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
  const kept = path.join(cache, `${hash}-${quality}${suffix}`);
  if (!fs.existsSync(kept)) {
    const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: content.length };
    fs.writeFileSync(kept, await (suffix === ".gz" ? gzip(content, { level: quality }) : brotli(content, { params })));
  }
  if (fs.statSync(kept).size < GAIN * content.length) fs.copyFileSync(kept, file + suffix);
}

fs.mkdirSync(cache, { recursive: true });
const files = fs.readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
await Promise.all(files.map(async (entry) => {
  const file = path.join(entry.parentPath ?? entry.path, entry.name);
  if (PACKED.includes(path.extname(file))) return;
  const content = fs.readFileSync(file);
  await sibling(file, content, ".gz", 9);
  await sibling(file, content, ".br", 11);
}));
