"""``python3 -m web.art`` (in .venv): draw the icons and the screenshots of assets/ anew, by the browser of the tests.

The page's manifest names them, and launchers want icons as PNG. They are kept with the sources, so that a build needs
no browser.
"""

import base64
import sys
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from web import build, environment, server
from web.bench import ARGUMENTS

ASSETS = build.ROOT / "assets"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "icon-touch-180.png": ("icon-maskable.svg", 180),  # iOS rounds the corners itself
}
SCREENS = {"screen-wide.webp": (1280, 800), "screen-narrow.webp": (390, 844)}
WEBP = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}"""


def icon(browser: Browser, source: Path, size: int) -> bytes:
    """A picture as a PNG of *size* by *size* pixels, transparent where nothing is drawn."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = base64.b64encode(source.read_bytes()).decode()
    page.set_content(
        f'<body style="margin:0"><img src="data:image/svg+xml;base64,{drawing}" width="{size}" style="display:block">'
    )
    page.locator("img").evaluate("(image) => image.decode()")
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def screen(browser: Browser, url: str, width: int, height: int) -> bytes:
    """A game that has begun, as WebP."""
    page = browser.new_page(viewport={"width": width, "height": height}, service_workers="block")
    page.goto(url)
    page.click("[data-intent=quick]")
    page.wait_for_selector("body[data-screen=game]")
    page.wait_for_selector("main:not(:has([data-intent=pause]))")
    png = page.screenshot()
    page.goto("about:blank")  # the game's own page has a policy that forbids pictures from elsewhere
    webp = base64.b64decode(page.evaluate(WEBP, base64.b64encode(png).decode()))
    page.close()
    return webp


def main() -> int:
    """Draw them all."""
    site = build.build()
    with sync_playwright() as playwright, server.serve(site) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        for name, (source, size) in ICONS.items():
            (ASSETS / name).write_bytes(icon(browser, ASSETS / source, size))
        for name, (width, height) in SCREENS.items():
            (ASSETS / name).write_bytes(screen(browser, running.url, width, height))
        browser.close()
        running.shutdown()
    for name in (*ICONS, *SCREENS):
        print(f"{(ASSETS / name).stat().st_size:8} assets/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
