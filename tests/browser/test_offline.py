"""The page offline, new versions of it, and browsers that store nothing."""

import base64
import hashlib
import json
import os
import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import begin, click
from web.bundle import assembly, sizes
from web.server import Server, answering, serve

READY = "Ready to play offline."
BLOCKED_STORAGE = """Object.defineProperty(window, "indexedDB", {
    get() { throw new DOMException("The document is sandboxed", "SecurityError") } });"""
REFUSED = """ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException("The operation is insecure", "SecurityError"));"""
#: Looks for a new version; returns what becomes of it.
LOOK = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    while (worker?.state === "installing") await new Promise((done) => setTimeout(done, 50));
    return worker?.state ?? "none";
}"""
SPACES = "cells => cells.map(cell => cell.getAttribute('aria-label').replace(', can be chosen', ''))"


class Versions(NamedTuple):
    """Built pages: the present one, the next one, and two that reached the server in part."""

    old: Path
    new: Path
    missing: Path
    cut_off: Path


@pytest.fixture(scope="module")
def versions(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Versions:
    """The page, and a new version of it in which a file may be missing or cut off."""
    folder = tmp_path_factory.mktemp("versions")
    new = folder / "new"
    shutil.copytree(site, new, copy_function=os.link)
    old_game = next(new.glob("static/game-*"))
    game = old_game.rename(old_game.with_name("game-of-tomorrow"))
    page = (new / "index.html").read_text(encoding="utf-8").replace(old_game.name, game.name)
    for path in [*new.glob("index.html*"), *new.glob("sw.js*")]:
        path.unlink()
    (new / "index.html").write_text(page.replace("<html ", '<html data-version="new" '), encoding="utf-8")
    assembly.add_service_worker(new)
    broken = [folder / "missing", folder / "cut_off"]
    for each in broken:
        shutil.copytree(new, each, copy_function=os.link)
        for path in each.glob("static/game-*/snapshot.wasm*"):
            path.unlink()
    half = (game / "snapshot.wasm").read_bytes()[:500_000]
    (broken[1] / "static" / game.name / "snapshot.wasm").write_bytes(half)
    return Versions(site, new, *broken)


def stop(running: Server) -> None:
    """Cut the network: nothing answers."""
    running.shutdown()
    running.server_close()


@pytest.fixture
def server(versions: Versions) -> Iterator[Server]:
    """A server of the page whose folder a test may change."""
    with answering(serve(versions.old)) as running:
        yield running


@pytest.fixture
def served(server: Server) -> str:
    """Its address, for `open_page`."""
    return server.url.removesuffix("/")


class Faults(list[str]):
    """Faults except those a browser reports of a stopped server, or of a new version that arrived in part."""

    EXPECTED = re.compile("net::ERR_CONNECTION_REFUSED|fetching the script|status of 404|'integrity' attribute")

    def append(self, fault: str) -> None:
        """Record a fault."""
        if not self.EXPECTED.search(fault):
            super().append(fault)


@pytest.fixture
def faults() -> list[str]:
    """As for all tests of the page."""
    return Faults()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page whose browser may cache it."""
    return open_page(viewport={"width": 1280, "height": 800}, service_workers="allow")


def started(page: Page) -> Page:
    """Return the page once the game is ready."""
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    return page


def kept(page: Page, address: str = "/") -> Page:
    """Return the page once all of it is cached."""
    page.goto(address)
    expect(page.locator("#offline")).to_have_text(READY)
    return started(page)


def spaces(page: Page) -> list[str]:
    """Return the labels of the large board's spaces once it is the person's turn: before, it may be another's board."""
    page.locator("main:not(:has([data-intent=pause]))").wait_for()
    cells = page.locator("main [role=gridcell]")
    expect(cells.first).to_be_visible()
    found: list[str] = cells.evaluate_all(SPACES)
    assert len(found) >= 56
    return found


def play(page: Page) -> None:
    """Start to buy the first tile of the registry."""
    page.locator("#registry .tile.lit").first.click()
    expect(page.locator(".steppers").first).to_be_visible()


# ---- without a network


@pytest.mark.way
def test_a_game_goes_on_when_the_server_is_gone(page: Page, server: Server) -> None:
    kept(page)
    begin(page, ["person", "apprentice"], seed=4)  # the person starts
    assert page.locator("#offline").text_content() == "", "it is said once"
    click(page, "settings")
    expect(page.locator("#storage-size")).to_have_text(re.compile(r" (1\d|2\d)\.\d MB\.$"))
    click(page, "back")
    board = spaces(page)
    stop(server)
    started(page).reload()
    expect(started(page).locator("body")).to_have_attribute("data-screen", "game")
    assert spaces(page) == board
    play(page)
    for address in (
        "/?source=launcher",
        "/index.html",
        "/index.html?a=1&b=/c",
        "/?utm_source=%2F#x",
        "/licences.txt?2",
    ):
        assert page.context.new_page().goto(address), address


#: Removes a file from the cache; returns how many there were.
LOST = """async () => {
    const name = (await caches.keys()).find((name) => name.startsWith("keyharvest"));
    const cache = await caches.open(name), keys = await cache.keys();
    await cache.delete(keys.find(({ url }) => url.includes("/snapshot.wasm")));
    return keys.length;
}"""


def test_a_file_that_the_cache_has_lost_is_fetched_and_kept_again(page: Page, server: Server) -> None:
    kept(page)
    count = page.evaluate(LOST)
    page.reload()
    started(page)
    page.wait_for_function(
        "async (count) => (await (await caches.open((await caches.keys())[0])).keys()).length === count", arg=count
    )
    stop(server)
    page.reload()
    started(page)


def test_what_an_earlier_service_worker_has_kept_is_removed(page: Page, served: str) -> None:
    page.goto("/licences.txt")
    former = f"keyharvest-precache-v2-{served}/"
    others = ["of another program", f"{former}below/"]
    page.evaluate("async (names) => { for (const name of names) await caches.open(name); }", [former, *others])
    kept(page)
    assert {*page.evaluate("caches.keys()")} == {f"keyharvest {served}/", *others}


def test_it_is_kept_below_any_path(versions: Versions, open_page: OpenPage, faults: list[str]) -> None:
    with answering(serve(versions.old, below="/games/key-harvest")) as below:
        page = kept(open_page(service_workers="allow"), below.url)
        assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{below.url}sw.js"
    page.reload()
    started(page)
    page.close()  # or it asks for its later files afterwards
    # The fixture takes requests to this server for requests to another origin.
    faults[:] = [fault for fault in faults if not fault.startswith(f"request to another origin: {below.url}")]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(REFUSED, id="service worker refused", marks=pytest.mark.long),
        pytest.param("delete Navigator.prototype.serviceWorker;", id="no service workers"),
        pytest.param(BLOCKED_STORAGE + REFUSED, id="storage blocked"),
    ],
)
def test_a_browser_that_keeps_nothing_plays_all_the_same(page: Page, faults: list[str], script: str) -> None:
    page.add_init_script(script)
    page.goto("/")
    click(page, "quick")
    spaces(page)
    assert page.locator("#offline").text_content() == ""
    assert all("sandboxed" in fault for fault in faults), faults  # PyScript wants a database that nothing uses
    faults.clear()


#: Records what becomes of the page's service worker.
FATE = """{
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...given) {
        const registration = await register.apply(this, given), worker = registration.installing;
        worker.addEventListener("statechange", () => { self.fate = worker.state; });
        return registration;
    };
}"""


def test_a_browser_with_too_little_room_plays_all_the_same(page: Page, served: str) -> None:
    room = page.context.new_cdp_session(page)
    room.send("Storage.overrideQuotaForOrigin", {"origin": served, "quotaSize": 2_000_000})
    page.add_init_script(FATE)
    page.goto("/")
    click(page, "quick")
    spaces(page)
    # Asked from here: the page's policy lets no script evaluate a string.
    while (fate := page.evaluate("self.fate")) not in ("redundant", "activated"):
        page.wait_for_timeout(100)
    assert fate == "redundant"
    expect(page.locator("#offline")).to_be_empty()


# ---- new versions


@pytest.mark.way
def test_a_new_version_is_taken_between_games_only(page: Page, server: Server, versions: Versions) -> None:
    kept(page)
    game = page.context.new_page()
    begin(game, ["person", "farmhand"], seed=7)  # the person starts
    server.folder = versions.new
    assert page.evaluate(LOOK) == "installed"
    update = page.locator("#update")
    expect(update).to_contain_text("A new version is ready.")
    expect(game.locator("#update")).not_to_have_attribute("hidden", "")
    expect(game.locator("#update")).to_be_hidden()
    update.get_by_role("button", name="Update").click()
    expect(page.locator("html")).to_have_attribute("data-version", "new")
    expect(started(page).locator("#update")).to_be_hidden()

    # The game in the other tab continues; its files are gone, so if its worker died, it would need a new page.
    play(game)
    assert game.locator("html").get_attribute("data-version") is None
    game.evaluate("keyharvest.start('{}')")
    expect(game.locator("html")).to_have_attribute("data-version", "new")
    started(game)

    stop(server)
    page.reload()
    started(page)
    expect(page.locator("html")).to_have_attribute("data-version", "new")


@pytest.mark.long  # a new version is also taken, with a game open in another tab, above
def test_an_open_game_is_opened_by_the_new_version(page: Page, server: Server, versions: Versions) -> None:
    kept(page)
    begin(page, ["person", "apprentice"], seed=4)  # the person starts
    board = spaces(page)
    server.folder = versions.new
    assert page.evaluate(LOOK) == "installed"
    click(page, "home")
    page.get_by_role("button", name="Update").click()
    expect(page.locator("html")).to_have_attribute("data-version", "new")
    click(page, "continue")
    assert spaces(page) == board


def test_a_new_version_that_comes_in_part_leaves_the_old_one_working(
    page: Page, server: Server, versions: Versions
) -> None:
    kept(page)
    for broken in (versions.missing, versions.cut_off):
        server.folder = broken
        assert page.evaluate(LOOK) == "redundant"
        page.reload()
        started(page)
        expect(page.locator("#update")).to_be_hidden()
        assert page.locator("html").get_attribute("data-version") is None
    port = server.server_port
    stop(server)
    page.reload()
    click(page, "quick")
    spaces(page)
    with answering(serve(versions.new, port)):
        assert page.evaluate(LOOK) == "installed"
        click(page, "home")
        page.get_by_role("button", name="Update").click()
        expect(page.locator("html")).to_have_attribute("data-version", "new")
        started(page)
        page.close()


# ---- what is cached, and what a launcher reads


def test_every_file_of_the_game_is_kept_with_its_hash(site: Path) -> None:
    worker = (site / "sw.js").read_text(encoding="utf-8")
    entries = json.loads(re.findall(r"JSON.parse\('(.*)'\)", worker)[0])
    # Demos and Python are for other pages; first boards are for the time before the game is there.
    demos = ("embed/", "gallery", "python", "static/demo-")
    files = {name for name in sizes.sizes(site) if name not in ("sw.js", "404.html", "_headers")}
    files = {name for name in files if not name.endswith(".webp")}
    assert set(entries) == {name for name in files if not name.startswith(demos) and sizes.BOARDS not in name}
    digest = hashlib.sha384((site / "index.html").read_bytes()).digest()
    assert entries["index.html"] == f"sha384-{base64.b64encode(digest).decode()}"


def test_it_can_be_installed(page: Page, site: Path) -> None:
    kept(page)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert all(not manifest[key].startswith("/") for key in ("start_url", "scope"))
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        content = (site / picture["src"]).read_bytes()
        if content.startswith(b"\x89PNG"):
            assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == picture["sizes"]
    assert {"any", "maskable"} <= {picture.get("purpose", "any") for picture in manifest["icons"]}
