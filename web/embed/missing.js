// The frame of a demo that doesn't exist: reports that to the host's element.
const id = new URLSearchParams(location.hash.slice(1)).get("id");
if (id && parent !== window) {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ kh: 1, id, type: "error", code: "unknown-scenario", height }, "*");
}
