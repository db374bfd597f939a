// A demo in its frame: steps through its pictures; “Try it” loads the game's worker and makes the board playable.
//
// The host passes its options after the # of the address: theme, controls, interactive, and the id of its element. With an id the
// two exchange messages {kh: 1, id, type, …}; messages are ignored unless they come from the parent with this id. A frame without
// a scenario of its own shows the puzzle or the file that is given there too.

const root = document.documentElement;
const asked = new URLSearchParams(location.hash.slice(1));
const id = asked.get("id");
const at = (name) => document.getElementById(name);
const [steps, live, told, where, controls, dots] = ["steps", "live", "told", "where", "controls", "dots"].map(at);
const moments = [...document.querySelectorAll(".moment")];
const last = moments.length - 1;
let count = moments.filter((moment) => !moment.classList.contains("done")).length || 1; // the goal's picture isn't a step
const does = Object.fromEntries([...document.querySelectorAll("[data-do]")].map((each) => [each.dataset.do, each]));
const kinds = {
  theme: ["auto", "light", "dark", "contrast"],
  controls: ["full", "step", "none"],
  interactive: ["true", "false"],
};
let shown = 0;
let worker = null;
let status = {};
let sheet = null; // the style of the playable board: it would change the steps, too, so it's on only while the board is shown
const TOGETHER = 50; // puzzles whose positions are in one file
const lists = JSON.parse(root.dataset.puzzles ?? "null"); // the first day of each list of puzzles, and how many it has
const puzzle = lists ? asked.get("puzzle") ?? "daily" : null;
const file = "scenario" in root.dataset || puzzle !== null ? null : asked.get("file") ?? "";

function tell(type, more = {}) {
  if (id && parent !== window) parent.postMessage({ kh: 1, id, type, ...more }, "*");
}

/** Say something below the board: as an "alert", or "aloud" only, as it can be read above. */
function say(text, how = "") {
  told.textContent = text;
  told.className = how;
}

// ---- the host's options

function set(name, value) {
  if (!kinds[name].includes(value)) {
    say(told.dataset.bad.replace("{what}", `${name}="${String(value).slice(0, 20)}"`));
    tell("error", { code: "bad-attribute", attribute: name });
    value = kinds[name][0];
  }
  if (name !== "theme") root.dataset[name] = value;
  else if (value === "auto") delete root.dataset.theme;
  else root.dataset.theme = value;
}

function heard({ source, data }) {
  if (source !== parent || !id || data?.kh !== 1 || data.id !== id) return;
  if (data.type === "set" && Object.hasOwn(kinds, data.name)) set(data.name, data.value);
  else if (data.type === "step" && Number.isInteger(data.n) && moments[data.n - 1]) leave(), show(data.n - 1);
  else if (data.type === "try") start();
  else if (data.type === "reset") leave(), show(0);
}

// ---- step by step

function show(n, aloud = true) {
  shown = n;
  moments.forEach((moment, number) => { moment.hidden = number !== n; });
  where.textContent = moments[n].dataset.where;
  if (does.next) {
    dots.textContent = moments.map((_, number) => number < n ? "●" : number === n ? "◉" : "○").join(" ");
    does.back.disabled = n === 0;
    does.next.disabled = n === last;
  }
  if (!aloud) return;
  say(`${moments[n].dataset.where}. ${moments[n].querySelector(".say").textContent}`, "aloud");
  tell("step", { n: n + 1, of: count });
}

function go(by) {
  const n = shown + by;
  if (moments[n]) show(n);
}

const act = { back: () => go(-1), next: () => go(1), try: start };

// ---- the playable board

function leave() {
  worker?.stop();
  worker = null;
  status = {};
  live.hidden = true;
  live.replaceChildren();
  if (sheet) sheet.media = "not all";
  steps.hidden = controls.hidden = false;
  does.try.disabled = false;
}

/** Load the style of the playable board, without using it yet. */
function styled() {
  return new Promise((done) => {
    sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", media: "not all", onload: done, onerror: done });
    sheet.href = new URL("live.css", import.meta.url).href;
    document.head.append(sheet);
  });
}

/** Whether the site has a new version, without the files that this page still needs. */
async function outdated() {
  const [folder] = import.meta.url.split("/").slice(-2);
  const page = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  return Boolean(page?.ok) && !(await page.text()).includes(folder);
}

/** Load the page again, and continue with the board. */
function renew() {
  asked.set("try", shown);
  location.hash = asked;
  location.reload();
}

function failed(text) {
  console.warn(`Key Harvest: ${String(text).slice(0, 300)}`);
  leave();
  say(told.dataset.failed, "alert");
  tell("error", { code: "not-started" });
}

/** Load the game's worker. */
async function start() {
  if (worker || root.dataset.interactive === "false") return;
  does.try.disabled = true;
  say(told.dataset.loading.replace("{part}", 0));
  tell("try");
  worker = { stop() {} };
  try {
    const [{ started, redraw }] = await Promise.all([import("{{game}}/link.js"), sheet ?? styled()]);
    worker = started("{}");
    worker.listen((text) => hear(JSON.parse(text), redraw));
    const which = puzzle !== null ? { puzzle } : file !== null ? { file } : { demo: root.dataset.scenario, step: String(shown) };
    const saved = { language: root.lang, ...which };
    worker.send(JSON.stringify({ saved }));
  } catch (error) {
    if (await outdated()) renew();
    else failed(error);
  }
}

/** Handle an invalid custom file: say so to the reader, and report the error to the host. */
function broken(fault) {
  leave();
  controls.hidden = true;
  say(told.dataset.broken.replace("{fault}", fault).trim(), "alert");
  tell("error", { code: "bad-data", text: fault });
}

/** Set up the board for a custom file: its fields and workers are copied from those in the page's template. */
function lay({ you = 1, table = {}, position = "" }) {
  if (!Number.isInteger(you)) throw TypeError(); // it becomes part of a pattern
  const held = (what) => String(table[what + you] ?? position.match(`\\b${what}${you}=(\\S*)`)?.[1] ?? "");
  const picture = document.querySelector(".picture > svg");
  const pieces = at("pieces");
  const [ripe, harvested, workers] = pieces.content.children;
  const layouts = JSON.parse(pieces.dataset.layouts);
  const names = JSON.parse(pieces.dataset.crops);
  const layout = table.layout ?? position.match(/\blayout=(\S*)/)?.[1] ?? "";
  const crops = layouts[layout] ?? layout;
  const spaces = [...ripe.querySelectorAll("text")].map((each) => each.textContent);
  const cell = (board, space) => [...board.querySelectorAll("g")].find((each) => each.textContent === space);
  for (const [, space, turned] of held("board").matchAll(/([A-G]\d)(-?)/g)) {
    const field = cell(turned ? harvested : ripe, space)?.cloneNode(true);
    const crop = names[crops[spaces.indexOf(space)]];
    field?.querySelector("use").setAttribute("href", `#kh-${crop}-${turned ? 0 : 1}`);
    if (field) cell(picture, space)?.replaceWith(field);
  }
  for (const [, letter, space] of held("workers").matchAll(/([A-L])@([A-G]\d)/g)) {
    const place = cell(picture, space);
    const worker = workers.querySelector(`[data-worker=${letter}]`).cloneNode(true);
    worker.setAttribute("transform", place?.getAttribute("transform") ?? "");
    if (place) picture.append(worker);
  }
}

/** Add a link to a rule at the end of the page. */
function cite(rule) {
  const link = at("rule").content.firstElementChild.cloneNode(true);
  link.textContent = link.textContent.replace("{number}", rule);
  link.href = link.getAttribute("href") + encodeURIComponent(rule);
  document.querySelector("footer .grow").before(link);
}

/** Fill in the title and the task of a custom file, and the rules that it shows. */
function fill() {
  try {
    const scenario = JSON.parse(file);
    const { words, id: name } = scenario;
    const { title, goal } = words[root.lang] ?? words.en ?? Object.values(words)[0];
    if (![title, goal, name].every((each) => typeof each === "string")) throw TypeError();
    at("title").textContent = document.title = title;
    moments[0].querySelector(".say").textContent = goal;
    count = scenario.steps.length;
    lay(scenario);
    for (const rule of scenario.rules.slice(0, 3)) cite(String(rule));
  } catch {
    broken("scenario: file: expected a scenario");
  }
}

/** Return the number of today's puzzle, as keyharvest/puzzles/collection.py does. */
function daily() {
  const now = new Date(), day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const due = Math.max(0, lists.findLastIndex(([first]) => Date.parse(first) <= day));
  const before = sum(lists.slice(0, due)), [first, number] = lists[due], all = before + number;
  const place = (((day - Date.parse(first)) / 864e5) % all + all) % all;
  return place < number ? before + place + 1 : place - number + 1;
}

const sum = (some) => some.reduce((total, [, number]) => total + number, 0);

/** Show the position of a puzzle; without its file, the board stays empty. */
async function place(number) {
  const file = new URL(`puzzles-${Math.floor((number - 1) / TOGETHER)}.json`, import.meta.url);
  const tables = await fetch(file).then((answer) => answer.json()).catch(() => null);
  if (!tables) return;
  const [board1, workers1] = tables[(number - 1) % TOGETHER];
  lay({ table: { layout: "standard-2", board1, workers1 } });
}

/** Name the puzzle that the page asks for; refuse one that doesn't exist. */
function name() {
  const number = /^[1-9]\d{0,4}$/.test(puzzle) && Number(puzzle) <= sum(lists);
  if (puzzle !== "daily" && !number) {
    controls.hidden = true;
    say(told.dataset.unknown.replace("{name}", `“${puzzle.slice(0, 20)}”`), "alert");
    return tell("error", { code: "bad-attribute", attribute: "puzzle" });
  }
  const title = at("title");
  if (number) title.textContent = document.title = title.dataset.numbered.replace("{number}", puzzle);
  else where.textContent = moments[0].dataset.where = new Date().toLocaleDateString(root.lang, { day: "numeric", month: "long" });
  const link = document.querySelector("footer [href$=daily]");
  link.href = link.getAttribute("href").replace("daily", puzzle);
  place(number ? Number(puzzle) : daily());
}

function hear({ progress, part, failed: fault, details, patch }, redraw) {
  if (fault) return failed(fault);
  if (progress) say(told.dataset.loading.replace("{part}", Math.round(100 * (part ?? 1))));
  if (details) console.warn(details);
  if (!patch) return;
  if (patch.refused) return broken(patch.refused);
  for (const [name, html] of patch.panels ?? []) {
    const panel = at(name);
    if (panel) redraw(panel, html);
  }
  if (!live.childElementCount) {
    if (!patch.panels && !patch.alert) return; // its file is still to come
    return failed(patch.alert ?? "the demo did not come");
  }
  if (live.hidden) {
    live.hidden = false;
    sheet.media = "all";
    steps.hidden = controls.hidden = true;
    say("");
  }
  say(patch.alert ?? patch.say ?? told.textContent, patch.alert ? "alert" : "");
  if (patch.focus) at(patch.focus)?.focus({ preventScroll: true });
  if (patch.demo) turned(patch.demo);
}

/** Report to the host what the reader has done since the last patch. */
function turned(now) {
  const before = status;
  status = now;
  where.textContent = now.where;
  if (now.step !== before.step && before.step) tell("step", { n: now.step, of: now.steps });
  if (now.wrong && now.wrong !== before.wrong) tell("wrong", { text: now.wrong, rule: now.rule });
  if (now.done && !before.done) {
    root.classList.add("reached");
    tell("goal", { tries: now.tries, hints: now.hints });
  } else if (!now.done) {
    root.classList.remove("reached");
  }
}

const send = (intent, value = null) => worker?.send(JSON.stringify({ intent, value }));

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-do]");
  if (control) return act[control.dataset.do]();
  const pressed = event.target.closest("[data-intent]");
  if (!pressed || !live.contains(pressed)) return;
  event.preventDefault();
  const { intent, value } = pressed.dataset;
  if (intent === "rules") open(new URL(`../../#rule-${value ?? "1"}`, location.href), "_blank", "noopener");
  else if (intent === "leave") leave(), show(shown);
  else send(intent, value);
});

const BY_BROWSER = ["A", "BUTTON", "SUMMARY"];
document.addEventListener("keydown", (event) => {
  const { key, code, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta, target } = event;
  const undo = ctrl && (/^[a-z]$/i.test(key) ? key.toLowerCase() === "z" : code === "KeyZ");
  if (event.repeat && !undo && !key.startsWith("Arrow")) {
    if (key === "Enter") event.preventDefault(); // a key held down never confirms
    return;
  }
  if (alt || meta || ["Shift", "Control", "Alt", "Tab", "Dead"].includes(key)) return;
  if (live.hidden) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (by && !ctrl) go(by);
    return;
  }
  const scope = target.closest("[data-keys]");
  if (!scope || (ctrl && !undo)) return;
  if (BY_BROWSER.includes(target.tagName) && (key === "Enter" || key === " ")) return;
  if (scope.dataset.keys !== "board" && key !== "Escape" && !ctrl) return;
  event.preventDefault();
  send("key", { key, code, ctrl, shift, alt, scope: scope.dataset.keys, at: target.id });
});

// ---- ready

root.dataset.controls = "full";
root.dataset.interactive = "true";
for (const name of Object.keys(kinds)) if (asked.has(name)) set(name, asked.get(name));
addEventListener("message", heard);
show(0, false);
const high = () => Math.ceil(document.body.getBoundingClientRect().height);
let height = 0;
/** Estimate the height on paper, which shows all steps. */
const printed = () => moments.slice(1).reduce((sum, moment) => {
  const [picture, side] = [...moment.children].map((each) => each.offsetHeight);
  return sum + (innerWidth < 560 ? picture + side : Math.max(picture, side));
}, high());
new ResizeObserver(() => {
  if (high() !== height) tell("size", { height: height = high(), printed: printed() });
}).observe(document.body);
if (file !== null) fill();
if (puzzle !== null) name();
tell("ready", { steps: count, version: 1, height: high(), printed: printed() });
if (asked.has("try") && moments[asked.get("try")]) show(Number(asked.get("try")), false), start();
