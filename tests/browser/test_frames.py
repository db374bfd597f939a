"""The page in frames of other pages: refused by its headers, and working there once headers allow it."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.conftest import OpenPage, press
from web import server
from web.server import answering

#: A sandboxed frame without an origin of its own, and one on another site.
FRAMES = {"sandboxed": 'sandbox="allow-scripts"', "of another site": ""}


class Host(ThreadingHTTPServer):
    """Another site; its one page has frames with `framed` in them."""

    framed = ""

    @property
    def url(self) -> str:
        """Its address, on another site than ours, which is at 127.0.0.1."""
        return f"http://localhost:{self.server_address[1]}/"


class HostHandler(BaseHTTPRequestHandler):
    """Answers everything with the page."""

    server: Host

    def do_GET(self) -> None:
        frames = (
            f'<iframe title="{name}" {kind} src="{self.server.framed}"></iframe>' for name, kind in FRAMES.items()
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Host</title>{''.join(frames)}".encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host(served: str) -> Iterator[Host]:
    with answering(Host(("127.0.0.1", 0), HostHandler)) as host:
        host.framed = f"{served}/"
        yield host


def frame(page: Page, name: str) -> FrameLocator:
    return page.frame_locator(f"iframe[title='{name}']")


def forget_requests(faults: list[str], host: Host) -> None:
    """Requests to the host itself do not count as requests to a third party."""
    faults[:] = [fault for fault in faults if host.url not in fault]


def test_the_page_is_refused_in_frames_of_others(open_page: OpenPage, host: Host, faults: list[str]) -> None:
    page = open_page()
    page.goto(host.url)
    for name in FRAMES:
        expect(frame(page, name).locator("body")).not_to_contain_text("Key Harvest")
    forget_requests(faults, host)
    assert len(faults) == len(FRAMES)
    assert all("frame-ancestors 'self'" in fault for fault in faults), faults
    faults.clear()


def test_it_runs_in_frames_of_others_where_the_headers_allow_it(
    open_page: OpenPage, host: Host, faults: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page meant for frames needs headers that allow any ancestor."""
    as_hosted = server.headers_for

    def for_frames(rules: dict[str, dict[str, str]], path: str, site: str = "") -> dict[str, str]:
        headers = as_hosted(rules, path, site)
        policy = headers.get(server.POLICY, "").replace("frame-ancestors 'self'", "frame-ancestors *")
        return headers | {server.POLICY: policy}

    monkeypatch.setattr(server, "headers_for", for_frames)
    page = open_page()
    page.goto(host.url)
    for name in FRAMES:
        inside = frame(page, name)
        expect(inside.locator("body")).to_have_attribute("data-game", "ready")
        press(inside.locator("[data-intent=quick]"))
        expect(inside.locator("#action")).to_be_attached()
    expect(frame(page, "sandboxed").locator("body")).to_have_attribute("data-storage", "blocked")
    forget_requests(faults, host)
    assert not faults
