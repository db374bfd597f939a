// Makes the page work offline with the service worker sw.js, and offers new versions.
//
// A new version waits beside the old one until the player accepts it, or until no page of the old one is open. It is offered only
// on the home screen: there, every game is in the browser's storage. If the browser refuses service workers (no storage, a
// sandboxed frame, no https), the page works without one.

const LATEST = 20_000; // ms after which files are cached even if the game isn't complete
const CALM = 3_000; // ms to wait once it is: caching takes processor time, and the player wants to see the board
const BETWEEN_CHECKS = 3600_000; // ms; the browser itself asks for a new version only when a page is opened
const TOLD = 8_000; // ms for which the line is shown
const element = (id) => document.getElementById(id);
const after = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Resolve when the whole game is loaded and its first board is shown: until then they need the network and the processor.
 */
function gameBrought() {
  return new Promise((brought) => {
    const done = () => setTimeout(brought, CALM);
    const look = () => document.body?.hasAttribute("data-whole") && done();
    new MutationObserver(look).observe(document.documentElement, { subtree: true, attributeFilter: ["data-whole"] });
    look();
  });
}

async function tellOnce() {
  element("offline").textContent = element("offline").dataset.ready;
  await after(TOLD);
  element("offline").textContent = "";
}

async function keep(container) {
  if (!container.controller) await Promise.race([gameBrought(), after(LATEST)]);
  let old = container.controller; // the version of this page; none on the first visit
  let taken = false;
  const registration = await container.register(new URL("./sw.js", document.baseURI), { updateViaCache: "none" });

  const offer = () => { element("update").hidden = false; };
  const follow = (worker) => {
    const first = !registration.active;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && !first) offer();
      if (worker.state === "activated" && first) tellOnce();
    });
  };
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  if (registration.waiting && registration.active) offer();

  element("update-take").addEventListener("click", () => {
    taken = true;
    if (registration.waiting) registration.waiting.postMessage({ type: "SKIP_WAITING" });
    else location.reload();
  });
  container.addEventListener("controllerchange", () => {
    if (taken) location.reload();
    else if (old) outlive(offer);
    old = container.controller;
  });

  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < BETWEEN_CHECKS) return;
    checked = Date.now();
    registration.update().catch(() => {}); // without a network, try again next time
  });
}

/** Handle a new version accepted in another tab: this one's files are gone, so only a reload could start its worker again. */
function outlive(offer) {
  offer();
  globalThis.keyharvest.start = () => {
    location.reload();
    return { send() {}, stop() {}, listen() {} };
  };
}

try {
  await keep(navigator.serviceWorker);
} catch (error) {
  console.info("Not kept for times without a network:", String(error));
}
