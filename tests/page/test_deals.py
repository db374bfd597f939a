"""Games whose first boards the build draws: "Play" shows one before the game is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from keyharvest.page.forms import deal_of
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.table.set_up import dealt
from keyharvest.table.sitting import Sitting
from tests.helpers.clicking import Reader
from web.bundle import drawings
from web.environment import ROOT


def test_a_deal_is_the_game_that_the_opponent_would_have_played() -> None:
    opponents = []
    for seed in drawings.SEEDS:
        deal, live = drawings.deal(seed), dealt(seed, [])
        live.patience = 1.0  # as on the page
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
        (7, "expected a text, not int"),
        ("4 done", "done"),
        ("4 nonsense", "nonsense"),
    ],
)
def test_a_deal_that_is_none_changes_nothing(deal: object, reason: str) -> None:
    reader = Reader(Session({}))
    assert reason in reader.send("quick", deal)["alert"]
    assert reader.screen == "home"
    assert not reader.saved


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


def test_choices_on_a_first_board_need_no_file() -> None:
    """The worker answers them before it has what the game imports and reads on demand."""
    script = (ROOT / "web/site/scripts/worker.mjs").read_text(encoding="utf-8")
    listed = re.search(r"CHOICES = (\[.*\]);", script)
    assert listed
    told = json.dumps([[drawings.deal(seed) for seed in (1, 3, 4)], json.loads(listed[1])])
    done = subprocess.run([sys.executable, "-c", CHOOSE, told], cwd=ROOT, capture_output=True, text=True, check=True)
    made, found = json.loads(done.stdout)
    assert made > 200
    assert found == []
