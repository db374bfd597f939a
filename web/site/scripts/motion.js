// Animates what moved when panels are redrawn. The page is in its new state at once; over it, pictures fly from the old place of a
// thing to the new one. No press waits for them, and the next redraw or press ends them. Panels say where things are with the
// attributes described in keyharvest/docs/protocol.md, “What moves”.

const FLIGHT = 300, APPEAR = 220, TURN = 260; // ms
const SHORT = 0.5; // the same at the fast pace, and in the past
const APART = 30; // ms between one harvested field and the next
const FEW = 8; // the most pictures that move at once: nobody could follow more
const SETTLE = "cubic-bezier(.2,.8,.2,1)", DROP = "cubic-bezier(.3,1.4,.5,1)";
const SIZE = 124; // size of a tile in units of the drawings

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const main = document.getElementById("main");
const sky = document.body.appendChild(document.createElement("div"));
sky.className = "airborne";
sky.inert = true;
let running = [];

/** Return how long motion takes, as a fraction of the usual time; 0 for none. */
function pace() {
  const chosen = document.documentElement.dataset.motion;
  return calm.matches || document.hidden || chosen === "none" ? 0 : chosen === "short" ? SHORT : 1;
}

function animate(element, frames, duration, options) {
  const animation = element.animate(frames, { duration: duration * pace(), ...options });
  running.push(animation);
  return animation;
}

/** End all motion, and show everything in its place. */
function end() {
  running.forEach((animation) => animation.cancel());
  running = [];
  sky.replaceChildren();
  main.querySelectorAll("[data-turned-away]").forEach((face) => face.remove());
}

const drawing = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// ---- where things are

/** Return the centre of an element and the size of its drawing's unit, both in pixels, or nothing if the element is hidden. */
function spot(element) {
  if (element.tagName === "g") {
    const { a, e, f } = element.getScreenCTM();
    return a && { x: e, y: f, unit: a };
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return width && { x: x + width / 2, y: y + height / 2, unit: height / (element.viewBox?.baseVal.height || height) };
}

/** Copy an element's drawing, in the colours of its seat. */
function cast(drawn) {
  const group = drawing("g");
  group.setAttribute("class", drawn.closest("svg").getAttribute("class"));
  group.append(...drawn.cloneNode(true).childNodes);
  return group;
}

/** Return the counters in a place: how many of each crop. */
const counted = (element, text) => ({ element, crops: new Map(text.split(" ").filter(Boolean).map((part) => {
  const [crop, number] = part.split(":");
  return [crop, +number];
})) });

/** Return the position of a place's counters of one crop. */
const heaped = ({ element }, crop) => spot(element.querySelector(`use[href$="-${crop}"]`) ?? element);

/** Collect from the attributes what is in which place. Positions are measured later, since most things don't move. */
function look() {
  const [places, things, counters, heaps, numbers] = Array.from(Array(5), () => new Map());
  for (const element of main.querySelectorAll("[data-place]")) {
    const { place, holds, stock, tiles } = element.dataset;
    if (places.has(place) && !element.offsetParent) continue; // of two, take the visible one
    places.set(place, element);
    if (holds !== undefined) counters.set(place, counted(element, holds));
    if (stock !== undefined) counters.set("stock", counted(element, stock));
    if (tiles) heaps.set(place, +tiles);
  }
  for (const element of main.querySelectorAll("[data-place] [data-thing]")) {
    const { thing, ripe } = element.dataset, { place } = element.closest("[data-place]").dataset;
    const drawn = element.tagName === "g" ? element : element.querySelector("svg");
    if (things.has(thing) && !spot(drawn)) continue;
    const where = place + element.getAttribute("transform");
    things.set(thing, { element: drawn, place, where, ripe });
  }
  for (const element of main.querySelectorAll("[data-points]")) numbers.set(element.dataset.points, element.textContent);
  return { places, things, counters, heaps, numbers };
}

/** Save the appearance and the screen position of all these things before they change. */
function keep(seen) {
  for (const thing of seen.things.values()) Object.assign(thing, { at: spot(thing.element), cast: cast(thing.element) });
  for (const place of seen.counters.values()) {
    place.at = new Map(Array.from(place.crops.keys(), (crop) => [crop, heaped(place, crop)]));
  }
  return seen;
}

// ---- what is shown

const put = ({ x, y, unit }, base = unit, lift = 0) =>
  `translate(${x}px, ${y - lift}px) translate(-50%, -50%) scale(${unit / base})`;

/** Animate a picture over the page, starting at a spot and in its size; the element it stands for appears when it has landed. */
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

const appear = (cast, at, element) =>
  raise(cast, at, { transform: [put(at, at.unit, 14), put(at)], opacity: [0, 1] }, APPEAR, DROP, element);

/** Turn over a field in place: the old face, then the new one. */
function turn(cell, cast, number) {
  const face = (drawn) => drawn.querySelector("use[href$='-0'], use[href$='-1']");
  const old = face(cast).cloneNode(), edge = ["scaleX(0)", "scaleX(0)"];
  const options = { delay: number * APART * pace(), fill: "both" };
  old.dataset.turnedAway = "";
  face(cell).before(old);
  animate(old, { transform: ["none", ...edge] }, TURN, options);
  animate(face(cell), { transform: [...edge, "none"] }, TURN, options);
}

/** Show how tiles, workers and events moved and which fields were harvested. */
function movedThings(before, after) {
  const shows = [], fields = [];
  // Tiles and events that aren't shown are in the bag or the fallow area: in the one whose number of tiles has changed.
  const heap = (name, sign) => {
    const [place] = [...after.heaps].find(([place, number]) => sign * (number - before.heaps.get(place)) > 0) ?? [];
    const at = place && !name.startsWith("worker") && spot(after.places.get(place));
    return at && { ...at, unit: 0.3 };
  };
  for (const [name, now] of after.things) {
    const was = before.things.get(name);
    if (was?.where === now.where) {
      if (was.ripe !== now.ripe) fields.push({ element: now.element, old: was.cast, at: spot(now.element) });
    } else if (was || before.places.has(now.place)) {
      const at = spot(now.element), from = was ? was.at : heap(name, -1);
      if (at) shows.push(() => from ? fly(cast(now.element), from, at, now.element) : appear(cast(now.element), at, now.element));
    }
  }
  for (const [name, was] of before.things) {
    const to = !after.things.has(name) && was.at && after.places.has(was.place) && heap(name, 1);
    if (to) shows.push(() => fly(was.cast, was.at, to));
  }
  return { shows: shows.length > FEW ? [] : shows, fields };
}

/** Show how counters moved: from harvested fields and between hands, cups, bids and the stock. */
function movedCounters(before, after, fields) {
  const gone = [], come = [], none = { crops: new Map(), at: new Map() };
  for (const place of new Set([...before.counters.keys(), ...after.counters.keys()])) {
    const was = before.counters.get(place) ?? none, is = after.counters.get(place) ?? none;
    for (const crop of new Set([...was.crops.keys(), ...is.crops.keys()])) {
      const less = was.crops.get(crop) ?? 0, more = is.crops.get(crop) ?? 0;
      if (more === less) continue;
      const line = place === "stock" && main.querySelector(`[data-crop=${crop}]`);
      const there = after.places.get(place);
      const at = line ? spot(line) : more > less ? heaped(is, crop) : was.at.get(crop) ?? (there && spot(there));
      for (let i = Math.abs(more - less); i > 0; i--) (more > less ? come : gone).push({ place, crop, at });
    }
  }
  // Hands come first, the stock last.
  const kinds = ["hand", "cups", "bid", "stock"], rank = ({ place }) => kinds.findIndex((kind) => place.startsWith(kind));
  for (const list of [gone, come]) list.sort((one, other) => rank(one) - rank(other));
  const take = (list, fits) => list.splice(list.findIndex(fits) >>> 0, 1)[0];
  const flights = come.map(({ place, crop, at }) => [
    (place !== "stock" && take(fields, ({ old }) => old.innerHTML.includes(`#kh-${crop}-`)))
      || take(gone, (each) => each.place !== place && each.crop === crop)
      || take(gone, (each) => each.place !== place && [crop, each.crop].includes("unknown")),
    at, crop]);
  return flights.slice(0, FEW).filter(([from, to]) => from?.at && to).map(([from, to, crop]) => () => {
    const counter = drawing("use"), unit = 0.4;
    counter.setAttribute("href", `#kh-counter-${crop === "unknown" ? from.crop ?? crop : crop}`);
    fly(counter, { ...from.at, unit }, { ...to, unit });
  });
}

function show(before, after) {
  const { shows, fields } = movedThings(before, after);
  shows.push(...movedCounters(before, after, [...fields]));
  // All positions have been measured by now: measuring any after this would force a new layout of the page.
  fields.forEach(({ element, old }, number) => turn(element, old, number));
  shows.forEach((show) => show());
  for (const [place, board] of after.places) {
    // Another player's board is now in the large place.
    if (place.startsWith("board") && !before.places.has(place)) animate(board, { opacity: [0.5, 1] }, APPEAR);
  }
  for (const [name, number] of before.numbers) {
    const element = after.numbers.has(name) && after.numbers.get(name) !== number && main.querySelector(`[data-points=${name}]`);
    if (element) animate(element, { transform: ["none", "scale(1.3)", "none"] }, APPEAR);
  }
}

/** Wrap a redraw so that it shows what moved once all panels of a patch are drawn. */
export function moving(redraw) {
  let before = null;
  addEventListener("pointerdown", end, { capture: true, passive: true });
  return (panel, html) => {
    if (!before) {
      end();
      before = pace() ? keep(look()) : {};
      queueMicrotask(() => {
        const was = before;
        before = null;
        if (was.places?.size && pace()) show(was, look());
      });
    }
    redraw(panel, html);
  };
}
