// The page's first script: starts the worker as soon as the first screen is painted, so that Python starts beside the shell,
// then PyScript for the shell, then what keeps the page offline.

const LATEST_PAINT = 150; // ms until the start goes on though nothing is painted
const address = new URL("./worker.mjs", import.meta.url).href;
// A page in a sandboxed frame has no origin of its own, and may start a worker only from a data: address.
const script = self.origin === "null"
  ? "data:text/javascript," + encodeURIComponent(`import ${JSON.stringify(address)}`)
  : address;

/** Start a worker; its messages are kept until someone listens. */
function start(options) {
  const worker = new Worker(script, { type: "module", name: options });
  const early = [];
  let hear = (text) => early.push(text);
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => hear(JSON.stringify({ failed: message || "The worker's script can't be loaded" }));
  return {
    send: (text) => worker.postMessage(text),
    stop() {
      hear = () => {}; // what it has sent already must not be taken for its successor's
      worker.terminate();
    },
    listen(listener) {
      hear = listener;
      early.forEach((text) => listener(text));
    },
  };
}

// The shell's Python can't catch what the browser throws where storage is blocked or full, so that is done here.
const PREFIX = "keyharvest:"; // other pages of the same host share the storage
const storage = {
  /** Everything that was saved, as JSON, or null where storage is blocked. */
  read() {
    try {
      const ours = Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX));
      return JSON.stringify(Object.fromEntries(ours.map(([key, text]) => [key.slice(PREFIX.length), text])));
    } catch {
      return null;
    }
  },
  /** Save a text, or forget it (null); whether that could be done. */
  write(key, text) {
    try {
      if (text == null) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, text);
      return true;
    } catch {
      return false;
    }
  },
  /** How much the browser holds of ours in all, in MB, or an empty text where it doesn't tell. */
  async size() {
    const { usage } = await (navigator.storage?.estimate().catch(() => ({})) ?? {}); // refused in a sandboxed frame
    return usage ? (usage / 1e6).toFixed(1) : "";
  },
  /** Have a function called when another page may have written: one that is open, or while this one was put away. */
  watch(listener) {
    addEventListener("storage", ({ key }) => { if (key === null || key.startsWith(PREFIX)) listener(); });
    addEventListener("pageshow", ({ persisted }) => { if (persisted) listener(); });
  },
};

/** What a person does on the first screen before the shell listens; gives the events to who takes over. */
function keepEarly() {
  const kept = [];
  const keep = (event) => {
    kept.push(event);
    if (event.type === "submit" || event.target.closest("a[data-intent]")) event.preventDefault();
  };
  const kinds = ["click", "change", "submit"];
  for (const kind of kinds) document.addEventListener(kind, keep);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, keep);
    return kept;
  };
}

/** The screens that can be shown before the game is there, as JSON: a patch for each intent that leads to one. */
const ahead = () => fetch(new URL("./ahead.json", import.meta.url))
  .then((response) => response.ok ? response.text() : "{}")
  .catch(() => "{}");

const keyharvest = globalThis.keyharvest = { start, storage, early: keepEarly(), ahead };

// What is there already is shown before Python takes the page's thread; a hidden page shows nothing.
await new Promise((done) => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  setTimeout(done, LATEST_PAINT);
});
keyharvest.first = start("{}");
// PyScript looks for its scripts and settings when it is loaded.
if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
// PyScript's plain type of script, in which Python has the browser and no package of PyScript's: importing that takes 150 ms.
document.querySelector("script[type=micropython]")
  .setAttribute("version", new URL("{{vendor}}/micropython/micropython.mjs", import.meta.url).href);
const { hooks } = await import("{{vendor}}/pyscript/core.js");
// PyScript makes a function from text for workers of its own; without it the page needs no 'unsafe-eval'.
hooks.worker.onBeforeRunAsync.clear();
import("./offline.mjs");
