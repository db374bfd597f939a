"""The page's shell without a browser."""

from __future__ import annotations

import json
from unittest.mock import MagicMock

import pytest

from web.site.shell import Shell


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
