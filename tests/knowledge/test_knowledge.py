"""The players' knowledge (rule 14)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

import keyharvest
from keyharvest.game import Game
from keyharvest.knowledge import Observation, bag_size, behind_screens, leads, majority_bounds, observe, turned
from keyharvest.rules import Source, State, legal, new_game
from keyharvest.rules.components import ALL_EVENTS, EVENT_LETTERS
from keyharvest.rules.counters import pack, parse, text, total, unpack
from keyharvest.rules.scoring import majorities
from keyharvest.rules.state import ATTRIBUTES
from keyharvest.words import text_view
from tests.rules.builders import BY_ROW, asked, events, events_but, known, play, position


def seen_by(s: State, seat: int) -> Observation:
    return observe(s, seat - 1)


def shown(s: State, seat: int) -> list[str]:
    """Return what a seat sees of each hand: crops it knows, and a question mark for each counter it does not."""
    seen = seen_by(s, seat)
    return [
        (text(hand) if hand or not unknown else "") + "?" * unknown
        for hand, unknown in zip(seen.view.hands, seen.unknown, strict=True)
    ]


def dealt() -> State:
    """Three players after the deal: h1a1w1, h1b1w1, v2b1, all of it secret, at the first turn of the first."""
    s = play(new_game(3, BY_ROW, "random"), "*1 *A1 *A4 *B1 *apples *hops *apples *wheat *hops *wheat *barrels")
    return play(s, "*E1 *E2 *E3 *E4 *E5 *E6 *Y *Z")


# 14.1 What is open


@pytest.mark.rule("14.1", "1.8")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_everything_but_the_secrets_is_open(seat: int) -> None:
    s = position(
        3,
        board1="A1 A2- C5",
        workers1="A@A3",
        board2="E1",
        workers2="G@E2",
        store2="F1:h1 F2:v2",
        hand1="h2",
        registry="D1 D2",
        bag="G1 G2",
        placed="MN",
        events="PQRSTUVWX",
        removed="YZ",
        idle=2,
    )
    view = seen_by(s, seat).view
    secret = {"bag_events", "removed", "hands"}
    for name in set(ATTRIBUTES) - secret:
        assert getattr(view, name) == getattr(s, name), name
    sample = seen_by(s, seat).sample(Source(1))
    assert (sample.bag, sample.bag_events.bit_count()) == (s.bag, 9)  # everyone may know the size of the bag (1.8)


@pytest.mark.rule("14.1", "2.4", "2.6")
def test_with_two_players_nothing_is_secret() -> None:
    s = position(hand1="h2v1", hand2="a1", board1="A1", events="PQ", placed="MN", registry="D1")
    for seat in (1, 2):
        assert seen_by(s, seat).view == s
        assert seen_by(s, seat).unknown == (0, 0)
        assert seen_by(s, seat).sample(Source(3)) == s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_needs_a_source_of_the_engine(players: int) -> None:
    seen = observe(new_game(players), 0)
    with pytest.raises(TypeError, match=r"^source: expected a keyharvest\.Source, not Random$"):
        seen.sample(Random(1))  # type: ignore[arg-type]
    seen.sample(keyharvest.Source(1))


@pytest.mark.rule("14.1", "14.3")
def test_counters_that_move_after_set_up_are_seen_by_all() -> None:
    s = position(3, board1="C5 E1 E2", hand2="v3", known2="-", hand3="b3", known3="-")
    assert shown(s, 2) == ["-", "v3", "b3"]
    s = play(s, "a:E1 E2")
    assert known(s, 1) == "w2"
    assert [shown(s, seat)[0] for seat in (1, 2, 3)] == ["w2"] * 3


# 14.2 What is secret


@pytest.mark.rule("14.2", "2.4")
def test_the_three_counters_drawn_in_set_up_are_known_to_their_owner_alone() -> None:
    s = dealt()
    assert shown(s, 1) == ["h1a1w1", "???", "???"]
    assert shown(s, 2) == ["???", "h1b1w1", "???"]
    # The third holds all vegetables and one barrel; the others' hands are uncertain.
    assert shown(s, 3) == ["???", "???", "v2b1"]


@pytest.mark.rule("14.2", "2.6")
def test_the_events_taken_out_are_unseen_and_every_unseen_pair_is_as_likely() -> None:
    s = position(3, placed="MNOPQRST", events="UVX", seen="X", removed="YZ", gone="W")
    assert events(seen_by(s, 1).view.bag_events) == "UVXYZ"
    assert seen_by(s, 1).view.removed == 0
    source, found = Source(1), Counter[str]()
    for _ in range(3000):
        sample = seen_by(s, 1).sample(source)
        assert sample.bag_events == seen_by(s, 1).view.bag_events & ~sample.removed
        found[events(sample.removed)] += 1
    expected = {"".join(pair): 3000 / 6 for pair in combinations("UVYZ", 2)}  # not X, which was announced
    assert_likely(found, expected)


@pytest.mark.rule("14.2", "1.8")
@pytest.mark.parametrize("bag", ["", "G1 G2"])
def test_with_no_event_in_the_bag_all_know_which_were_taken_out(bag: str) -> None:
    """The bag's size shows that it holds no more than the field tiles that nobody has seen."""
    s = position(3, bag=bag, placed="MNOPQRSTUV", seen="X", events="", removed="YZ", gone="WX", left=4)
    view = seen_by(s, 1).view
    assert (view.bag_events, events(view.removed)) == (0, "YZ")
    assert bag_size(view) == bag_size(s) == len(bag.split())
    sample = seen_by(s, 1).sample(Source(1))
    assert (sample.bag_events, sample.removed) == (0, s.removed)


@pytest.mark.rule("14.1", "1.8")
def test_the_size_of_the_bag_is_open_though_not_which_events_are_in_it() -> None:
    s = position(3, bag="G1 G2", placed="MNOPQRST", events="UVX", seen="X", removed="YZ", gone="W")
    assert bag_size(s) == bag_size(seen_by(s, 1).view) == 5
    assert "bag 5 tiles" in text_view.table(seen_by(s, 1).view, ["Ann", "Ben", "Cleo"])
    two = position(2, bag="G1 G2", placed="MNOPQRST", events="UVX", gone="WYZ")
    assert bag_size(two) == bag_size(seen_by(two, 1).view) == 5


@pytest.mark.rule("14.2", "9.4")
def test_an_event_announced_and_set_aside_is_known_to_be_in_the_game() -> None:
    ring = "B4 B5 C4 C6 D4"
    s = position(3, board1=ring, bag="G1", events=events_but("YZ"), removed="YZ")
    s = play(s, "b:K C5 draw")
    unseen = [
        events(ALL_EVENTS & ~seen_by(state, 2).view.seen) for state in (s, play(s, "*Q"), play(s, "*Q *G1 fallow"))
    ]
    assert unseen == [EVENT_LETTERS, events_but("Q"), events_but("Q")]
    back = play(s, "*Q *G1 fallow")
    assert events(seen_by(back, 2).view.bag_events) == EVENT_LETTERS
    source = Source(2)
    taken_out = {letter for _ in range(300) for letter in events(seen_by(back, 2).sample(source).removed)}
    assert taken_out == set(events_but("Q"))


@pytest.mark.rule("14.2", "9.3")
def test_events_sent_back_at_the_seventh_space_stay_known() -> None:
    s = position(3, hand1="h1", registry="D1", bag="G1", placed="MNOPQR", events="STUVWX", removed="YZ")
    s = play(s, "d:D1 hops *X")
    source = Source(2)
    taken_out = {letter for _ in range(300) for letter in events(seen_by(s, 3).sample(source).removed)}
    assert taken_out == set("STUVWYZ")


@pytest.mark.rule("14.2")
def test_positions_that_differ_in_secrets_only_look_alike() -> None:
    def table(hand2: str, hand3: str, removed: str) -> State:
        return position(
            3,
            board1="C5 C6",
            hand1="h2w1",
            known1="-",
            hand2=hand2,
            known2="a1",
            hand3=hand3,
            known3="-",
            store3="E1:h1",
            registry="D1",
            placed="M",
            removed=removed,
        )

    one, other = table("v1a3", "b2w1", "YZ"), table("a1b2w1", "v1a2", "NP")
    assert one != other
    assert seen_by(one, 1) == seen_by(other, 1)
    assert seen_by(one, 1).legal() == seen_by(other, 1).legal() == legal(one) == legal(other)
    assert seen_by(one, 2) != seen_by(other, 2)
    assert seen_by(one, 3) != seen_by(other, 3)
    assert seen_by(one, 2).legal() == []


# 14.3 What is deduced


@pytest.mark.rule("14.3")
def test_an_opponents_hand_is_a_number_of_each_crop_and_of_unknown_ones() -> None:
    s = position(3, hand1="h2a1", known1="h1", hand2="v2b1w1", known2="v1", hand3="h1v1a1", known3="-")
    assert shown(s, 1) == ["h2a1", "v1???", "???"]
    assert shown(s, 3) == ["h1??", "v1???", "h1v1a1"]


@pytest.mark.rule("14.3", "14.2")
def test_paying_a_crop_not_known_there_resolves_an_unknown() -> None:
    s = dealt()
    assert shown(s, 2)[0] == "???"
    s = play(s, "d:E1 apples")
    assert (shown(s, 2)[0], shown(s, 3)[0], text(s.revealed[0])) == ("??", "??", "a1")
    assert known(s, 1) == "-"


@pytest.mark.rule("14.3")
def test_paying_a_known_crop_resolves_nothing() -> None:
    s = position(3, hand1="h2a1", known1="h1", hand2="v2b1", known2="-", hand3="b1w2", known3="-", registry="D1")
    s = play(s, "d:D1 hops")
    assert (shown(s, 2)[0], text(s.revealed[0]), known(s, 1)) == ("??", "-", "-")
    s = play(s, "hops")  # the second hops was not known
    assert (shown(s, 2)[0], text(s.revealed[0])) == ("?", "h1")


@pytest.mark.rule("14.3", "6.2")
def test_a_bid_paid_at_once_resolves_what_goes_beyond_the_known() -> None:
    s = position(3, hand1="h3v1", known1="h1v1", hand2="a3", known2="-", hand3="b3", known3="-", store2="E1:h2v1")
    s = play(s, "c:E1")
    assert (text(s.revealed[0]), known(s, 1), known(s, 2)) == ("h1", "-", "h4v2")
    assert shown(s, 3) == ["?", "h4v2a2?", "b3"]  # hops and three apples are out of sight


@pytest.mark.rule("14.3")
def test_all_hands_together_are_known_by_crop_so_the_last_secrets_are_deduced() -> None:
    # Three hops and a vegetable are out of sight, three counters here and one there: two hops must be here.
    s = position(3, hand1="w1", hand2="h3", known2="-", hand3="v1", known3="-")
    assert shown(s, 1) == ["w1", "h2?", "?"]
    assert shown(s, 2) == ["w1", "h3", "v1"]  # the holder of the three hops knows everything
    assert shown(s, 3) == ["w1", "h3", "v1"]
    alone = position(3, hand1="w1", hand2="h1v1a1", known2="-", hand3="b1", known3="b1")
    assert shown(alone, 1) == ["w1", "h1v1a1", "b1"]


@pytest.mark.rule("14.3")
def test_a_payment_by_one_may_tell_what_another_holds() -> None:
    s = position(3, seat=3, hand2="h3", known2="-", hand3="v1", known3="-", registry="D1", bag="", events="")
    assert shown(s, 1) == ["-", "h2?", "?"]
    s = play(s, "d:D1 vegetables")
    assert shown(s, 1) == ["-", "h3", "-"]


def assert_likely(found: Counter[str], expected: dict[str, float]) -> None:
    """Check that the numbers are as chance gives them: below a bound exceeded once in many thousand runs."""
    assert set(found) == {word for word, number in expected.items() if number}
    chi_square = sum((found[word] - number) ** 2 / number for word, number in expected.items() if number)
    freedom = len(found) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


def deals(set_of: str, own: str, paid: str) -> Counter[str]:
    """Return the hands left to the other seats, and how many deals of single counters lead to them.

    All ways to deal the counters of a set by threes, with every counter distinct, in which the first seat got its own
    and the second what it has paid since.
    """
    found: Counter[str] = Counter()

    def deal_on(left: tuple[int, ...], hands: list[Counter[str]]) -> None:
        if not left:
            found[" ".join(spelt(hand) for hand in hands)] += 1
        for held in combinations(left, 3):
            hand = Counter(set_of[i] for i in held)
            rest = tuple(i for i in left if i not in held)
            if len(left) == len(set_of):
                if hand == Counter(own):
                    deal_on(rest, [])
            elif hands:
                deal_on(rest, [*hands, hand])
            elif hand >= Counter(paid):
                deal_on(rest, [hand - Counter(paid)])

    deal_on(tuple(range(len(set_of))), [])
    return found


def spelt(crops: Counter[str]) -> str:
    return text(pack([crops[letter] for letter in "hvabw"]))


@pytest.mark.rule("14.2", "14.3")
@pytest.mark.parametrize(("paid", "left"), [("-", "h1b1w1"), ("b1", "h1w1"), ("b1w1", "h1")])
def test_a_sample_deals_the_unknown_counters_by_their_probability(paid: str, left: str) -> None:
    # The first holds h1a1w1; of h2v2a1b2w2 the second may have got two barrels, and paid one of them.
    s = position(
        3, hand1="h1a1w1", known1="-", hand2=left, known2="-", revealed2=paid, hand3="v2b1", known3="-", removed="YZ"
    )
    assert_samples(s, deals("hhvvabbww", "haw", "".join(paid[::2]).strip("-")))


@pytest.mark.slow
@pytest.mark.rule("14.2", "14.3")
@pytest.mark.parametrize(("paid", "left"), [("b1", "v1w1"), ("v1w1", "b1")])
def test_a_payment_of_one_threefold_crop_makes_more_of_it_less_likely(paid: str, left: str) -> None:
    # Of h2v3a2b3w2 the second may have got all three barrels: one deal in many, though one of them is paid.
    s = position(
        4,
        hand1="h1v1a1",
        known1="-",
        hand2=left,
        known2="-",
        revealed2=paid,
        hand3="h1v1b1",
        known3="-",
        hand4="a1b1w1",
        known4="-",
        removed="YZ",
    )
    assert_samples(s, deals("hhvvvaabbbww", "hva", "".join(paid[::2])))


def assert_samples(s: State, weights: Counter[str]) -> None:
    """Check that the first seat's samples deal the other hands as often as these weights say."""
    seen, source, runs = seen_by(s, 1), Source(7), 8000
    samples = [seen.sample(source) for _ in range(runs)]
    found = Counter(" ".join(text(hand) for hand in sample.hands[1:]) for sample in samples)
    assert all(sample.hands[0] == s.hands[0] for sample in samples)
    assert_likely(found, {hands: runs * weight / weights.total() for hands, weight in weights.items()})


@pytest.mark.rule("14.3", "14.5", "7.2")
def test_that_a_bid_is_asked_on_says_nothing_of_the_hand() -> None:
    # Seat 2 bids in ascending order: having bid apples it is asked again, whether or not it holds a later crop.
    s = position(3, seat=2, hand2="a1b1w1", known2="-", hand3="h1v2", known3="-", registry="D1", removed="YZ")
    s = play(s, "d:D1 apples")
    assert asked(s) == "2 d Bid"
    seen, source = seen_by(s, 1), Source(5)
    samples = [legal(seen.sample(source)) for _ in range(200)]
    assert {choices[-1] for choices in samples} == {"done"}
    assert ["done"] in samples
    assert ["barrels", "done"] in samples


@pytest.mark.rule("14.3", "10.2")
def test_in_the_middle_of_a_payment_the_sample_can_still_pay() -> None:
    # Seat 2 owes two more, none before the apples: so it doesn't still hold hops and vegetables.
    s = position(
        3,
        seat=2,
        board2="B4 B5 C4 C6 D4",
        hand2="a1b1w1",
        known2="-",
        hand3="h1v2",
        known3="-",
        store1="E1:b2",
        removed="YZ",
    )
    s = play(s, "b:E C5 E1 apples")
    assert (asked(s), legal(s)) == ("2 E Pay", ["barrels"])
    seen, source = seen_by(s, 1), Source(5)
    for _ in range(200):
        sample = seen.sample(source)
        assert text(sample.hands[1]) == "b1w1"
        assert legal(sample) == ["barrels"]


@pytest.mark.rule("14.1", "14.3")
def test_the_sizes_of_hands_are_open() -> None:
    s = dealt()
    for seat in (1, 2, 3):
        seen = seen_by(s, seat)
        assert [total(hand) + unknown for hand, unknown in zip(seen.view.hands, seen.unknown, strict=True)] == [3, 3, 3]


# 14.4 Screens as at a table


@pytest.mark.rule("14.4")
def test_behind_screens_only_the_sizes_of_other_hands_are_shown() -> None:
    s = position(3, seat=2, hand1="h2w1", known1="h2", hand2="a1b1", known2="a1b1", hand3="v3", known3="-")
    seen = seen_by(s, 2)
    assert shown(s, 2)[0].startswith("h2")
    view, unknown = behind_screens(seen.view, seen.unknown, seen.seat)
    assert [text(hand) for hand in view.hands] == ["-", "a1b1", "-"]
    assert [text(hand) for hand in view.known] == ["-", "a1b1", "-"]
    assert unknown == (3, 0, 3)
    # All else stays open (14.1), and the moves of the seat to decide are the same.
    assert view.stock == s.stock
    assert legal(view) == seen.legal()


# 13.2, 14.3 What hidden counters leave open in the score


@pytest.mark.rule("13.2", "14.3")
@pytest.mark.parametrize(
    ("hands", "unknown", "stock", "bounds"),
    [
        # Hidden counters are those of the twelve of a crop that neither the stock nor a known hand has.
        (["h2v1", "v1"], (0, 0), "h10v10a12b12w12", [(1, 1), (0, 0)]),
        (["h2v1", "v1"], (0, 1), "h10v9a12b12w12", [(1, 1), (0, 1)]),
        (["h2v1", "v1"], (0, 2), "h10v10a11b11w12", [(1, 1), (0, 2)]),
        (["h2v1", "v1"], (0, 2), "h9v9a12b12w12", [(1, 1), (0, 1)]),
        (["h2v1", "v1"], (0, 2), "h8v10a12b12w12", [(0, 0), (0, 0)]),  # the hops tie
        (["v1", "v1", "v1"], (0, 3, 3), "h11v8a11b11w10", [(0, 0), (0, 3), (0, 3)]),  # others have what the first lacks
        (["-", "-", "-"], (3, 3, 3), "h9v9a9b12w12", [(0, 1), (0, 1), (0, 1)]),  # two of three, once
        (["-", "-", "-"], (3, 3, 3), "h10v10a10b10w11", [(0, 2), (0, 2), (0, 2)]),
        (["h3", "h1", "v1"], (0, 1, 2), "h7v11a11b12w11", [(1, 1), (0, 1), (1, 3)]),
        (["-", "-", "-"], (1, 1, 0), "h12v11a11b12w12", [(0, 1), (0, 1), (0, 0)]),
    ],
)
def test_points_for_crops_are_a_range_where_counters_are_hidden(
    hands: list[str], unknown: tuple[int, ...], stock: str, bounds: list[tuple[int, int]]
) -> None:
    view = State.empty(len(hands), BY_ROW)
    view.hands = tuple(map(parse, hands))
    view.stock = parse(stock)
    assert list(majority_bounds(view, unknown)) == bounds


@pytest.mark.rule("13.2", "14.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_can_be_true_lies_within_the_bounds(players: int) -> None:
    source = Source(players)
    for seed in range(8):
        game = Game.new(players=players, seed=seed)
        while not game.over:
            choices = game.legal()
            game.play(choices[source.below(len(choices))])
            if game.over or source.below(20):
                continue
            seen = game.observation(source.below(players))
            bounds = majority_bounds(seen.view, seen.unknown)
            crops = [leads(seen.view, seen.unknown, seat) for seat in range(players)]
            for _ in range(5):
                hands = seen.sample(source).hands
                points = majorities(hands)
                assert all(least <= own <= most for (least, most), own in zip(bounds, points, strict=True))
                for seat, (sure, possible) in enumerate(crops):
                    led = led_by(seat, hands)
                    assert sure & ~led == led & ~possible == 0, (sure, led, possible)
            if not any(seen.unknown):
                assert bounds == tuple((own, own) for own in majorities(game.state.hands))
                assert crops == [(led_by(seat, game.state.hands),) * 2 for seat in range(players)]


def led_by(seat: int, hands: tuple[int, ...]) -> int:
    """Return the crops of which a hand has more counters than each other one, as a mask."""
    held = [unpack(hand) for hand in hands]
    others = [hand for other, hand in enumerate(held) if other != seat]
    return sum(1 << crop for crop in range(5) if all(held[seat][crop] > hand[crop] for hand in others))


@pytest.mark.rule("13.2", "14.3")
def test_a_majority_is_won_or_lost_once_hidden_counters_can_no_longer_change_it() -> None:
    view = State.empty(2, BY_ROW)
    view.hands, view.stock = (parse("h2v1"), parse("v1")), parse("h9v10a12b12w12")
    doubtful = leads(view, (0, 1), 0)
    assert doubtful == (1, 1)  # the other's hidden counter is of hops, and two are enough
    view.hands, view.stock = (parse("h1v1"), parse("v1")), parse("h10v10a12b12w12")
    tied = leads(view, (0, 1), 0)
    assert turned(doubtful, tied) == (0, 1)
    assert turned(tied, doubtful) == (1, 0)
    of_three = State.empty(3, BY_ROW)
    of_three.hands, of_three.stock = (parse("h2"), 0, 0), parse("h10v9a12b12w12")
    sure = leads(of_three, (0, 2, 1), 0)
    of_three.stock = parse("h8v11a12b12w12")
    open_ = leads(of_three, (0, 2, 1), 0)
    assert (sure, open_) == ((1, 1), (0, 1))  # another one may have two hops
    assert turned(sure, open_) == turned(open_, sure) == (0, 0)
