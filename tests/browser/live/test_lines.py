"""Two people on two devices in one network: a live game over a real data channel, from link to lost connection."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faulted
from tests.browser.conftest import OpenPage
from tests.browser.test_accessible import CUT
from tests.browser.test_by_message import screen
from tests.browser.test_game import answered, click, hurry
from tests.browser.test_whole_game import press, tab_to


@pytest.fixture
def pages(open_page: OpenPage) -> tuple[Page, Page]:
    """A host and a guest."""
    host = open_page(viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"])
    guest = open_page(viewport={"width": 390, "height": 844})
    for page in (host, guest):
        page.on("dialog", lambda dialog: dialog.accept())  # “Leave the page?”
    host.goto("/")
    answered(host)
    return host, guest


def link_of(page: Page) -> str:
    """The link that the page offers, once it is there."""
    link = page.locator("#share-link")
    expect(link).to_have_count(1)
    address: str = link.evaluate("link => link.href")
    return address


def joined(guest: Page, link: str) -> str:
    """Accept an invitation; return the answer's link."""
    guest.goto(link)
    screen(guest, "invited")
    guest.locator("form[data-intent=meet] [type=submit]").click()
    expect(guest.locator("#qr-code svg path")).to_have_count(1)
    return link_of(guest)


def begin(host: Page, seed: str = "3") -> None:
    """Invite someone to a live game; without a seed all pages draw together."""
    click(host, "new")
    host.locator("#kind2-far").check(force=True)
    host.locator("#way-live").check(force=True)
    host.locator("#seed").evaluate("(field, seed) => { field.value = seed; }", seed)
    host.locator("form[data-intent=begin] [type=submit]").click()
    screen(host, "invite")
    expect(host.locator("#qr-code svg path")).to_have_count(1)


def end_turn(page: Page) -> None:
    """End a turn in which nothing was done: the page asks first."""
    hurry(page)
    for _each in range(2):
        page.locator("#end").click()
        answered(page)


@pytest.mark.way
def test_two_pages_play_over_a_line_of_their_own(pages: tuple[Page, Page]) -> None:
    host, guest = pages
    begin(host)
    link = link_of(host)
    assert len(link.partition("#")[2]) < 200
    host.locator(".unless-share[data-shell-do=mail]").click()
    expect(host.locator("#share-told")).to_contain_text("Copied.")
    assert host.evaluate("navigator.clipboard.readText()").endswith(f"\n{link}")

    guest.goto(link)
    screen(guest, "invited")
    expect(guest.locator("#ticket-title")).to_have_text("Robin invites you to Key Harvest")
    answer = joined(guest, link)
    host.locator("#answer-link").fill(f"Here it is:\n> {answer}\nBye")
    host.locator("form[data-intent=answered] [type=submit]").click()
    screen(host, "lobby")
    screen(guest, "lobby")
    expect(host.locator("main")).to_contain_text("Everyone is connected.")
    expect(guest.locator("main")).to_contain_text("Connected. Robin starts the game.")
    click(host, "start")
    screen(host, "game")
    screen(guest, "game")

    # Two rounds, each page in turn; the other sees what happens by itself.
    first, second = (host, guest) if host.locator("#end").count() else (guest, host)
    for page, other in ((first, second), (second, first)) * 2:
        expect(page.locator("#end")).to_be_visible()
        expect(other.locator("#end")).to_have_count(0)
        expect(page).to_have_title("Your turn – Key Harvest")
        expect(other).to_have_title("Key Harvest")
        end_turn(page)
        expect(page.locator("#action .sent")).to_have_count(0)

    # The guest's page is loaded again: the host's continues by message, or invites again to the same game.
    guest.reload()
    answered(guest)
    expect(host.locator("#say")).to_contain_text("dropped")
    host.locator("[data-intent=invite]").first.click()
    screen(host, "invite")
    expect(host.locator("#qr-code svg path")).to_have_count(1)
    again = joined(guest, link_of(host))

    # This time the answer's link is opened in another tab of the host's browser, which hands it over.
    tab = host.context.new_page()
    tab.goto(again)
    expect(tab.locator("#ticket-title")).to_have_text("Delivered")
    screen(host, "game")
    screen(guest, "game")
    expect(host.locator("#trouble")).to_be_hidden()
    page, other = (host, guest) if host.locator("#end").count() else (guest, host)
    end_turn(page)
    expect(other.locator("#end")).to_be_visible()
    # That tab still says to close it, and doesn't offer to take the game away from its line.
    expect(tab.locator("main")).to_have_attribute("inert", "")
    expect(tab.locator("#trouble")).to_be_hidden()
    tab.close()


def focus(page: Page) -> str:
    """The id of what has the focus, or else its intent or its level of heading."""
    found: str = page.evaluate(
        "(({ id, dataset, tagName }) => id || dataset.intent || dataset.shellDo || tagName)(document.activeElement)"
    )
    return found


def test_a_live_game_by_the_keyboard_alone(pages: tuple[Page, Page]) -> None:
    host, guest = pages
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab_to(host, "[data-intent=new]")
    press(host, "Enter")
    screen(host, "setup")
    tab_to(host, ".set-up summary")
    press(host, "Enter")
    for field, key, value in (
        ("kind2", "ArrowRight", "far"),
        ("way", "ArrowLeft", "live"),
        ("start", "ArrowRight", "drawn"),
    ):
        tab_to(host, f"[name={field}]")
        for _press in range(9):
            if host.evaluate("document.activeElement.value") == value:
                break
            press(host, key)
        else:
            raise AssertionError(f"{key} never leads to {value}")
    press(host, "Enter")
    screen(host, "invite")
    link_of(host)
    assert focus(host) == "invite-title"
    tab_to(host, "[data-shell-do=mail]")
    press(host, "Enter")
    expect(host.locator("#share-told")).to_contain_text("Copied.")
    assert focus(host) == "mail"

    guest.goto(host.evaluate("navigator.clipboard.readText()").split("\n")[-1])
    screen(guest, "invited")
    answered(guest)
    tab_to(guest, "#my-name")
    press(guest, "Control+a", "Z", "o", "e", "Enter")
    link_of(guest)
    assert focus(guest) == "ticket-title"
    tab_to(guest, "[data-shell-do=mail]")
    press(guest, "Enter")
    expect(guest.locator("#share-told")).to_contain_text("Copied.")

    tab_to(host, "#answer-link")
    host.keyboard.insert_text(guest.evaluate("navigator.clipboard.readText()"))
    press(host, "Enter")
    screen(host, "lobby")
    screen(guest, "lobby")
    assert focus(host) == "lobby-start"
    tab_to(host, "[data-intent=spectator]")
    press(host, "Enter")
    screen(host, "invite")
    tab_to(host, "[data-intent=lobby]")
    press(host, "Enter")
    screen(host, "lobby")
    press(host, "Enter")
    screen(host, "game")
    screen(guest, "game")

    # The player drawn says who starts; then each has a turn, and the other greets.
    page = having(pages, "#answer-1")
    expect(page.locator("#card-title")).to_have_text("Who starts?")
    press(page, "[", "Enter")
    expect(page.locator("#card-title:text-is('Who starts?')")).to_have_count(0)
    for _each in pages:
        page = having(pages, "#end")
        other = guest if page is host else host
        press(other, "o", "1")
        expect(other.locator("#say")).to_contain_text("You: Hello")
        expect(other.locator("#phrases")).to_be_hidden()
        assert focus(other) not in ("BODY", "say")
        tab_to(page, "#end")
        press(page, "Enter", "Enter")
        expect(page.locator("#end")).to_have_count(0)
        assert focus(page) != "BODY"

    # The guest's page is loaded again and comes back to the table; on both the keys lead to a new link.
    guest.reload()
    screen(guest, "game")
    expect(host.locator("#say")).to_contain_text("dropped")
    for page in pages:
        expect(page.locator("#action .lost")).to_contain_text("connected.")
        assert focus(page) != "BODY"
        tab_to(page, "[data-intent=invite]")
    press(host, "Enter")
    screen(host, "invite")
    assert focus(host) == "invite-title"


def having(pages: tuple[Page, Page], selector: str) -> Page:
    """The one page that has an element, once it is there."""
    for _each in range(200):
        found = [page for page in pages if page.locator(selector).count()]
        if len(found) == 1:
            return found[0]
        pages[0].wait_for_timeout(100)
    raise AssertionError(f"no page, or both, have {selector}")


def test_pages_that_another_tab_has_paused_return_to_the_lobby_and_draw_together(pages: tuple[Page, Page]) -> None:
    host, guest = pages
    begin(host, seed="")
    answer = joined(guest, link_of(host))
    host.locator("#answer-link").fill(answer)
    host.locator("form[data-intent=answered] [type=submit]").click()
    for page in pages:
        screen(page, "lobby")
    for page in pages:
        tab = page.context.new_page()
        tab.goto("/")
        answered(tab)
        click(tab, "quick")
        page.locator("[data-shell-do=retry]").click()
        while page.evaluate("performance.getEntriesByName('ready').length") < 2:  # until there is a new worker
            page.wait_for_timeout(100)
        screen(page, "lobby")
        tab.close()
    assert [page.locator("body").get_attribute("data-screen") for page in pages] == ["lobby", "lobby"]
    click(host, "start")
    for page in pages:
        screen(page, "game")
        expect(page.locator(".checked-line")).to_contain_text("draws checked")


def test_an_answer_that_leads_nowhere_is_told(pages: tuple[Page, Page]) -> None:
    host, guest = pages
    host.clock.install()
    begin(host)
    answer = joined(guest, link_of(host))
    guest.close()
    host.locator("#answer-link").fill(answer)
    host.locator("form[data-intent=answered] [type=submit]").click()
    host.clock.run_for(11_000)
    expect(host.locator(".joined.bad")).to_contain_text("If Ada has closed or reloaded the page since")
    expect(host.locator(".invitation")).to_contain_text("Your browsers can't reach each other.")
    click(host, "renew")
    expect(host.locator("#qr-code svg path")).to_have_count(1)


def test_nothing_for_live_games_is_loaded_before_the_first_invitation(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    answered(page)
    click(page, "quick")
    screen(page, "game")
    assert not any("peer.js" in url for url in asked)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_screens_of_live_play_fit_every_size_and_axe_finds_no_fault(pages: tuple[Page, Page], theme: str) -> None:
    host, guest = pages
    looked = partial(faulty, theme=theme)
    begin(host)
    found = looked(host, "invite")
    link = link_of(host)
    guest.goto(link)
    screen(guest, "invited")
    found += looked(guest, "join")
    answer = joined(guest, link)
    found += looked(guest, "answer")
    host.locator("#answer-link").fill(answer)
    host.locator("form[data-intent=answered] [type=submit]").click()
    screen(host, "lobby")
    screen(guest, "lobby")
    found += looked(host, "lobby") + looked(guest, "lobby of a guest")
    click(host, "spectator")
    found += looked(host, "invite a spectator")
    watching = link_of(host)
    click(host, "lobby")
    click(host, "start")
    screen(host, "game")
    screen(guest, "game")
    for page in (host, guest):
        page.keyboard.press("o")
        expect(page.locator("#phrases button").first).to_be_focused()
        found += looked(page, "phrases")
        page.keyboard.press("1")
        expect(page.locator("#say")).to_contain_text("You: Hello")
        expect(page.locator("#phrases")).to_be_hidden()
    guest.goto(watching)
    screen(guest, "invited")
    found += looked(guest, "watch")
    expect(host.locator("#action .lost")).to_have_count(0)  # opening an invitation ends no line, joining does
    guest.locator("form[data-intent=meet] [type=submit]").click()
    expect(host.locator("#say")).to_contain_text("dropped")
    waits = host.locator("#action .lost")
    if not waits.count():
        end_turn(host)
    expect(waits).to_be_visible()
    found += looked(host, "lost")
    assert not found, "\n".join(found)


def faulty(page: Page, what: str, theme: str) -> list[str]:
    """Return axe's findings on a screen, in the dark only contrast on a phone, and cut texts from phone to desktop."""
    found = []
    before = page.viewport_size
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    for width, height in ((1440, 900), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        if width == (390 if theme == "dark" else 1440):
            found += faulted(page, f"{what}, {theme}, {width} px", *(["color-contrast"] if theme == "dark" else []))
        found += [f"{what}, {width} px: {cut}" for cut in page.evaluate(CUT)]
    assert before
    page.set_viewport_size(before)
    return found
