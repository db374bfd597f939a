"""Print the processor time of one player's program in fair games: ``python fair_times.py ROOT``, as dump.py is run.

``python3 tests fair --times`` runs it in this Python and in Pyodide.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator

DRAWS = 8
TRIES = 4  # the least time counts: others may use the machine


def times() -> Iterator[str]:
    """Yield a line for each number of players: the set-up with its deal, a draw, and reopening the game."""
    for players in (2, 3, 4):
        set_up, draw, opened = (1000 * min(each) for each in zip(*(game(players) for _ in range(TRIES)), strict=True))
        yield f"{players} players: set-up {set_up:.0f} ms, {draw:.0f} ms for each draw, opened again in {opened:.0f} ms"


def game(players: int) -> tuple[float, float, float]:
    """Play up to a few draws, storing tiles where possible; return the seconds of the first seat's program."""
    from keyharvest.remote.fair import group, signing
    from keyharvest.remote.fair.ledger import Agreement
    from keyharvest.remote.fair.seat import Seat
    from keyharvest.rules import actor, legal, play
    from keyharvest.rules.turn import Turn

    rng = random.Random(players)
    agreement = Agreement("AbCdEfGh", players, start="random")
    seats = [Seat(agreement, seat, bytes([seat] * 32)) for seat in range(players)]
    taken: list[float] = []

    def timed(seat: Seat, said: Callable[..., list[str]], *values: object) -> list[str]:
        signing.verify.cache_clear()  # no page has checked what another one has
        group.decode.cache_clear()
        begun = time.process_time()
        lines = said(*values)
        if seat.seat == 0:
            taken.append(time.process_time() - begun)
        return lines

    def spread(lines: list[str]) -> None:
        while lines:
            lines = [answer for seat in seats for line in lines for answer in timed(seat, seat.hear, line)]

    spread([line for seat in seats for line in timed(seat, seat.begin)])
    set_up, first = sum(taken), seats[0].draws
    taken.clear()
    while seats[0].draws < first + DRAWS:
        state, moves = seats[0].course.state, list[str]()
        seat = seats[actor(state)]
        state = seat.course.state
        while not moves or (actor(state) == seat.seat and not isinstance(state.stack[-1], Turn)):
            choices = legal(state)
            moves.append(rng.choice([move for move in choices if move[:2] == "d:"] or choices))
            state = play(state, moves[-1])
        spread(timed(seat, seat.decide, moves))
    drawn = sum(taken) / DRAWS
    again = Seat(agreement, 0, bytes(32))
    timed(again, again.restore, seats[0].lines())
    return set_up, drawn, taken[-1]


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(*times(), sep="\n")
