"""``python3 web profile``: find which functions of Pyodide run during start and play, for ``web/pyodide/profile.json``.

The page is played in Chromium with a module that marks each function that runs (web/pyodide/split.mjs). The functions
in the profile form the first part of the module; a call to any other loads the rest (web/pyodide/README.md).
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web import environment, pyodide
from web.bench import in_play, start
from web.bundle import places, stages

LANGUAGES = ("en-GB", "de-DE")
GAMES = 10  # games started in each language: what a first board calls depends on its draws
SCREENS = ("learn", "rules", "cards", "settings", "games", "new")
RAN = "Array.from({ length: python.ran.length }, (_, i) => i).filter((i) => python.ran.get(i))"
CLICK = "element => element.click()"
READY = "body[data-busy=false][data-game=ready]"


def recorded(browser: Browser, url: str, module: Path) -> list[int]:
    """Return the numbers of the functions that run when the page at *url* is played with the recording *module*."""
    ran: set[int] = set()
    for language in LANGUAGES:
        context = browser.new_context(locale=language, service_workers="block")
        page = _page(context, module)
        page.goto(url)
        _look_around(page)
        if language == LANGUAGES[0]:
            in_play.begin(page, seed=3)
            page.evaluate("bench.play(0, 60)")
            page.evaluate("bench.lookBack()")
            _press(page, "hint")
        else:
            _press(page, "quick")
            page.evaluate("bench.play(0, 5)")
        ran |= _read(page)
        _come_back(page, url)  # with a saved game
        _press(page, "day")
        page.evaluate("bench.play(0, 5)")
        ran |= _read(page)
        _come_back(page, url)  # now with the game of the day as well
        _press(page, "continue")
        page.evaluate("bench.play(1, 5)")
        if language == LANGUAGES[0]:
            page.evaluate("bench.play(2)")
        ran |= _read(page)
        context.close()
        for _ in range(GAMES):
            ran |= _first_board(browser, url, module, language)
    return sorted(ran)


def _first_board(browser: Browser, url: str, module: Path, language: str) -> set[int]:
    """Return the functions that run for a first visit and the first turns of a game."""
    context = browser.new_context(locale=language, service_workers="block")
    page = _page(context, module)
    page.goto(url)
    _press(page, "quick")
    page.evaluate("bench.play(0, 3)")
    ran = _read(page)
    context.close()
    return ran


def _page(context: BrowserContext, module: Path) -> Page:
    """Open a page with the recording *module*."""
    page = context.new_page()
    page.route("**/worker.js", in_play.keep_exports)
    page.route(f"**/{pyodide.MODULE}", lambda route: route.fulfill(path=module, content_type="application/wasm"))
    page.add_init_script(in_play.OBSERVE)
    return page


def _look_around(page: Page) -> None:
    for screen in SCREENS:
        _press(page, screen)
        page.locator("main").locator("[data-intent=home], [data-intent=back]").first.evaluate(CLICK)


def _come_back(page: Page, url: str) -> None:
    """Leave the game and load the page again, on its first screen: a reload in a game leads back to the table."""
    _press(page, "home")
    page.goto("about:blank")
    page.goto(url)


def _press(page: Page, intent: str) -> None:
    page.locator(READY).wait_for()
    page.locator(f"[data-intent={intent}]").first.evaluate(CLICK)
    page.locator(READY).wait_for()


def _read(page: Page) -> set[int]:
    page.locator(READY).wait_for()
    found: list[int] = page.workers[0].evaluate(RAN)
    return set(found)


def main() -> int:
    """Make the profile; return the exit code."""
    site = stages.build(in_parts=False)
    _, node = environment.node()
    module = places.BUILD / "pyodide" / pyodide.MODULE
    with tempfile.TemporaryDirectory() as folder, start.running(site) as server, sync_playwright() as playwright:
        subprocess.run([node, pyodide.LEAN / "split.mjs", module, folder], check=True)
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=start.ARGUMENTS)
        functions = recorded(browser, server.url, Path(folder) / pyodide.MODULE)
        browser.close()
    digest = hashlib.sha256(module.read_bytes()).hexdigest()
    had = json.loads(pyodide.PROFILE.read_text(encoding="utf-8"))
    if had["module"] == digest:  # each run plays differently, so add to what earlier ones found
        functions = sorted({*functions, *had["functions"]})
    profile = {"module": digest, "functions": functions}
    pyodide.PROFILE.write_text(json.dumps(profile) + "\n", encoding="utf-8")
    print(f"{pyodide.PROFILE.relative_to(places.ROOT)}: {len(functions)} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
