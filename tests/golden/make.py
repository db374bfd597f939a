"""Make the records of tests/golden again: ``python3 tests golden``.

Only for a change of the rules or the text formats: every difference must be understood and explained in the commit.
"""

from __future__ import annotations

import argparse
import json

from keyharvest.game import Game
from keyharvest.record import Record, record_text
from keyharvest.rules import Source, State, apply, legal
from keyharvest.rules.layout import FORMER
from keyharvest.rules.setup import Start
from tests.golden.replay import FOLDER, results
from tests.rules.builders import position

#: Seeded games for each number of players, half of them with a starting player drawn at random.
GAMES = 20

#: Five of the six neighbours of C5, and of F4.
RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"


def seeded(players: int, number: int) -> Record:
    """Play a game of random players; those of every other game build, and so get to use the townsfolk.

    It uses the layout of older records, so that these stay unchanged.
    """
    start: Start = "drawn" if number % 4 < 2 else "random"
    game = Game.new(players, FORMER, start, number)
    chooser = Source(1000 * players + number)
    while not game.over:
        moves = game.legal()
        wanted = [move for move in moves if move[:2] == "c:" or (move[:2] == "b:" and move[2] in "GHIJKL")]
        move = chooser.pick(wanted if wanted and number % 2 else moves)
        if number % 2 and (move in ("end", "no", "home") or move[:3] == "b:-"):
            move = chooser.pick(moves)
        game.play(move)
    return game.record()


#: Seat 1 plays a worker onto C5 and has everything that any of them may need.
WORKERS = position(
    board1=RING, hand1="h6", board2="G7-", store2="E1:h1", hand2="v2", registry="F1 F2", bag="A1 A2 A3 G1"
)
#: Seat 1 has taken D1 and draws an event that matters to both seats.
EVENT = position(
    board1="A1 A3-",
    workers1="A@A2",
    hand1="h6",
    board2="E1 E3-",
    workers2="B@E2",
    hand2="v5",
    registry="D1 F1 F2 F3 F4 F5",
)
#: The same for three seats.
ROUND = position(
    3,
    turn=4,
    board1="A1 A3-",
    board2="E1",
    hand1="h3",
    revealed1="h1v1a1",
    hand2="v2",
    revealed2="h1v1b1",
    hand3="a1",
    revealed3="b1w2",
    registry="D1 F1",
    removed="XY",
)

#: Positions and moves that reach every worker, every event and some corner cases; "..." declines all until the turn
#: ends.
SCRIPTS: dict[str, tuple[State, str]] = {
    "a-apprentice": (WORKERS, "b:A C5 B4 end"),
    "b-casual-worker": (WORKERS, "b:B C5 B4 D4 end"),
    "c-labourer": (WORKERS, "b:C C5 apples wheat end"),
    "d-unskilled-worker": (position(board1="B4- B5- C4 C6 D4"), "b:D C5 B4 B5 end"),
    "e-skilled-worker": (WORKERS, "b:E C5 E1 hops hops end"),
    "f-supervisor": (WORKERS, "b:F C5 B4 end"),
    "g-merchant": (WORKERS, "b:G C5 E1 hops end"),
    "h-storekeeper": (WORKERS, "b:H C5 F1 hops done *A1 end"),
    "i-bailiff": (WORKERS, "b:I C5 G7 hops hops hops end"),
    "j-lawyer": (position(board1=RING, workers1="C@A1"), "b:J C5 C hops hops end"),
    "k-trader": (WORKERS, "b:K C5 draw *M *A1 place end"),
    "l-benefactor": (WORKERS, "b:L C5 F1 *A1 end"),
    "m-blind-swap": (EVENT, "d:D1 hops done *M A3 *P *G1 E1 *G2 *G3 end"),
    "n-exchange": (EVENT, "d:D1 hops done *N A3 E1 no *G3 end"),
    "o-give-away": (EVENT, "d:D1 hops done *O A1 place E3 fallow *G3 end"),
    "p-good-harvest": (EVENT, "d:D1 hops done *P hops wheat *G3 end"),
    "q-lucky-dip": (EVENT, "d:D1 hops done *Q draw hops hops *G1 draw vegetables vegetables *X *G2 *G3 end"),
    "r-new-crop": (EVENT, "d:D1 hops done *R A3 E3 *G3 end"),
    "s-new-registry": (EVENT, "d:D1 hops done *S *A4 *Z *A5 *A6 *A7 *F1 *F2 end"),
    "t-quick-sale": (
        EVENT,
        "d:D1 hops done *T F1 hops hops hops F2 vegetables vegetables vegetables *U *G1 *G2 *G3 end",
    ),
    "u-registry-swap": (EVENT, "d:D1 hops done *U A3 F1 E1 A3 *G3 end"),
    "v-remote-harvest": (EVENT, "d:D1 hops done *V A1 E1 *G3 end"),
    "w-replacement": (EVENT, "d:D1 hops done *W *G1 A1 *V *G2 fallow *G3 end"),
    "x-reposition": (EVENT, "d:D1 hops done *X A B2 no *G3 end"),
    "y-vacation": (EVENT, "d:D1 hops done *Y A B *G3 end"),
    "z-windfall": (EVENT, "d:D1 hops done *Z apples wheat *G3 end"),
    "round-of-give-away": (ROUND, "d:D1 hops done *O A1 place A1 pass place *G3 end"),
    "round-of-windfall": (ROUND, "d:D1 hops done *Z hops wheat apples *G3 end"),
    "round-of-blind-swap": (ROUND, "d:D1 hops done *M A3 *Q *G1 E1 *G2 *G3 end"),
    "seventh-space": (
        position(board1="A1", board2="C1", hand1="h2", registry="D1 D2", placed="MNOPQR", workers1="A@A2"),
        "d:D1 hops done *X no *Y no *M no no *G1 end",
    ),
    "last-two-rounds": (
        position(board1="A1", hand1="h2", registry="D1 D2", bag="G1 G2 G3", placed="MNOPQRSTU"),
        "d:D1 hops done *V A1 *W *G1 end end end end end",
    ),
    "displacement-chain": (
        position(board1=f"{RING} {RING_F4}", workers1="L@C5 A@A2 C@G6", store1="C5:h1", registry="A2 G6", bag="G7 E9"),
        "c:C5 F4 A2 A1 A2 *G7 end",
    ),
    "displaced-on-anothers-turn": (
        position(board2=f"{RING} {RING_F4} G1", workers2="L@C5", hand1="h1", registry="E1 E2", bag="C5 E6 E7"),
        "d:E1 hops *M G1 *C5 F4 E2 *Z apples wheat *E6 *E7 end",
    ),
    "empty-bag": (
        position(board1=RING, hand1="h4", registry="F1 F2 F3 F4", bag="", placed="M"),
        "b:K C5 F1 place *Z hops wheat *S *F2 *F3 *F4 ...",
    ),
    "ten-quiet-rounds": (position(turn=31, board1="A1", board2="A3", idle=17), "end end end"),
}


def played(start: State, script: str) -> Record:
    """Return the record of a script."""
    record, state = Record(start), start
    for word in script.split():
        while True:
            move = legal(state)[-1] if word == "..." else word
            state = apply(state, move)
            record.moves.append(move)
            if word != "..." or move == "end":
                break
    return record


def main() -> None:
    argparse.ArgumentParser(prog="tests golden", description=__doc__).parse_args()
    records = {
        f"random-{players}-{number:02}": seeded(players, number) for players in (2, 3, 4) for number in range(GAMES)
    }
    records |= {name: played(*script) for name, script in SCRIPTS.items()}
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, record in records.items():
        (FOLDER / f"{name}.txt").write_text(record_text(record, checkpoints=False), encoding="utf-8")
    (FOLDER / "results.json").write_text(json.dumps(results(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
