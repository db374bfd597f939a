"""A first visit neither reads nor writes what the snapshot leaves for later, in the browsers we know."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.engines import Firefox
from web import pyodide
from web.bundle import places
from web.server import answering, serve

FOUND = "document.getElementById('page').dataset.trespasses"


def runs_of(file: bytes) -> list[int]:
    """Return places and lengths of all runs in a memory file (web/bundle/snapshot.mjs)."""
    words = memoryview(file[24 : len(file) // 4 * 4]).cast("I")
    return list(words[5 : 5 + 2 * (words[3] + words[4])])


def watching(runs: list[int]) -> str:
    """Return a script for the worker that reports, after its first answer, what was touched within *runs*."""
    watch = (pyodide.LEAN / "watch.mjs").read_text(encoding="utf-8").replace("export ", "")
    return f"""{watch}
const trespasses = new Set(), left = new Uint8Array(2 ** 26), runs = {json.dumps(runs)};
let watched = 0;
for (let i = 0; i < runs.length; i += 2) left.fill(1, runs[i], runs[i] + runs[i + 1]);
watch({{ made() {{}}, filled() {{}}, touched(place, length) {{
  watched++;
  for (let at = place; at < place + length; at++) if (left[at]) trespasses.add(at);
}} }});
const reply = self.postMessage.bind(self);
self.postMessage = (text) => {{
  reply(text);
  const lay = () => reply(JSON.stringify(
    {{ patch: {{ attributes: {{ page: {{ "data-trespasses": JSON.stringify([watched, ...trespasses]) }} }} }} }}));
  if (JSON.parse(text).ready) setTimeout(lay, 500);
}};
"""


@pytest.fixture(scope="module")
def watched(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page with a module that reports each load and store, and without what comes later."""
    if not list(site.glob(f"static/game-*/{pyodide.LATER_MEMORY}")):
        pytest.skip("this page has its snapshot in one part")
    folder = tmp_path_factory.mktemp("watched") / "site"
    shutil.copytree(site, folder, copy_function=os.link)
    worker, later, module = (
        next(folder.glob(f"static/*/{name}"))
        for name in ("worker.mjs", pyodide.LATER_MEMORY, f"pyodide/{pyodide.MODULE}")
    )
    texts = watching(runs_of(later.read_bytes())), worker.read_text(encoding="utf-8")
    for path in (worker, later, module):
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
    worker.write_text("".join(texts), encoding="utf-8")
    shutil.copy(places.BUILD / "watched" / pyodide.MODULE, module)
    return folder


@pytest.fixture(scope="module")
def served(watched: Path) -> Iterator[str]:
    with answering(serve(watched)) as server:
        yield server.url.removesuffix("/")


def check(found: str) -> None:
    count, *places = json.loads(found)
    assert count > 500_000, "the module tells of its loads"
    assert not places, f"{len(places)} bytes left for later are touched, the first at {min(places)}"


@pytest.mark.parametrize("language", ["en-GB", "en"])
def test_chromium_touches_nothing_that_is_left_for_later(open_page: OpenPage, faults: list[str], language: str) -> None:
    page = open_page(locale=language)
    page.goto("/")
    page.locator("#page[data-trespasses]").wait_for(state="attached")
    check(page.evaluate(FOUND))
    assert all("404" in fault for fault in faults), faults
    faults.clear()


def test_firefox_touches_nothing_that_is_left_for_later(served: str) -> None:
    firefox = Firefox()
    try:
        firefox.goto(f"{served}/")
        check(firefox.wait(FOUND))
    finally:
        firefox.close()
