"""Times and memory of a page in play, with the limits that they should keep: a part of ``python3 web bench``.

The page plays three games against a computer by clicking highlighted choices, and in each of them steps back through
the past. It measures itself, so the driver's time is not included: from a click until its effect is painted (`taps`,
`seeks`), and from the worker's message until it is painted (`redraws`). On a busy machine all of these grow, except
processor time.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Route

GAMES = 3
# The worker keeps Python's WebAssembly module to itself; this makes it store the module's exports in a global.
KEEP_EXPORTS = """{ const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    if (made.exports?.memory) self.python ??= made.exports;
    return made;
}; }
"""
OBSERVE = """
window.bench = { longest: 0, taps: [], seeks: [], redraws: [] };
new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.longest = Math.max(bench.longest, duration);
}).observe({ type: "longtask" });
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", () => { bench.arrived = performance.now(); });
    }
};
const settled = () => document.querySelector("body[data-busy=false] main:not(:has([data-intent=pause]))");
const until = (holds) => new Promise((done) => {
    const look = () => {
        if (!holds()) return;
        observer.disconnect();
        done();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
});
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
bench.click = async (element, times) => {
    const begin = performance.now();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await until(() => document.body.dataset.busy === "false");
    const arrived = bench.arrived, end = await painted();
    times?.push(end - begin);
    bench.redraws.push(end - arrived);
};
// Mulberry32: the same clicks at each run.
const drawn = (seed) => () => {
    seed = seed + 0x6d2b79f5 | 0;
    let x = Math.imul(seed ^ seed >>> 15, 1 | seed);
    x = x + Math.imul(x ^ x >>> 7, 61 | x) ^ x;
    return ((x ^ x >>> 14) >>> 0) / 2 ** 32;
};
const SELECTING = ["tile", "tap"];
bench.play = async (seed, most) => {
    const random = drawn(seed);
    for (let clicks = 0; ; clicks++) {
        await until(settled);
        if (clicks === most || document.body.dataset.screen === "ending") return;
        const all = [...document.querySelectorAll("main [data-intent]:not(form)")]
            .filter((e) => !e.disabled && e.getAttribute("aria-disabled") !== "true");
        const lit = (e) => e.classList.contains("lit") || e.getAttribute("aria-selected") === "false";
        let found = [];
        for (const intent of ["reveal", "commit", "answer", "more", ...SELECTING, "all", "end", "clear"]) {
            const those = all.filter((e) => e.dataset.intent === intent && (lit(e) || !SELECTING.includes(intent)));
            if (those.length && (!found.length || random() < 0.1)) found = those;
        }
        const element = found[Math.floor(random() * found.length)];
        if (!element) throw new Error("nothing can be clicked");
        await bench.click(element, SELECTING.includes(element.dataset.intent) ? bench.taps : null);
    }
};
bench.lookBack = async () => {
    for (const intent of [...Array(12).fill("previous"), "first", ...Array(6).fill("next"), "now"]) {
        const element = document.querySelector(`main [data-intent=${intent}]:not([aria-disabled=true])`);
        if (element) await bench.click(element, bench.seeks);
    }
};
"""


@dataclass(frozen=True)
class Figure:
    """A measured value in *unit*, and the most that it should be."""

    name: str
    value: float
    most: float
    unit: str

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.most else "too much"
        return f"{self.name:44}{self.value:8.2f} {self.unit:3} at most {self.most:g} {self.unit:3} {verdict}"


def measure(browser: Browser, url: str) -> list[Figure]:
    """Play in the page at *url* and return what was measured. Raise `ValueError` with the place if play gets stuck."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(600_000)  # enough for a whole game
    page = context.new_page()
    page.route("**/worker.js", keep_exports)
    page.add_init_script(OBSERVE)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(url)
    heaps, busy = [], 0.0
    for game in range(GAMES):
        begin(page, seed=3 + game)
        page.evaluate("([seed, most]) => bench.play(seed, most)", [game, 60])
        before = _busy(session)
        page.evaluate("bench.lookBack()")
        busy += _busy(session) - before
        page.evaluate("(seed) => bench.play(seed)", game)
        heaps.append(_heap(page, session))
    found: dict[str, Any] = page.evaluate("bench")
    context.close()
    if not found["seeks"] or len(found["taps"]) < 20:
        raise ValueError("the games of the bench were over before anything could be measured")
    return [
        Figure("from a tap until targets are lit, 95th percentile", percentile(found["taps"]), 100, "ms"),
        Figure("to draw what came of it, median", statistics.median(found["redraws"]), 50, "ms"),
        Figure("to another moment of the past, median", statistics.median(found["seeks"]), 100, "ms"),
        Figure("the same, 95th percentile", percentile(found["seeks"]), 100, "ms"),
        Figure("the page's processor time for that, mean", 1000 * busy / len(found["seeks"]), 50, "ms"),
        Figure("the longest task of the page's own thread", found["longest"], 200, "ms"),
        Figure(f"memory after {GAMES} games, to that after one", heaps[-1] / heaps[0], 1.3, ""),
    ]


def keep_exports(route: Route) -> None:
    """Answer with a worker that stores the exports of Python's WebAssembly module in its global `python`."""
    response = route.fetch()
    route.fulfill(response=response, body=KEEP_EXPORTS + response.text())


def begin(page: Page, seed: int, seats: Sequence[str] = ("person", "farmhand")) -> None:
    """Set up a game between a person and computers, or between computers only, in which computers move at once."""
    ready = page.locator("body[data-busy=false][data-game=ready]")
    for intent in ("home", "settings"):
        ready.wait_for()
        page.evaluate("(intent) => document.querySelector(`[data-intent=${intent}]`)?.click()", intent)
    page.get_by_role("radio", name="Fast").check()
    ready.wait_for()
    page.locator("main [data-intent=back]").first.click()
    ready.wait_for()
    page.locator("main [data-intent=new]").first.click()
    for seat in range(1, 5):
        kind = seats[seat - 1] if seat <= len(seats) else "empty"
        page.locator(f"[name=kind{seat}][value={kind if kind in ('person', 'empty') else 'computer'}]").check()
        if kind not in ("person", "empty"):
            page.locator(f"[name=level{seat}][value={kind}]").check()
    page.locator("details", has=page.locator("[name=seed]")).locator("summary").click()
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Start game").click()
    page.locator("body[data-screen=game]").wait_for()


def _busy(session: CDPSession) -> float:
    """Return the seconds of processor time used by the page's own thread; other work on the machine doesn't count."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def _heap(page: Page, session: CDPSession) -> float:
    """Return the size in bytes of the page's objects and of Python's memory."""
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    memory: float = page.workers[0].evaluate("python.memory.buffer.byteLength")
    return used + memory


def percentile(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]
