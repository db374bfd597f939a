// node precache.mjs NODE_MODULES SITE: write SITE/sw.js, the service worker that makes the page work offline.
//
// Files with a hash in their address never change; the others are identified by a hash of their content. If a file
// arrives different from the one that was built (cut off, or of another version), the browser refuses the whole new
// version and keeps the old one.

import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, site] = process.argv.slice(2);
const { generateSW } = createRequire(path.join(modules, "index.js"))("workbox-build");
const WORKER = "sw.js";
const COMPRESSED = [".br", ".gz"];
const FOR_OTHER_PAGES = ["embed/", "gallery", "static/demo-", "404.html"]; // the game's page doesn't use them
const SHOWN_BEFORE_INSTALLING = ".webp"; // the manifest's screenshots: the page doesn't use them
const SHOWN_BEFORE_THE_GAME = /^static\/game-[^/]*\/boards\//; // without a network, the game is there at once

const content = (file) => fs.readFileSync(path.join(site, file));
const wanted = fs.readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(site, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, "/"))
  .filter((file) => file !== WORKER && ![...COMPRESSED, SHOWN_BEFORE_INSTALLING].includes(path.extname(file)))
  .filter((file) => !FOR_OTHER_PAGES.some((beginning) => file.startsWith(beginning)) && !SHOWN_BEFORE_THE_GAME.test(file));
let kept = [];

const { warnings } = await generateSW({
  globDirectory: site,
  globPatterns: wanted,
  globIgnores: [],
  maximumFileSizeToCacheInBytes: 2 ** 30, // larger files would be left out
  dontCacheBustURLsMatching: /^static\//,
  manifestTransforms: [(manifest) => {
    kept = manifest.map(({ url }) => url);
    const withHash = ({ url, ...rest }) =>
      ({ url, ...rest, integrity: `sha384-${createHash("sha384").update(content(url)).digest("base64")}` });
    return { manifest: manifest.map(withHash) };
  }],
  ignoreURLParametersMatching: [/./],
  cacheId: "keyharvest",
  cleanupOutdatedCaches: true,
  clientsClaim: true, // the first visit is served from the cache at once; a later version waits until the player accepts it
  skipWaiting: false,
  inlineWorkboxRuntime: true,
  sourcemap: false,
  swDest: path.join(site, WORKER),
});

// The browser's own cache may hold an error or half a file under an address marked as never changing.
const insist = async (request, options, ask) => {
  if (!request.integrity) return ask(request, options);
  const again = () => ask(new Request(request, { cache: "reload" }), options);
  return ask(request, options).then((response) => response.ok ? response : again(), again);
};
const script = path.join(site, WORKER);
const asking = `{ const ask = fetch, insist = ${insist}; self.fetch = (request, options) => insist(request, options, ask); }`;
fs.writeFileSync(script, `${asking}\n${fs.readFileSync(script, "utf8")}`);

const missing = wanted.filter((file) => !kept.includes(file));
if (missing.length || warnings.length) {
  console.error(`Error: not kept for times without a network: ${missing.join(", ")} ${warnings.join("; ")}`);
  process.exit(1);
}
