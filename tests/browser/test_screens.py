"""Every screen at every size: no sideways scrolling, nothing too small to touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import situations
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import send
from tests.browser.conftest import USUAL, Heard, OpenPage
from tests.browser.test_game import answered, begin, click, open_record

pytestmark = pytest.mark.warm

SIZES = [(360, 640), (390, 844), (844, 390), (640, 360), (768, 1024), (1024, 768), (1280, 800)]

#: Controls smaller than 44 pixels (spaces of the board: 40), in words.
TOO_SMALL = """() => [...document.querySelectorAll(
    'main :is(button, summary, select, input, a.file), main [role=gridcell]')].flatMap(e => {
  const own = e.type === 'checkbox' || e.type === 'file' ? e.closest('label') : e;
  const box = own.getBoundingClientRect();
  if (!box.width || e.disabled) return [];
  const least = e.getAttribute('role') === 'gridcell' ? 39.5 : 43.5;
  return box.width < least || box.height < least
    ? [`${e.dataset.intent ?? e.name} ${e.dataset.value ?? ''}: ${box.width} by ${box.height}`] : [];
})"""


def four(page: Page) -> None:
    """Start a game of four, with a person to decide."""
    begin(page, ["person", "farmhand", "apprentice", "apprentice"], seed=4)
    page.locator("#end").wait_for()


@pytest.fixture(scope="module")
def laid(browser: Browser, served: str) -> Iterator[tuple[Page, Heard]]:
    """A page with such a game, for all tests that play nothing in it, and the collector of its errors."""
    context = browser.new_context(base_url=served, **USUAL)
    heard = Heard(context, served)
    page = context.new_page()
    four(page)
    yield page, heard
    context.close()


#: Closes everything that a test has left above the table.
BARE = """() => {
  document.querySelectorAll(":popover-open").forEach((open) => open.hidePopover());
  document.querySelector("dialog[open]")?.close();
  document.querySelectorAll("[id^=part-]").forEach((part) => { part.checked = part.defaultChecked; });
}"""


@pytest.fixture
def table(laid: tuple[Page, Heard], faults: list[str]) -> Iterator[Page]:
    """The shared page at 1280 by 800, with nothing chosen, asked for or opened."""
    page, heard = laid
    heard.faults = faults
    page.set_viewport_size({"width": 1280, "height": 800})
    page.mouse.move(640, 5)
    yield page
    page.evaluate(BARE)
    answered(page)
    send(page, "clear")
    expect(page.locator("#action .act")).to_have_count(4)
    assert not faults, "\n".join(faults)


def fits(page: Page) -> list[str]:
    """Return what is wrong with the page at its present size."""
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    size = page.viewport_size
    assert size is not None
    found = [f"sideways scroll: {wide}"] if wide > size["width"] else []
    if page.locator("#action").count():
        box = page.locator("#action").bounding_box()
        assert box is not None
        if box["y"] + box["height"] > size["height"] + 1:
            found.append(f"command panel: {box}")
        # Only texts for screen readers reach below, by a pixel.
        if high > size["height"] + 1:
            found.append(f"scroll: {high}")
    small: list[str] = page.evaluate(TOO_SMALL)
    return found + small


def at_every_size(page: Page, what: str, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """Return the faults of one screen at every size."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{what} at {width}×{height}: {fault}" for fault in fits(page)]
        if what == "game" and page.locator(".tabs").is_visible():
            for part in ("stores", "news", "workers"):
                page.locator(f"#part-{part}").check()
                found += [f"{what}, {part} at {width}×{height}: {fault}" for fault in fits(page)]
    return found


def test_a_press_beside_the_menu_of_a_phone_only_closes_it_and_in_it_is_the_way_to_the_log(table: Page) -> None:
    table.set_viewport_size({"width": 390, "height": 844})
    menu, opener = table.locator("#menu"), table.locator(".opener")
    worker = table.locator("#tray .worker.lit").first
    opener.click()
    expect(menu).to_be_visible()
    box = worker.bounding_box()
    assert box is not None
    table.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(menu).to_be_hidden()
    answered(table)
    expect(worker).to_have_attribute("aria-pressed", "false")
    worker.click()
    expect(worker).to_have_attribute("aria-pressed", "true")
    opener.click()
    menu.locator("[data-value=log]").click()
    expect(menu).to_be_hidden()
    expect(table.locator("#over .over-log li").first).to_be_in_viewport()
    table.keyboard.press("Escape")
    expect(table.locator("#over")).to_be_hidden()
    expect(worker).to_have_attribute("aria-pressed", "true")


@pytest.mark.long  # German, in the next test, is longer
def test_every_screen_fits_every_size(page: Page) -> None:
    four(page)
    found = at_every_size(page, "game")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#registry .tile.lit").first.click()
    page.locator(".steppers").wait_for()
    found += at_every_size(page, "bid")
    for way in (["rules"], ["settings"], ["rules", "cards"]):
        for screen in way:
            click(page, screen)
        found += at_every_size(page, way[-1])
        click(page, "back")
    click(page, "home")
    found += at_every_size(page, "home")
    click(page, "new")
    found += at_every_size(page, "setup")
    assert not found, "\n".join(found)


GERMAN_SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 800)]


@pytest.mark.way
def test_german_comes_with_the_browser_is_chosen_without_a_reload_and_fits_every_screen(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, locale="de-AT")
    page.goto("/")
    expect(page.get_by_role("button", name="Neues Spiel")).to_be_visible()
    begin(page, ["person", "farmhand", "apprentice", "apprentice"], seed=4)
    page.evaluate("window.same = true")
    click(page, "settings")
    page.get_by_role("radio", name="English").check()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("window.same")
    found = at_every_size(page, "settings", GERMAN_SIZES)
    click(page, "back")
    page.locator("#end").wait_for()
    found += at_every_size(page, "game", GERMAN_SIZES)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#registry .tile.lit").first.click()
    page.locator(".steppers").wait_for()
    found += at_every_size(page, "bid", GERMAN_SIZES)
    for screen in ("rules", "cards"):
        click(page, screen)
        found += at_every_size(page, screen, GERMAN_SIZES)
    click(page, "back")
    for screen in ("home", "new", "home", "learn", "home", "games", "statistics"):
        click(page, screen)
        found += at_every_size(page, screen, GERMAN_SIZES)
    assert not found, "\n".join(found)


def test_a_catalogue_that_does_not_come_leaves_english_with_a_word(open_page: OpenPage, faults: list[str]) -> None:
    page = open_page(locale="de-DE")
    page.route("**/de.mo.txt", lambda route: route.fulfill(status=200, body="<!doctype html>"))
    page.goto("/")
    expect(page.locator("#say")).to_contain_text("staying in English")
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    faults.clear()  # the worker logs the reason


SMALL = [(360, 640), (390, 844), (768, 1024), (640, 360), (844, 390)]


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_on_a_phone_nothing_covers_board_counters_store_or_buttons(table: Page, width: int, height: int) -> None:
    table.set_viewport_size({"width": width, "height": height})
    assert covered(table) == []
    table.evaluate("document.querySelector('#registry .tile.lit').click()")
    table.locator(".steppers").wait_for()
    assert covered(table) == []


@pytest.mark.parametrize(("width", "height"), SMALL[:2])
def test_on_a_phone_what_is_tapped_below_the_board_stays_under_the_finger(table: Page, width: int, height: int) -> None:
    table.set_viewport_size({"width": width, "height": height})
    worker = table.locator("#tray .worker.lit").first
    before = worker.evaluate("worker => worker.getBoundingClientRect().top")
    worker.click()
    expect(table.locator("#action .choosing")).to_be_visible()
    assert worker.evaluate("worker => worker.getBoundingClientRect().top") == pytest.approx(before, abs=1)


@pytest.mark.parametrize("mark", ["%23", "%2523"])
def test_a_link_whose_mark_was_written_out_leads_where_it_should(page: Page, faults: list[str], mark: str) -> None:
    page.goto(f"/{mark}rule-5.2")
    expect(page.locator("body")).to_have_attribute("data-screen", "rules")
    expect(page.locator("[id='rule-5.2']")).to_be_in_viewport()
    faults[:] = [fault for fault in faults if "404" not in fault]  # the address itself has no page


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 640), *(pytest.param(*each, marks=pytest.mark.long) for each in ((390, 664), (844, 390)))],
)
def test_on_a_phone_the_coach_leaves_the_guided_game_its_room(page: Page, width: int, height: int) -> None:
    """The coach is one line, which opens; what it speaks of and what can be chosen stay in sight."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    answered(page)
    send(page, "guided")
    answered(page)
    bubble = page.locator("#action .bubble")
    assert bubble.evaluate("bubble => bubble.offsetHeight") < 45
    assert covered(page) == []
    for worker in page.locator("#tray .worker").all():
        expect(worker).to_be_in_viewport(ratio=1)
    page.locator("#action .all").click()
    assert bubble.evaluate("bubble => bubble.scrollWidth <= bubble.clientWidth + 1")
    expect(bubble).to_be_in_viewport(ratio=1)
    assert not [each for each in covered(page) if "#action" in each]


@pytest.mark.parametrize(("width", "height"), [SMALL[0], pytest.param(*SMALL[1], marks=pytest.mark.long)])
def test_on_a_phone_every_answer_is_in_sight_whatever_is_laid_out(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    open_record(page, positions.displaced())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    expect(page.locator("#action .buttons [data-intent=answer]")).to_contain_text("Take it home")
    assert covered(page) == []
    page.locator("#hex-D8").click()
    answered(page)
    expect(page.locator("#commit")).to_have_text("Move on to D8")
    assert covered(page) == []


def test_on_a_phone_answers_are_whole_below_a_long_reason(page: Page) -> None:
    """A give away (rule 12.1): the reason, the question and the tile are above three answers."""
    text = (Path(situations.__file__).parent / "records" / "o-give-away-the-tile-is-placed.txt").read_text()
    asked = text.replace("[Found", '[Player1 "farmhand"]\n[Player2 "person"]\n[Found').replace(" 2> place", "")
    page.goto("/")
    open_record(page, asked)
    page.locator("body[data-screen=game]").wait_for()
    for width, height in SMALL[:2]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#action .answer")).to_have_count(3)
        for answer in page.locator("#action .answer").all():
            # Answers that have just appeared ignore taps for an instant.
            page.wait_for_function(
                """answer => {
                  const box = answer.getBoundingClientRect();
                  return answer.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 3));
                }""",
                arg=answer.element_handle(),
            )


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_on_a_phone_what_an_action_asks_for_is_shown_whichever_part_was_chosen(
    table: Page, width: int, height: int
) -> None:
    table.set_viewport_size({"width": width, "height": height})
    table.locator("#part-news").check()
    for action, wanted in (("store", "#registry .aimed"), ("worker", "#tray .aimed")):
        table.locator(f".act[data-value={action}]").click()
        expect(table.locator(wanted).first).to_be_in_viewport(ratio=0.9)
        assert covered(table) == []
        table.locator("#cancel").click()
        answered(table)
        expect(table.locator(wanted)).to_have_count(0)


def test_on_a_phone_a_hint_leaves_the_board_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    open_record(page, positions.last_turns())  # so late in a game, a hint is found soon
    page.locator("[data-intent=hint]:visible").click()
    best = page.locator(".hint-card").first
    expect(best).to_be_visible(timeout=60_000)
    expect(page.locator("#action progress")).to_have_count(0, timeout=30_000)
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        board, turn = page.locator("#board").bounding_box(), best.bounding_box()
        assert board is not None
        assert turn is not None
        beside = turn["x"] >= board["x"] + board["width"] - 1
        assert beside or turn["y"] >= board["y"] + board["height"] - 1, (width, height)
        assert covered(page) == [], (width, height)


def covered(page: Page) -> list[str]:
    """Return the things a turn needs that are out of sight, or covered at their middle."""
    found: list[str] = page.evaluate("""() => ['#hex-A1', '#hex-G7', '#hex-D8', '#hand .pile', '#card .slots > *',
        '#card .cup', '#action .buttons button', '#action .act', '#action .answer'].flatMap(selector =>
      [...document.querySelectorAll(selector)].filter(e => e.getBoundingClientRect().width).filter(e => {
        const box = e.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !top || !(e.contains(top) || top.contains(e));
      }).map(e => selector + ': ' + JSON.stringify(e.getBoundingClientRect())))""")
    return found


def test_points_open_by_source_and_close_by_escape_and_beside(table: Page) -> None:
    opener, shown = table.locator("#others .pts").first, table.locator("#others .breakdown").first
    opener.click()
    expect(shown).to_be_visible()
    expect(shown).to_contain_text("largest group")
    table.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    opener.click()
    expect(shown).to_be_visible()
    table.mouse.click(5, 790)
    expect(shown).to_be_hidden()


def test_what_is_typed_into_the_search_of_the_rules_stays_there(page: Page) -> None:
    page.goto("/")
    click(page, "rules")
    field = page.locator("#rules-search")
    field.press_sequentially("store a tile", delay=20)  # the matches appear while more is typed
    expect(page.locator(".hits [role=status]")).to_contain_text("match")
    answered(page)
    expect(field).to_have_value("store a tile")
    click(page, "back")
    click(page, "rules")
    expect(field).to_have_value("store a tile")


def test_the_contents_of_the_rules_mark_the_chapter_that_is_read_not_the_one_pointed_at(page: Page) -> None:
    page.goto("/")
    click(page, "rules")
    current = page.locator(".rules-contents [aria-current]")
    links = page.locator(".rules-contents a")
    links.nth(14).hover()
    expect(current).to_have_text(links.nth(0).inner_text())
    washed = links.nth(14).evaluate("link => getComputedStyle(link).backgroundColor")
    assert washed == links.nth(3).evaluate("link => getComputedStyle(link).backgroundColor")
    links.nth(5).click()
    expect(current).to_have_text(links.nth(5).inner_text())


def test_the_words_of_the_first_screen_lie_on_paper_where_they_may_reach_the_land(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    page.goto("/")
    answered(page)
    click(page, "settings")
    page.locator("[name=size][value=largest]").check()
    answered(page)
    click(page, "back")
    for width, height in ((390, 844), (360, 640), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        said, land = page.locator(".intro .say").bounding_box(), page.locator(".country").bounding_box()
        assert said
        assert land
        assert land["y"] < said["y"] + said["height"], "the words would not reach the land"
        paper = page.locator(".intro .say").evaluate("words => getComputedStyle(words).backgroundColor")
        see_through = "/" in paper
        assert not see_through or float(paper.rpartition("/")[2].strip(" )")) > 0.8, paper


def test_a_press_beside_a_menu_only_closes_it_also_where_the_browser_leaves_it_open(table: Page) -> None:
    menu = table.locator("#menu")
    for kind in ("auto", "manual"):  # on Safari of iOS 17.0 to 18.2 the first acts like the second
        menu.evaluate("(menu, kind) => { menu.popover = kind; menu.showPopover(); }", kind)
        table.locator("#top .brand").click()
        expect(menu).to_be_hidden()
        expect(table.locator("body")).to_have_attribute("data-screen", "game")
    menu.evaluate("menu => { menu.popover = 'auto'; }")


#: Loads the style of all other screens; returns the elements that look otherwise from then on, and in what. The sheets'
#: variables, half of all properties, are left out: what they change is among the others.
#: For a moment after a question has come nothing can be pressed, with any of the sheets.
RESTYLED = """async () => {
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
  const look = (element) => {
    const style = getComputedStyle(element);
    return names.map((name) => style.getPropertyValue(name));
  };
  const elements = [...document.querySelectorAll("main *")];
  const before = elements.map(look);
  const href = document.querySelector("link[href$='/table.css']").href.replace("table.css", "rest.css");
  if (document.querySelector(`link[href="${href}"]`)) return ["the sheet is there already"];
  await new Promise((onload) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload }));
  });
  return elements.flatMap((element, at) => {
    const other = look(element).flatMap((value, property) =>
      names[property] !== "pointer-events" && value !== before[at][property] ? [`${names[property]}: ${value}`] : []);
    return other.length ? [`${element.localName}.${element.className}: ${other.slice(0, 3)}`] : [];
  });
}"""


@pytest.mark.way
def test_a_game_needs_no_style_that_only_other_screens_load(open_page: OpenPage) -> None:
    opened = {"name": "game.txt", "text": positions.three()}
    for intent, value in (("open", opened), ("guided", None)):
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto("/")
        answered(page)
        send(page, intent, value)
        page.locator("#end").wait_for()
        answered(page)
        restyled = page.evaluate(RESTYLED)
        assert not restyled, "\n".join(restyled)
