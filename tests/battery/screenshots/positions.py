"""The tables of the screenshots, written out: Robin, a person, with Ada, Bruno and Clara.

Each function returns a record as text. What it does not say follows from the rules, never from luck; the crops are
those of the layout for which the tables were written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from keyharvest.record import Record, record_text
from keyharvest.rules import State
from keyharvest.rules.layout import FORMER
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.sitting import Sitting
from tests.rules.builders import play, position

NAMES: Final = ("Robin", "Ada", "Bruno", "Clara")
_LEVELS: Final = (PERSON, "steward", "farmer", "apprentice")
_FACES: Final = "BLEH"
#: The secret counters: all but one each of Ada's and Bruno's are known.
_SECRET: Final[dict[str, Any]] = {"revealed1": "h1v1b1", "revealed2": "b1w1", "revealed3": "v1a1"}

_ROBIN: Final[dict[str, Any]] = {
    "board1": "B3- C3- C4 C5- D3 D5 E4 F3 B7 B8- C7- C8 D7 G6",
    "workers1": "K@D4 B@B4 E@E3 C@D6",
}
_ADA: Final[dict[str, Any]] = {"board2": "A1- A2 B1 B2- C2- D2- G5- F5 F6- G4 E6-", "workers2": "E@C1 A@B3 C@G6"}
_BRUNO: Final[dict[str, Any]] = {"board3": "C6 B6- B5 A5- D6 F1- G1- E1-", "workers3": "F@C7 C@D5 A@A4"}
_CLARA: Final[dict[str, Any]] = {"board4": "A3- A4 B4- E8- E9 F8 D8- G7-", "workers4": "D@E7 B@B5"}


def _text(state: State, moves: str, persons: Sequence[int] = (0,), **headers: str) -> str:
    """Return the record of a table after playing it as a check; ``persons``: the seats of people."""
    play(state, moves)
    told = {}
    for seat in range(state.players):
        told[f"Seat{seat + 1}"] = NAMES[seat]
        told[f"Player{seat + 1}"] = PERSON if seat in persons else _LEVELS[seat]
        told[f"Face{seat + 1}"] = _FACES[seat]
    return record_text(Record(state, moves.split(), told | headers))


def three(moves: str = "", *, store1: str = "D1:h2 F4:w1", ada: str = "c:D1", persons: Sequence[int] = (0,)) -> str:
    """Three at the table: Ada's and Bruno's turns, then Robin's in round 7, in which ``moves`` are made."""
    state = position(
        3,
        seat=2,
        turn=17,
        layout=FORMER,
        **_ROBIN,
        **_ADA,
        **_BRUNO,
        **_SECRET,
        hand1="v1b3w1",
        hand2="h3v2a2b1w1",
        known2="h2v2a2b1w1",
        hand3="h2v2a1b3w1",
        known3="h2v2a1b3",
        store1=store1,
        store2="E5:b2 F2:h1a1",
        store3="E2:b1",
        registry=" ".join(sorted({"A3", "A6", "B4", "D8", "E8", "F7"} - {word[:2] for word in store1.split()})),
        fallow="A7 E9",
        placed="MNRXZ",
        removed="OV",
    )
    before = "end c:E2 d:A6 hops hops done *U no no no *G7 end"
    return _text(state, f"{ada} {before} {moves}", persons)


def last_turns(moves: str = "") -> str:
    """Two at the table after the tenth event, in Robin's last turn but one."""
    state = position(
        2,
        seat=2,
        turn=24,
        left=4,
        layout=FORMER,
        **_ADA,
        board1="B3- C3- C4 C5- D3 D5- E4 F3- B7 B8- C7- C8 D7 G6",
        workers1="K@D4 B@B4 E@E3",
        hand1="h1a2b1",
        hand2="h1v2a2w1",
        store1="D1:h1 C9:v2",
        store2="E5:b2 E2:h1",
        registry="A3 B4 D8 E8 F7 G7",
        fallow="A7 E9 A5 F8",
        placed="MNRXZUTVQP",
    )
    return _text(state, f"c:E2 end {moves}")


def four(moves: str = "") -> str:
    """Four at the table, at the beginning of Robin's turn in round 9; the stores of Ada and Clara are full."""
    state = position(
        4,
        seat=1,
        turn=33,
        layout=FORMER,
        **_ROBIN,
        **_ADA,
        **_BRUNO,
        **_CLARA,
        hand1="h2v1b3w2",
        hand2="h1v2a2w2",
        known2="h1v2a2w1",
        hand3="h1v1a1b2",
        known3="v1a1b2",
        hand4="h2v1a1w3",
        known4="h2a1w3",
        revealed1="h1v1b1",
        revealed2="h1b1",
        revealed3="v1a1",
        revealed4="a1w1",
        store1="F4:w1",
        store2="E5:b2 F2:h1a1",
        store3="",
        store4="A7:v1 E7:w2",
        registry="C9 D4 E3 F7 G2 G3",
        fallow="A6 C1",
        placed="MNRXZUTV",
        removed="OS",
    )
    return _text(state, moves)


def event(moves: str = "") -> str:
    """Four at the table: in Bruno's turn the ninth event was drawn, a good harvest, and he has to answer it."""
    return four(f"end end a:B5 C6 done d:C9 barrels done *P {moves}")


def displaced() -> str:
    """Robin's B4 has taken the casual worker's space, and Robin is asked where it goes."""
    return three("c:B4", store1="B4:v1 F4:w1", ada="c:E5")


@cache
def finished(seed: int, players: int, person: int = 0) -> str:
    """Play a whole game between computers of one level, which think the same each time; Robin is listed as a person."""
    chairs = [Chair(name, "farmhand", face) for name, face in zip(NAMES[:players], _FACES, strict=False)]
    sitting = Sitting.new(chairs, "random", seed)
    while not sitting.over:
        sitting.step()
    sitting.game.headers[f"Player{person + 1}"] = PERSON
    return record_text(sitting.record())
