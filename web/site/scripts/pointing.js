// Shows where a field tile belongs. When a tile in the registry or a store is chosen, focused or pointed at with the mouse, a
// dotted line leads from it to its space on your board; a tile that is only pointed at appears there as a ghost, with the points
// that it would add. The words are attributes of the tile, so this needs no message to the game. A worker or an event that is
// pointed at, focused or held with a finger shows its name and what it does.

const SVG = "http://www.w3.org/2000/svg";
const TILE = ".game [data-intent=tile]";
const HEX = 120; // height of a space in its own units
const NEAR = 20; // px by which a panel may overlap the board
const TOLD = ".game [data-told], .lesson [data-told]";
const HOLD = 450; // ms that a finger must rest on a worker or an event
const ROOM = 150; // px of margin beside the note

let telling = null;
let holding = 0;
let held = false;

let hovered = null;
let focused = null;
let due = 0;

function element(name, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

const use = (name) => element("use", { href: `#kh-${name}` });
const layer = element("svg", { class: "kh pointing", "aria-hidden": "true" });
const words = document.createElement("p");
words.className = "foretold";
words.ariaHidden = "true"; // the tile's label describes it; its points are shown once it is chosen
const card = document.createElement("p");
card.className = "told-card";
card.ariaHidden = "true"; // its label says the same
card.hidden = true;
document.body.append(layer, words, card);

/** Draw a line from the side of a tile that faces the board to the same side of its space. */
function line(tile, space, board) {
  const [x, y] = [tile.left + tile.width / 2, tile.top + tile.height / 2];
  const [to, on] = [space.left + space.width / 2, space.top + space.height / 2];
  const right = tile.left >= board.right - NEAR;
  const above = tile.bottom <= board.top + NEAR;
  const below = tile.top >= board.bottom - NEAR;
  const [sx, sy] = right ? [1, 0] : above ? [0, -1] : below ? [0, 1] : [-1, 0];
  const from = [x - sx * tile.width / 2, y - sy * tile.height / 2];
  const end = [to + sx * (space.width / 2 + 6), on + sy * (space.height / 2 + 6)];
  const bend = 0.4 * Math.hypot(end[0] - from[0], end[1] - from[1]);
  const curve = [from[0] - sx * bend, from[1] - sy * bend, end[0] + sx * bend, end[1] + sy * bend, ...end];
  return `M${from.map(Math.round)}C${curve.map(Math.round)}`;
}

/** Draw the tile as it would look on its space. */
function ghost(tile, space) {
  const scale = space.height / HEX;
  const at = `translate(${space.left + space.width / 2} ${space.top + space.height / 2}) scale(${scale})`;
  const picture = [...tile.querySelector(".kh-tile").children].map((part) => part.cloneNode(true));
  const lifted = element("g", { transform: "translate(0 -9) scale(1.06)" }, ...picture, use("ghost"));
  const drawn = element("g", { transform: at, class: "pointed" }, element("g", { class: "kh-float" }, lifted));
  if (tile.dataset.worth) {
    const text = element("text", { y: 10, class: "kh-worth" });
    text.textContent = tile.dataset.worth;
    drawn.append(element("g", { transform: "translate(46 -56)", class: "worth" }, element("rect", { x: -32, y: -21, width: 64, height: 42, rx: 9 }), text));
  }
  return drawn;
}

/** Show a note on a worker or an event, above or below it, wherever there is more space. */
function tell() {
  const box = telling?.isConnected && telling.getBoundingClientRect();
  card.hidden = !box;
  if (!box) return;
  const [name, ...line] = telling.dataset.told.split(": ");
  card.replaceChildren(Object.assign(document.createElement("b"), { textContent: name }), line.join(": "));
  const above = box.top > innerHeight / 2;
  card.style.left = `${Math.min(Math.max(box.left + box.width / 2, ROOM), innerWidth - ROOM)}px`;
  card.style.top = `${above ? box.top - 8 : box.bottom + 8}px`;
  card.style.translate = above ? "-50% -100%" : "-50%";
}

function draw() {
  due = 0;
  tell();
  const pointed = [hovered, focused].find((tile) => tile?.isConnected);
  const tile = pointed ?? document.querySelector(`${TILE}.chosen`);
  const space = tile && document.querySelector(`#hex-${tile.dataset.value} > :first-child`)?.getBoundingClientRect();
  layer.replaceChildren();
  words.textContent = "";
  // If another player's board is in the large place, its spaces are not the tile's.
  if (!space?.width || document.querySelector(".back-home")) return;
  const box = tile.getBoundingClientRect();
  const board = document.getElementById("board").getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  // From a tile in the question below the board, the line would cross the question.
  const asked = tile.closest("#action") && box.top >= board.bottom;
  if (box.width && tile.contains(seen) && !asked) {
    const d = line(box, space, board);
    layer.append(element("path", { class: "lead under", d }), element("path", { class: "lead", d }));
  }
  if (!pointed || tile.classList.contains("chosen")) return;
  layer.append(ghost(tile, space));
  words.textContent = tile.dataset.foretold ?? "";
  words.style.left = `${Math.min(Math.max(space.left + space.width / 2, 120), innerWidth - 120)}px`;
  words.style.top = `${space.bottom + 4}px`;
}

const soon = () => { due ||= requestAnimationFrame(draw); };

// If something new appears under a pointer at rest, the player isn't pointing at it: previews wait until the pointer moves.
let rest = null;
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  const moved = rest && (rest[0] !== clientX || rest[1] !== clientY);
  rest = [clientX, clientY];
  if (moved) document.documentElement.classList.add("pointer-moved");
}, { passive: true });
for (const pressed of ["pointerdown", "keydown"]) {
  document.addEventListener(pressed, () => document.documentElement.classList.remove("pointer-moved"), { capture: true, passive: true });
}
document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType === "touch") return; // a finger chooses, it does not point
  const [tile, told] = [target.closest(TILE), target.closest(TOLD)];
  if (tile === hovered && told === telling) return;
  [hovered, telling] = [tile, told];
  soon();
});
document.documentElement.addEventListener("pointerleave", () => { hovered = telling = null; soon(); });
document.addEventListener("focusin", ({ target }) => {
  focused = target.matches(`${TILE}:focus-visible`) ? target : null;
  if (target.matches(":focus-visible")) telling = target.closest(TOLD);
  soon();
});
document.addEventListener("focusout", () => { focused = telling = null; soon(); });
document.addEventListener("pointerdown", ({ target, pointerType }) => {
  clearTimeout(holding);
  held = false;
  if (telling) soon();
  telling = null;
  const told = pointerType === "touch" && target.closest(TOLD);
  if (told) holding = setTimeout(() => { [telling, held] = [told, true]; soon(); }, HOLD);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(holding));
// A press that showed a note must not choose anything.
document.addEventListener("click", (event) => {
  if (held) { event.preventDefault(); event.stopPropagation(); }
  held = false;
}, { capture: true });
document.addEventListener("contextmenu", (event) => { if (held || event.pointerType === "touch" && event.target.closest(TOLD)) event.preventDefault(); });
document.addEventListener("kh-drag", () => { clearTimeout(holding); held = false; telling = null; soon(); });
addEventListener("resize", soon);
addEventListener("scroll", soon, { capture: true, passive: true });
new MutationObserver(soon).observe(document.getElementById("main"), { subtree: true, childList: true, attributeFilter: ["class"] });
soon();
