"""Coming back in a browser: the way on at once, the table after a reload, and the games."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click
from tests.browser.test_reliability import ELSEWHERE, WRITTEN, try_again
from tests.page.test_keeping import finished

#: At every frame, note which door is the first, where "Play" is, and the page's language and line about what it opens.
#: A place counts once the page's own fonts are there: on a busy machine they come late, and text then wraps otherwise.
WATCHED = """{
  self.seen = [];
  let at = -9;
  const fonts = ["16px 'Young Serif'", "16px 'Source Sans 3'"];
  const watch = () => {
    requestAnimationFrame(watch);
    const shown = (element) => Boolean(element?.checkVisibility());
    const first = document.querySelector("main .intro nav button");
    const play = document.querySelector("main [data-intent=quick]");
    const opening = document.getElementById("opening");
    if (shown(play) && !fonts.every((font) => document.fonts.check(font))) return;
    const top = shown(play) && play.getBoundingClientRect().y;
    if (Math.abs(top - at) >= 2) at = top;
    const { lang } = document.documentElement;
    const now = JSON.stringify(shown(first) && [first.dataset.intent, first.textContent, at, lang]);
    const line = JSON.stringify(opening && !opening.hidden && opening.textContent);
    if (seen.at(-1) !== now + line) seen.push(now + line);
  };
  requestAnimationFrame(watch);
}"""


def saw(page: Page) -> list[str]:
    """Return what was seen in turn, without the time before anything was drawn."""
    return [each for each in page.evaluate("seen") if each not in ("falsefalse", "falsenull")]


def begin(page: Page) -> None:
    """Begin a game, in which the person has the first turn, and wait until it is stored."""
    page.goto("/")
    answered(page)
    page.locator("main [data-intent=quick]").first.evaluate(
        "play => { play.dataset.value = '4'; }"
    )  # the person begins
    click(page, "quick")
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    page.locator("#action .cmd").first.wait_for()
    answered(page)
    page.evaluate(WRITTEN)
    while "continue" not in (page.evaluate("localStorage.getItem('keyharvest.first')") or ""):
        page.wait_for_timeout(50)


def another(page: Page) -> Page:
    """Return another tab of the same browser."""
    page.close()
    return page.context.new_page()


@pytest.mark.parametrize(
    ("locale", "width"),
    [
        pytest.param(
            locale, width, marks=[] if (locale, width) in (("de-DE", 390), ("fr-FR", 1440)) else pytest.mark.long
        )
        for locale in ("en-GB", "de-DE", "fr-FR")
        for width in (1440, 390)
    ],
)
def test_the_way_on_is_in_place_before_anything_can_be_pressed(open_page: OpenPage, locale: str, width: int) -> None:
    page = open_page(locale=locale, viewport={"width": width, "height": 844})
    page.context.add_init_script(WATCHED)
    begin(page)
    page = another(page)
    page.goto("/")
    answered(page)
    expect(page.locator("main .intro nav button").first).to_have_attribute("data-intent", "continue")
    assert len(saw(page)) == 1, "nothing appears late, changes its words or moves"


@pytest.mark.parametrize("locale", ["de-DE", pytest.param("fr-FR", marks=pytest.mark.long)])
def test_a_first_visit_speaks_the_readers_language_from_the_start(open_page: OpenPage, locale: str) -> None:
    page = open_page(locale=locale)
    page.add_init_script(WATCHED)
    page.goto("/")
    answered(page)
    assert len(saw(page)) == 1
    assert json.loads(saw(page)[0].removesuffix("false"))[-1] == locale[:2]


def test_a_reload_comes_back_to_the_table_with_what_was_chosen(page: Page) -> None:
    page.add_init_script(WATCHED)
    begin(page)
    page.locator(":is(#tray, #registry, #board) [data-intent].lit").first.click()
    answered(page)
    chosen = page.locator("#card").inner_html()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    answered(page)
    assert page.locator("#card").inner_html() == chosen
    assert saw(page)[0] == 'false"Opening the game…"', "the home screen isn't shown on the way"


def test_a_place_and_a_link_wait_for_the_files_that_their_screens_need(page: Page) -> None:
    """They may arrive after Python, which then knows neither the lessons nor the game in the link."""
    begun = time.monotonic()
    page.goto("/")
    answered(page)
    start = time.monotonic() - begun
    click(page, "learn")
    held: list[Route] = []
    page.route("**/on-demand.zip", lambda route: held.append(route))
    for screen in ("learn", "review"):
        if screen == "review":
            page.goto(f"/#{finished().sealed()}")
        else:
            page.reload()
        page.wait_for_timeout(1000 * start)  # Python could have answered by now
        expect(page.locator("body")).not_to_have_attribute("data-game", "ready")
        while not held:
            page.wait_for_timeout(50)
        held.pop().continue_()
        answered(page)
        expect(page.locator("body")).to_have_attribute("data-screen", screen)
        expect(page.locator("#alert")).to_be_empty()


# ---- back


def layers(page: Page, number: int) -> None:
    """Wait until so many menus are open, and the history has an entry for each; it follows a little later."""
    expect(page.locator(":popover-open")).to_have_count(number)
    while json.loads(page.evaluate("history.state")).count("") != number:
        page.wait_for_timeout(50)


def test_back_closes_the_top_layer_first(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    begin(page)
    for opener in (".opener", "[popovertarget=eye]"):
        page.locator(opener).first.click()
        layers(page, 1)
        page.go_back(wait_until="commit")
        layers(page, 0)
        expect(page.locator("body")).to_have_attribute("data-screen", "game")
    page.locator(".opener").first.click()
    layers(page, 1)
    page.locator(".opener").first.click()  # closed without Back: no entry is left over
    layers(page, 0)
    page.go_back(wait_until="commit")
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    answered(page)
    page.locator("[popovertarget=day-levels]").click()
    layers(page, 1)
    page.go_back(wait_until="commit")
    layers(page, 0)
    assert page.url.endswith("/")


# ---- what is saved


def saving(page: Page) -> None:
    """Change a setting, which is written."""
    page.evaluate("keyharvest.storage.write(JSON.stringify({ note: String(Math.random()) }))")


def test_a_page_that_was_busy_raises_no_alarm(page: Page) -> None:
    begin(page)
    page.evaluate(
        """() => new Promise((done) => {
          keyharvest.storage.write(JSON.stringify({ note: "busy" }));
          setTimeout(() => {
            for (const begun = performance.now(); performance.now() < begun + 6000;);
            done();
          }, 60);
        })"""
    )
    page.wait_for_timeout(1000)
    assert not page.evaluate("document.body.hasAttribute('data-storage')")


def test_a_slow_write_is_tried_again_and_the_first_good_one_ends_the_alarm(page: Page) -> None:
    begin(page)
    page.clock.install()
    page.evaluate("""() => {
      self.transact = IDBDatabase.prototype.transaction;
      const store = { put() {}, delete() {}, get: () => ({}), transaction: {} };
      IDBDatabase.prototype.transaction = () => ({ objectStore: () => store });
    }""")
    saving(page)
    page.clock.fast_forward(6000)
    page.clock.fast_forward(6000)
    expect(page.locator("body")).to_have_attribute("data-storage", "slow")
    opener = page.locator("#top > .unsaved")
    buttons = [each.bounding_box() for each in page.locator("#top button:visible").all()]
    ends = [side for box in buttons if box for side in (box["x"], box["x"] + box["width"])]
    assert ends == sorted(ends), "no button lies over another one"
    opener.click()
    expect(page.locator("#unsaved")).to_contain_text("The page keeps trying.")
    expect(page.locator("#unsaved .blocked")).to_be_hidden()  # the browser hasn't refused anything
    page.evaluate("() => { IDBDatabase.prototype.transaction = self.transact; }")
    page.clock.fast_forward(11_000)
    expect(page.locator("body")).not_to_have_attribute("data-storage", "slow")
    expect(opener).to_be_hidden()


def stored(page: Page) -> dict[str, Any]:
    """Return the games in the database."""
    found: dict[str, Any] = page.evaluate(
        """async () => {
          const opening = indexedDB.open("keyharvest");
          await new Promise((done) => { opening.onsuccess = done; });
          const store = opening.result.transaction("saved").objectStore("saved");
          const [keys, texts] = [store.getAllKeys(), store.getAll()];
          await new Promise((done) => { texts.onsuccess = done; });
          opening.result.close();
          const all = keys.result.map((key, at) => [key, texts.result[at]]);
          return Object.fromEntries(all.filter(([key]) => key.startsWith("game.")));
        }"""
    )
    return found


def clear(page: Page) -> None:
    """Clear the site's data, as a browser does that needs space."""
    asked = {"origin": page.evaluate("location.origin"), "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", asked)


def test_what_nobody_has_deleted_is_written_back_when_the_database_vanishes(page: Page) -> None:
    begin(page)
    games = stored(page)
    assert games
    clear(page)
    saving(page)
    page.evaluate(WRITTEN)
    page.wait_for_timeout(500)
    assert stored(page) == games


def test_a_game_outlives_a_vanished_database_in_which_another_tab_has_saved(page: Page) -> None:
    begin(page)
    games = stored(page)
    clear(page)
    other = page.context.new_page()
    begin(other)
    try_again(page, ELSEWHERE, "Continue here")
    page.evaluate(WRITTEN)
    page.wait_for_timeout(500)
    now = stored(page)
    assert games.items() <= now.items()
    assert len(now) == len(games) + 1, "and the other tab's game is still there"
