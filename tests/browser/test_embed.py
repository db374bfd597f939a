"""Demos on another site's page, under a strict policy: side by side, tried in a sandbox, missing, and cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from keyharvest.puzzles import choices, load
from keyharvest.record import position_text
from keyharvest.rules import STANDARD, Layout
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.scenario import scenario_text
from keyharvest.scenario.library import SCENARIOS
from tests.browser.axe import faulted
from tests.browser.conftest import PAINTED, OpenPage, press
from tests.browser.test_editor import empty_board
from tests.browser.test_game import click
from tests.browser.test_screens import TOO_SMALL
from tests.rules.builders import BY_ROW
from web.server import answering

LISTEN = """
window.heard = [];
for (const type of ["ready", "step", "try", "wrong", "goal", "error"]) {
  addEventListener(`kh-${type}`, ({ detail }) => heard.push({ type, ...detail }));
}
addEventListener("error", () => heard.push({ type: "exception" }));
"""


class Host(ThreadingHTTPServer):
    """Another site, whose policy allows only its own and our scripts and frames."""

    def __init__(self, ours: str) -> None:
        self.ours, self.body = ours, ""
        self.files: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        super().__init__(("127.0.0.1", 0), HostHandler)


class HostHandler(BaseHTTPRequestHandler):
    """Answers with its page, or the script that records the events."""

    server: Host

    def do_GET(self) -> None:
        ours, script, file = self.server.ours, self.path == "/listen.js", self.server.files.get(self.path)
        page = (
            "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>Host</title>"
            f'<script src="/listen.js"></script><script async src="{ours}/embed/v1.js"></script>{self.server.body}'
        )
        content = (LISTEN if script else page if file is None else file).encode()
        self.send_response(404 if self.path.endswith("gone.json") else 200)
        html = file is None or self.path.endswith(".html")
        self.send_header("Content-Type", "text/javascript" if script else "text/html" if html else "text/plain")
        policy = f"default-src 'none'; img-src data:; script-src 'self' {ours}; frame-src {ours}; connect-src 'self'"
        for name, value in ({"Content-Security-Policy": policy} | self.server.headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host(served: str) -> Iterator[Host]:
    with answering(Host(served)) as host:
        yield host


def shown(open_page: OpenPage, host: Host, body: str, **size: int) -> Page:
    host.body = body
    page = open_page(viewport={"width": 700, "height": 900, **size})
    page.goto(f"http://localhost:{host.server_address[1]}/")
    return page


def own_file(**changed: Any) -> str:
    """Return a custom scenario file."""
    return scenario_text({**SCENARIOS["exact-price"].data, "id": "mine", **changed})


def own_position(layout: Layout) -> str:
    """Return the custom scenario file with a position on a layout in place of its table."""
    scenario = SCENARIOS["exact-price"]
    state = scenario.start.copy()
    state.layout = layout
    data = {key: value for key, value in scenario.data.items() if key != "table"}
    return scenario_text({**data, "position": position_text(state), "id": "laid"})


def framed(page: Page, name: str) -> FrameLocator:
    return page.locator(f"#{name}").frame_locator("iframe")


def heard(page: Page, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """Return the events of a kind, once there are enough of them."""
    page.wait_for_function(
        "([kind, count]) => heard.filter(({type}) => type === kind).length >= count", arg=[kind, count]
    )
    found: list[dict[str, Any]] = page.evaluate("kind => heard.filter(({type}) => type === kind)", kind)
    assert not page.evaluate("heard.some(({type}) => type === 'exception')")
    return found


def forget_host(faults: list[str], *expected: str) -> None:
    """Requests to the host itself do not count as requests to a third party."""
    faults[:] = [fault for fault in faults if not any(each in fault for each in ("//localhost:", *expected))]


def test_demos_side_by_side_each_on_its_own(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    page = shown(
        open_page,
        host,
        '<key-harvest-demo id="a" scenario="exact-price"></key-harvest-demo>'
        '<key-harvest-demo id="b" scenario="chain" theme="dark" controls="step"></key-harvest-demo>'
        '<key-harvest-demo id="c" scenario="no-such-thing" theme="pink"></key-harvest-demo>'
        '<key-harvest-demo id="d" scenario="short-stock" controls="none"></key-harvest-demo>',
    )
    for name in "bd":
        page.locator(f"#{name}").scroll_into_view_if_needed()
    steps = {each["scenario"]: each["steps"] for each in heard(page, "ready", 3)}
    assert steps == {"exact-price": 2, "chain": 2, "short-stock": 2}
    a, b = framed(page, "a"), framed(page, "b")
    press(a.get_by_role("button", name="Next"))
    expect(a.locator("#where")).to_have_text("Step 2 of 2")
    expect(b.locator("#where")).to_have_text("Step 1 of 2")
    a.get_by_role("button", name="Next").press("ArrowRight")
    expect(a.locator("#where")).to_have_text("Done")
    assert [each["n"] for each in heard(page, "step", 2)] == [2, 3]
    expect(b.locator("html")).to_have_attribute("data-theme", "dark")
    expect(b.get_by_role("button", name="Try it")).to_be_hidden()
    page.evaluate("document.querySelector('#b').setAttribute('theme', 'light')")
    expect(b.locator("html")).to_have_attribute("data-theme", "light")
    page.evaluate("document.querySelector('#b').setAttribute('lang', 'de')")
    expect(b.locator("html")).to_have_attribute("lang", "de")
    expect(b.locator(".say").first).to_have_text(SCENARIOS["chain"].text("a", "de"))
    # As tall as its content: nothing in the frame scrolls, even at a phone's width.
    for width in (700, 320):
        page.set_viewport_size({"width": width, "height": 900})
        fits = "() => document.body.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
        frame = page.frame(url=lambda url: "chain" in url)
        assert frame
        frame.wait_for_function(fits)
    page.evaluate("document.querySelector('#d').scrollIntoView()")
    expect(framed(page, "d").get_by_role("heading")).to_have_text(SCENARIOS["short-stock"].text("title"))
    expect(framed(page, "d").locator("#controls")).to_be_hidden()
    page.evaluate("document.querySelector('#c').scrollIntoView()")
    expect(framed(page, "c").locator("body")).to_contain_text("There is no demo of that name.")
    assert heard(page, "error")[0]["code"] == "unknown-scenario"
    page.evaluate("postMessage({kh: 1, id: 'x', type: 'goal'}, '*')")
    page.evaluate("document.querySelector('#a').setAttribute('controls', 'all of them')")
    assert heard(page, "error", 2)[1] == {
        "type": "error", "scenario": "exact-price", "code": "bad-attribute", "attribute": "controls",
    }  # fmt: skip
    expect(a.get_by_role("status")).to_contain_text('controls="all of them"')
    assert not page.evaluate("heard.some(({type}) => type === 'goal')")
    page.evaluate(
        "document.querySelector('#a').shadowRoot.querySelector('iframe').contentWindow.postMessage(null, '*')"
    )
    # The engine can't be loaded: the demo says so, and its steps still work.
    page.route("**/link.js", lambda route: route.abort())
    press(a.get_by_role("button", name="Try it"))
    expect(a.get_by_role("status")).to_contain_text("The game can't run here.")
    assert heard(page, "error", 3)[2]["code"] == "not-started"
    press(a.get_by_role("button", name="Back"))
    expect(a.locator("#where")).to_have_text("Step 2 of 2")
    forget_host(faults, "404", "net::ERR_FAILED")


RESERVED = """async (name) => {
  const demo = document.createElement("key-harvest-demo");
  demo.setAttribute("scenario", name);
  document.body.prepend(demo);
  const height = () => parseFloat(demo.shadowRoot.querySelector("iframe").style.height);
  const heard = (type) => new Promise((done) => demo.addEventListener(type, done, { once: true }));
  const found = [height()];
  await heard("kh-ready");
  found.push(height());
  demo.step(2);
  await heard("kh-step");
  found.push(height());
  return found;
}"""


def test_the_height_of_a_demo_is_reserved_before_it_is_there_and_stays(
    open_page: OpenPage, host: Host, faults: list[str]
) -> None:
    page = shown(open_page, host, "")
    page.wait_for_function("() => customElements.get('key-harvest-demo')")
    for width in (390, 640, 700):
        page.set_viewport_size({"width": width, "height": 900})
        for name in ("first-harvest", "chain", "not-my-turn"):
            reserved, ready, stepped = page.evaluate(RESERVED, name)
            assert abs(reserved - ready) < 40, (name, width)
            assert stepped == ready, (name, width)
    forget_host(faults)


# ---- hosts of all kinds

TRIED = '<key-harvest-demo id="a" scenario="exact-price">Fallback</key-harvest-demo>'


def tried(page: Page) -> None:
    """Try the demo of a host page."""
    press(framed(page, "a").get_by_role("button", name="Try it"))
    expect(framed(page, "a").locator("#live [data-intent=tile]").first).to_be_visible()


def test_a_host_in_a_sandbox(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    """Its frames are in the sandbox, too, and have no origin."""
    host.headers = {"Content-Security-Policy": ""}
    host.files = {"/article.html": f"<!doctype html><script src={host.ours}/embed/v1.js></script>{TRIED}"}
    frame = '<iframe id="article" sandbox="allow-scripts" src="/article.html" width="700" height="900"></iframe>'
    page = shown(open_page, host, frame)
    demo = page.frame_locator("#article").locator("#a").frame_locator("iframe")
    press(demo.get_by_role("button", name="Try it"))
    expect(demo.locator("#live [data-intent=tile]").first).to_be_visible()
    forget_host(faults)


def test_a_host_opened_from_a_file(open_page: OpenPage, served: str, tmp_path: Path, faults: list[str]) -> None:
    file = tmp_path / "blog.html"
    file.write_text(f"<!doctype html><script src={served}/embed/v1.js></script>{TRIED}", encoding="utf-8")
    page = open_page()
    page.goto(file.as_uri())
    tried(page)
    forget_host(faults, "file:")


def test_a_host_that_isolates_itself(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    host.headers = {"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin"}
    page = shown(open_page, host, TRIED)
    assert page.evaluate("crossOriginIsolated")
    tried(page)
    forget_host(faults)


def test_the_hosts_styles_are_obeyed(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    host.files = {"/host.css": "key-harvest-demo { max-width: 20rem; } #b { display: none; }"}
    body = "".join(f'<key-harvest-demo id="{name}" scenario="chain"></key-harvest-demo>' for name in "abc")
    page = shown(open_page, host, body)
    page.wait_for_function("() => customElements.get('key-harvest-demo')")
    width = "name => document.getElementById(name).getBoundingClientRect().width"
    assert page.evaluate(width, "a") > 600
    page.evaluate(
        """async () => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(await (await fetch("/host.css")).text());
          document.adoptedStyleSheets.push(sheet);
          document.getElementById("c").hidden = true;
        }"""
    )
    assert [page.evaluate(width, name) for name in "abc"] == [320, 0, 0]
    assert page.evaluate("document.getElementById('a').style.length") == 0
    forget_host(faults)


@pytest.mark.parametrize(
    "loads",
    [
        '<script type="module" src="{ours}/embed/v1.mjs"></script>',
        '<script type="module" src="{ours}/embed/v1.js"></script>',
        '<script>import("{ours}/embed/v1.mjs")</script>',
        '<script type="module">import { define } from "{ours}/embed/v1.mjs"; define("{ours}/embed/");</script>',
    ],
)
def test_the_element_is_a_module_too_and_calls_before_it_is_ready_wait(
    open_page: OpenPage, host: Host, loads: str, faults: list[str]
) -> None:
    host.headers = {"Content-Security-Policy": ""}
    host.files[
        "/module.html"
    ] = f"""<!doctype html><title>Host</title><script>{LISTEN}</script>{loads.replace("{ours}", host.ours)}
        <div style="height: 4000px"></div><key-harvest-demo id="a" scenario="chain"></key-harvest-demo>
        <script>customElements.whenDefined("key-harvest-demo").then(() => {{
          a.step(2);
          a.theme = "dark";
          a.interactive = false;
        }});</script>"""
    page = open_page(viewport={"width": 800, "height": 600})
    page.goto(f"http://localhost:{host.server_address[1]}/module.html")
    page.wait_for_function("() => customElements.get('key-harvest-demo')")
    page.locator("#a").scroll_into_view_if_needed()
    assert heard(page, "step")[0] == {"type": "step", "scenario": "chain", "n": 2, "of": 2}
    demo = framed(page, "a")
    expect(demo.locator("html")).to_have_attribute("data-theme", "dark")
    expect(demo.get_by_role("button", name="Try it")).to_be_hidden()
    page.evaluate("a.setAttribute('interactive', '')")  # as some frameworks write `true`
    expect(demo.get_by_role("button", name="Try it")).to_be_visible()
    assert heard(page, "ready") == [{"type": "ready", "scenario": "chain", "steps": 2, "version": 1}]
    assert not heard(page, "error", 0)
    forget_host(faults)


def test_a_demo_looks_after_close_as_before(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    host.files = {"/unsound.json": own_file(goal=["turn > 99"])}
    page = shown(
        open_page, host, f'{TRIED}<key-harvest-demo id="b" src="/unsound.json"></key-harvest-demo>', height=1500
    )
    expect(framed(page, "b").get_by_role("heading")).not_to_have_text("Key Harvest")
    heard(page, "ready", 2)
    page.evaluate(PAINTED)

    def pictures(name: str) -> tuple[bytes, Any]:
        page.mouse.move(1, 1)
        frame = framed(page, name)
        frame.locator("body").evaluate("() => document.activeElement.blur()")
        frame.locator("body").evaluate(PAINTED)
        return frame.locator("#steps .picture").first.screenshot(), page.evaluate(HIGH, name)

    before, other = pictures("a"), pictures("b")
    for leave in ("", "step(1)", "reset()"):
        tried(page)
        if leave:
            page.evaluate(f"document.getElementById('a').{leave}")
        else:
            press(framed(page, "a").get_by_role("button", name="Close"))
        expect(framed(page, "a").get_by_role("button", name="Try it")).to_be_visible()
        page.wait_for_function(f"high => ({HIGH})('a') === high", arg=before[1])
        assert pictures("a") == before, leave
    press(framed(page, "b").get_by_role("button", name="Try it"))
    expect(framed(page, "b").get_by_role("status")).to_contain_text("goal: not reached")
    assert pictures("b")[0] == other[0]
    forget_host(faults)


HIGH = "name => document.getElementById(name).shadowRoot.querySelector('iframe').offsetHeight"


def test_a_demo_of_an_earlier_version_renews_itself_when_it_is_tried(
    open_page: OpenPage, host: Host, site: Path, faults: list[str]
) -> None:
    page = shown(open_page, host, '<key-harvest-demo id="a" scenario="chain"></key-harvest-demo>')
    heard(page, "ready")
    written = (site / "embed/en/chain.html").read_text(encoding="utf-8")
    folder = next(iter(re.findall("demo-[0-9a-f]+", written)))
    gone: list[str] = []

    def lost(route: Route) -> None:
        gone.append(route.request.url)
        route.fulfill(status=404, body="")

    def published(route: Route) -> None:
        page.unroute("**/link.js", lost)  # the new version finds its files
        route.fulfill(response=route.fetch(), body=written.replace(folder, "demo-new"))

    page.route("**/link.js", lost)
    page.route("**/embed/en/chain.html", published)
    page.route(
        "**/demo-new/*",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace("demo-new", folder))),
    )
    press(framed(page, "a").get_by_role("button", name="Try it"))
    expect(framed(page, "a").locator("#live #coach-words")).to_be_visible()
    assert len(gone) == 1
    assert not heard(page, "error", 0)
    forget_host(faults, "404")


def test_what_is_wrong_with_a_file_is_said(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    host.files = {"/long.json": "x" * 10_001, "/empty.json": ""}
    sources = {
        "/gone.json": "status 404",
        "/long.json": "10001 characters",
        "/empty.json": "is empty",
        "http://other.test/a.json": "connect-src",
    }
    page = open_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type == "warning" else None)
    host.body = "".join(f'<key-harvest-demo src="{source}"></key-harvest-demo>' for source in sources)
    page.goto(f"http://localhost:{host.server_address[1]}/")
    errors = {each["scenario"]: each for each in heard(page, "error", len(sources))}
    for source, words in sources.items():
        assert errors[source]["code"] == "bad-data"
        assert words in errors[source]["text"]
        assert any(words in line and source in line for line in told)
    forget_host(faults, "404", "other.test")


def test_steps_are_in_their_order_without_scripts_and_on_paper(open_page: OpenPage, served: str) -> None:
    for scripts in (True, False):
        page = open_page(viewport={"width": 700, "height": 900}, java_script_enabled=scripts)
        page.emulate_media(media="print" if scripts else "screen")
        page.goto("/embed/en/chain.html")
        boxes = [each.bounding_box() for each in page.locator(".picture, .say").all()]
        tops = [box["y"] for box in boxes if box]
        assert len(tops) == 6
        assert tops == sorted(tops), scripts
        assert tops[2] > tops[0] + 100
        expect(page.locator("#controls")).to_be_hidden()


TYPE = """element => {
  const { fontFamily, fontSize } = getComputedStyle(element);
  return [fontFamily, fontSize];
}"""


@pytest.mark.parametrize(
    "names",
    [
        ("first-harvest", "give-away"),
        pytest.param(("chain", "merchant", "bid-for-a-tile"), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_a_demo_that_is_tried_keeps_its_type_and_nearly_its_height(page: Page, names: Sequence[str]) -> None:
    for name in names:
        page.goto(f"/embed/en/{name}.html")
        told, high = {}, {}
        for width in (390, 700):
            page.set_viewport_size({"width": width, "height": 900})
            told[width] = page.locator(".say").first.evaluate(TYPE)
            high[width] = page.evaluate("document.body.offsetHeight")
        page.get_by_role("button", name="Try it").press("Enter")
        words = page.locator("#live #coach-words")
        words.wait_for()
        for width in (390, 700):
            page.set_viewport_size({"width": width, "height": 900})
            assert words.evaluate(TYPE) == told[width]
            title, asked = page.locator("h1").first, page.locator("#live h2").first
            assert title.evaluate(TYPE)[0] == asked.evaluate(TYPE)[0]
            assert page.evaluate("document.body.offsetHeight") < 1.45 * high[width], (name, width)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)


def test_the_gallery_is_in_the_type_of_the_page_and_its_cards_are_even(page: Page) -> None:
    page.goto("/")
    title = page.locator("h1").first.evaluate(TYPE)[0]
    for width, path in ((1440, "/gallery.html"), (390, "/gallery.html"), (1280, "/gallery-de.html")):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(path)
        assert page.locator("h1").evaluate(TYPE)[0] == title
        assert page.evaluate("document.fonts.check('1rem \"Young Serif\"')")
        heights = page.eval_on_selector_all(".cards > li", "all => all.map(e => Math.round(e.offsetHeight))")
        assert max(heights) - min(heights) <= 1, (width, path, sorted(set(heights)))


def test_files_of_the_hosts_own(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    host.files = {
        "/mine.json": own_file(words={"en": {**SCENARIOS["exact-price"].words["en"], "title": "<i>Mine</i>"}}),
        "/unsound.json": own_file(goal=["turn > 99"]),
        "/broken.json": "{",
        "/pattern.json": own_file(you="(x+x+)+y", table={}, position="board" + "x" * 60),
        "/standard.json": own_position(STANDARD),
        "/rows.json": own_position(BY_ROW),
    }
    body = "".join(
        f'<key-harvest-demo id="{name}" src="/{name}.json">Instead of {name}.</key-harvest-demo>'
        for name in ("mine", "unsound", "broken", "pattern", "gone", "standard", "rows")
    )
    page = shown(open_page, host, body, height=4000)
    mine, unsound = framed(page, "mine"), framed(page, "unsound")
    # Before it is tried, the position is there: five harvested fields, two of them barrels.
    expect(mine.locator(".picture > svg use[href$='-0']")).to_have_count(5)
    expect(mine.locator(".picture > svg use[href='#kh-barrels-0']")).to_have_count(2)
    expect(mine.get_by_role("heading")).to_have_text("<i>Mine</i>")
    rule = SCENARIOS["exact-price"].rules[0]
    expect(mine.get_by_role("link", name=f"Rule {rule}")).to_have_attribute("href", f"../../#rule-{rule}")
    for name, layout in (("standard", STANDARD), ("rows", BY_ROW)):
        fields = [CROPS[layout.crops[space]] for space in spaces_in(SCENARIOS["exact-price"].start.fields[0])]
        for crop in set(fields):
            tiles = framed(page, name).locator(f".picture > svg use[href^='#kh-{crop}-']")
            expect(tiles).to_have_count(fields.count(crop))
    for name in ("broken", "pattern"):
        expect(framed(page, name).get_by_role("status")).to_contain_text("Can't show this demo's file.")
    expect(page.locator("#gone")).to_contain_text("Instead of gone.")
    told = {each["scenario"]: each for each in heard(page, "error", 3)}
    assert {name: each["code"] for name, each in told.items()} == dict.fromkeys(
        ("/broken.json", "/pattern.json", "/gone.json"), "bad-data"
    )
    press(unsound.get_by_role("button", name="Try it"))
    expect(unsound.get_by_role("status")).to_contain_text("goal: not reached: turn > 99")
    assert "goal: not reached" in heard(page, "error", 4)[3]["text"]
    page.evaluate("document.querySelector('#mine').tryIt()")
    press(mine.get_by_role("button", name="Play it for me"))
    press(mine.locator("[data-intent=onward]"))
    assert heard(page, "goal")[0]["scenario"] == "/mine.json"
    forget_host(faults, "404")


#: The key K, one space to the right, on a keyboard with Cyrillic letters.
RUSSIAN_K = """document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key: "л", code: "KeyK", bubbles: true, cancelable: true }),
)"""


@pytest.mark.smoke
def test_a_demo_is_stepped_through_and_played_by_keyboard_and_has_no_fault_that_axe_finds(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto("/embed/en/first-harvest.html")
    found = faulted(page, "demo")
    page.get_by_role("button", name="Try it").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text("Step 2 of 3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.locator("#live #coach-words").wait_for()
    found += faulted(page, "played demo") + page.evaluate(TOO_SMALL)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#hex-C4").focus()
    for _time in range(3):  # the key is held down: it chooses once
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.get_by_role("button", name="Harvest 1 field").wait_for()
    page.evaluate(RUSSIAN_K)
    expect(page.locator("#hex-C5")).to_be_focused()
    for space in ("C5", "D4"):
        page.locator(f"#hex-{space}").focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Harvest 3 fields").press("Enter")
    expect(page.locator("#where")).to_have_text("Step 2 of 3")
    assert not found, "\n".join(found)


def test_a_sandboxed_demo_is_tried(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    page = shown(
        open_page, host, '<key-harvest-demo id="a" scenario="exact-price" sandbox></key-harvest-demo>', width=320
    )
    demo = framed(page, "a")
    press(demo.get_by_role("button", name="Try it"))
    press(demo.locator("#others [data-intent=tile][data-value=D5]"))
    expect(demo.locator("#told")).to_contain_text("rule 6.2")
    assert heard(page, "wrong")[0]["rule"] == "6.2"
    assert demo.locator("body").evaluate("body => body.scrollWidth <= innerWidth")
    press(demo.locator("#others [data-intent=tile][data-value=F6]"))
    press(demo.locator("[data-intent=commit]"))
    expect(demo.locator("#goal")).to_contain_text("✓")
    assert heard(page, "goal")[0]["tries"] == 2
    press(demo.get_by_role("button", name="Close"))
    expect(demo.get_by_role("button", name="Try it")).to_be_visible()
    forget_host(faults)


def test_a_demo_is_tried_though_the_snapshot_does_not_come(page: Page, faults: list[str]) -> None:
    page.route("**/snapshot.wasm", lambda route: route.abort())
    page.goto("/embed/en/exact-price.html")
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.locator("#live [data-intent=tile]").first).to_be_visible()
    expect(page.locator("#told")).not_to_have_class("alert")
    faults[:] = [fault for fault in faults if "ERR_FAILED" not in fault]


def test_puzzles_on_another_page(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    puzzle = load().only(kind="why")[0]
    page = shown(
        open_page,
        host,
        f'<key-harvest-demo id="a" puzzle="{puzzle.number}" lang="de"></key-harvest-demo>'
        '<key-harvest-demo id="b" puzzle="daily"></key-harvest-demo>'
        '<key-harvest-demo id="c" puzzle="9999"></key-harvest-demo>',
        height=2500,
    )
    a, b, c = (framed(page, name) for name in "abc")
    expect(c.get_by_role("status")).to_have_text("There is no puzzle “9999”.")
    expect(c.get_by_role("button", name="Try it")).to_be_hidden()
    assert heard(page, "error") == [
        {"type": "error", "scenario": "puzzle-9999", "code": "bad-attribute", "attribute": "puzzle"}
    ]
    expect(a.get_by_role("heading")).to_have_text(f"Aufgabe {puzzle.number}")
    expect(a.get_by_role("link", name="Im Spiel öffnen")).to_have_attribute("href", f"../../#puzzle-{puzzle.number}")
    expect(b.get_by_role("link", name="Open in game")).to_have_attribute("href", "../../#puzzle-daily")
    press(a.locator("[data-do=try]"))
    wrong = next(each for each in choices(puzzle) if each not in puzzle.answers[0])
    for answer in (wrong, puzzle.answers[0][0]):
        press(a.locator(f"[data-intent=pick][data-value={answer}]"))
        press(a.locator("[data-intent=check]"))
        if answer == wrong:
            press(a.locator("#action [data-intent=again]"))
    assert heard(page, "wrong")[0]["rule"] == puzzle.of_kind.rule
    assert heard(page, "goal")[0]["tries"] == 2
    press(b.get_by_role("button", name="Try it"))
    press(b.locator("#action [data-intent=hint]"))
    expect(b.locator("#action .ladder li")).to_have_count(1)
    for width in (700, 320):
        page.set_viewport_size({"width": width, "height": 2500})
        expect(b.locator("#board svg")).to_be_visible()
        assert b.locator("body").evaluate("body => body.scrollWidth <= innerWidth"), width
    link = b.get_by_role("link", name="Open in game").get_attribute("href") or ""
    page.goto(f"{host.ours}/embed/en/{link}")
    expect(page.locator("#action .puzzle-cmd")).to_be_visible()
    forget_host(faults)


def test_a_puzzle_shows_its_position_before_it_is_tried(page: Page) -> None:
    for asked, puzzle in ((f"puzzle={load()[51].number}", load()[51]), ("", load().daily(date.today()))):
        page.goto("about:blank")
        page.goto(f"/embed/en/puzzle.html#{asked}")
        state = puzzle.seen.state
        fields = spaces_in(state.fields[0])
        shown = page.locator(".picture > svg > g:has(> use[href='#kh-plate'])")
        expect(shown).to_have_count(len(fields))
        for place, field in ((0, fields[0]), (len(fields) - 1, fields[-1])):
            expect(shown.nth(place)).to_have_text(SPACES[field])
            tile = f"#kh-{CROPS[STANDARD.crops[field]]}-{state.ripe[0] >> field & 1}"
            expect(shown.nth(place).locator("use").first).to_have_attribute("href", tile)
        expect(page.locator(".picture > svg > [data-worker]")).to_have_count(len(state.posts[0]))


@pytest.mark.parametrize(
    "kind", ["bid", *(pytest.param(kind, marks=pytest.mark.long) for kind in ("points", "hidden"))]
)
def test_an_embedded_puzzle_has_no_fault_that_axe_finds(page: Page, kind: str) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"/embed/en/puzzle.html#puzzle={load().only(kind=kind)[0].number}")
    page.get_by_role("button", name="Try it").press("Enter")
    page.locator("#live #action .puzzle-cmd").wait_for()
    found = faulted(page, kind) + page.evaluate(TOO_SMALL)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not found, "\n".join(found)


def test_a_site_that_is_gone_leaves_a_word_and_an_event(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    page = open_page()
    page.clock.install()
    page.route("**/embed/en/**", lambda route: route.abort())
    host.body = '<key-harvest-demo id="a" scenario="chain">Read rule 8.1.</key-harvest-demo>'
    page.goto(f"http://localhost:{host.server_address[1]}/")
    page.locator("#a iframe").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('#a').late")
    page.clock.fast_forward(10_000)
    expect(page.locator("#a")).to_contain_text("Read rule 8.1.")
    expect(page.get_by_text("This demo couldn't be loaded.")).to_be_visible()
    assert heard(page, "error")[0]["code"] == "unreachable"
    forget_host(faults, "net::ERR_FAILED")


def test_a_demo_of_a_position_set_up_by_hand_on_another_page(
    open_page: OpenPage, host: Host, faults: list[str]
) -> None:
    page = empty_board(open_page)
    for space in ("C4", "C5"):
        page.locator(f"#hex-{space}").click()
    click(page, "demo")
    page.locator("#demo-title").wait_for()
    with page.expect_download() as file:
        click(page, "demo_file")
    host.files = {"/own.json": Path(file.value.path()).read_text(encoding="utf-8")}
    own = framed(shown(open_page, host, '<key-harvest-demo id="own" src="/own.json">None.</key-harvest-demo>'), "own")
    expect(own.locator(".picture > svg use[href$='-1']")).to_have_count(2)
    expect(own.get_by_role("heading")).to_contain_text("Robin")
    forget_host(faults)
