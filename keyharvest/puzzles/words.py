"""The words of a puzzle: its question, and its hints, from the idea to every move of the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.puzzles.kinds import reason, theme_line
from keyharvest.puzzles.puzzle import Puzzle, choices
from keyharvest.rules import State, legal, play
from keyharvest.rules.components import CROP_INDEX, NUMBERS, WORKER_INDEX
from keyharvest.rules.counters import ONE, unpack
from keyharvest.rules.geometry import INDEX, mask_of, support, touching
from keyharvest.rules.geometry import names as names_of
from keyharvest.rules.moves import MOVES
from keyharvest.words import crop, field, goods, label, listing, report, sentence_case, under, who, worker
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import Names

#: The number of hints to each puzzle.
HINTS: Final = 4
_GRADES: Final = (N_("gentle"), N_("easy"), N_("medium"), N_("hard"), N_("very hard"))
_KIND_NAMES: Final = {
    "points": N_("Most points"),
    "win": N_("Win the game"),
    "field": N_("Get this field"),
    "chain": N_("Keep them moving"),
    "duel": N_("Duel"),
    "bid": N_("Cheapest safe bid"),
    "hidden": N_("Behind the screen"),
    "crops": N_("Certain majorities"),
    "space": N_("Where may it stand?"),
    "why": N_("Why not?"),
}
_QUESTIONS: Final = {
    "points": N_("It's your last turn, and the bag is empty. Gain as many points on {name} as you can."),
    "win": N_("It's your last turn, and the bag is empty. Win the game."),
    "field": N_("Get {field} onto your board this turn."),
    "chain": N_("Place workers as often as you can this turn. A worker that moves on counts again."),
    "duel": N_("You have one action left, and {name} has the very last turn. Finish as far ahead as you can."),
    "bid": N_("{field} is in your store. Bid just enough to keep it from {name} next turn."),
    "hidden": N_("{name} holds counters that you can't see. Which of them are certain?"),
    "crops": N_("Which crops are you certain to have the most of, whatever the others hide?"),
    "space": N_("Where may the {worker} stand? Choose every possible space."),
}
_ACTIONS: Final = {
    "a": N_("harvest"),
    "b": N_("play a worker"),
    "b-": N_("send a worker home"),
    "c": N_("place a tile from a store"),
    "d": N_("store a tile"),
}


def kind_name(kind: str) -> str:
    """Return the name of a kind of puzzles.

    >>> kind_name("why")
    'Why not?'
    """
    return _(_KIND_NAMES[kind])


def grade_name(grade: int) -> str:
    """Return the name of a grade.

    >>> grade_name(1), grade_name(5)
    ('gentle', 'very hard')
    """
    return _(_GRADES[grade - 1])


def question(puzzle: Puzzle, names: Names = None) -> str:
    """Return the question in a sentence to the reader; ``names`` by seat, the reader's first.

    >>> from keyharvest.puzzles import load
    >>> question(load().only(kind="win")[0])
    "It's your last turn, and the bag is empty. Win the game."
    """
    if puzzle.kind == "why":
        return _wish(puzzle)
    asked = puzzle.asked
    return _(_QUESTIONS[puzzle.kind]).format(
        name=who(names, int(asked) - 1 if puzzle.kind == "hidden" else 1),
        field=field(puzzle.seen.state, INDEX[asked]) if asked in INDEX else "",
        worker=worker(WORKER_INDEX[asked]) if asked in WORKER_INDEX else "",
    )


def _wish(puzzle: Puzzle) -> str:
    who_wishes, at, space = puzzle.asked.partition("@")
    if at:
        return _("Why can't your {worker} stand on {reference}?").format(
            worker=worker(WORKER_INDEX[who_wishes]), reference=space
        )
    move = MOVES[puzzle.asked]
    if move.action == "b":
        return _("Why can't you play the {worker}?").format(worker=worker(move.worker))
    message = (
        _("Why can't you place {field} from a store?") if move.action == "c" else _("Why can't you store {field}?")
    )
    return message.format(field=field(puzzle.seen.state, move.tile))


def hint(puzzle: Puzzle, step: int, names: Names = None) -> list[str]:
    """Return the hint of a step from 1 to ``HINTS``, in sentences: theme, actions in order, first move, whole line.

    If no turn is played, the second is the number of right choices, the third one of them or all that is hidden, and
    the last all of them; for reasons, the second and third each name a wrong one. Raise ``ValueError`` for any other
    step.

    >>> from keyharvest.puzzles import load
    >>> hint(load().only(kind="space")[0], 1)
    ['First count the fields around a space, then look for workers.']
    """
    if step not in range(1, HINTS + 1):
        raise ValueError(f"hint {step}: expected a number from 1 to {HINTS}")
    if step == 1:
        return [theme_line(puzzle.themes[0])]
    if puzzle.of_kind.answer == "turn":
        return [_in_order, _first_move, _whole_line][step - 2](puzzle, names)
    answer = puzzle.answers[0]
    if step == HINTS:
        named = things(puzzle, answer)
        return [named] if puzzle.kind == "why" else [sentence_case(named) + ".", *_why(puzzle, names)]
    if puzzle.kind == "why":
        wrong = [code for code in choices(puzzle) if code not in answer]
        return [_("It isn't this: {reason}").format(reason=reason(wrong[step - 2]))]
    if step == 2:
        return [_number(puzzle.kind, len(answer))]
    if puzzle.kind in ("hidden", "crops"):
        return [_hidden_in_all(puzzle)]
    return [_("One part of the answer: {thing}.").format(thing=things(puzzle, answer[:1]))]


def solution(puzzle: Puzzle, names: Names = None) -> list[str]:
    """Return the answer in sentences: if several turns reach the best result, one of them."""
    return hint(puzzle, HINTS, names)


def hint_spaces(puzzle: Puzzle, step: int) -> int:
    """Return the spaces to light with a hint, as a mask: from the third hint on, those of the first move
    or of the answer.

    >>> from keyharvest.puzzles import load
    >>> hint_spaces(load()[1], 1)
    0
    """
    if step < HINTS - 1:
        return 0
    named = puzzle.answers[0] if puzzle.answers else puzzle.line
    if step == HINTS - 1:
        named = named[:1] if puzzle.answers or MOVES[named[0]].tile >= 0 else named[:2]
    tiles = [MOVES[each].tile for each in named if each in MOVES]
    return sum(1 << tile for tile in set(tiles) if tile >= 0)


def states_of(puzzle: Puzzle) -> list[State]:
    """Return the states along the line, from the start to the position before the end of the turn.

    Raise ``ValueError`` if the line, which may come from any file, can't be played.
    """
    states = [puzzle.start()]
    for move in puzzle.line:
        if move not in legal(states[-1]):
            raise ValueError(f"puzzle {puzzle.number}: {move!r} can't be played")
        states.append(play(states[-1], move))
    return states


def _in_order(puzzle: Puzzle, names: Names) -> list[str]:
    actions: list[str] = []
    for move in map(MOVES.__getitem__, puzzle.line):
        action = move.action + ("-" if move.home and move.action else "")
        if action and action not in actions[-1:]:
            actions.append(action)
    words = [_(_ACTIONS[action]) for action in actions]
    if len(words) == 1:
        return [_("One action is enough: {action}.").format(action=words[0])]
    return [_("First {first}, then {then}.").format(first=words[0], then=listing(words[1:]))]


def _first_move(puzzle: Puzzle, names: Names) -> list[str]:
    states = states_of(puzzle)
    first = puzzle.line[0]
    if MOVES[first].worker >= 0 and not MOVES[first].home and len(puzzle.line) > 1:
        text = _("Begin by playing the {worker} on {space}.")
        return [text.format(worker=worker(MOVES[first].worker), space=puzzle.line[1])]
    return [_("Your first step: {move}.").format(move=label(states[0], first, names))]


def _whole_line(puzzle: Puzzle, names: Names) -> list[str]:
    states = states_of(puzzle)
    told = report(states, puzzle.line, names)
    return [each for each in told if each]


def _number(kind: str, number: int) -> str:
    messages = {
        "bid": n_("The cheapest bid has {number} counter.", "The cheapest bid has {number} counters.", number),
        "hidden": n_("{number} counter is certain.", "{number} counters are certain.", number),
        "crops": n_("{number} crop is certain.", "{number} crops are certain.", number),
        "space": n_("{number} space is possible.", "{number} spaces are possible.", number),
    }
    return messages[kind].format(number=number)


def things(puzzle: Puzzle, named: Sequence[str]) -> str:
    """Return parts of an answer in words.

    >>> from keyharvest.puzzles import load
    >>> things(load().only(kind="crops")[0], ["hops", "wheat"])
    'hops and wheat'
    """
    if puzzle.kind == "why":
        return " ".join(map(reason, named))
    if puzzle.kind in ("bid", "hidden"):
        return goods(sum(ONE[CROP_INDEX[name]] for name in named))
    return listing([crop(CROP_INDEX[name]) if name in CROP_INDEX else name for name in named])


def _why(puzzle: Puzzle, names: Names) -> list[str]:
    """Return why the answer is right, in sentences."""
    match puzzle.kind:
        case "bid":
            safe = _("{name} can't match it next turn.").format(name=who(names, 1))
            return [safe, _("Any bid of fewer counters could be matched.")][: puzzle.best]
        case "hidden":
            return _only_there(puzzle)
        case "crops":
            return _most_held(puzzle, names)
        case "space":
            return _too_close(puzzle)
        case _:
            return []


def _hidden_in_all(puzzle: Puzzle) -> str:
    return _("Hidden in total: {counters}.").format(counters=goods(puzzle.seen.state.pool()))


def _only_there(puzzle: Puzzle) -> list[str]:
    """Return what is hidden in total, and how little of it can be elsewhere (rule 14.3)."""
    unknown = puzzle.seen.unknown
    elsewhere = sum(unknown) - unknown[int(puzzle.asked) - 1]
    return [_hidden_in_all(puzzle), _("The others hold only {number} of these.").format(number=elsewhere)]


def _most_held(puzzle: Puzzle, names: Names) -> list[str]:
    """For each crop the reader seems to hold the most of, return how many another player can hold at most."""
    state, unknown = puzzle.seen
    own, *seen = [unpack(hand) for hand in state.hands]
    pool, lines = unpack(state.pool()), []
    for each in range(len(own)):
        if own[each] <= max(hand[each] for hand in seen):
            continue
        most, seat = max((hand[each] + min(pool[each], unknown[at]), -at) for at, hand in enumerate(seen, 1))
        told = _("{crop}: you hold {number}, {name} at most {most}.")
        lines.append(told.format(crop=crop(each), number=own[each], most=most, name=who(names, -seat)))
    return list(map(sentence_case, lines))


def _too_close(puzzle: Puzzle) -> list[str]:
    """Return which spaces touch enough fields, and why the worker can't stand there (rules 5.2, 5.3)."""
    state = puzzle.seen.state
    fields, posts = state.fields[0], state.posts[0]
    enough = support(fields)[NUMBERS[WORKER_INDEX[puzzle.asked]]] & ~fields & ~mask_of(list(puzzle.answers[0]))
    beside = enough & touching(sum(1 << space for _worker, space in posts))
    failing = (("beside", beside), ("number", enough & ~beside))
    return [under(listing(names_of(spaces)), reason(code)) for code, spaces in failing if spaces]
