"""Games whose first boards the build draws, with the answers to first choices: shown before the game is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from keyharvest.page.core.forms import deal_of
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.table.set_up import dealt
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import LANGUAGES, speaking
from tests.helpers.clicking import Reader, targets_in
from web.bundle import drawings
from web.environment import ROOT


@pytest.mark.slow
def test_a_deal_is_the_game_that_the_opponent_would_have_played() -> None:
    opponents = []
    for seed in drawings.SEEDS:
        deal, live = drawings.deal(seed), dealt(seed, [])
        live.patience = 60.0  # a limit, as on the page, but one that no machine reaches
        while live.computer_to_act():
            live.step()
        again = dealt(*deal_of(deal))
        assert record_text(again.record()) == record_text(live.record())
        assert again.actor == 0
        opponents += [deal] if deal != str(seed) else []
    assert 10 <= len(opponents) <= len(drawings.SEEDS) - 10
    reader = Reader(Session({}))
    patch = reader.send("quick", opponents[0])
    assert patch["screen"] == "game"
    assert patch["say"].startswith("Ada"), "what the opponent did before is told"
    kept = Sitting.from_text(json.loads(reader.saved["game.1"])["record"])
    assert record_text(kept.record()) == record_text(dealt(*deal_of(opponents[0])).record())


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("", "expected the seed of a game, then decisions, not ''"),
        ("x", "expected the seed of a game, then decisions, not 'x'"),
        ("-1", "expected the seed"),
        ("1234567890", "expected the seed"),
        (7, "expected text, not int"),
        ("4 done", "done"),
        ("4 nonsense", "nonsense"),
    ],
)
def test_a_deal_that_is_none_changes_nothing(deal: object, reason: str) -> None:
    reader = Reader(Session({}))
    assert reason in reader.send("quick", deal)["alert"]
    assert reader.screen == "home"
    assert not reader.saved


def made(old: str, differences: list[list[Any]]) -> str:
    """Return a panel as the page makes it from the one drawn before."""
    pieces = old.split("<")
    for begin, gone, *come in differences:
        pieces[begin : begin + gone] = come
    return "<".join(pieces)


#: All are drawn by the same function: `python3 tests all` tries a few of each language, `long` the others.
BOARDS = [
    pytest.param(code, seed, marks=[] if seed % (6 if code == "en" else 15) == 1 else pytest.mark.long)
    for code in LANGUAGES
    for seed in drawings.SEEDS[:: 1 if code == "en" else 5]
]


@pytest.mark.thorough
@pytest.mark.parametrize(("code", "seed"), BOARDS)
def test_answers_drawn_ahead_are_those_of_a_new_session(code: str, seed: int) -> None:
    board = drawings.board(code, drawings.deal(seed))
    panels = dict(board["patch"]["panels"])
    assert not {"save", "greet", "chosen"} & board["patch"].keys(), "only the worker has something stored"
    assert board["patch"]["attributes"] == {"page": {"lang": code}}
    assert {"main", "board", "action", "registry"} <= panels.keys()
    offered = [each for html in panels.values() for each in targets_in(html)]
    wanted = {f"{each.intent} {json.dumps(each.value)}" for each in offered if each.enabled}
    assert board["answers"].keys() == {each for each in wanted if each.split()[0] in drawings.CHOICES}
    assert len(board["answers"]) >= 15
    for choice, answer in board["answers"].items():
        intent, _, value = choice.partition(" ")
        with speaking(code):
            session = Session({"language": code})
            session.start()
            session.handle({"intent": "quick", "value": board["deal"]})
            patch = session.handle({"intent": intent, "value": json.loads(value)})
        patch.pop("chosen", None)  # only the worker has it stored
        drawn = {name: made(panels[name], differences) for name, differences in answer["panels"].items()}
        assert {**answer, "panels": drawn} == {"panels": {}, **patch}, choice
        assert session.wait() is None, f"{choice}: only the person has something to decide"


CHOOSE = """
import json, re, sys
from web.site import worker

deals, choices = json.loads(sys.argv[1])
worker.Session({}).start()  # as in the build's snapshot
found = []
sys.addaudithook(lambda event, args: event in ("import", "open") and found.append(str(args[0])))
made = 0
for deal in deals:
    session = worker.Session({})
    session.start()
    html = "".join(session.handle({"intent": "quick", "value": deal})["panels"].values())
    for tag in re.findall(r"<[^<>]* data-intent=[^<>]*>", html):
        intent, value = (re.search(rf' data-{name}="(\\w+)"', tag) for name in ("intent", "value"))
        if intent[1] in choices:
            session.handle({"intent": intent[1], "value": value and value[1]})
            session.handle({"intent": "clear"})
            made += 1
print(json.dumps([made, found]))
"""


@pytest.mark.thorough
def test_choices_on_a_first_board_need_no_file() -> None:
    """The worker answers them before it has what the game imports and reads on demand."""
    script = (ROOT / "web/site/scripts/worker.js").read_text(encoding="utf-8")
    listed = re.search(r"CHOICES = (\[.*\]);", script)
    assert listed
    told = json.dumps([[drawings.deal(seed) for seed in (1, 3, 4)], json.loads(listed[1])])
    done = subprocess.run([sys.executable, "-c", CHOOSE, told], cwd=ROOT, capture_output=True, text=True, check=True)
    made, found = json.loads(done.stdout)
    assert made > 200
    assert found == []
