"""Live games over the internet: only those who agree ask the site's address service, which connects their pages."""

from __future__ import annotations

import base64
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from keyharvest.remote.calling import read_call
from tests.browser.conftest import OpenPage
from tests.browser.live.network import Network
from tests.browser.live.test_lines import begin, joined, link_of
from tests.browser.test_by_message import screen
from tests.browser.test_game import answered
from web.bundle.assembly import service_tag


class Service:
    """The address service, and the addresses that it has given so far."""

    def __init__(self, within: tuple[str, ...]) -> None:
        command = [*within, sys.executable, "-m", "tests.browser.live.service"]
        self._program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._program.stdout
        self.address = f"stun:127.0.0.1:{self._program.stdout.readline().strip()}"
        self.given: list[tuple[str, int]] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self._program.stdout
        for line in self._program.stdout:
            host, port = line.split()
            self.given.append((host, int(port)))

    def close(self) -> None:
        """Stop it."""
        self._program.kill()
        self._listener.join()
        with self._program:
            pass


@pytest.fixture
def service(lines: Network) -> Iterator[Service]:
    """An address service in the browsers' network."""
    running = Service(lines.within)
    yield running
    running.close()


@pytest.fixture
def pages(open_page: OpenPage, service: Service, site: Path) -> tuple[Page, Page]:
    """A host and a guest, on a site built with that service."""
    found = open_page(viewport={"width": 1280, "height": 800}), open_page(viewport={"width": 390, "height": 844})
    html = (site / "index.html").read_text(encoding="utf-8")
    assert 'name="stun"' not in html
    head = html.replace("</title>", f"</title>{service_tag(service.address)}")
    for page in found:
        page.on("dialog", lambda dialog: dialog.accept())  # “Leave the page?”
        page.route(
            lambda url: url.rstrip("/").count("/") == 2,
            lambda route: route.fulfill(body=head, content_type="text/html"),
        )
    found[0].goto("/")
    answered(found[0])
    return found


def taken_apart(link: str) -> tuple[list[tuple[str, int]], str]:
    """The addresses on the internet that a link names, and the link without any other address."""
    call = read_call(link)
    packed = base64.urlsafe_b64decode(call.code + "=" * (-len(call.code) % 4))
    end = len(packed) - 7 * (packed[0] >> 1 & 3)  # each is a 1 for IPv4, the four bytes of the address, and the port
    found = [packed[at : at + 7] for at in range(end, len(packed), 7)]
    assert all(each[0] == 1 for each in found)
    secret = 1 + 32 + (20 if packed[0] & 1 else 21)
    code = bytes([packed[0] & 0x0F]) + packed[1:secret] + packed[end:]
    bare = replace(call, code=base64.urlsafe_b64encode(code).decode().rstrip("="), to=b"")  # the invitation changes too
    return [(".".join(map(str, each[1:5])), int.from_bytes(each[5:], "big")) for each in found], bare.text()


def test_nobody_asks_the_service_unless_the_player_has_agreed(pages: tuple[Page, Page], service: Service) -> None:
    host, guest = pages
    begin(host)
    switch = host.locator("#set-service")
    expect(switch).not_to_be_checked()
    answer = joined(guest, link_of(host))
    expect(guest.locator("#set-service")).to_have_count(0)
    host.locator("#answer-link").fill(answer)
    host.locator("form[data-intent=answered] [type=submit]").click()
    screen(host, "lobby")
    assert service.given == []


def test_two_pages_connect_by_the_addresses_that_the_service_has_given(
    pages: tuple[Page, Page], service: Service
) -> None:
    host, guest = pages
    begin(host)
    link_of(host)
    within = host.locator("#share-link").get_attribute("href")
    assert within
    switch = host.locator("#set-service")
    expect(host.locator(".internet")).to_contain_text("Your browser asks 127.0.0.1 for this device's internet address.")
    switch.check(force=True)
    expect(switch).to_be_focused()
    expect(host.locator(f"#share-link:not([href='{within}'])")).to_have_count(1)
    addresses, bare = taken_apart(link_of(host))
    assert addresses
    assert set(addresses) <= set(service.given)

    guest.goto(f"/#{bare}")
    screen(guest, "invited")
    asked = len(service.given)
    assert not guest.locator("#set-service").is_checked()
    guest.locator("#set-service").check(force=True)
    answered(guest)
    assert len(service.given) == asked, "asked before the player has joined"
    guest.locator("form[data-intent=meet] [type=submit]").click()
    addresses, bare = taken_apart(link_of(guest))
    assert addresses
    assert set(addresses) <= set(service.given[asked:])
    host.locator("#answer-link").fill(bare)
    host.locator("form[data-intent=answered] [type=submit]").click()
    screen(host, "lobby")
    screen(guest, "lobby")

    # The next invitation asks at once: the player has agreed, and sees it.
    host.reload()
    answered(host)
    screen(host, "invite")
    expect(switch).to_be_checked()
    assert taken_apart(link_of(host))[0]
    again = host.locator("#share-link").get_attribute("href")
    switch.uncheck(force=True)
    expect(host.locator(f"#share-link:not([href='{again}'])")).to_have_count(1)
    assert not taken_apart(link_of(host))[0]
