"""A scenario made from a moment of a game: the position, one player's next moves, and the log's sentences as its words.

It shows one seat's view and nothing that this seat doesn't know (rule 14): the hidden counters of others are a random
choice of those that they could hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from keyharvest import words
from keyharvest.knowledge import observe, public
from keyharvest.record import position_text
from keyharvest.rules import Source, State, actor, decision, legal, play, round_of
from keyharvest.rules.frames import END, rule_of
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.moves import parse
from keyharvest.scenario.check import MOST_WORDS, REFERENCE, check
from keyharvest.scenario.facts import as_text, value_of
from keyharvest.scenario.form import VERSION, Scenario, scenario_of
from keyharvest.scenario.run import Run
from keyharvest.words.language import LANGUAGES, N_, _, n_, speaking

#: The maximum number of things that happen before the reader's first move.
_LEAD: Final = 4
#: The maximum number of rules listed.
_RULES: Final = 5
#: The maximum number of deals of others' hands tried in search of one that makes their next moves possible.
_DEALS: Final = 500
#: The rules of the four actions (rules 4 to 7).
_ACTIONS: Final = {"a": "4.1", "b": "5.1", "c": "6.1", "d": "7.1"}
#: The facts that can be the goal: the first of these that has grown, with a sentence for it.
_GROWN: Final[dict[str, Callable[[int], str]]] = {
    "points{seat}": lambda number: n_("Reach {number} point.", "Reach {number} points.", number),
    "board{seat}.all": lambda number: n_(
        "End with {number} field on the board.", "End with {number} fields on the board.", number
    ),
    "hand{seat}.all": lambda number: n_(
        "End with {number} counter in hand.", "End with {number} counters in hand.", number
    ),
    "store{seat}.all": lambda number: n_(
        "End with {number} tile in the store.", "End with {number} tiles in the store.", number
    ),
}
#: If none has grown: the first of these that has changed.
_CHANGED: Final = ("workers{seat}", "board{seat}", "hand{seat}", "store{seat}", "stock", "registry", "placed")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")


@dataclass(slots=True)
class _Step:
    """A step in the making: the moves before it, its words, the reader's moves, and the hint, which describes those."""

    auto: str
    said: Callable[[], str]
    do: str = ""
    hint: Callable[[], str] = str


def span(states: Sequence[State], moves: Sequence[str], at: int, seat: int) -> tuple[int, int] | None:
    """Return where the scenario of a moment begins and ends, in numbers of moves; ``None`` if the seat hasn't acted.

    It ends with the turn in which the seat first acts after ``at``. If it hasn't acted since, the scenario covers the
    last turn in which it did.
    """
    done = [number for number, move in enumerate(moves)
            if states[number].turn and move != END and _decides(states, moves, number, seat)]  # fmt: skip
    if not done:
        return None
    first = next((number for number in done if number >= at), None)
    if first is None:
        turn = states[done[-1]].turn
        first = at = next(number for number in done if states[number].turn == turn)
    end = first
    while end < len(moves) and moves[end] != END:
        end += 1
    return at, end


def _decides(states: Sequence[State], moves: Sequence[str], number: int, seat: int) -> bool:
    return not parse(moves[number]).drawn and actor(states[number]) == seat


def scenario_from(
    states: Sequence[State], moves: Sequence[str], at: int, seat: int, names: Sequence[str], open_hands: bool
) -> Scenario:
    """Make a scenario of a moment for the player at a seat. Raise ``ValueError`` with the reason if that is impossible.

    ``states`` is one longer than ``moves``; ``at`` is the number of moves before the moment; ``names`` are the players'
    names in its words. With ``open_hands`` all hands may be shown, as the game is over. The result has been checked.
    """
    found = span(states, moves, at, seat)
    if found is None:
        raise ValueError(_("{name} hasn't done anything to show yet.").format(name=names[seat]))
    begin, end = _short_lead(states, moves, *found, seat)
    start = states[begin] if open_hands else _as_known(states[begin], moves[begin:end], seat)
    steps = list(_steps(states, moves, begin, end, seat, names))
    draws = [draw.named for draw in map(parse, moves[begin:end]) if draw.drawn]
    data = _data(start, draws, steps, seat, names)
    data["rules"] = _rules(states, moves, begin, end, seat)
    scenario = scenario_of(data)
    check(scenario, tuple(data["words"]))
    return scenario


def _short_lead(states: Sequence[State], moves: Sequence[str], begin: int, end: int, seat: int) -> tuple[int, int]:
    """Return the span with a later beginning if too much happens before the seat's first move."""
    told = []
    for number in range(begin, end):
        if _decides(states, moves, number, seat) and moves[number] != END:
            break
        if not parse(moves[number]).drawn and _sentence(states, moves, number, None):
            told.append(number + 1)
    return (told[-_LEAD - 1] if len(told) > _LEAD else begin), end


def _as_known(state: State, moves: Sequence[str], seat: int) -> State:
    """Return a position that the seat can't distinguish from the true one and in which the same moves are possible."""
    observed, source = observe(state, seat), Source(len(moves))
    for _deal in range(_DEALS):
        start = now = observed.sample(source)
        for move in moves:
            if move not in legal(now):
                break
            now = play(now, move)
        else:
            return start
    raise ValueError(_("Too little is known about the other hands to make a demo of this moment."))


# The steps


def _steps(
    states: Sequence[State], moves: Sequence[str], begin: int, end: int, seat: int, names: Sequence[str]
) -> Iterator[_Step]:
    """Yield a step for each line of the log; the reader has to make a move before its line appears."""

    def turn_of(number: int) -> Callable[[], str]:
        state = states[number]
        told = N_("Round {round}. {name}'s turn: what would you do?")
        if actor(state) != seat:
            told = N_("Round {round}. See what happens first.")
        round_ = round_of(state.turn, state.players)
        return lambda: _(told).format(round=round_, name=names[seat])

    step = _Step("", turn_of(begin))
    waiting: list[int] = []
    for number in range(begin, end):
        if not parse(moves[number]).drawn:
            waiting.append(number)
        if not _sentence(states, moves, number, names):
            continue
        said = partial(_sentence, states, moves, number, names)
        mine = len(waiting)
        while mine and _decides(states, moves, waiting[mine - 1], seat):
            mine -= 1
        others, own = waiting[:mine], waiting[mine:]
        if not waiting:  # a draw: its line joins that of the move before it
            step.said = partial(_both, step.said, said)
        elif not own:
            yield step
            step = _Step(_line(states, moves, others), said)
        else:
            if others:  # the end of another's turn
                yield step
                step = _Step(_line(states, moves, others), turn_of(own[0]))
            step.do, step.hint = " ".join(moves[each] for each in own), said
            yield step
            step = _Step("", said)
        waiting = []
    yield step


def _both(first: Callable[[], str], second: Callable[[], str]) -> str:
    return f"{first()} {second()}"


def _sentence(states: Sequence[State], moves: Sequence[str], number: int, names: Sequence[str] | None) -> str:
    before, after = public(states[number]), public(states[number + 1])
    return words.sentence(before, moves[number], after, names, None, moves[:number])


def _line(states: Sequence[State], moves: Sequence[str], numbers: list[int]) -> str:
    """Write moves as a line with their seats."""
    found: list[str] = []
    seat = -1
    for number in numbers:
        if actor(states[number]) != seat:
            seat = actor(states[number])
            found.append(f"{seat + 1}>")
        found.append(moves[number])
    return " ".join(found)


def _rules(states: Sequence[State], moves: Sequence[str], begin: int, end: int, seat: int) -> list[str]:
    """Return the rules of the reader's moves, in their order."""
    found: dict[str, None] = {}
    for number in range(begin, end):
        if _decides(states, moves, number, seat):
            move = parse(moves[number])
            found[_ACTIONS[move.action] if move.action else decision(states[number]).rule] = None
            if move.worker >= 0 and not move.home:
                found[rule_of(move.named)] = None
    return list(found)[:_RULES]


# The file


def _data(start: State, draws: list[str], steps: list[_Step], seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the object of the file, without its rules."""
    spoken: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}

    def say(key: str, text: Callable[[], str], may_name: set[str]) -> None:
        for language, found in spoken.items():
            with speaking(language):
                found[key] = _shortened(text(), may_name)

    run = Run(start, tuple(draws))
    run.settle("start")
    first, written = run.state, []
    for number, step in enumerate(steps):
        key = chr(ord("a") + number)
        run.line(step.auto, key)
        moved = set(REFERENCE.findall(f"{step.auto} {step.do}"))
        named = set(REFERENCE.findall(f"{step.said()} {step.hint()}")) - moved
        show = {name: place for name in sorted(named) if (place := _place(run.state, name, seat))}
        say(key, step.said, moved | set(show))
        if step.do:
            say(f"{key}.hint", step.hint, moved | set(show))
        run.line(step.do, key)
        told = {"id": key, "auto": step.auto, "show": list(show.values()), "do": step.do}
        written.append({word: value for word, value in told.items() if value})
    goal, wanted, number = _goal(first, run.state, seat, names[seat])
    round_ = round_of(first.turn, first.players)
    say("title", lambda: _("{name} in round {round}").format(name=names[seat], round=round_), set())
    say("goal", lambda: wanted(number).format(name=names[seat], number=number), set())
    return {
        "scenario": VERSION,
        "id": f"turn-{first.turn}-seat-{seat + 1}",
        "rules": [],
        "you": seat + 1,
        "position": position_text(start),
        "draws": " ".join(draws),
        "steps": written,
        "goal": [goal],
        "words": {language: texts for language, texts in spoken.items() if language == "en" or texts != spoken["en"]},
    }


def _shortened(text: str, may_name: set[str]) -> str:
    """Return as many sentences of the text as fit in a step, omitting those that name other things."""
    found: list[str] = []
    for sentence in _SENTENCE.split(text):
        if set(REFERENCE.findall(sentence)) <= may_name:
            found += sentence.split(" ")
        if len(found) > MOST_WORDS:
            return " ".join(found[: MOST_WORDS - 1]).rstrip(",;:") + " …"
    return " ".join(found) or _("Look at the table.")


def _place(s: State, name: str, seat: int) -> str:
    """Return the value of ``show`` for a tile or a space, given its reference; empty if there is nothing to show."""
    space = INDEX[name]
    if s.registry >> space & 1:
        return f"registry:{name}"
    if (owner := s.store_of(space)) >= 0:
        return f"store{owner + 1}:{name}"
    standing = (each for each in range(s.players)
                if s.fields[each] >> space & 1 or space in [stood for _worker, stood in s.posts[each]])  # fmt: skip
    found = sorted(standing, key=lambda each: each != seat)
    if not found:
        return ""
    return name if found[0] == seat else f"{found[0] + 1}:{name}"


def _goal(start: State, end: State, seat: int, name: str) -> tuple[str, Callable[[int], str], int]:
    """Return what is true at the end and wasn't at the start: a check, its sentence, and the number in that."""
    for what, said in _GROWN.items():
        fact = what.format(seat=seat + 1)
        before, after = value_of(start, fact), value_of(end, fact)
        hidden = what.startswith("points") and any(observe(start, seat).unknown)  # could change a crop majority
        if isinstance(before, int) and isinstance(after, int) and after > before and not hidden:
            return f"{fact} >= {after}", said, after
    for what in _CHANGED:
        fact = what.format(seat=seat + 1)
        reached = as_text(value_of(end, fact))
        if as_text(value_of(start, fact)) != reached:
            return f"{fact} = {reached}", lambda _number: _("Do what {name} did."), 0
    raise ValueError(_("Nothing that {name} does here can serve as a goal.").format(name=name))
