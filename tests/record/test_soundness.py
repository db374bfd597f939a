"""Positions that cannot be played on are refused, each with the reason."""

from __future__ import annotations

import pytest

from keyharvest.record import parse_position, position_text
from keyharvest.rules import new_game, play
from keyharvest.rules.components import EVENT_LETTERS

#: It is the turn of seat 1 of 2, with two hops; seat 2 has an unconnected field, a worker and a tile in the store.
SOUND = (
    "kh1 players=2 layout=standard-1 turn=31 seat=1 start=1 left=- idle=2 stock=h10v11a12b12w11"
    " registry=A1A2A4A5A6A7 bag=B1B2B3B4B5B6B7B8C1C2C3C4C5C6C7C8C9D1D2D3D4D5D6D7D8E1E2E3E4E5"
    " fallow=E7E8E9F1F2F3F4F5F6F7F8G4G7"
    f" town=GHIJKL events={EVENT_LETTERS[1:]} removed=- seen={EVENT_LETTERS} aside=- gone=- placed=M"
    " board1=G1+G2-G3+ workers1=- hand1=h2 known1=h2 revealed1=- store1=-"
    " board2=A3+G5+G6+ workers2=A@G7 hand2=v1 known2=v1 revealed2=- store2=E6:w1 stack=Turn(1,0,0,0)"
)
CASES = [
    ("seat=1", "seat=3", "seat 3 in a game of 2"),
    ("seat=1 start=1", "seat=- start=1", "seat or start is missing"),
    ("turn=31 ", "turn=32 ", "turn 32 is not seat 1's"),
    ("left=-", "left=2", "left must be a number from the tenth event on"),
    ("idle=2", "idle=20", "the game is over after ten rounds"),
    ("idle=2", "idle=21", "the game ends at 20"),
    ("turn=31", "turn=1", "idle=2: fewer turns have ended"),
    ("registry=A1A2", "registry=A1", "A2 is nowhere"),
    ("board1=G1+", "board1=A1+G1+", "A1 is in board1 and in another place"),
    ("stock=h10", "stock=h11", "13 counters of hops, not 12"),
    ("known1=h2", "known1=h2v1", "known1 has more than hand1"),
    ("known1=h2", "known1=h1", "secret counters in a two-player game"),
    ("w11 registry", "w12 registry", "13 counters of wheat"),
    (
        "hand2=v1 known2=v1 revealed2=- store2=E6:w1",
        "hand2=v1w1 known2=v1w1 revealed2=- store2=E6:-",
        "store2: a tile without a bid",
    ),
    ("town=GHIJKL", "town=GHIJK", "L is nowhere"),
    ("town=GHIJKL", "town=AGHIJKL", "only the townsfolk"),
    ("workers2=A@G7", "workers2=A@G7B@A3", "A3 is taken twice"),
    ("workers2=A@G7", "workers2=A@G7A@G4", "not in the order of the letters"),
    ("workers1=-", "workers1=A@A1B@A2", "A touches another worker"),
    ("events=N", "events=MN", "event M is in two places"),
    ("events=NO", "events=N", "event O is nowhere"),
    ("seen=M", "seen=", "seen: must hold every event placed"),
    ("aside=- gone=- placed=M", "aside=M gone=- placed=-", "aside: events are set aside only"),
    ("aside=- gone=- placed=M", "aside=- gone=M placed=-", "gone: events are ignored only after the tenth"),
]
STACKS = [
    ("-", "empty, but the game is not over"),
    ("Turn(2,0,0,0)", "must begin with the Turn of the seat whose turn it is"),
    ("Turn(1,7,0,0)", "no such actions"),
    ("Turn(1,1,4,0)", "not among those used"),
    ("Turn(1,0,0,1)", "a tile was drawn"),
    ("Turn(1,0,0,0)/Turn(1,0,0,0)", "Turn can't be here"),
    ("Turn(1,0,0,0)/Refill(1)", "Refill can't be here"),
    ("Turn(1,0,0,0)/FirstTurn()", "FirstTurn can't be here"),
    ("Turn(1,0,0,0)/TakeCounters(1,C,1,0,0)/RegistryDraw(1)", "TakeCounters can't be here"),
    ("Turn(1,0,0,0)/RegistryDraw(3)", "no such seat"),
    ("Turn(1,0,0,0)/RegistryDraw(1)", "more tiles to come than the registry has places"),
    ("Turn(1,0,0,0)/EventRound(S,1,1)/Grant(1,1)", "not an event that goes round the table"),
    ("Turn(1,0,0,0)/EventRound(M,1,3)/Grant(1,1)", "more players asked"),
    ("Turn(1,0,0,0)/Windfall(1,3)/Grant(1,1)", "more players given"),
    ("Turn(1,0,0,0)/TakeCounters(1,C,0,0,0)", "too few counters in the stock"),
    ("Turn(1,0,0,0)/TakeCounters(1,C,1,5,0)", "no such crop"),
    ("Turn(1,0,0,0)/TakeCounters(1,P,1,0,1)", "not optional here"),
    ("Turn(1,0,0,0)/TakeCounters(1,K,1,0,0)", "not something that K does"),
    ("Turn(1,0,0,0)/Pay(1,E,2,2,0)", "nothing to pay for below it"),
    ("Turn(1,0,0,0)/DrawField(1,Q)/Pay(1,Q,3,-,0)", "too few counters in the hand"),
    ("Turn(1,0,0,0)/DrawField(1,Q)/Pay(1,Q,2,2,0)", "the wrong payee"),
    ("Turn(1,0,0,0)/Bid(1,d,0)", "no tile to bid for"),
    ("Turn(1,0,0,0)/PickFields(1,a,G1G3,1,-)", "not picked in ascending order"),
    ("Turn(1,0,0,0)/PickFields(1,A,G2,1,-)", "these fields can't be picked"),
    ("Turn(1,0,0,0)/PickFields(2,V,G5,1,-)", "these fields can't be picked"),
    ("Turn(1,0,0,0)/ChooseField(1,F,1)", "no own field to choose"),
    ("Turn(1,0,0,0)/ChooseField(2,N,1)", "no unconnected field on another board"),
    ("Turn(1,0,0,0)/ExchangeFor(1,A3)", "not on the board"),
    ("Turn(1,0,0,0)/TakeUnconnected(1)", "too few counters"),
    ("Turn(1,0,0,0)/ChooseRegistry(1,T)", "too few counters"),
    ("Turn(1,0,0,0)/ChooseRegistry(1,K)", "there are fields in the bag"),
    ("Turn(1,0,0,0)/OfferDraw(2,Q)", "nothing to pay with"),
    ("Turn(1,0,0,0)/BuyFromStore(2,E)", "no tile that can be paid for"),
    ("Turn(1,0,0,0)/PlaceWorker(1,A)", "not an action of this turn"),
    ("Turn(1,2,0,0)/PlaceWorker(1,G)", "not a worker that can be played"),
    ("Turn(1,0,0,0)/ChooseWorker(2,Y,B)", "these workers can't be chosen"),
    ("Turn(1,0,0,0)/ChooseWorker(1,J,-)", "these workers can't be chosen"),
    ("Turn(1,0,0,0)/MoveTo(2,B)", "not a worker that can be moved"),
    ("Turn(1,0,0,0)/Displaced(2,A)", "a displaced worker is still on the board"),
]


def test_the_position_is_sound() -> None:
    assert position_text(parse_position(SOUND)) == SOUND


@pytest.mark.parametrize(("was", "becomes", "said"), CASES)
def test_a_fault_of_the_table(was: str, becomes: str, said: str) -> None:
    assert SOUND.count(was) == 1
    with pytest.raises(ValueError, match=r"^position: ") as caught:
        parse_position(SOUND.replace(was, becomes))
    assert said in str(caught.value)


@pytest.mark.parametrize(("stack", "said"), STACKS)
def test_a_fault_of_the_stack(stack: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^position: ") as caught:
        parse_position(SOUND.replace("Turn(1,0,0,0)", stack))
    assert said in str(caught.value)


def test_counters_of_a_crop_beyond_what_a_packed_number_holds() -> None:
    """Thirteen places with twelve each: 156 hops must not look like twelve and some vegetables."""
    text = SOUND.replace("hand1=h2 known1=h2", "hand1=h12 known1=h12").replace("stock=h10", "stock=h12")
    with pytest.raises(ValueError, match="24 counters of hops"):
        parse_position(text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_stage_of_set_up_is_read_and_no_other(players: int) -> None:
    state = new_game(players)
    while not state.turn:
        text = position_text(state)
        assert parse_position(text) == state
        for was, becomes in (
            ("fallow=-", "fallow=A1"),
            ("stock=h", "stock=v"),
            ("idle=0", "idle=1"),
            ("gone=-", "gone=M"),
        ):
            with pytest.raises(ValueError, match=r"^position: "):
                parse_position(text.replace(was, becomes))
        top = state.stack[-1]
        moves = top.legal(state) if hasattr(top, "legal") else [move for move, _ in top.outcomes(state)]  # type: ignore[attr-defined]
        state = play(state, moves[-1])
