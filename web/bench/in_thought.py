"""Measure how computer players think in the page, and whether they decide as in CPython (``python3 web bench``).

In the page, computers play whole games by themselves, and thought.py observes them in the worker: how long they block
it, how long they take for a decision, how many positions they judge, what they choose. Then CPython makes the same
decisions without a time limit: searches that judged fewer positions in the page were cut short there.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, Worker

from keyharvest.players import LEVELS
from web.bench import in_play, thought

SEED = 5
STRONGEST = list(LEVELS)[-1]
GAMES = [(level, players) for players in (2, 4) for level in LEVELS if level != STRONGEST]
GAMES += [(STRONGEST, players) for players in (2, 3, 4)]
WATCH = f"{Path(thought.__file__).read_text(encoding='utf-8')}\nwatch = Watch()\n"
RUN = "(text) => pyodide.then((python) => python.runPython(text))"


@dataclass(frozen=True)
class Thinking:
    """A game between players of one *level* in the page. Times are in milliseconds, speeds in positions per second.

    *same* counts the decisions that CPython makes too, *cut* those cut short by the time limit, *cut_same* those that
    are both; *lost* is how many points worse than CPython's the page's choices are, averaged over those cut short.
    """

    level: str
    players: int
    stretch: float
    longest_stretch: float
    decisions: int
    decision: float
    longest_decision: float
    chromium: float
    cpython: float
    same: int
    cut: int
    cut_same: int
    lost: float
    questions: dict[str, int]


def measure(browser: Browser, url: str) -> tuple[list[Thinking], list[in_play.Figure]]:
    """Play all games in the page at *url*; return the results by game, and the figures that have a limit."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(900_000)  # enough for a whole game
    page = context.new_page()
    worker = reached(page, url)
    worker.evaluate(RUN, WATCH)
    games, hints, review = [], [], []
    for level, players in GAMES:
        told = play(page, worker, level, players)
        games.append(_judged(level, players, told))
        if level == STRONGEST:
            advised = json.loads(worker.evaluate(RUN, "watch.advised()"))
            hints += advised["hints"]
            review += advised["review"]
    context.close()
    strongest = [game for game in games if game.level == STRONGEST]
    found = [
        *((f"the longest stretch of {level}'s thinking", _longest(games, level), 50) for level in LEVELS),
        ("the longest stretch of looking for hints", 1000 * max(hints), 50),
        ("the longest stretch of a review", 1000 * max(review), 50),
        (f"a decision of {STRONGEST}'s, 95th percentile", max(game.decision for game in strongest), 1000),
        ("the same, the longest", max(game.longest_decision for game in strongest), 1200),
    ]
    return games, [in_play.Figure(name, value, most, "ms") for name, value, most in found]


def reached(page: Page, url: str) -> Worker:
    """Open the page with a worker that runs Python code with ``evaluate(RUN, text)``; return the worker."""
    page.route("**/worker.js", _keep_python)
    page.goto(url)
    page.locator("body[data-busy=false][data-game=ready]").wait_for()
    return page.workers[0]


def _keep_python(route: Route) -> None:
    """Answer with a worker that stores a promise of its complete Python, with all memory and files, in a global."""
    response = route.fetch()
    route.fulfill(response=response, body=f"{response.text()}\nself.pyodide = gameWithFiles().then(() => python);")


def play(page: Page, worker: Worker, level: str, players: int) -> dict[str, Any]:
    """Have computers of one level play a game to its end as fast as they can; return what was observed."""
    in_play.begin(page, SEED, [level] * players)
    page.locator("[data-intent=hurry]").first.click()
    page.locator("body[data-screen=ending]").wait_for()
    told: dict[str, Any] = json.loads(worker.evaluate(RUN, "watch.observed()"))
    return told


def _judged(level: str, players: int, told: dict[str, Any]) -> Thinking:
    searches, again = told["searches"], thought.again(level, players, SEED, told)
    stretches = [1000 * seconds for seconds in told["stretches"]]
    decisions = [1000 * search["seconds"] for search in searches]
    cut = [other for one, other in zip(searches, again, strict=True) if one["positions"] < other["positions"]]
    return Thinking(
        level=level,
        players=players,
        stretch=in_play.percentile(stretches),
        longest_stretch=max(stretches),
        decisions=len(searches),
        decision=in_play.percentile(decisions),
        longest_decision=max(decisions),
        chromium=_total(searches, "positions") / _total(searches, "thinking"),
        cpython=_total(again, "positions") / _total(again, "seconds"),
        same=sum(other["same"] for other in again),
        cut=len(cut),
        cut_same=sum(other["same"] for other in cut),
        lost=_total(cut, "lost") / max(1, len(cut)),
        questions=dict(Counter(other["question"] for other in again).most_common()),
    )


def _total(searches: list[dict[str, Any]], key: str) -> float:
    return float(sum(search[key] for search in searches))


def _longest(games: list[Thinking], level: str) -> float:
    return max(game.longest_stretch for game in games if game.level == level)


def table(games: list[Thinking]) -> str:
    """Format a row for each game, and the kinds of questions in the games of the strongest level."""
    heads = ("stretch", "most", "decision", "most", "Chromium", "CPython", "decisions", "same", "cut", "same", "lost")
    rows = [f"{'':12}" + "".join(f"{head:>10}" for head in heads)]
    questions: Counter[str] = Counter()
    for game in games:
        times = (game.stretch, game.longest_stretch, game.decision, game.longest_decision, game.chromium, game.cpython)
        counts = (game.decisions, game.same, game.cut, game.cut_same)
        row = f"{game.level:10}{game.players:2}" + "".join(f"{value:10.0f}" for value in (*times, *counts))
        rows.append(f"{row}{game.lost:10.2f}")
        if game.level == STRONGEST:
            questions.update(game.questions)
    asked = ", ".join(f"{name} {number}" for name, number in questions.most_common())
    return "\n".join([*rows, f"Questions put to {STRONGEST}: {asked}."])
