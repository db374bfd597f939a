"""The page's shell without a browser."""

from __future__ import annotations

import json
from unittest.mock import MagicMock

import pytest

from web.site.shell import RENEWALS, Shell


@pytest.mark.parametrize(
    ("intent", "patch", "cleared"),
    [
        ("peer", {}, False),  # another page's text is no answer to the player
        ("peer", {"screen": "game"}, True),
        ("tap", {}, True),
        ("tap", {"alert": "No."}, False),
    ],
)
def test_an_alert_stays_until_the_player_does_something_or_the_screen_changes(
    intent: str, patch: dict[str, str], cleared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(MagicMock())
    texts: list[tuple[str, str]] = []
    monkeypatch.setattr(shell, "show", lambda *_: None)
    monkeypatch.setattr(shell, "put_text", lambda *text: texts.append(text))
    shell.ready, shell.unanswered = True, [json.dumps({"intent": intent, "value": None})]
    shell.on_message(json.dumps({"patch": patch, "answer": True}), None)
    assert (("alert", "") in texts) is cleared


def test_a_file_that_cannot_be_read_is_reported() -> None:
    """It may be gone, or its folder may be out of reach by now."""
    page, element = MagicMock(), MagicMock()
    element.files.length = element.files.__getitem__.return_value.size = 1
    element.getAttribute.side_effect = {"data-intent": "open", "data-most": "9"}.get
    shell = Shell(page)
    told: list[tuple[str, str]] = []
    shell.announce = lambda *text: told.append(text)  # type: ignore[method-assign]
    shell.on_file(element)
    _read, refused = page.keyharvest.read.return_value.then.return_value.then.call_args.args
    refused()
    assert told == [("alert", "This file can't be read.")]


def test_a_new_worker_hears_where_the_player_was() -> None:
    """Its first screen is another one: only the lines know the live game whose lobby was shown."""
    page = MagicMock()
    page.history.state = json.dumps(["home", "lobby"])
    page.document.querySelectorAll.return_value.length = 0
    shell = Shell(page)
    shell.peers = True
    shell.attach(MagicMock())
    shell.on_message(json.dumps({"ready": True, "patch": {"screen": "home", "place": "home"}}), None)
    orders = [json.loads(call.args[0]) for call in page.keyharvest.peer.call_args_list]
    assert orders == [[["again", -1, "lobby"]]]


def test_a_page_that_was_loaded_again_has_only_the_lines_that_it_makes_now() -> None:
    page = MagicMock()
    page.history.state = json.dumps(["home", "lobby"])
    page.document.querySelectorAll.return_value.length = 0
    shell = Shell(page)
    shell.attach(MagicMock())
    invites = {"screen": "invite", "place": "invite", "peer": [["offer", 1, "host AbCdEfGh", ""]]}
    shell.on_message(json.dumps({"ready": True, "patch": invites}), None)
    assert [json.loads(call.args[0]) for call in page.keyharvest.peer.call_args_list] == [invites["peer"]]


def test_a_tab_that_another_one_overtakes_while_it_starts_begins_again_and_is_not_paused() -> None:
    """A link that it opens, such as an answer to deliver, is still to be opened."""
    page = MagicMock()
    page.history.state = None
    page.document.querySelectorAll.return_value.length = 0
    page.keyharvest.storage.renew.return_value.then.side_effect = lambda done: done()
    shell = Shell(page)
    shell.attach(MagicMock())
    ready = json.dumps({"ready": True, "patch": {"screen": "invited", "peer": [["hand", -1, "kha1.A"]]}})
    for _each in range(RENEWALS):
        shell.on_elsewhere()
        assert not shell.aside
        shell.on_message(ready, None)
        assert not shell.ready
        assert not page.keyharvest.peer.called
    assert page.keyharvest.start.call_count == RENEWALS
    shell.on_message(ready, None)
    assert shell.ready
    assert page.keyharvest.peer.called
    shell.on_elsewhere()
    assert shell.aside


@pytest.mark.parametrize("acts", [False, True])
def test_what_the_page_was_opened_for_is_opened_once_what_is_saved_has_been_read(acts: bool) -> None:
    """The worker that knows no game yet leads home; the next one doesn't, unless the player has acted there."""
    page = MagicMock()
    page.history.state = json.dumps(["home", "game:1"])
    page.document.querySelectorAll.return_value.length = 0
    page.document.getElementById.side_effect = lambda name: None if name == "kh1.A" else MagicMock()
    page.location.hash = "#kh1.A"
    shell = Shell(page)
    shell.attach(MagicMock())
    shell.on_message(json.dumps({"ready": True, "patch": {"screen": "home", "place": "home"}}), None)
    page.history.state, page.location.hash = json.dumps(["home"]), ""
    if acts:
        shell.intend("settings")
        shell.on_message(json.dumps({"answer": True, "patch": {"screen": "settings"}}), None)
    page.keyharvest.storage.saved.reset_mock()
    shell.on_late()
    assert page.keyharvest.storage.saved.call_args.args[:2] == (("", "home") if acts else ("kh1.A", "game:1"))


def test_a_tab_that_is_overtaken_again_and_again_is_paused() -> None:
    page = MagicMock()
    shell = Shell(page)
    shell.worker, shell.renewals = MagicMock(), RENEWALS
    shell.on_elsewhere()
    assert shell.aside


def test_a_link_typed_into_the_address_of_a_running_tab_leads_back_to_where_the_player_was() -> None:
    page = MagicMock()
    page.location.hash, page.history.state = "#khm1.Ab", None
    page.document.getElementById.return_value = None
    shell = Shell(page)
    shell.trail.place = "game:3"
    shell.on_hash(None)
    page.history.replaceState.assert_called_once_with(json.dumps(["game:3"]), "")
    page.location.reload.assert_called_once_with()
