"""A lesson in the built page: from the home screen to its goal, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from keyharvest.page.core.drawing import Patch
from keyharvest.page.session import Session
from keyharvest.scenario.play import DONE, READ, WAIT
from keyharvest.scenario.run import moves_of
from tests.battery.screenshots.__main__ import send, speak
from tests.browser.axe import faulted
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click
from tests.browser.test_screens import TOO_SMALL
from tests.helpers.clicking import Reader
from tests.page.test_lessons import OF_THE_COURSE, clicked, play_of, sent

pytestmark = pytest.mark.warm


@pytest.mark.smoke
def test_the_first_lesson_is_played_to_its_goal(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Key Harvest")
    page.get_by_role("button", name="Start with lesson 1").click()
    answered(page)
    expect(page.locator("#coach-words")).to_contain_text("Welcome to your farm!")
    for space in ("C4", "C5", "D4"):
        page.locator(f"#hex-{space}").click()
        answered(page)
    page.get_by_role("button", name="Harvest 3 fields").click()
    answered(page)
    expect(page.locator("#coach-on")).to_be_focused()
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator("#coach-words")).to_contain_text("Harvested fields turn pale.")
    expect(page.locator(".goal-line")).to_have_class("goal-line done")
    expect(page.get_by_role("button", name="Next exercise")).to_be_focused()


def test_course_and_lesson_fit_a_phone_and_have_no_fault_that_axe_finds(open_page: OpenPage) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/")
    click(phone, "learn")
    found = phone.evaluate(TOO_SMALL) + faulted(phone, "learn")
    click(phone, "lesson", "bid-for-a-tile")
    expect(phone.locator("#registry [data-value=D5]")).to_be_visible()
    found += phone.evaluate(TOO_SMALL) + faulted(phone, "lesson")
    assert not found, "\n".join(found)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_in_a_lesson_on_a_phone_stored_tiles_lie_within_my_store(open_page: OpenPage) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/")
    click(phone, "learn")
    click(phone, "lesson", "grow-two-groups")
    store = phone.locator("#card .store-panel")
    expect(store).to_be_visible()
    assert store.evaluate(
        """store => [...store.querySelectorAll(".slots > *")].every(
          slot => slot.getBoundingClientRect().bottom <= store.getBoundingClientRect().bottom)"""
    )


#: The places of a lesson's panels and of what can be pressed in them; tiles by number, since they change.
PLACES = """() => {
  const found = {};
  const put = (name, element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width && getComputedStyle(element).visibility !== "hidden") found[name] = [x, y, width, height];
  };
  const panels = ["lesson-top", "coach", "goal", "mine", "action", "board", "registry", "hand", "tray", "others"];
  for (const panel of panels) {
    const element = document.getElementById(panel);
    if (!element) continue;
    if (panel !== "action") put(`#${panel}`, element);
    const kinds = {};
    for (const each of element.querySelectorAll("[data-intent]")) {
      const { intent, value } = each.dataset;
      const number = kinds[intent] = (kinds[intent] ?? 0) + 1;
      put(`${panel} ${intent} ${intent === "tile" ? number : value ?? ""}`, each);
    }
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  const faults = scrollWidth > innerWidth || scrollHeight > innerHeight + 1 ? ["the page scrolls"] : [];
  const buttons = document.querySelector("#action .buttons")?.getBoundingClientRect();
  for (const action of document.querySelectorAll("#action .act")) {
    const { left, right, top, bottom, width } = action.getBoundingClientRect();
    const beside = !width || !buttons?.width || right <= buttons.left || left >= buttons.right || bottom <= buttons.top;
    if (!beside && top < buttons.bottom) faults.push(`buttons cover ${action.dataset.value}`);
  }
  return [found, faults];
}"""
#: How far a chosen pile is lifted.
LIFTED = 3


class Recorder(Reader):
    """A reader that records what it sends."""

    def __init__(self, session: Session) -> None:
        self.sent: list[tuple[str, Any]] = []
        super().__init__(session)

    def send(self, intent: str, value: Any = None) -> Patch:
        self.sent.append((intent, value))
        return super().send(intent, value)


def way_through(name: str) -> list[tuple[str, Any]]:
    """Return everything pressed on the way through a lesson, with a hint at every step."""
    reader = Recorder(Session({}))
    reader.send("learn")
    reader.send("lesson", name)
    while (play := play_of(reader)).status != DONE:
        if play.status in (WAIT, READ):
            sent(reader, "onward")
        else:
            sent(reader, "hint")
            clicked(reader, moves_of(play.step.do))
    return reader.sent


DESK, PHONE = (1440, 900), (390, 844)


@pytest.mark.parametrize(
    ("size", "names"),
    [
        pytest.param(DESK, OF_THE_COURSE[::4], id="desk"),
        pytest.param(PHONE, OF_THE_COURSE[2::4], id="phone"),
        pytest.param(DESK, OF_THE_COURSE, id="desk, all", marks=pytest.mark.long),
        pytest.param(PHONE, OF_THE_COURSE, id="phone, all", marks=pytest.mark.long),
    ],
)
def test_in_no_lesson_anything_moves_from_step_to_step(
    open_page: OpenPage, size: tuple[int, int], names: Sequence[str]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/")
    answered(page)
    faults = []
    for name in names:
        before: dict[str, list[float]] = {}
        for intent, value in way_through(name):
            send(page, intent, value)
            if intent == "learn":
                continue
            places, found = page.evaluate(PLACES)
            faults += [f"{name}: after {intent} {value} {fault}" for fault in found]
            for thing in before.keys() & places.keys():
                x, y, *size_before = before[thing]
                moved = max(abs(x - places[thing][0]), abs(y - places[thing][1]))
                if moved > LIFTED or (thing[0] == "#" and size_before != places[thing][2:]):
                    faults.append(f"{name}: {intent} {value} moves {thing}: {before[thing]} to {places[thing]}")
            before = {thing: place for thing, place in before.items() if thing[0] == "#"} | places
        if size == DESK and page.locator("#board svg").bounding_box()["width"] < 0.45 * size[0]:  # type: ignore[index]
            faults.append(f"{name}: a small board")
    assert not faults, "\n".join(faults)


def test_the_names_of_registry_tiles_are_legible(page: Page) -> None:
    page.goto("/")
    answered(page)
    send(page, "learn")
    send(page, "lesson", "bid-for-a-tile")
    for width, height in ((1440, 900), (1280, 720), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        high = page.locator("#registry [data-value=D5] text").evaluate("text => text.getBoundingClientRect().height")
        assert high >= 12, (width, height, high)


def test_a_lesson_shows_nothing_that_no_lesson_has_explained(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1440, "height": 900})
    page.goto("/")
    answered(page)

    def shown(name: str, place: str) -> bool:
        send(page, "learn")
        send(page, "lesson", name)
        return any(each.is_visible() for each in page.locator(place).all())

    assert not shown("one-group", ".store-panel, #mine dd, #tray button, #others section")
    majorities = "#mine dd:nth-of-type(4), .seat .pts"
    assert not shown("which-tile", majorities)
    assert not shown("chain", majorities)
    assert shown("last-turn", majorities)
    assert not shown("bid-for-a-tile", "[data-intent=aim][data-value=worker], #mine dd:nth-of-type(1)")
    assert shown("two-actions", "[data-intent=aim][data-value=worker]")
    assert not shown("chain", "#tray [data-value=G]")
    assert shown("merchant", "#tray [data-value=G]")


def test_the_cards_of_the_course_are_even(page: Page) -> None:
    page.goto("/")
    answered(page)
    for width, height, language in ((1440, 900, "en"), (1280, 720, "de"), (768, 1024, "de"), (390, 844, "en")):
        page.set_viewport_size({"width": width, "height": height})
        speak(page, language)
        send(page, "learn")
        for part in (".lesson-card", ".lesson-picture"):
            heights = page.eval_on_selector_all(
                part, "all => all.map(e => Math.round(e.getBoundingClientRect().height))"
            )
            assert max(heights) - min(heights) <= 1, (width, part, heights)


OUTSIDE = """() => [...document.querySelectorAll(".lesson *")].filter(
  (e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1
).map((e) => `${e.tagName} ${e.id} ${e.className}`)"""


def test_a_lesson_fits_a_low_desk_in_the_longer_language(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, locale="de-DE")
    page.goto("/")
    for name in ("tenth-event", "merchant"):
        click(page, "learn")
        click(page, "lesson", name)
        assert not page.evaluate(OUTSIDE)
    # The button that carries out a choice is in sight, below any text.
    click(page, "worker", "G")
    page.locator("#hex-D5").click()
    answered(page)
    expect(page.locator("#commit")).to_be_in_viewport(ratio=1)
