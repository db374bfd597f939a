"""The page's start and its shell, with a session that has no game in it: what can go wrong, and the result."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered
from web.bundle.stages import build
from web.pyodide import DATA, REST
from web.server import answering, serve

STAND_IN = Path(__file__).with_name("stand_in_session.py")
BLOCKED_STORAGE = """Object.defineProperty(window, "indexedDB", {
    get() { throw new DOMException("The document is sandboxed", "SecurityError") } })"""


@pytest.fixture(scope="module")
def site() -> Path:
    return build(session=STAND_IN)


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    with answering(serve(site)) as server:
        yield server.url.removesuffix("/")


def started(page: Page, address: str = "/") -> Page:
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(page.locator("#progress")).to_be_hidden()
    return page


def press(page: Page, intent: str) -> None:
    page.locator(f"[data-intent={intent}]").click()


def count(page: Page, number: int) -> None:
    expect(page.locator("output")).to_have_text(str(number))


def requests_of(page: Page) -> list[str]:
    names: list[str] = []
    page.on("request", lambda request: names.append(request.url.rpartition("/")[2]))
    return names


# ---- the start


def test_the_first_screen_needs_no_script(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    expect(page.get_by_role("heading", name="Stand-in")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    expect(page.locator("#main")).to_have_attribute("data-count", "0")


@pytest.mark.way
def test_a_start_takes_the_snapshot_and_no_more_files_than_it_needs(page: Page) -> None:
    names = requests_of(page)
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # Playwright warns of what it blocks
    page.add_init_script("addEventListener('DOMContentLoaded', () => { window.first = document.querySelector('h1') })")
    started(page)
    assert page.evaluate("window.first.isConnected"), "the first screen is drawn again"
    press(page, "count")
    count(page, 1)
    assert warnings == []
    assert len(names) == len(set(names)), "nothing is asked for twice"
    assert "snapshot.wasm" in names


#: Counts the page's observers, by the attributes they watch.
WATCHED = """
const Native = MutationObserver, watching = new Map();
self.evaluator = XPathEvaluator;
self.watched = { most: 0, now: () => [...watching.values()] };
self.MutationObserver = self.observer = class extends Native {
  observe(target, options) {
    watching.set(this, options.attributeFilter ?? "all");
    watched.most = Math.max(watched.most, watching.size);
    super.observe(target, options);
  }
  disconnect() {
    watching.delete(this);
    super.disconnect();
  }
};
"""


def test_pyscript_watches_nothing_once_it_is_there_and_leaves_the_browser_as_it_was(page: Page) -> None:
    page.add_init_script(WATCHED)
    started(page)
    press(page, "count")
    count(page, 1)
    assert page.evaluate("watched.most") > 1, "there would be nothing to keep from it"
    watching = page.evaluate("watched.now()")
    assert ["aria-current", "data-fresh"] in watching, "ours goes on"
    assert "all" not in watching
    assert page.evaluate("MutationObserver === observer && XPathEvaluator === evaluator")
    heading = "new XPathEvaluator().createExpression('//h1').evaluate(document, XPathResult.ANY_TYPE).iterateNext()"
    assert page.evaluate(f"{heading} === document.querySelector('h1')")


def test_it_starts_below_any_path(site: Path, open_page: OpenPage, faults: list[str]) -> None:
    with answering(serve(site, below="/games/key-harvest")) as server:
        page = started(open_page(), server.url)
        press(page, "count")
        count(page, 1)
        page.close()
    # The fixture takes requests to this server for requests to another origin.
    assert all(fault.startswith(f"request to another origin: {server.url}") for fault in faults), faults
    faults.clear()


def test_what_is_chosen_before_the_start_waits_for_it(page: Page) -> None:
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-shell", "ready")
    press(page, "count")
    press(page, "count")
    expect(page.locator("#progress")).to_contain_text(re.compile(r"^Downloading the game….*Your choice is waiting\.$"))
    expect(page.locator("body")).to_have_attribute("data-busy", "true")
    # A server may give this file the wrong type.
    held[0].fulfill(body=held[0].fetch().body(), content_type="application/octet-stream")
    count(page, 1)
    expect(page.locator("body")).to_have_attribute("data-busy", "false")


@pytest.mark.warm
def test_a_button_held_down_outlives_a_redraw(page: Page) -> None:
    started(page)
    page.locator("#counter").hover()
    page.mouse.down()
    page.evaluate("document.querySelector('[data-intent=list]').dispatchEvent(new Event('change', {bubbles: true}))")
    expect(page.locator("#last")).to_have_text("('list', 'one')")
    page.mouse.up()
    count(page, 1)


#: Redraws a list with one new row, one removed and two swapped; returns the rows that were taken out for it.
REDRAWN = """async (row) => {
  const script = document.querySelector("script[src$='/page.js']").src;
  const { redraw } = await import(script.replace("page.js", "link.js"));
  const list = document.body.appendChild(document.createElement("ul"));
  const rows = (names) => [...names].map((name) => row.replaceAll("NAME", name)).join("");
  redraw(list, "<p>one</p>" + rows("abcdef"));
  const before = new Map(Array.from(list.children, (row) => [row.textContent, row]));
  const out = [];
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) out.push(...Array.from(removedNodes, ({ textContent }) => textContent));
  });
  observer.observe(list, { childList: true, subtree: true });
  redraw(list, "<p>two</p>" + rows("xabdcf"));
  await 0;
  const same = Array.from(list.children).filter((row) => before.get(row.textContent) === row);
  return { text: list.textContent, out, same: same.map(({ textContent }) => textContent).join("") };
}"""


@pytest.mark.warm
def test_a_redraw_takes_nothing_out_that_stays_where_it_is(page: Page) -> None:
    """Not even a row without a name that has a control in it."""
    started(page)
    found = page.evaluate(REDRAWN, '<li id="row-NAME"><b>NAME</b></li>')
    assert found["text"] == "twoxabdcf"
    assert found["same"] == "abdcf"
    # The removed row, and one of the two swapped.
    assert sorted(found["out"]) in (["c", "e"], ["d", "e"])
    found = page.evaluate(REDRAWN, '<li><b id="row-NAME">NAME</b></li>')
    assert found["text"] == "twoxabdcf"
    assert found["same"] in ("abcf", "abdf")
    assert sorted(found["out"]) in (["c", "e"], ["d", "e"])


@pytest.mark.warm
def test_what_is_typed_outlives_a_redraw_that_says_nothing_new(page: Page) -> None:
    started(page)
    page.locator("[name=where]").fill("typed")
    press(page, "count")
    count(page, 1)
    expect(page.locator("[name=where]")).to_have_value("typed")


#: Where the content of a memory file begins, and the size of the memory and the number of runs in it (memory.js).
CONTENT, SIZE, RUNS = 24, slice(32, 36), slice(36, 40)


def other_build(snapshot: bytes) -> bytes:
    """Return the snapshot with another build's number, eight words after four of Pyodide's header."""
    place = CONTENT + 16 + 8 * int.from_bytes(snapshot[RUNS], "little") + 16
    return snapshot[:place] + bytes(32) + snapshot[place + 32 :]


def larger(snapshot: bytes) -> bytes:
    """Return the snapshot of a memory that has grown by some MB and a bit since the module was instantiated."""
    size = int.from_bytes(snapshot[SIZE], "little") + 5_000_000
    return snapshot[: SIZE.start] + size.to_bytes(4, "little") + snapshot[SIZE.stop :]


def body(change: Callable[[bytes], bytes]) -> Callable[[Route], None]:
    def handle(route: Route) -> None:
        route.fulfill(body=change(route.fetch().body()), content_type="application/octet-stream")

    return handle


@pytest.mark.parametrize(
    "handle",
    [
        pytest.param(lambda route: route.fulfill(status=404), id="missing"),
        pytest.param(body(lambda data: data[: len(data) // 2]), id="cut-off", marks=pytest.mark.long),
        pytest.param(body(lambda data: b"<html>" * 1000), id="not a snapshot", marks=pytest.mark.long),
        pytest.param(body(lambda data: other_build(data)), id="other build"),
        pytest.param(body(lambda _: b""), id="empty", marks=pytest.mark.long),
        pytest.param(lambda route: route.abort(), id="connection lost", marks=pytest.mark.long),
    ],
)
def test_a_broken_snapshot_is_done_without(page: Page, faults: list[str], handle: Callable[[Route], None]) -> None:
    names = requests_of(page)
    page.route("**/snapshot.wasm", handle)
    started(page)
    press(page, "count")
    count(page, 1)
    assert "stdlib.zip" in names
    assert all("Failed to load resource" in fault for fault in faults), faults
    faults.clear()


#: Added to the worker's script: makes its Python a variable that can be read from outside.
KEEP, SCRIPT = "\nself.python = python;", "text/javascript"


def test_a_snapshot_may_outgrow_the_memory_that_python_starts_with(page: Page) -> None:
    page.route("**/snapshot.wasm", body(larger))
    page.route("**/worker.js", lambda route: route.fulfill(body=route.fetch().text() + KEEP, content_type=SCRIPT))
    names = requests_of(page)
    with page.expect_request("**/stdlib.zip"):  # it comes last
        started(page)
        press(page, "count")
        count(page, 1)
    assert "game.zip" not in names, "the snapshot is not done without"
    assert page.workers[0].evaluate("python.then(({ _module }) => _module.HEAPU8.length)") > 36_000_000


NEEDED = ["pyodide.asm.js", "pyodide.js", "pyodide.asm.wasm", "worker.js"]


@pytest.mark.parametrize("files", [NEEDED, *[pytest.param([file], marks=pytest.mark.long) for file in NEEDED[:-1]]])
def test_a_missing_file_is_told_with_a_way_on(page: Page, faults: list[str], files: list[str]) -> None:
    trouble = page.locator("#trouble")
    for file in files:
        page.route(f"**/{file}", lambda route: route.fulfill(status=404))
        with page.expect_response(f"**/{file}"):
            page.goto("/")
        expect(trouble).to_contain_text("The game can't start here.")
        page.unroute_all()
    trouble.get_by_role("button", name="Try again").click()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(trouble).to_be_hidden()
    press(page, "count")
    count(page, 1)
    faults.clear()


@pytest.mark.parametrize("status", [404, pytest.param(200, marks=pytest.mark.long)])
def test_files_that_come_late_or_not_at_all_do_not_stop_a_restored_game(
    page: Page, faults: list[str], status: int
) -> None:
    page.route("**/*.zip", lambda route: route.fulfill(status=status, body="<title>Not what was asked for</title>"))
    started(page)
    press(page, "count")
    count(page, 1)
    page.unroute_all()
    names = requests_of(page)
    press(page, "count")
    count(page, 2)
    assert "on-demand.zip" in names
    assert all("404" in fault for fault in faults), faults
    faults.clear()


def test_a_page_that_a_new_version_has_replaced_offers_to_reload(page: Page, faults: list[str]) -> None:
    page.route("**/*.zip", lambda route: route.fulfill(status=404))
    started(page)
    trouble = page.locator("#trouble")
    press(page, "count")
    count(page, 1)
    expect(trouble).to_be_hidden()  # a file is missing, but the version is still there
    page.route("**/worker.js", lambda route: route.fulfill(status=404))
    press(page, "count")
    expect(trouble).to_contain_text("The page has a new version. Reload it to continue.")
    page.unroute_all()
    with page.expect_navigation():
        trouble.get_by_role("button", name="Reload").click()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(trouble).to_be_hidden()
    count(page, 2)
    faults.clear()


def test_how_far_the_start_is_is_told_in_the_language_to_be_spoken(open_page: OpenPage) -> None:
    page = open_page(locale="de-AT")
    page.route("**/*.wasm", lambda route: None if "pyodide" in route.request.url else route.continue_())
    page.goto("/")
    expect(page.locator("#progress[lang=de]")).to_contain_text("Das Spiel wird")


OLD, CLOSED = "delete HTMLElement.prototype.popover", "delete self.WebAssembly"


@pytest.mark.parametrize(
    ("lacks", "locale", "lang", "words"),
    [
        (OLD, "de-AT", "de", "neueren"),
        (OLD, "it", "en", "a newer browser"),
        (CLOSED, "de-AT", "de", "ausgeschaltet"),
        (CLOSED, "en", "en", "Lockdown Mode"),
    ],
)
def test_a_browser_that_lacks_something_is_told_what_the_game_needs(
    open_page: OpenPage, faults: list[str], lacks: str, locale: str, lang: str, words: str
) -> None:
    page = open_page(locale=locale)
    page.add_init_script(lacks)
    asked = requests_of(page)
    page.goto("/")
    expect(page.get_by_role("alert").filter(has_text=words)).to_have_attribute("lang", lang)
    expect(page.locator("#progress")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    expect(page.locator("#no-shell")).to_be_hidden()
    assert not {"worker.js", "core.js", "shell.mpy"} & {*asked}
    assert len(faults) == 1
    assert ("Safari 17" if lacks == OLD else "WebAssembly") in faults.pop()


def test_a_first_visit_whose_version_is_gone_loads_the_page_again(page: Page, faults: list[str]) -> None:
    """As long as no service worker has the files, those that are loaded late may be missing after a deploy."""

    asked: list[str] = []

    def gone(route: Route) -> None:
        if "HEAD" in asked:
            route.continue_()  # the new version has it
            return
        asked.append(route.request.method)
        route.fulfill(status=404, body="")

    page.goto("/")
    answered(page)
    for name in ("motion.js", "late.js"):
        page.route(f"**/{name}", gone)
    with page.expect_event("load"):
        page.get_by_role("button", name="count").click()
    answered(page)
    faults[:] = [fault for fault in faults if "404" not in fault]


# ---- the rest of Python's module

SELDOM = "1.316957897+0.004677735j"


def part(site: Path, pattern: str) -> bytes:
    """Return a file that exists only if the page comes in parts."""
    found = list(site.glob(f"static/{pattern}"))
    if not found:
        pytest.skip("this page comes in one part")
    return found[0].read_bytes()


@pytest.fixture
def rest(site: Path) -> bytes:
    """Return the part of Python's module that the start does not wait for."""
    return part(site, f"vendor-*/pyodide/{REST}")


@pytest.mark.way
@pytest.mark.usefixtures("rest")
def test_the_rest_of_python_is_brought_by_its_first_call(page: Page) -> None:
    """Neither the start nor frequent actions wait for it, not even while it is loading."""
    held: list[Route] = []
    called: list[str] = []

    def handle(route: Route) -> None:
        if route.request.resource_type == "xhr":
            called.append(route.request.url)
            route.continue_()
        else:
            held.append(route)

    page.route(f"**/{REST}", handle)
    with page.expect_request(f"**/{REST}"):
        started(page)
    press(page, "count")
    count(page, 1)
    assert held
    assert not called
    press(page, "seldom")
    expect(page.locator("#last")).to_have_text(SELDOM)
    assert called
    press(page, "count")
    count(page, 2)


@pytest.mark.parametrize(
    ("status", "most"),
    [
        pytest.param(404, 0, id="missing", marks=pytest.mark.long),
        pytest.param(200, 1_000_000, id="cut-off"),
        pytest.param(None, 0, id="connection lost", marks=pytest.mark.long),
    ],
)
def test_a_rest_that_cannot_be_had_ends_the_game_with_a_way_on(
    page: Page, faults: list[str], rest: bytes, status: int | None, most: int
) -> None:
    def handle(route: Route) -> None:
        if status:
            route.fulfill(status=status, body=rest[:most])
        else:
            route.abort()

    page.route(f"**/{REST}", handle)
    started(page)
    press(page, "count")
    count(page, 1)
    press(page, "seldom")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("The game can't continue here.")
    expect(page.locator("#last")).not_to_contain_text("seldom")
    page.unroute_all()
    trouble.get_by_role("button", name="Try again").click()
    expect(trouble).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    press(page, "seldom")
    expect(page.locator("#last")).to_have_text(SELDOM)
    count(page, 1)
    faults.clear()


@pytest.mark.usefixtures("rest")
def test_a_plain_start_waits_for_all_of_python(page: Page, faults: list[str]) -> None:
    page.route("**/snapshot.wasm", lambda route: route.fulfill(status=404))
    page.route(f"**/{REST}", lambda route: route.fulfill(status=404))
    page.goto("/")
    expect(page.locator("#trouble")).to_contain_text("The game can't start here.")
    page.unroute(f"**/{REST}")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    press(page, "seldom")
    expect(page.locator("#last")).to_have_text(SELDOM)
    faults.clear()


# ---- the data of Python's module


@pytest.mark.parametrize("status", [pytest.param(404, marks=pytest.mark.long), 200])
def test_without_the_modules_data_a_start_is_told_with_a_way_on(page: Page, faults: list[str], status: int) -> None:
    page.route(f"**/{DATA}", lambda route: route.fulfill(status=status, body="<title>Not what was asked for</title>"))
    page.goto("/")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("The game can't start here.")
    page.unroute_all()
    trouble.get_by_role("button", name="Try again").click()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    press(page, "count")
    count(page, 1)
    faults.clear()


def test_a_start_without_a_sign_of_life_is_told(page: Page, faults: list[str]) -> None:
    held: list[Route] = []
    slow = True

    def handle(route: Route) -> None:
        if slow:
            held.append(route)
        else:
            route.continue_()

    page.clock.install()
    page.route(re.compile(r"pyodide\.asm\.wasm|snapshot\.wasm"), handle)
    page.goto("/")
    expect(page.locator("#progress")).to_contain_text("%")
    page.clock.fast_forward(11_000)
    expect(page.locator("#trouble")).to_contain_text("The game is slow to start: nothing for 10 seconds.")
    # It was only slow.
    slow = False
    for route in held:
        route.continue_()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(page.locator("#trouble")).to_be_hidden()


OF_THE_SHELL = ["core.js", "page.js", "micropython.js", "shell.mpy"]


@pytest.mark.parametrize(
    "files", [OF_THE_SHELL, *[pytest.param([file], marks=pytest.mark.long) for file in OF_THE_SHELL[:-1]]]
)
def test_a_page_whose_shell_cannot_start_says_so(page: Page, faults: list[str], files: list[str]) -> None:
    hint = page.locator("#no-shell")
    for file in files:
        page.route(f"**/{file}", lambda route: route.fulfill(status=404))
        with page.expect_response(f"**/{file}"):
            page.goto("/")
        expect(hint).to_be_hidden()
        page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
        expect(hint).to_be_visible()
        page.unroute_all()
    hint.get_by_role("link", name="Try again").click()
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(hint).to_be_hidden()
    faults.clear()


def test_a_script_that_the_server_sends_with_a_wrong_type_is_named(page: Page, faults: list[str]) -> None:
    page.route("**/page.js", lambda route: route.fulfill(body="", content_type="application/octet-stream"))
    page.goto("/")
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    hint = page.locator("#no-shell")
    expect(hint).to_contain_text("The server sends page.js as application/octet-stream.")
    expect(hint).to_contain_text("Der Server sendet page.js als application/octet-stream.")
    expect(hint).not_to_contain_text("Chrome")
    faults.clear()


# ---- the worker


@pytest.mark.warm
def test_an_error_in_the_game_is_told_and_harms_nothing(page: Page) -> None:
    started(page)
    press(page, "count")
    press(page, "break")
    expect(page.locator("#alert")).to_contain_text("Something went wrong in the game.")
    expect(page.locator("#details-text")).to_contain_text("RuntimeError: broken on purpose")
    press(page, "count")
    count(page, 2)
    expect(page.locator("#alert")).to_be_empty()


@pytest.mark.way
def test_a_worker_that_hangs_can_be_replaced(page: Page) -> None:
    page.clock.install()
    started(page)
    press(page, "count")
    count(page, 1)
    press(page, "hang")
    page.clock.fast_forward(11_000)
    expect(page.locator("#trouble")).to_contain_text("The game isn't responding")
    press(page, "count")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#trouble")).to_be_hidden()
    press(page, "count")
    count(page, 2)


def test_a_worker_that_dies_while_a_step_is_due_is_noticed(page: Page) -> None:
    page.add_init_script("""{
        const Real = Worker;
        window.Worker = class extends Real { constructor(...given) { super(...given); window.worker = this } };
    }""")
    page.clock.install()
    started(page)
    page.locator("[data-intent=steps]").evaluate("button => { button.dataset.value = '1000000 every 0.05' }")
    press(page, "steps")
    expect(page.locator("#last")).to_contain_text("steps")
    page.evaluate("worker.terminate()")
    page.clock.fast_forward(11_000)
    expect(page.locator("#trouble")).to_contain_text("The game isn't responding")
    page.get_by_role("button", name="Try again").click()
    press(page, "count")
    count(page, 1)


@pytest.mark.warm
def test_steps_of_the_computer_leave_room_for_a_person(page: Page) -> None:
    started(page)
    press(page, "steps")
    press(page, "count")
    count(page, 1)
    expect(page.locator("i")).to_have_text("0")


@pytest.mark.warm
def test_no_script_can_come_from_text(page: Page, faults: list[str]) -> None:
    started(page)
    page.evaluate("""() => { setTimeout("document.title = 'from a string'");
        document.getElementById("last").innerHTML = "<img src='data:,' onerror='document.title = 1'>" }""")
    press(page, "count")
    count(page, 1)
    assert page.title() == "Key Harvest"
    assert len(faults) == 4, "by the policy of the headers and by that of the document"
    assert all("Content Security Policy" in fault for fault in faults), faults
    faults.clear()


# ---- the shell


@pytest.mark.warm
def test_what_is_saved_outlives_a_reload(page: Page) -> None:
    started(page)
    press(page, "count")
    count(page, 1)
    started(page)
    count(page, 1)
    press(page, "forget")
    count(page, 0)
    started(page)
    count(page, 0)


def test_what_an_earlier_version_kept_is_taken_over_once(open_page: OpenPage, served: str) -> None:
    former = [{"name": "keyharvest:count", "value": "3"}, {"name": "other", "value": "stays"}]
    page = open_page(storage_state={"cookies": [], "origins": [{"origin": served, "localStorage": former}]})
    started(page)
    count(page, 3)
    assert page.evaluate("Object.keys(localStorage)") == ["other"]
    press(page, "count")
    count(page, 4)
    started(page)
    count(page, 4)


def test_blocked_storage_does_not_stop_the_game(page: Page, faults: list[str]) -> None:
    page.add_init_script(BLOCKED_STORAGE)
    started(page)
    press(page, "count")
    count(page, 1)
    expect(page.locator("body")).to_have_attribute("data-storage", "blocked")
    assert all("sandboxed" in fault for fault in faults), faults  # PyScript wants a database that nothing uses
    faults.clear()


@pytest.mark.warm
def test_a_link_hands_over_its_fragment_once(page: Page) -> None:
    started(page, "/#abc")
    expect(page.locator("#say")).to_contain_text("fragment abc")
    assert page.url.endswith("/")
    page.evaluate("location.hash = 'def'")
    expect(page.locator("#say")).to_contain_text("fragment def")


@pytest.mark.warm
def test_the_focus_stays_on_its_control_when_a_panel_changes(page: Page) -> None:
    started(page)
    for intent in ("count", "forget"):
        page.locator(f"[data-intent={intent}]").focus()
        page.keyboard.press("Enter")
        count(page, 1 if intent == "count" else 0)
        expect(page.locator(f"[data-intent={intent}]")).to_be_focused()


@pytest.mark.way
@pytest.mark.warm
def test_forms_lists_files_and_keys_become_intents(page: Page) -> None:
    started(page)
    last = page.locator("#last")
    page.get_by_role("button", name="send").click()
    expect(last).to_contain_text("'form'")
    expect(last).to_contain_text("'who': ['Ann', 'Bo']")
    expect(last).to_contain_text("'where': '<C5>'")
    page.locator("select").select_option("two")
    expect(last).to_have_text("('list', 'two')")
    page.locator("input[type=file]").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": "<b>Grüße</b>".encode()}
    )
    expect(last).to_contain_text("<b>Grüße</b>")
    expect(last).to_contain_text("'name': 'a.txt'")
    page.get_by_text("keys", exact=True).focus()
    page.keyboard.press("Shift+ArrowUp")
    for part in ("'key': 'ArrowUp'", "'shift': True", "'ctrl': False", "'scope': 'board'", "'at': 'hex-C5'"):
        expect(last).to_contain_text(part)
    page.keyboard.press("Control+z")
    expect(last).to_contain_text("'ctrl': True")


@pytest.mark.warm
def test_a_key_that_is_held_down_confirms_only_once(page: Page) -> None:
    """Only what moves and what undoes is repeated; and what isn't scrolls nothing either."""
    started(page)
    page.evaluate("""() => {
      self.scrolled = 0;
      addEventListener("keydown", (event) => { scrolled += event.key === " " && !event.defaultPrevented; });
    }""")

    def hold(element: str, *keys: str) -> None:
        page.locator(element).focus()
        for key in (*keys, *keys[-1:] * 3):
            page.keyboard.down(key)
        for key in keys:
            page.keyboard.up(key)

    hold("[data-intent=count]", "Enter")
    count(page, 1)
    for keys in (["x"], ["Enter"], [" "], ["Control", "y"], ["ArrowUp"], ["Control", "z"]):
        hold("#hex-C5", *keys)
    expect(page.locator("kbd")).to_have_text("x, Enter,  , y, " + "ArrowUp, " * 4 + "z, z, z, z")
    count(page, 1)
    assert page.evaluate("scrolled") == 0


@pytest.mark.warm
def test_tabs_are_the_shells_own_and_survive_a_patch(page: Page) -> None:
    started(page)
    page.get_by_role("tab", name="right").click()
    expect(page.get_by_text("right panel")).to_be_visible()
    expect(page.get_by_text("left panel")).to_be_hidden()
    page.get_by_role("button", name="send").click()
    expect(page.locator("#last")).to_contain_text("'form'")
    expect(page.get_by_text("left panel")).to_be_hidden()
    page.get_by_role("tab", name="right").press("ArrowLeft")
    expect(page.get_by_text("left panel")).to_be_visible()
    expect(page.get_by_role("tab", name="left")).to_be_focused()
    expect(page.get_by_role("tab", name="left")).to_have_attribute("aria-selected", "true")


@pytest.mark.warm
def test_patches_can_download_focus_and_change_attributes(page: Page) -> None:
    started(page)
    with page.expect_download() as caught:
        press(page, "download")
    assert caught.value.suggested_filename == "game.txt"
    assert Path(caught.value.path()).read_text(encoding="utf-8") == "Grüße"
    press(page, "focus")
    counter = page.locator("#counter")
    expect(counter).to_be_focused()
    expect(counter).to_have_attribute("title", "focused")
    assert counter.get_attribute("data-old") is None


@pytest.mark.warm
def test_the_game_learns_that_the_page_is_hidden(page: Page) -> None:
    started(page)
    page.evaluate("""() => { Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })) }""")
    expect(page.locator("#last")).to_have_text("('hidden', None)")
