"""``python3 -m web.tools.puzzle_times`` (in .venv): measure how long the page takes to open and to judge puzzles.

The first puzzles of each kind are opened in Chromium, with Pyodide in its worker, and an answer is checked: the turn
ended at once, or the first of the choices. Times are medians in milliseconds, from the press until the page is idle.
"""

import statistics
import sys

from playwright.sync_api import Page, sync_playwright

from keyharvest.puzzles import KINDS, choices, load
from web import environment, server
from web.bench.start import ARGUMENTS
from web.bundle import stages

NUMBER = 5
PRESS = """([intent, value]) => new Promise((done) => {
    const button = document.createElement("button");
    button.dataset.intent = intent;
    if (value !== null) button.dataset.value = value;
    document.querySelector("main > *").append(button);
    const begun = performance.now();
    button.click();
    button.remove();
    const look = () => document.body.dataset.busy === "false" ? done(performance.now() - begun) : setTimeout(look, 1);
    setTimeout(look);
})"""


def main() -> int:
    """Measure all kinds in one visit."""
    with sync_playwright() as playwright, server.answering(server.serve(stages.build())) as running:
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        page = browser.new_page(base_url=running.url)
        page.goto("/")
        page.wait_for_function("() => document.body.dataset.busy === 'false'")

        def press(intent: str, value: str | None = None) -> float:
            taken: float = page.evaluate(PRESS, [intent, value])
            return taken

        print(f"{'first':8} {press('puzzle', '1'):6.0f}")
        print(f"{'kind':8} {'open':>6} {'check':>6}")
        for kind in KINDS:
            opened, judged = [], []
            for puzzle in load().only(kind=kind)[:NUMBER]:
                opened.append(press("puzzle", str(puzzle.number)))
                if puzzle.of_kind.answer != "turn":
                    press("more" if kind == "bid" else "pick", choices(puzzle)[0])
                judged.append(press("check"))
                _checked(page, kind)
            print(f"{kind:8} {statistics.median(opened):6.0f} {statistics.median(judged):6.0f}")
        browser.close()
    return 0


def _checked(page: Page, kind: str) -> None:
    if not page.locator("#action :is(.missed, .won-cmd)").count():
        raise SystemExit(f"{kind}: the answer has not been judged")


if __name__ == "__main__":
    sys.exit(main())
