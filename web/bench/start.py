"""``python3 web bench``: measure the page's start, its speed in play, and its computer players.

The start is compared with a page that starts stock Pyodide with the same wheel; in_play.py measures play, and
in_thought.py compares the players' thinking with CPython's.

Each run uses a fresh Chromium context: for a first visit or, for warm starts, a second one, with a game to continue.
Times are medians in milliseconds from navigation until the first screen is painted and until the shell listens. On a
first visit "Play" is pressed as soon as it appears; three more times are those until a board is shown, until the answer
to a tap on that board is shown, and until the game itself has answered and can answer anything else; other starts have
only the last, when the game is ready. Then follow the kB sent until the game is ready, and the kB of the files that
come later. Our page, the stock one and, with ``--beside FOLDER``, the page of another build take turns, so that all run
under the same conditions. The server simulates a slow connection: all requests share its bandwidth, and each has a
delay.
"""

import argparse
import contextlib
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Route, StorageState, sync_playwright

from web import environment, pyodide, server
from web.bench import in_play, in_thought
from web.bundle import places, sizes, stages

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]
IN_PLAY, THINKING = "in play", "thinking"  # names of the other figures for --only
# ms; kB for the start and after it
COLUMNS = ("paint", "shell", "board", "tap", "game", "blocked", "sent", "later")
STOCK = Path(__file__).parent / "stock"
# Nothing is asked of the page while it starts: a driver's code that waits for an element takes 40 ms by itself.
OBSERVE = """window.blocked = 0;
new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += Math.max(0, duration - 50);
}).observe({ type: "longtask", buffered: true });
new PerformanceObserver((list) => {
    if (list.getEntriesByName("ready").length) setTimeout(console.info, 300, "started");
}).observe({ type: "mark", buffered: true });"""
SETTLED = 1500  # ms for a new browser window to finish its own start, as a player's already has
# The page disconnects the observers that are made while it loads PyScript: PLAY takes the browser's own class at once.
PLAY = """const { MutationObserver } = self;
const when = (test) => new Promise((done) => {
    const look = () => test() ? done(performance.now()) : setTimeout(look, 5);
    look();
});
const press = (selector) => document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
(async () => {
    await when(() => performance.getEntriesByName("first-contentful-paint").length && globalThis.keyharvest);
    press("[data-intent=quick]");
    const board = await when(() => document.body.dataset.screen === "game");
    const changed = new Promise((done) => new MutationObserver(() => done(performance.now()))
        .observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true }));
    press("main :is([data-intent=tap], [data-intent=tile]):not([aria-disabled])");
    const tap = await changed;
    const game = await when(() => document.body.dataset.busy === "false" && document.body.dataset.game);
    console.info("played", JSON.stringify({ board, tap, game }));
})();"""
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
# The time of the first call of a function in the rest of Python's module (web/pyodide/README.md).
CALL = "(() => { const begin = performance.now(); python.crossing.get(0)(); return performance.now() - begin; })()"
READ = """() => {
    const mark = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
    return { paint: mark("first-contentful-paint"), shell: mark("shell"), game: mark("ready"), blocked };
}"""


@dataclass
class Connection:
    """A simulated connection with *megabits* per second and *delay* seconds for each request."""

    megabits: float
    delay: float
    free: float = field(default=0.0, repr=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def wait_for(self, count: int) -> None:
        """Wait until *count* more bytes have passed."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + count * 8 / (self.megabits * 1e6)
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class SlowHandler(server.Handler):
    """Sends over the server's simulated connection, if it has one, and counts the bytes."""

    server: "SlowServer"

    def _answer(self, body: bool) -> None:
        if self.server.gone:
            self.close_connection = True
        elif self.server.missing and self.path.endswith(self.server.missing):
            self._refuse(HTTPStatus.NOT_FOUND, body)
        else:
            super()._answer(body)

    def _send(self, status: HTTPStatus, headers: dict[str, str], content: bytes) -> None:
        line = self.server.line
        if line is None:
            super()._send(status, headers, content)
            self._count(len(content))
            return
        time.sleep(line.delay)
        super()._send(status, headers, b"")
        for begin in range(0, len(content), 16384):
            part = content[begin : begin + 16384]
            line.wait_for(len(part))
            self.wfile.write(part)
            self._count(len(part))

    def _count(self, count: int) -> None:
        self.server.sent["later" if self.path.endswith(self.server.later) else "sent"] += count


class SlowServer(server.Server):
    """A server with a simulated connection, which may lack a file, or hang up on everyone as if it were gone.

    Files whose names end like one of *later* are counted separately.
    """

    handler = SlowHandler

    def __init__(self, folder: Path, later: tuple[str, ...] = ()) -> None:
        self.later = later
        self.line: Connection | None = None
        self.missing = ""
        self.gone = False
        self.sent = {"sent": 0, "later": 0}
        super().__init__(folder, 0, "")


@dataclass(frozen=True)
class Start:
    """A kind of start: of which page, over which connection, on a second visit, without the server or the snapshot.

    The page is ours, the stock one, or that of another build.
    """

    name: str
    page: str = "ours"
    line: tuple[float, float] | None = None
    warm: bool = False
    offline: bool = False
    snapshot: bool = True


STARTS = [
    Start("cold"),
    Start("stock, cold", page="stock"),
    Start("warm", warm=True),
    Start("stock, warm", page="stock", warm=True),
    Start("offline", warm=True, offline=True),
    Start("no snapshot", snapshot=False),
    Start("50 Mbit/s, 20 ms", line=(50, 0.02)),
    Start("stock, 50 Mbit/s, 20 ms", page="stock", line=(50, 0.02)),
    Start("10 Mbit/s, 40 ms", line=(10, 0.04)),
    Start("stock, 10 Mbit/s, 40 ms", page="stock", line=(10, 0.04)),
]


def stock_site() -> Path:
    """Make a page that starts stock Pyodide and loads the wheel unchanged; return its folder."""
    folder = places.BUILD / "stock"
    shutil.rmtree(folder, ignore_errors=True)
    static = folder / "static"
    static.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        shutil.copy(environment.packages(places.LOCK) / "node_modules/pyodide" / name, static)
    wheel = next((places.BUILD / "wheel").glob("*.whl"))
    shutil.copy(wheel, static)
    shutil.copy(STOCK / "index.html", folder)
    script = (STOCK / "start.mjs").read_text(encoding="utf-8").replace("{{wheel}}", wheel.name)
    start = json.dumps((STOCK / "start.py").read_text(encoding="utf-8"))
    (static / "start.mjs").write_text(script.replace('"{{start}}"', start), encoding="utf-8")
    _, node = environment.node()
    subprocess.run([node, places.HERE / "compress.mjs", folder, places.BUILD / "compressed"], check=True)
    return folder


@contextlib.contextmanager
def running(folder: Path, later: tuple[str, ...] = ()) -> Iterator[SlowServer]:
    """Run a `SlowServer` for *folder*."""
    with SlowServer(folder, later) as slow:
        threading.Thread(target=slow.serve_forever, daemon=True).start()
        yield slow
        slow.shutdown()


def played(context: BrowserContext, url: str) -> dict[str, float]:
    """Open the page and press "Play" at once; return the times of the board and of the answers to a tap on it."""
    page = context.new_page()
    page.add_init_script(PLAY)
    page.wait_for_timeout(SETTLED)
    with page.expect_console_message(lambda message: message.text.startswith("played"), timeout=60_000) as told:
        page.goto(url)
    times: dict[str, float] = json.loads(told.value.text.removeprefix("played"))
    page.close()
    return times


def visit(context: BrowserContext, url: str, *, until_kept: bool = False) -> dict[str, float]:
    """Open the page; return its times when the game is ready. With *until_kept*, stay until the page works offline."""
    page = context.new_page()
    page.add_init_script(OBSERVE)
    page.wait_for_timeout(SETTLED)
    with page.expect_console_message(lambda message: message.text == "started", timeout=60_000):
        page.goto(url)
    times: dict[str, float] = page.evaluate(READ)
    while until_kept and not page.evaluate(KEPT):
        page.wait_for_timeout(50)
    page.close()
    return times


def start(browser: Browser, case: Start, slow: SlowServer, saved: StorageState) -> dict[str, float]:
    """Measure one start; on a second visit to our page there is a saved game to continue."""
    ours = case.page != "stock"
    context = browser.new_context(storage_state=saved if case.warm and ours else None)
    if case.warm:
        visit(context, slow.url, until_kept=ours)
    slow.missing = "" if case.snapshot else "snapshot.wasm"
    slow.line = Connection(*case.line) if case.line else None
    slow.gone = case.offline
    slow.sent = dict.fromkeys(slow.sent, 0)
    times = visit(context, slow.url)
    times |= {name: count / 1000 for name, count in slow.sent.items()}
    context.close()
    if ours and not case.warm:
        context = browser.new_context()
        slow.line = Connection(*case.line) if case.line else None
        slow.sent = dict.fromkeys(slow.sent, 0)
        times |= played(context, slow.url) | {"later": slow.sent["later"] / 1000}
        context.close()
    slow.line, slow.gone = None, False
    return times


def saved_game(browser: Browser, url: str) -> StorageState:
    """Return what the browser has stored once a game has started."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    page.click("[data-intent=quick]")
    page.wait_for_selector("body[data-screen=game]")
    page.wait_for_timeout(2000)
    state = context.storage_state(indexed_db=True)
    context.close()
    return state


def call_of_the_rest(browser: Browser, slow: SlowServer) -> list[in_play.Figure]:
    """Measure how long the game is blocked by the first call of a function that isn't loaded yet."""
    if not list(slow.folder.rglob(pyodide.REST)):
        return []

    def only_at_once(route: Route) -> None:
        if route.request.resource_type == "xhr":
            route.continue_()
        else:
            route.abort()

    found = []
    for name, line, most in (("", None, 300), (", 10 Mbit/s", Connection(10, 0.04), 2000)):
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.route("**/worker.js", in_play.keep_exports)
        page.route(f"**/{pyodide.REST}", only_at_once)
        page.goto(slow.url)
        page.wait_for_selector("body[data-game=ready]")
        page.wait_for_timeout(SETTLED)
        slow.line = line
        milliseconds = page.workers[0].evaluate(CALL)
        found.append(in_play.Figure(f"a call of what isn't there yet{name}", milliseconds, most, "ms"))
        slow.line = None
        context.close()
    return found


def measure(runs: int, wanted: list[str], beside: Path | None) -> dict[str, Any]:
    """Measure what is *wanted*: the medians of *runs* starts for each case, play, thinking, the sizes of the files.

    *beside*: the folder of another build, whose starts are measured too.
    """
    cases = [case for case in STARTS if case.name in wanted]
    if beside:
        other = [replace(case, name=f"beside, {case.name}", page="beside") for case in cases if case.page == "ours"]
        cases = [
            each for case in cases for each in (case, *(one for one in other if one.name == f"beside, {case.name}"))
        ]
    ours = stages.build(compress=True)  # as much as a host can
    with contextlib.ExitStack() as stack:
        pages = {"ours": running(ours, sizes.LATER)}
        if any(case.page == "stock" for case in cases):
            pages["stock"] = running(stock_site())
        if beside:
            pages["beside"] = running(beside, sizes.LATER)
        servers = {name: stack.enter_context(page) for name, page in pages.items()}
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        saved = saved_game(browser, servers["ours"].url)
        found: dict[str, list[dict[str, float]]] = {case.name: [] for case in cases}
        for run, case in itertools.product(range(runs), cases):
            print(f"\r{run + 1}/{runs} {case.name:30}", end="", file=sys.stderr, flush=True)
            found[case.name].append(start(browser, case, servers[case.page], saved))
        print("\r" + " " * 40, end="\r", file=sys.stderr)
        played: list[in_play.Figure] = []
        games: list[in_thought.Thinking] = []
        if IN_PLAY in wanted:
            played += in_play.measure(browser, servers["ours"].url) + call_of_the_rest(browser, servers["ours"])
        if THINKING in wanted:
            games, figures = in_thought.measure(browser, servers["ours"].url)
            played += figures
        browser.close()
    return {
        "runs": runs,
        "play": [asdict(figure) for figure in played],
        "thinking": [asdict(game) for game in games],
        "starts": {name: {key: _median(times, key) for key in COLUMNS} for name, times in found.items()},
        "sizes": {
            name: dict(zip(("raw", "gzip", "brotli"), each, strict=True)) for name, each in sizes.sizes(ours).items()
        },
    }


def _median(runs: list[dict[str, float]], key: str) -> float | None:
    values = [times[key] for times in runs if times.get(key) is not None]
    return round(statistics.median(values)) if values else None


def table(results: dict[str, Any]) -> str:
    """Format the medians as a table, then the games of computer players and the figures of play.

    A row of our page ends with its ratio to the stock page's row for the same case, if there is one.
    """
    starts = results["starts"]
    rows = [f"{'':26}" + "".join(f"{name:>9}" for name in COLUMNS) + "    stock/ours"] if starts else []
    for name, times in starts.items():
        row = f"{name:26}" + "".join(f"{'–' if times[key] is None else times[key]:>9}" for key in COLUMNS)
        stock = starts.get(f"stock, {name}")
        rows.append(f"{row}{stock['game'] / times['game']:14.1f}" if stock else row)
    if results["thinking"]:
        rows.append(in_thought.table([in_thought.Thinking(**game) for game in results["thinking"]]))
    return "\n".join([*rows, *(str(in_play.Figure(**each)) for each in results["play"])])


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 web bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="starts of each kind (default: %(default)s)")
    parser.add_argument(
        "--only", action="append", help=f"only this kind of start, {IN_PLAY!r} or {THINKING!r}; may be repeated"
    )
    parser.add_argument("--beside", type=Path, help="the folder of another build, measured in turn with this one")
    parser.add_argument("--json", type=Path, help="write the results to this file too")
    options = parser.parse_args(arguments)
    known = [*(case.name for case in STARTS), IN_PLAY, THINKING]
    for name in options.only or ():
        if name not in known:
            parser.error(f"no start is called {name!r}; there are: {'; '.join(known)}")
    results = measure(max(1, options.runs), options.only or known, options.beside)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
