"""``python3 -m web.tools.heights`` (in .venv): measure the height of each demo, in the tests' browser.

A page that embeds a demo reserves its height before the frame loads, so that nothing below it moves. The heights are
kept with the sources (web/embed/heights.json), so that a build needs no browser.
"""

import json
import sys

from playwright.sync_api import sync_playwright

from web import environment, server
from web.bench.start import ARGUMENTS
from web.bundle import demos, stages

HEIGHT = "Math.ceil(document.body.getBoundingClientRect().height)"


def main() -> int:
    """Measure all demos in every language; write for each the height of its tallest language."""
    site = stages.build()
    found: dict[str, list[int]] = {}
    with sync_playwright() as playwright, server.answering(server.serve(site)) as running:
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        page = browser.new_page(base_url=running.url)
        for path in sorted((site / "embed").glob("*/*.html")):
            page.goto(path.relative_to(site).as_posix())
            for at, width in enumerate(demos.MEASURED):
                page.set_viewport_size({"width": width, "height": 640})
                heights = found.setdefault(path.stem, [0] * len(demos.MEASURED))
                heights[at] = max(heights[at], page.evaluate(HEIGHT))
        browser.close()
    rows = (f" {json.dumps(name)}: {heights}" for name, heights in sorted(found.items()))
    demos.HEIGHTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    print(f"{len(found)} demos in {demos.HEIGHTS.relative_to(environment.ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
