// The service worker: caches every file of the game's page, so that it works without a network.
//
// All versions share one cache, in which a file's key is its address with the hash of its content: a new version fetches only
// what has changed. If a file arrives different from the one that was built (cut off, or of another version), the browser
// refuses it, and with it the whole new version; the old one stays.

const FILES = JSON.parse('{{kept}}'); // by path: the hash
const { scope } = registration; // another site on this origin has caches of its own
const CACHE = `keyharvest ${scope}`;
const FORMER = `keyharvest-precache-v2-${scope}`; // earlier versions' cache
const keyOf = (path) => `${scope}${path}?${encodeURIComponent(FILES[path])}`;

/** Fetch a file. The browser's own cache may hold an error or half of it under an address marked as never changing. */
async function fetched(path) {
  const ask = (cache) => fetch(scope + path, { integrity: FILES[path], credentials: "same-origin", cache });
  let response = await ask("default").catch(() => null);
  if (!response?.ok) response = await ask("reload");
  if (!response.ok) throw new Error(`${path} can't be loaded: ${response.status}`);
  // Without the mark of a redirect, which browsers refuse as the answer for a page.
  return new Response(response.body, { headers: response.headers });
}

/** Return a file from the cache; one that isn't there is fetched first. */
async function kept(path) {
  const cache = await caches.open(CACHE), key = keyOf(path);
  const found = await cache.match(key);
  if (found) return found;
  await cache.put(key, await fetched(path));
  return cache.match(key);
}

async function keepAll() {
  for (const path of Object.keys(FILES)) await kept(path);
}

async function takeOver() {
  await caches.delete(FORMER);
  const cache = await caches.open(CACHE), keys = new Set(Object.keys(FILES).map(keyOf));
  for (const { url } of await cache.keys()) if (!keys.has(url)) await cache.delete(url);
  await clients.claim(); // the first visit is served from the cache at once
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") skipWaiting(); // the player has accepted the new version
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/); // what follows never makes another page of it
  const path = address.slice(scope.length) || "index.html";
  if (method !== "GET" || !address.startsWith(scope) || !Object.hasOwn(FILES, path)) return;
  event.respondWith(kept(path).catch(() => fetch(event.request)));
});
