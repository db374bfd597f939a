// What the worker says to the page, as strings of JSON: {"progress": stage, "part": 0…1}, {"failed": text}, {"whole": true} once all
// that the game needs is there, and whatever worker.py sends. With "early": true, what failed is a start that did without what
// the snapshot leaves for later, and another worker may do better.

export const tell = (message) => postMessage(JSON.stringify(message));

/** Say a last thing, when nothing that this worker says from here on could be trusted, whatever Python may do. */
export function lastly(message) {
  tell(message);
  self.onmessage = null;
  self.postMessage = () => {};
}
