// Lets players drag tiles, workers and counters to their places, with the mouse or a finger that has rested on them. A drag is
// turned into taps on the thing and on the place, so the game needs nothing new; the first tap is made when the drag begins, so
// that the possible places are highlighted. A finger that moves at once scrolls instead. Loaded with the animations.

const THING = ".game :is([data-intent=tile], [data-intent=worker], [data-intent=more], [data-intent=brush])";
const PURSE = ".steppers"; // where counters are put for a bid or a payment
const FAR = 8; // px of movement that make a drag
const HOLD = 200; // ms that a finger must rest

let begun = null; // what was pressed, and where and when
let ghost = null; // its picture under the pointer, while it is dragged

/** Tap something; SVG has no `click()`. */
const tap = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

const isCounter = ({ dataset }) => dataset.intent === "more";
const isChosen = (thing) => thing.ariaPressed === "true" || thing.classList.contains("chosen");

/** Lift what was pressed, and choose it at once; not a counter, as each tap on one adds another. */
function lift({ thing }) {
  document.dispatchEvent(new Event("kh-drag")); // a note for a resting finger is not wanted now
  const picture = thing.querySelector("svg"), { width, height } = picture.getBoundingClientRect();
  ghost = document.createElement("div");
  ghost.className = "dragged";
  ghost.ariaHidden = "true";
  ghost.append(picture.cloneNode(true));
  ghost.firstChild.style.cssText = `width: ${width}px; height: ${height}px`;
  document.body.append(ghost);
  document.documentElement.classList.add("dragging");
  if (!isCounter(thing) && !isChosen(thing)) tap(thing);
}

const move = ({ clientX, clientY }) => { ghost.style.translate = `calc(${clientX}px - 50%) calc(${clientY}px - 50%)`; };

/** Drop what is dragged: tap what it was dropped on. */
function drop({ thing }, { clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY);
  if (isCounter(thing)) {
    const stored = under?.closest("[data-intent=stored]");
    if (stored && !isChosen(stored)) tap(stored);
    // The first tap of a drag may have redrawn it.
    if (stored || under?.closest(PURSE)) tap(document.getElementById(thing.id) ?? thing);
  } else {
    const space = under?.closest("#board [data-intent=tap]");
    if (space) tap(space);
  }
}

function end() {
  ghost?.remove();
  document.documentElement.classList.remove("dragging");
  begun = ghost = null;
}

/** Keep the page from scrolling while a finger drags. */
function hold(event) {
  if (ghost && event.cancelable) event.preventDefault();
}

document.addEventListener("pointerdown", (event) => {
  end();
  const thing = event.button === 0 && event.isPrimary && event.target.closest(THING);
  if (!thing || !thing.querySelector("svg")) return;
  begun = { thing, x: event.clientX, y: event.clientY, at: event.timeStamp };
  // This element gets the finger's events even after a redraw has removed it from the page.
  event.target.addEventListener("touchmove", hold, { passive: false });
});
document.addEventListener("pointermove", (event) => {
  if (!begun || !event.isPrimary) return;
  if (!ghost) {
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < FAR) return;
    if (event.pointerType === "touch" && event.timeStamp - begun.at < HOLD) return end();
    lift(begun);
  }
  move(event);
});
document.addEventListener("pointerup", (event) => {
  if (!ghost) return end();
  // If the pointer is released over what was pressed, the browser sends a click, which must not count as a tap.
  const ignore = (click) => { click.stopPropagation(); click.preventDefault(); };
  addEventListener("click", ignore, { capture: true });
  const from = begun;
  end();
  setTimeout(() => {
    removeEventListener("click", ignore, { capture: true });
    drop(from, event);
  });
});
document.addEventListener("pointercancel", end);

// Where a layout is painted, the pointer taps each field that it comes to.
const FIELD = ".painting #board [data-intent=tap]";
let last = null; // the id of the field painted last, and whether it has been tapped
document.addEventListener("pointerdown", ({ button, isPrimary, target }) => {
  const pairing = document.querySelector(".painting [data-value=pairs][aria-pressed=true]"); // pairs are tapped one by one
  const field = button === 0 && isPrimary && !pairing && target.closest(FIELD);
  last = field ? { id: field.id, tapped: false } : null;
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  const field = last && document.elementFromPoint(clientX, clientY)?.closest(FIELD);
  if (!field || field.id === last.id) return;
  if (!last.tapped) tap(document.getElementById(last.id)); // after a drag it gets no click
  last = { id: field.id, tapped: true };
  tap(field);
});
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, () => { last = null; });
document.addEventListener("contextmenu", (event) => { if (begun && ghost) event.preventDefault(); });
addEventListener("keydown", (event) => {
  if (!ghost || event.key !== "Escape") return;
  event.stopPropagation();
  end();
}, { capture: true });
document.getElementById("main").addEventListener("touchmove", hold, { passive: false });
