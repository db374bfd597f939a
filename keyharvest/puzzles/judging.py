"""The judgement of an answer by its result, never by comparing moves."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from typing import NamedTuple

from keyharvest.puzzles.puzzle import Puzzle, choices
from keyharvest.puzzles.words import things
from keyharvest.rules import State, final_scores, winners
from keyharvest.rules.geometry import INDEX
from keyharvest.search.exact import Walk, places
from keyharvest.words.language import _, n_
from keyharvest.words.terms import Names, field, who

#: The longest walk of a rival's last turn.
MOST_PLAYS = 200_000


class Verdict(NamedTuple):
    """The result of an answer.

    Attributes:
        solved: whether it is as good as the best.
        reached: the result, in the unit of ``Puzzle.best``; it may be negative.
        best: the best possible result.
    """

    solved: bool
    reached: int
    best: int

    @property
    def part(self) -> float:
        """The part of the best that was reached, from 0 to 1."""
        if self.solved:
            return 1.0
        return max(0.0, min(0.99, self.reached / self.best)) if self.best > 0 else 0.0


def judge(puzzle: Puzzle, state: State, placed: int = 0) -> Verdict:
    """Judge the position after a turn that was played from ``puzzle.start()``.

    ``placed`` is the number of workers placed in it (:func:`placings`), which only ``chain`` needs. A ``duel`` is
    judged after the best reply of the rival too (:func:`reply`). Raise ``ValueError`` if the puzzle isn't answered by a
    turn.

    >>> from keyharvest.puzzles import load
    >>> from keyharvest.rules import play
    >>> puzzle = load().only(kind="points")[0]
    >>> state = puzzle.start()
    >>> judge(puzzle, state).reached
    0
    >>> for move in puzzle.line:
    ...     state = play(state, move)
    >>> judge(puzzle, state).solved
    True
    """
    if puzzle.of_kind.answer != "turn":
        raise ValueError(f"puzzle {puzzle.number}: the answer is a choice: judge it with judge_choice")
    if puzzle.kind == "chain":
        reached = placed
    elif puzzle.kind == "field":
        reached = state.fields[0] >> INDEX[puzzle.asked] & 1
    elif puzzle.kind == "duel":
        reached = lead(state) - int(puzzle.asked)
    else:
        reached = lead(state) - lead(puzzle.start())
    solved = winners(state) == (0,) if puzzle.kind == "win" else reached >= puzzle.best
    return Verdict(solved, reached, puzzle.best)


def judge_choice(puzzle: Puzzle, chosen: Collection[str]) -> Verdict:
    """Judge a set of choices: the result is the right ones minus the wrong ones or, for a bid, all or nothing.

    The possible choices are in :func:`~keyharvest.puzzles.puzzle.choices`; counters may be repeated. Raise
    ``ValueError`` for anything else, and if the puzzle is answered by a turn.

    >>> from keyharvest.puzzles import load
    >>> puzzle = load().only(kind="space")[0]
    >>> judge_choice(puzzle, puzzle.answers[0]).solved, judge_choice(puzzle, []).reached
    (True, 0)
    """
    if puzzle.of_kind.answer == "turn":
        raise ValueError(f"puzzle {puzzle.number}: the answer is a turn: judge it with judge")
    possible = choices(puzzle)
    for thing in chosen:
        if thing not in possible:
            raise ValueError(f"puzzle {puzzle.number}: {thing[:20]!r} is not among the choices")
    solved = any(sorted(answer) == sorted(chosen) for answer in puzzle.answers)
    if puzzle.kind == "bid":
        return Verdict(solved, puzzle.best if solved else 0, puzzle.best)
    wrong = _wrong(puzzle, chosen)
    return Verdict(solved, len(chosen) - 2 * len(wrong), puzzle.best)


def _wrong(puzzle: Puzzle, chosen: Collection[str]) -> list[str]:
    """Return the chosen things that aren't in the answer."""
    left, wrong = list(puzzle.answers[0]), []
    for thing in chosen:
        if thing in left:
            left.remove(thing)
        else:
            wrong.append(thing)
    return wrong


def lead(state: State) -> int:
    """Return the reader's lead over the best other player (rule 13.2).

    >>> from keyharvest.rules import new_game
    >>> lead(new_game(2))
    0
    """
    own, *others = [score.total for score in final_scores(state)]
    return own - max(others)


def placings(states: Sequence[State], moves: Sequence[str]) -> int:
    """Return the number of workers placed by moves; ``states`` are those before the moves.

    >>> from keyharvest.puzzles import load
    >>> placings([load()[1].start()], ["end"])
    0
    """
    return sum(places(state.stack[-1], move) for state, move in zip(states, moves, strict=False))


def reply(state: State) -> Generator[None, None, tuple[str, ...]]:
    """Find the rival's best last turn in a duel: a generator that works in slices and returns the moves.

    ``state`` is the position after the reader's ``end``, on the rival's turn. The moves omit ``end``. Raise
    ``ValueError`` unless it is another player's turn.
    """
    if not state.stack or state.seat == 0:
        raise ValueError("reply: it is not the rival's turn")
    walk = Walk(state, MOST_PLAYS)
    yield from walk.run()
    return walk.line(min(walk.ends, key=lambda end: lead(end.state)))


def verdict_text(puzzle: Puzzle, chosen: Collection[str], verdict: Verdict, names: Names = None) -> str:
    """Describe the result to the reader in a sentence; ``chosen`` is the answer if no turn was played.

    >>> from keyharvest.puzzles import load
    >>> verdict_text(load().only(kind="bid")[0], [], Verdict(True, 1, 1))
    'The tile is safe, and no cheaper bid would do.'
    """
    number, best = max(0, verdict.reached), verdict.best
    match puzzle.kind:
        case "win" if verdict.solved:
            return _("You win.")
        case "win" if number >= best:
            return _("You tie on points but lose the tie-break.")
        case "points" | "win":
            message = n_("You got {number} of {best} point.", "You got {number} of {best} points.", best)
        case "duel":
            message = n_(
                "After the best reply you have gained {number} of {best} point.",
                "After the best reply you have gained {number} of {best} points.",
                best,
            )
        case "chain":
            message = _("Workers placed: {number} of {best}.")
        case "field":
            message = _("{field} is on your board.") if verdict.solved else _("{field} isn't on your board.")
            return message.format(field=field(puzzle.seen.state, INDEX[puzzle.asked]))
        case "bid":
            return _bid_verdict(puzzle, chosen, verdict, names)
        case "why":
            return _("That's the reason.") if verdict.solved else _("That isn't the reason.")
        case _:
            return _choice_verdict(puzzle, chosen)
    return message.format(number=number, best=best)


def _choice_verdict(puzzle: Puzzle, chosen: Collection[str]) -> str:
    """Say how many right things were named, and which of the others were wrong."""
    wrong = _wrong(puzzle, chosen)
    found = _("Found: {number} of {best}.").format(number=len(chosen) - len(wrong), best=puzzle.best)
    if not wrong:
        return found
    return f"{found} " + _("The answer doesn't include {things}.").format(things=things(puzzle, wrong))


def _bid_verdict(puzzle: Puzzle, chosen: Collection[str], verdict: Verdict, names: Names) -> str:
    if verdict.solved:
        return _("The tile is safe, and no cheaper bid would do.")
    if len(chosen) > puzzle.best:
        return _("A cheaper bid is safe too.")
    return _("{name} can still get the tile.").format(name=who(names, 1))
