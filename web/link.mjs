// What the game's page and a demo's frame share: a worker with the game in it, and panels that change in place.

import morphdom from "{{vendor}}/morphdom/morphdom.js";

const address = new URL("./worker.mjs", import.meta.url).href;
// A page in a sandboxed frame has no origin of its own, and may start a worker only from a data: address.
const script = self.origin === "null"
  ? "data:text/javascript," + encodeURIComponent(`import ${JSON.stringify(address)}`)
  : address;

/** Start a worker; its messages are kept until someone listens. */
export function started(options) {
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

/**
 * Change a panel's content into `html`, element by element: what a person holds down or has typed into outlives it.
 * An element is the same one if it has the same id, or is the n-th for the same intent and value in both.
 */
export function redraw(panel, html) {
  const wanted = panel.cloneNode(false);
  wanted.innerHTML = html;
  const keys = new WeakMap();
  for (const root of [panel, wanted]) {
    const seen = {};
    for (const element of root.querySelectorAll("[id], [data-intent]")) {
      const { id, dataset } = element;
      const name = id ? `#${id}` : `${dataset.intent} ${dataset.value}`;
      seen[name] = (seen[name] ?? 0) + 1;
      keys.set(element, `${name} ${seen[name]}`);
    }
  }
  morphdom(panel, wanted, {
    childrenOnly: true,
    getNodeKey: (node) => keys.get(node),
    // What is equal in what the page was told stays: a person may have typed into it since.
    onBeforeElUpdated: (old, next) => !old.isEqualNode(next),
  });
}
