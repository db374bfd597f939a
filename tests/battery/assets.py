"""Draw the icons and screenshots of assets/ in the tests' browser: ``python3 tests assets``.

The page's manifest names them, the README shows them, and launchers need icons as PNG. They are kept with the sources,
so a build needs no browser. The screenshots are some of those made by ``python3 tests screenshots``.
"""

import argparse
import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.battery.screenshots.__main__ import SHOTS, Shot, harvested, opened, take
from web import environment, server
from web.bench.start import ARGUMENTS
from web.bundle import places, stages

ASSETS = places.ROOT / "assets"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "icon-touch-180.png": ("icon-maskable.svg", 180),  # iOS rounds the corners itself
}
SCREENS = {
    "screen-wide.webp": Shot((1280, 800), harvested, SHOTS["game-my-turn"].steps),
    "screen-narrow.webp": SHOTS["phone-buy"],
    "table.webp": SHOTS["game-my-turn"],
}
WEBP = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}"""


def icon(browser: Browser, source: Path, size: int) -> bytes:
    """Return a picture as a PNG of *size* by *size* pixels with a transparent background."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = base64.b64encode(source.read_bytes()).decode()
    page.set_content(
        f'<body style="margin:0"><img src="data:image/svg+xml;base64,{drawing}" width="{size}" style="display:block">'
    )
    page.locator("img").evaluate("(image) => image.decode()")
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def screen(browser: Browser, url: str, shot: Shot) -> bytes:
    """Return a position on the page as WebP."""
    page = opened(browser, url, "en", 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "screen.png"
        take(page, shot, path)
        png = path.read_bytes()
    page.goto("about:blank")  # the page's own policy forbids pictures from elsewhere
    webp = base64.b64decode(page.evaluate(WEBP, base64.b64encode(png).decode()))
    page.context.close()
    return webp


def main() -> int:
    """Draw all of them."""
    argparse.ArgumentParser(prog="tests assets", description=__doc__).parse_args()
    site = stages.build()
    with sync_playwright() as playwright, server.answering(server.serve(site)) as running:
        browser = playwright.chromium.launch(executable_path=environment.headless(), args=ARGUMENTS)
        for name, (source, size) in ICONS.items():
            (ASSETS / name).write_bytes(icon(browser, ASSETS / source, size))
        for name, shot in SCREENS.items():
            (ASSETS / name).write_bytes(screen(browser, running.url, shot))
        browser.close()
    for name in (*ICONS, *SCREENS):
        print(f"{(ASSETS / name).stat().st_size:8} assets/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
