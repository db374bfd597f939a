"""Find what a new event, worker, setting, level or language still lacks, by the file that must know it.

No list is kept here. An event or a worker is played in the middle of random games, and every question that follows goes
to everything that must answer it; a setting, a level and a language are looked for wherever they show.
docs/contributing.md describes the additions, and this is its checklist.
"""

from __future__ import annotations

import dataclasses
import random
import re
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType

import pytest

from keyharvest import words
from keyharvest.environments.vector import Encoder
from keyharvest.knowledge import observe
from keyharvest.page.rules.cards_view import card_of
from keyharvest.page.settings.view import settings as settings_screen
from keyharvest.picture import emblems, people
from keyharvest.players import LEVELS, make_player
from keyharvest.record import parse_position, position_text
from keyharvest.rules import CHANCE, OVER, State, actor, decision, legal, outcomes, play
from keyharvest.rules.components import EVENT_LETTERS, EVENTS, WORKER_LETTERS, WORKERS
from keyharvest.rules.frames import RegistryDraw
from keyharvest.rules.turn import Turn
from keyharvest.scenario.library import SCENARIOS
from keyharvest.search.candidates import candidates
from keyharvest.search.evaluation import Evaluator
from keyharvest.table.settings import OPTIONS, Settings
from keyharvest.table.staging import Stage
from keyharvest.words import shared_questions, terms, text_view
from keyharvest.words.language import LANGUAGES
from tests.rules.test_rule_coverage import NUMBERS
from tests.words.test_words import NAMES, game
from web.environment import ROOT

PROBES = 8  # moments of random games at which a thing comes up
PACKAGE = f"{ROOT / 'keyharvest'}/"
LENGTH = 60  # most moves to follow from there
WISHES = ("A1", "D5", "hops", "no", "a:D5", "b:C", "nonsense")

#: Everything that must answer each question, by file; it gets the position as seen by the seat to decide.
QUESTIONS: dict[str, Callable[[State], object]] = {
    "words/asked.py": lambda view: [
        _sentence(words.prompt(view, NAMES)),
        _sentence(words.cause(view, NAMES)),
        *(_sentence(words.label(view, move, NAMES)) for move in legal(view)),
        *(words.why_not(view, wish, NAMES) for wish in WISHES),
    ],
    "words/text_view.py": lambda view: text_view.table(view, NAMES[: view.players]),
    "search/candidates.py": lambda view: candidates(view, Evaluator(view), 0)[0],
    "table/staging.py": lambda view: _staged(Stage(view)),
}
#: Everything that must describe each move, by file; it gets the position before, the move, and the position after.
MOVES: dict[str, Callable[[State, str, State], object]] = {
    "words/log.py": lambda before, move, after: words.sentence(before, move, after, NAMES),
    "words/brief.py": lambda before, move, after: words.does(words.brief(before, move, after, NAMES), NAMES),
    "record/position.py": lambda before, move, after: _read_back(after),
}


# ---- events and workers


@pytest.mark.parametrize("letter", [event.letter for event in EVENTS])
def test_an_event_lacks_nothing(letter: str) -> None:
    assert lacks_event(letter) == []


@pytest.mark.parametrize("letter", [worker.letter for worker in WORKERS])
def test_a_worker_lacks_nothing(letter: str) -> None:
    assert lacks_worker(letter) == []


def lacks_event(letter: str) -> list[str]:
    """Return what the event lacks: a sorted list of ``file: fault``."""
    index = EVENT_LETTERS.index(letter)
    faults = {*_lacks_thing(letter, 12, lambda: words.event_line(letter), lambda: emblems.event(index))}
    faults |= {*_lacks_in_games(lambda s: _refills(s) and s.bag_events >> index & 1, f"*{letter}")}
    return sorted(faults)


def lacks_worker(letter: str) -> list[str]:
    """Return what the worker lacks: a sorted list of ``file: fault``."""
    index = WORKER_LETTERS.index(letter)
    chapter = 11 if WORKERS[index].townsfolk else 10
    faults = {*_lacks_thing(letter, chapter, lambda: words.worker_line(letter), lambda: people.bust(index))}
    faults |= {*_lacks_in_games(lambda s: f"b:{letter}" in _choices(s), f"b:{letter}")}
    return sorted(faults)


def _lacks_thing(letter: str, chapter: int, line: Callable[[], str], picture: Callable[[], str]) -> Iterator[str]:
    """Yield faults outside play: in the thing's line, its picture, its card, its rule, a scenario."""
    yield from _fault("words/terms.py", line)
    yield from _fault("picture/", picture)
    yield from _fault("page/rules/cards_view.py", lambda: card_of(letter))
    rule = f"{chapter}{letter}"
    if f'<a id="rule-{rule}">' not in (ROOT / "keyharvest/docs/rules.md").read_text(encoding="utf-8"):
        yield f"docs/rules.md: no rule {rule}"
    if rule not in NUMBERS:
        yield f"tests/data/rule_numbers.txt: no rule {rule}"
    told = set()
    for name in SCENARIOS:
        try:
            told |= {*SCENARIOS[name].rules}
        except ValueError as error:  # a complete position without the new thing in it
            yield f"scenario/library/{error}"
    if rule not in told:
        yield f"scenario/library/: no scenario of rule {rule}"


def _lacks_in_games(may: Callable[[State], object], move: str) -> Iterator[str]:
    """Yield what goes wrong in those moments of random games in which the thing may come up by this move."""
    found: list[State] = []
    yield from _fault("rules/", lambda: found.extend(_moments(may)))
    if not found:
        yield "rules/: it never comes up"
    for state in found:
        faults: list[str] = []
        yield from _fault("rules/", lambda: faults.extend(_lacks_in_play(play(state, move))))  # noqa: B023
        yield from faults


def _lacks_in_play(state: State) -> Iterator[str]:
    """Yield what goes wrong while the questions of the new thing are answered at random."""
    chooser = random.Random(len(state.stack))
    bottom = len(state.stack)
    for _ in range(LENGTH):
        if actor(state) == OVER or len(state.stack) < bottom or isinstance(state.stack[-1], Turn):
            return
        if actor(state) == CHANCE:
            move = chooser.choice([face for face, _ in outcomes(state)])
        else:
            yield from _lacks_at(state)
            move = chooser.choice(legal(state))
        after = play(state, move)
        for file, tell in MOVES.items():
            yield from _fault(file, tell, state, move, after)
        state = after


def _lacks_at(state: State) -> Iterator[str]:
    seen = observe(state, actor(state))
    for file, answer in QUESTIONS.items():
        yield from _fault(file, answer, seen.view)
    yield from _fault("environments/vector.py", lambda: _encoder(state.players).encode(seen))
    question = decision(state)
    name, source = type(question).__name__, getattr(question, "source", "")
    row = next((row for row in _formats() if row.startswith(f"| `{name}(")), "")
    if not row:
        yield f"docs/formats.md: no frame {name}"
    elif source and source not in row.split(" | ")[2]:
        yield f"docs/formats.md: {name} does not name {source}"


def _fault(file: str, ask: Callable[..., object], *arguments: object) -> Iterator[str]:
    """Yield the file and the exception, if there is one: any exception means that the file doesn't know the thing."""
    try:
        ask(*arguments)
    except Exception as error:
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__) if PACKAGE in frame.filename]
        yield f"{files[-1].partition(PACKAGE)[2] if files else file}: {error!r}"


def _sentence(text: str) -> str:
    if not text or "{" in text.replace(NAMES[3], ""):
        raise ValueError(f"no text, or a gap left open: {text!r}")
    return text


def _staged(stage: Stage) -> None:
    """Check that everything that can be tapped or pressed as an answer leads to a legal move."""
    assert stage.answers() or stage.lit() or stage.elsewhere() or stage.workers() or stage.purse()
    for move in stage.answers():
        assert move in stage.legal


def _read_back(state: State) -> None:
    assert parse_position(position_text(state)) == state


@cache
def _encoder(players: int) -> Encoder:
    return Encoder(players)


@cache
def _formats() -> list[str]:
    return (ROOT / "keyharvest/docs/formats.md").read_text(encoding="utf-8").splitlines()


def _moments(may: Callable[[State], object]) -> Iterator[State]:
    """Yield a few such moments of each game."""
    found = 0
    for players, seed in ((2, 11), (3, 12), (4, 13)):
        for state in game(players, seed)[0]:
            if may(state):
                found += 1
                yield state
                if found % PROBES == 0:
                    break


def _refills(s: State) -> bool:
    """Whether the registry is being refilled."""
    return isinstance(s.stack[-1] if s.stack else None, RegistryDraw)


def _choices(s: State) -> list[str]:
    """Return the moves at the beginning of a turn's next action."""
    return legal(s) if actor(s) >= 0 and isinstance(s.stack[-1], Turn) else []


# ---- settings, levels, languages


#: Settings that are chosen where they are needed, not on their own screen: an invitation asks for the service.
ELSEWHERE = ("service",)


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Settings)])
def test_a_setting_lacks_nothing(name: str) -> None:
    assert lacks_setting(name) == []


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_lacks_nothing(name: str) -> None:
    assert lacks_level(name) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_lacks_nothing(code: str) -> None:
    assert lacks_language(code) == []


def lacks_setting(name: str) -> list[str]:
    """Return what the setting lacks: a control, words for its values, code that uses it."""
    faults = []
    usual = getattr(Settings(), name)
    shown = settings_screen(Settings(), 0, games=False, asked=False)
    if name not in ELSEWHERE and f'name="{name}"' not in shown:
        faults.append("page/settings/view.py: no control")
    if name not in ELSEWHERE and not isinstance(usual, bool) and usual not in OPTIONS.get(name, ()):
        faults.append("table/settings.py: no words for its values in OPTIONS")
    readers = (ROOT / "keyharvest").rglob("*.py")
    if not any(
        re.search(rf"\bsettings\.{name}\b", path.read_text(encoding="utf-8"))
        for path in readers
        if path.name != "settings.py"
    ):
        faults.append("page/: nothing heeds it")
    return faults


def lacks_level(name: str) -> list[str]:
    """Return what the level lacks: a name and a line to show, a place in the list, a player."""
    faults = [*_fault("words/terms.py", terms.level, name), *_fault("words/terms.py", terms.level_line, name)]
    if name not in terms.LEVEL_NAMES:
        faults.append("words/terms.py: not in LEVEL_NAMES")
    faults += _fault("players/player.py", make_player, name, 1)
    if f"`{name}`" not in (ROOT / "keyharvest/docs/players.md").read_text(encoding="utf-8"):
        faults.append("docs/players.md: not named")
    return faults


def lacks_language(code: str) -> list[str]:
    """Return what the language lacks: a complete catalogue, and the texts of the scenarios."""
    faults = [
        f"scenario/library/{name}.json: no words" for name, scenario in SCENARIOS.items() if code not in scenario.words
    ]
    if code != "en":
        catalogue = ROOT / f"keyharvest/words/locale/{code}/LC_MESSAGES/keyharvest.po"
        if not catalogue.is_file():
            faults.append(f"{catalogue.relative_to(ROOT)}: not there")
    return faults


# ---- removing anything is noticed


@pytest.mark.parametrize(
    ("module", "table", "lacking"),
    [
        (terms, "EVENT_LINES", "words/terms.py: KeyError('M')"),
        (shared_questions, "_FIELDS", "words/shared_questions.py: KeyError('M')"),
    ],
)
def test_what_an_event_lacks_is_named(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, table: str, lacking: str
) -> None:
    monkeypatch.setattr(module, table, {key: text for key, text in getattr(module, table).items() if key != "M"})
    assert lacking in lacks_event("M")
