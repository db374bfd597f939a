// Shared by the game's page and a demo's frame: a worker with the game in it, and panels that change in place.

import morphdom from "{{vendor}}/morphdom/morphdom.js";

const address = new URL("./worker.js", import.meta.url).href;
// A sandboxed page has no origin of its own and may start a worker only from a data: address.
const script = self.origin === "null"
  ? "data:text/javascript," + encodeURIComponent(`import ${JSON.stringify(address)}`)
  : address;

/** Start a worker; its messages are queued until someone listens. */
export function started(options) {
  const worker = new Worker(script, { type: "module", name: options });
  const early = [];
  let hear = (text) => early.push(text);
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => hear(JSON.stringify({ failed: message || "The worker's script can't be loaded" }));
  return {
    send: (text) => worker.postMessage(text),
    stop() {
      hear = () => {}; // messages still under way must not be mistaken for its successor's
      worker.terminate();
    },
    listen(listener) {
      hear = listener;
      early.forEach((text) => listener(text));
    },
  };
}

/** Match two lists: return the longest sequence of pairs with the same name, in order. */
function paired(from, to, name) {
  const [left, right] = [from.map(name), to.map(name)];
  const most = Array.from(Array(left.length + 1), () => Array(right.length + 1).fill(0)); // the best from i and j on
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      most[i][j] = left[i] === right[j] ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1]);
    }
  }
  const pairs = new Map();
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) pairs.set(to[j++], from[i++]);
    else if (most[i + 1][j] >= most[i][j + 1]) i++;
    else j++;
  }
  return pairs;
}

/**
 * Align the children of `old` with those of `next`: remove what is gone, insert what is new. Left alone, morphdom removes all
 * that follows a new element with a key and inserts it again piece by piece, which lays out half of the page again.
 */
function align(old, next, keys, had) {
  // An element without a name of its own, such as a row of a list, gets that of the control in it.
  const name = (node) => keys.get(node) ?? (node.nodeName === "use" ? node.getAttribute("href")
    : `${node.nodeName} ${node.dataset?.thing ?? keys.get(node.firstElementChild) ?? ""}`);
  const [from, to] = [[...old.childNodes], [...next.childNodes]];
  const same = (i, j) => from.length && to.length && name(from.at(i)) === name(to.at(j));
  while (same(0, 0)) from.shift(), to.shift();
  let end = null;
  while (same(-1, -1)) end = from.pop(), to.pop();
  if (!from.length && !to.length) return;
  const pairs = paired(from, to, name), kept = new Set(pairs.values()), wanted = new Set(to.map(name));
  for (const child of from) if (!kept.has(child) && !(keys.has(child) && wanted.has(name(child)))) child.remove();
  for (const child of to.reverse()) {
    let there = pairs.get(child) ?? had.get(keys.get(child));
    if (!there) {
      there = child;
      // In its place, leave a comment that morphdom takes for the same node.
      const left = document.createComment("");
      left.isSameNode = (node) => node === child;
      child.replaceWith(left);
    }
    if (there.parentNode !== old || there.nextSibling !== end) old.insertBefore(there, end);
    end = there;
  }
}

/**
 * Change a panel's content to `html`, element by element, so that a pressed button or typed text survives. Two elements count as
 * the same if they have the same id, or if both are the n-th one with the same intent and value.
 */
export function redraw(panel, html) {
  if (!panel.firstChild) {
    panel.innerHTML = html;
    return;
  }
  const wanted = panel.cloneNode(false);
  wanted.innerHTML = html;
  if (panel.isEqualNode(wanted)) return;
  const keys = new WeakMap(), had = new Map();
  for (const root of [panel, wanted]) {
    const seen = {};
    for (const element of root.querySelectorAll("[id], [data-intent]")) {
      const { id, dataset, nodeName } = element;
      const name = `${nodeName} ${id ? `#${id}` : `${dataset.intent} ${dataset.value}`}`;
      seen[name] = (seen[name] ?? 0) + 1;
      const key = `${name} ${seen[name]}`;
      keys.set(element, key);
      if (root === panel) had.set(key, element);
    }
  }
  align(panel, wanted, keys, had);
  morphdom(panel, wanted, {
    childrenOnly: true,
    getNodeKey: (node) => keys.get(node),
    // Elements whose markup is unchanged stay, as the player may have typed into them since; so does a search field in use.
    onBeforeElUpdated(old, next) {
      if (old.isEqualNode(next) || (old.type === "search" && old === document.activeElement)) return false;
      align(old, next, keys, had);
      return true;
    },
  });
}
