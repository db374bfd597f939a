"""The game's board in a notebook: the messages between its frame and the page's session, without a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from keyharvest import Game
from keyharvest.widget import Table
from web.bundle.hatch_build import sheet
from web.environment import ROOT


class Frame:
    """A table's frame, as its messages."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table
        self.heard: list[dict[str, Any]] = []
        monkeypatch.setattr(table, "send", self.heard.append)
        self.say(all=True)

    def say(self, **message: Any) -> dict[str, Any]:
        self.table._hear(self.table, message, [])
        return self.heard[-1]

    def wait(self) -> dict[str, Any]:
        """Let time pass until the reader has to act."""
        while self.heard[-1]["next"] is not None:
            self.say(step=self.heard[-1]["number"])
        return self.heard[-1]


@pytest.fixture
def frame(monkeypatch: pytest.MonkeyPatch) -> Frame:
    """The frame of a game of two against `greedy`."""
    return Frame(Table(Game.new(2, seed=3), opponents=["greedy"]), monkeypatch)


def test_a_frame_gets_the_page_with_its_style_and_the_whole_game(frame: Frame) -> None:
    page = frame.say(frame=True)["frame"]
    assert all(part in page for part in ('id="main"', "@layer parts{", 'id="kh-hops-1"'))
    shown = frame.say(all=True)
    assert shown["screen"] == "game"
    assert 'id="hex-D4"' in shown["panels"]["board"]
    assert {type(html) for html in shown["panels"].values()} == {str}


def test_each_move_is_an_event_and_the_game_is_played_in_place(frame: Frame) -> None:
    table, events = frame.table, []
    table.observe(lambda change: events.append(list(change["new"])), "moves")
    game, before = table.game, list(table.moves)
    frame.wait()
    frame.say(intent="aim", value="harvest")
    frame.say(intent="tap", value="A5")
    frame.say(intent="commit")
    assert table.game is game
    assert table.moves == list(game.moves)
    assert [len(each) for each in events] == list(range(len(before) + 1, len(game.moves) + 1))
    assert game.moves[-1].startswith("a:")
    frame.say(intent="undo")
    assert events[-1] == table.moves == list(game.moves)
    assert not game.moves[-1].startswith("a:")


@pytest.mark.slow
def test_a_hint_is_searched_for_and_shown(frame: Frame) -> None:
    frame.wait()
    frame.say(intent="hint")
    assert frame.heard[-1]["next"] == 0
    frame.wait()
    assert 'data-intent="hint" data-value="do"' in "".join(frame.say(all=True)["panels"].values())


def test_only_the_frame_that_is_up_to_date_drives_the_others(frame: Frame) -> None:
    number = frame.heard[-1]["number"]
    frame.say(step=number)
    told = len(frame.heard)
    frame.say(step=number)
    assert len(frame.heard) == told


@pytest.mark.parametrize("intent", ["home", "new", "puzzles", "learn", "games", "editor"])
def test_no_button_leads_away_from_the_game(frame: Frame, intent: str) -> None:
    frame.wait()
    game = frame.table.game
    frame.say(intent=intent)
    assert frame.say(all=True)["screen"] == "game"
    assert frame.table.game is game
    assert frame.say(intent="rules")["screen"] == "rules"
    assert frame.say(intent="back")["screen"] == "game"


def test_what_does_not_count_is_said_in_the_frame(frame: Frame) -> None:
    assert frame.say(intent="no such thing")["alert"] == "This screen has no such action."


def test_a_game_goes_on_where_it_is_and_secrets_stay_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 14.2: of the others' counters only the number is in the frame."""
    game = Game.new(3, seed=1)
    frame = Frame(Table(game, opponents=["random", "random"]), monkeypatch)
    frame.wait()
    assert len(frame.table.game.moves) > 20
    assert frame.table.game is game


@pytest.mark.parametrize(
    ("players", "opponents", "message"),
    [
        (2, ["nobody"], "opponents: 'nobody': expected some of "),
        (2, ["greedy", "greedy"], "opponents: 2, but this is a game of 2"),
    ],
)
def test_opponents_that_do_not_fit_are_refused(players: int, opponents: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Table(Game.new(players), opponents=opponents)


@pytest.mark.slow
def test_without_anywidget_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = None\nimport keyharvest, keyharvest.game\nimport keyharvest.widget"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: keyharvest.widget needs anywidget: pip install keyharvest[notebook]"
    )
    assert "During handling" not in done.stderr


@pytest.mark.slow
def test_the_package_itself_does_not_import_it() -> None:
    program = "import sys, keyharvest, keyharvest.page.session, keyharvest.cli; print('anywidget' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_style_for_notebooks_has_every_sheet_and_no_name_of_a_width() -> None:
    made = sheet(ROOT / "web" / "site" / "styles")
    assert "@import" not in made
    assert not re.search(r"@media[^{]*\(--", made)
    assert ".painting" in made
    assert ".board-panel" in made
    assert made.count("{") == made.count("}")
