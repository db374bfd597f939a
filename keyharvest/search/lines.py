"""Lines: the possible ways to play the rest of a turn up to the first draw, found by a narrow beam search."""

from __future__ import annotations

from collections.abc import Generator

from keyharvest.rules import State, decision
from keyharvest.rules.frames import END
from keyharvest.rules.turn import Turn
from keyharvest.search.chains import Chain, end_of_turn, following, greedy_chain
from keyharvest.search.evaluation import Evaluator


def lines(s: State, judge: Evaluator, width: int = 4, depth: int = 0) -> Generator[None, None, list[Chain]]:
    """Find the lines worth comparing: each ends with the turn, at a draw, or at another player's question.

    A beam keeps the best ``width`` positions after each action, and as many lines that end at a draw. The greedy
    player's line is always among them. ``depth`` narrows the choice, as for :func:`chains`. A generator, so that the
    work can be cut into slices; it returns the lines. Raise ``ValueError`` if nobody has to decide.

    >>> from keyharvest.game import Game
    >>> state = Game.new(2, start="random", seed=1).state
    >>> work = lines(state, Evaluator(state))
    >>> try:
    ...     while True:
    ...         next(work)
    ... except StopIteration as done:
    ...     len(done.value) > 5
    True
    """
    answers = yield from following(s, judge, depth)
    greedy = yield from _greedy_line(s, judge, answers, depth)
    found = {_outcome(greedy.state): greedy}
    seat, turn = decision(s).seat, s.turn
    beam = [Chain(0.0, (), s)]
    while beam:
        deeper: dict[object, Chain] = {}
        ended: list[Chain] = []
        for node in beam:
            steps = (yield from following(node.state, judge, max(1, depth))) if node.moves else answers
            if isinstance(node.state.stack[-1], Turn):
                steps = [end_of_turn(node.state, judge), *steps]
            for step in steps:
                line = Chain(step.value, node.moves + step.moves, step.state)
                after = step.state
                if _continues(after, seat, turn):
                    deeper.setdefault(_outcome(after), line)
                else:
                    ended.append(line)
            yield
        ended.sort(key=lambda line: -line.value)
        finished = [line for line in ended if line.moves[-1] == END]
        drawing = [line for line in ended if line.moves[-1] != END]
        for line in finished[:width] + drawing[: width + 2 if beam[0].moves else 3 * width]:
            found.setdefault(_outcome(line.state), line)
        beam = sorted(deeper.values(), key=lambda line: -line.value)[:width]
    return list(found.values())


def _greedy_line(s: State, judge: Evaluator, answers: list[Chain], depth: int) -> Generator[None, None, Chain]:
    """Return the greedy player's next action, with what follows if nothing is drawn; ``answers`` are to ``s``."""
    moves: tuple[str, ...] = ()
    seat, turn = decision(s).seat, s.turn
    while True:
        chain, _ = greedy_chain(s, judge, answers=answers)
        moves, s = moves + chain.moves, chain.state
        if not _continues(s, seat, turn):
            return Chain(judge.value(s, seat), moves, s)
        answers = yield from following(s, judge, depth)


def _continues(s: State, seat: int, turn: int) -> bool:
    """Whether it is still the seat's turn and it has to choose its next action."""
    top = s.stack[-1] if s.stack else None
    return isinstance(top, Turn) and top.seat == seat and s.turn == turn


def _outcome(s: State) -> object:
    """Return a key of a position after moves of one seat: lines that reach it in different orders count as one."""
    return (s.fields, s.ripe, s.posts, s.hands, s.stores, s.registry, s.town, s.fallow, s.turn, s.stack[-1:])
