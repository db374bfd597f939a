// Shows what has moved when panels are drawn anew. The page is in its new state at once: pictures fly over it from where a
// thing was to where it is, no press waits for them, and the next redraw or press ends them. What lies where, the panels
// tell by the attributes of keyharvest/docs/architecture.md, "What moves".

const FLIGHT = 300, APPEAR = 220, TURN = 260; // ms
const SHORT = 0.5; // as long at the fast pace, and in the past
const APART = 30; // ms between one harvested field and the next
const FEW = 8; // of more things at once nobody could follow any
const SETTLE = "cubic-bezier(.2,.8,.2,1)", DROP = "cubic-bezier(.3,1.4,.5,1)";
const SIZE = 124; // of a tile, in units of the drawings

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const main = document.getElementById("main");
const sky = document.body.appendChild(document.createElement("div"));
sky.className = "airborne";
sky.inert = true;
let running = [];

/** How long motion takes, as a part of the usual; 0 for none. */
function pace() {
  const chosen = document.documentElement.dataset.motion;
  return calm.matches || document.hidden || chosen === "none" ? 0 : chosen === "short" ? SHORT : 1;
}

function animate(element, frames, duration, options) {
  const animation = element.animate(frames, { duration: duration * pace(), ...options });
  running.push(animation);
  return animation;
}

/** End all motion: everything is where it belongs. */
function end() {
  running.forEach((animation) => animation.cancel());
  running = [];
  sky.replaceChildren();
  main.querySelectorAll("[data-turned-away]").forEach((face) => face.remove());
}

const drawing = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// ---- what lies where

/** The middle of an element and the size of a unit of its drawing, in pixels; nothing for one that can't be seen. */
function spot(element) {
  if (element.tagName === "g") {
    const { a, e, f } = element.getScreenCTM();
    return a && { x: e, y: f, unit: a };
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return width && { x: x + width / 2, y: y + height / 2, unit: height / (element.viewBox?.baseVal.height || height) };
}

/** What is drawn in an element, in the colours of its seat. */
function cast(drawn) {
  const group = drawing("g");
  group.setAttribute("class", drawn.closest("svg").getAttribute("class"));
  group.append(...drawn.cloneNode(true).childNodes);
  return group;
}

/** The counters of a place: how many of each crop, and where they lie. */
const counted = (element, text) => new Map(text.split(" ").filter(Boolean).map((part) => {
  const [crop, number] = part.split(":");
  return [crop, { number: +number, at: spot(element.querySelector(`use[href$="-${crop}"]`) ?? element) }];
}));

function look() {
  const [places, things, counters, heaps, numbers] = Array.from(Array(5), () => new Map());
  for (const element of main.querySelectorAll("[data-place]")) {
    const { place, holds, stock, tiles } = element.dataset;
    if (places.has(place) && !element.offsetParent) continue; // of two the one that can be seen
    places.set(place, element);
    if (holds !== undefined) counters.set(place, counted(element, holds));
    if (stock !== undefined) counters.set("stock", counted(element, stock));
    if (tiles) heaps.set(place, +tiles);
  }
  for (const element of main.querySelectorAll("[data-place] [data-thing]")) {
    const { thing, ripe } = element.dataset, { place } = element.closest("[data-place]").dataset;
    const drawn = element.tagName === "g" ? element : element.querySelector("svg"), at = spot(drawn);
    if (things.has(thing) && !at) continue;
    const where = place + element.getAttribute("transform");
    things.set(thing, { element: drawn, place, where, at, ripe, cast: cast(drawn) });
  }
  for (const element of main.querySelectorAll("[data-points]")) numbers.set(element.dataset.points, element.textContent);
  return { places, things, counters, heaps, numbers };
}

// ---- what is shown

const put = ({ x, y, unit }, base = unit, lift = 0) =>
  `translate(${x}px, ${y - lift}px) translate(-50%, -50%) scale(${unit / base})`;

/** A picture in the air, as large as at a spot; what it stands for is seen when it has landed. */
function raise(cast, at, frames, duration, easing, element) {
  const svg = sky.appendChild(drawing("svg"));
  svg.setAttribute("class", "kh");
  svg.setAttribute("viewBox", [-SIZE / 2, -SIZE / 2, SIZE, SIZE]);
  svg.style.width = `${SIZE * at.unit}px`;
  svg.append(cast);
  animate(svg, frames, duration, { easing, fill: "forwards" }).onfinish = () => svg.remove();
  if (element) animate(element, { opacity: [0, 0] }, duration);
}

const fly = (cast, from, to, element) =>
  raise(cast, to, { transform: [put(from, to.unit), put(to)] }, FLIGHT, SETTLE, element);

const appear = ({ cast, at, element }) =>
  raise(cast, at, { transform: [put(at, at.unit, 14), put(at)], opacity: [0, 1] }, APPEAR, DROP, element);

/** A field is turned over where it lies: the old face, then the new one. */
function turn(cell, cast, number) {
  const face = (drawn) => drawn.querySelector("use[href$='-0'], use[href$='-1']");
  const old = face(cast).cloneNode(), edge = ["scaleX(0)", "scaleX(0)"];
  const options = { delay: number * APART * pace(), fill: "both" };
  old.dataset.turnedAway = "";
  face(cell).before(old);
  animate(old, { transform: ["none", ...edge] }, TURN, options);
  animate(face(cell), { transform: [...edge, "none"] }, TURN, options);
}

/** Tiles, workers and events; gives the fields that have been harvested. */
function showThings(before, after) {
  const shows = [], turned = [];
  // Out of sight tiles and events lie in the bag or the fallow fields: where the number of tiles has changed.
  const heap = (name, sign) => {
    const [place] = [...after.heaps].find(([place, number]) => sign * (number - before.heaps.get(place)) > 0) ?? [];
    const at = place && !name.startsWith("worker") && spot(after.places.get(place));
    return at && { ...at, unit: 0.3 };
  };
  for (const [name, now] of after.things) {
    const was = before.things.get(name);
    if (was?.where === now.where) {
      if (was.ripe !== now.ripe) turned.push([now, was.cast]);
    } else if (now.at && (was || before.places.has(now.place))) {
      const from = was ? was.at : heap(name, -1);
      shows.push(() => from ? fly(now.cast, from, now.at, now.element) : appear(now));
    }
  }
  for (const [name, was] of before.things) {
    const to = !after.things.has(name) && was.at && after.places.has(was.place) && heap(name, 1);
    if (to) shows.push(() => fly(was.cast, was.at, to));
  }
  if (shows.length <= FEW) shows.forEach((show) => show());
  return turned.map(([{ element, at }, cast], number) => {
    turn(element, cast, number);
    return { at, face: cast.innerHTML };
  });
}

/** Counters, from harvested fields and between hands, cups, bids and the stock. */
function showCounters(before, after, fields) {
  const gone = [], come = [], none = new Map();
  for (const place of new Set([...before.counters.keys(), ...after.counters.keys()])) {
    const was = before.counters.get(place) ?? none, is = after.counters.get(place) ?? none;
    for (const crop of new Set([...was.keys(), ...is.keys()])) {
      const { number: less = 0, at } = was.get(crop) ?? {}, { number: more = 0, at: to } = is.get(crop) ?? {};
      const line = place === "stock" && main.querySelector(`[data-crop=${crop}]`);
      const there = after.places.get(place);
      const moved = { place, crop, at: line ? spot(line) : more > less ? to : at ?? (there && spot(there)) };
      for (let i = Math.abs(more - less); i > 0; i--) (more > less ? come : gone).push(moved);
    }
  }
  // Hands come first, the stock last.
  const kinds = ["hand", "cups", "bid", "stock"], rank = ({ place }) => kinds.findIndex((kind) => place.startsWith(kind));
  for (const list of [gone, come]) list.sort((one, other) => rank(one) - rank(other));
  const take = (list, fits) => list.splice(list.findIndex(fits) >>> 0, 1)[0];
  const flights = come.map(({ place, crop, at }) => [
    (place !== "stock" && take(fields, ({ face }) => face.includes(`#kh-${crop}-`)))
      || take(gone, (each) => each.place !== place && each.crop === crop)
      || take(gone, (each) => each.place !== place && [crop, each.crop].includes("unknown")),
    at, crop]);
  for (const [from, to, crop] of flights.slice(0, FEW)) {
    if (!from?.at || !to) continue;
    const counter = drawing("use"), unit = 0.4;
    counter.setAttribute("href", `#kh-counter-${crop === "unknown" ? from.crop ?? crop : crop}`);
    fly(counter, { ...from.at, unit }, { ...to, unit });
  }
}

function show(before, after) {
  showCounters(before, after, showThings(before, after));
  for (const [place, board] of after.places) {
    // Another one's board in the large place.
    if (place.startsWith("board") && !before.places.has(place)) animate(board, { opacity: [0.5, 1] }, APPEAR);
  }
  for (const [name, number] of before.numbers) {
    const element = after.numbers.has(name) && after.numbers.get(name) !== number && main.querySelector(`[data-points=${name}]`);
    if (element) animate(element, { transform: ["none", "scale(1.3)", "none"] }, APPEAR);
  }
}

/** A redraw that shows what has moved, once all panels of a patch are drawn. */
export function moving(redraw) {
  let before = null;
  addEventListener("pointerdown", end, { capture: true, passive: true });
  return (panel, html) => {
    if (!before) {
      end();
      before = pace() ? look() : {};
      queueMicrotask(() => {
        const was = before;
        before = null;
        if (was.places?.size && pace()) show(was, look());
      });
    }
    redraw(panel, html);
  };
}
