// The worker's messages to the page, as strings of JSON: {"progress": stage, "part": 0…1}, {"failed": text}, {"whole": true} once
// the whole game is loaded, {"outdated": true} if a file is missing because the site has a new version, and everything that worker.py sends.

export const tell = (message) => postMessage(JSON.stringify(message));

/** Send a final message, and none after it: the worker's state can no longer be trusted, whatever Python may still do. */
export function lastly(message) {
  tell(message);
  self.onmessage = null;
  self.postMessage = () => {};
}
