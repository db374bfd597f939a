"""The sentences of the table: every question, label, log line and reason, in random games and chosen positions."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest

from keyharvest import words
from keyharvest.knowledge import observe
from keyharvest.page.rules import text_view as rules_page
from keyharvest.rules import CHANCE, Source, State, actor, apply, draw, legal, new_game, play
from keyharvest.rules.components import CROPS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.events import ChooseCrop, ExchangeFor, SwapFor
from keyharvest.rules.frames import (
    Bid,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    FieldDraw,
    OfferDraw,
    Pay,
    PickFields,
    SharedDecision,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, SPACES, names
from keyharvest.rules.moves import parse
from keyharvest.rules.powers import BuyFromStore
from keyharvest.rules.setup import Start
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, Turn
from keyharvest.words import language
from keyharvest.words.asked import words_of
from keyharvest.words.rules_text import numbers
from keyharvest.words.shared_questions import bought_tile
from keyharvest.words.terms import RULE_IN_CHAPTER
from tests.rules.builders import position
from tests.rules.test_events import draw as draw_event
from tests.rules.test_rule_coverage import NUMBERS
from web.environment import ROOT

NAMES = ("Anna", "Ben", "Cleo", "{Dan}")
WORDS = ("end", "no", "done", "home", "draw", "place", "fallow", "pass", "1", "2", "3", "4", "a:Z9", "nonsense", "")
WISHES = (
    *SPACES,
    *WORKER_LETTERS,
    *CROPS,
    *WORDS,
    *(action + name for action in ("a:", "c:", "d:") for name in SPACES),
    *(action + letter for action in ("b:", "b:-") for letter in WORKER_LETTERS),
)


@cache
def game(players: int, seed: int, start: Start = "drawn") -> tuple[list[State], list[str]]:
    """Return states and moves of a random game; declining and ending a turn are less likely than other moves."""
    source = Source(seed)
    states, moves = [new_game(players, start=start)], []
    while states[-1].stack:
        state = states[-1]
        if actor(state) == CHANCE:
            move = draw(state, source)
        else:
            choices = legal(state)
            if choices[-1] in ("end", "no") and len(choices) > 1 and source.below(4):
                choices = choices[:-1]
            move = source.pick(choices)
        moves.append(move)
        states.append(play(state, move))
    return states, moves


GAMES = [(2, 11), (3, 12), (4, 13), (2, 14), (3, 15)]


def decisions(players: int, seed: int) -> Iterator[State]:
    """Yield the positions of a random game in which a seat decides, as that seat sees them."""
    for state in game(players, seed)[0]:
        if actor(state) >= 0:
            yield observe(state, actor(state)).view


def is_sentence(text: str) -> bool:
    """Whether a text begins, ends and is spaced like sentences, with no gap left unfilled."""
    unfilled = re.search(r"\{(?!Dan\})", text)
    return bool(re.match(r"[A-Z{]", text)) and text[-1] in ".?" and "  " not in text and not unfilled


def cited(text: str) -> list[str]:
    """Return the numbers of the rules that a text names."""
    return re.findall(rf"\(rule (\d+{RULE_IN_CHAPTER})\)", text)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_question_has_words_a_cause_and_labels(players: int, seed: int) -> None:
    for view in decisions(players, seed):
        asked, why = words.prompt(view, NAMES), words.cause(view, NAMES)
        assert asked.startswith(f"{NAMES[actor(view)]}, ")
        assert is_sentence(asked), asked
        assert is_sentence(why), why
        assert cited(why)
        assert set(cited(why)) <= {*NUMBERS}, why
        labels = [words.label(view, move, NAMES) for move in legal(view)]
        assert all(labels)
        assert len(set(labels)) == len(labels), labels


def asked_by_another(state: State) -> State:
    """Return the position with its question asked by an event or worker that never asks it, as a new one would be."""
    other, top = state.copy(), state.stack[-1]
    assert isinstance(top, SharedDecision | FieldDraw)
    other.stack = (*state.stack[:-1], dataclasses.replace(top, source="W" if isinstance(top, Decision) else "X"))
    return other


def test_a_new_asker_has_no_words_of_another_one() -> None:
    silent: set[type] = set()
    told: set[type] = set()
    for players, seed in GAMES:
        states, moves = game(players, seed)
        for at, move in enumerate(moves):
            state = states[at]
            if not state.stack or not isinstance(top := state.stack[-1], SharedDecision | FieldDraw):
                continue
            other = asked_by_another(state)
            if isinstance(top, Decision) and not isinstance(top, Bid | Pay | BuyFromStore):  # whose words name no asker
                with pytest.raises(KeyError):
                    words.prompt(other, NAMES)
                silent.add(type(top))
            generic = isinstance(top, BuyFromStore | OfferDraw) or (isinstance(top, Pay) and bought_tile(state) < 0)
            if generic or move == "no" or parse(move).event >= 0:
                continue
            try:
                line = words.sentence(other, move, states[at + 1], NAMES, None, moves[:at])
            except KeyError:
                told.add(type(top))
            else:
                assert type(states[at + 1].stack[-1]) is type(top), (line, top, move)
    picked = {PickFields, TakeCounters, ChooseWorker, ChooseField, ChooseRegistry}
    assert silent == {*picked, OfferDraw}
    assert told == {*picked, Bid, Pay, FieldDraw}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_an_illegal_wish_has_a_reason_and_a_legal_one_none(players: int, seed: int) -> None:
    source = Source(seed)
    for view in decisions(players, seed):
        choices = legal(view)
        meant = {move[2:].lstrip("-") for move in choices if move[1:2] == ":"}
        for wish in (*choices, *(source.pick(WISHES) for _ in range(30))):
            reason = words.why_not(view, wish, NAMES)
            if wish in choices or wish in meant:
                assert reason == ""
            else:
                assert is_sentence(reason), reason
                assert len(cited(reason)) == 1, reason
                assert cited(reason)[0] in NUMBERS, reason


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_log_tells_only_what_everybody_sees(players: int, seed: int) -> None:
    states, moves = game(players, seed)
    told = words.report(states, moves, NAMES)
    assert all(is_sentence(text) for text in told if text)
    for seat in range(players):
        views = [observe(state, seat).view for state in states]
        assert words.report(views, moves, NAMES) == told
        own = words.report(states, moves, NAMES, seat)
        assert own == words.report(views, moves, NAMES, seat)
        secrets = [(text, mine) for text, mine in zip(told, own, strict=True) if text != mine]
        if players == 2:
            assert secrets == []
        else:
            assert [mine.startswith(f"{text} {NAMES[seat]}'s counters: ") for text, mine in secrets] == [True]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_payment_is_told_once(players: int, seed: int) -> None:
    states, moves = game(players, seed)
    told = words.report(states, moves, NAMES)
    for at, state in enumerate(states[:-1]):
        if isinstance(question := state.stack[-1], Pay):
            assert bool(told[at]) == (question.number == 1)


def test_the_log_of_a_set_up() -> None:
    for start, first in (
        ("drawn", "is chosen at random to decide who starts."),
        ("random", "is chosen at random to start."),
    ):
        states, moves = game(3, 1, start)
        told = [text for state, text in zip(states, words.report(states, moves, NAMES), strict=False) if not state.turn]
        assert first in told[0]
        assert "Every player draws three counters in secret." in told
        assert "Two events leave the game unseen." in told
        assert len([text for text in told if "starts with" in text]) == 3
    assert words.turn_heading(states[0], NAMES) == "Set-up"


def told_of(state: State, *moves: str, watcher: int | None = None) -> str:
    """Return the log of several moves from a position."""
    states = [state]
    for move in moves:
        states.append(apply(states[-1], move))
    return " ".join(filter(None, words.report(states, moves, NAMES, watcher)))


# In the layout of positions the row shows the crop: A and F hops, B and G vegetables, C apples, D barrels, E wheat.


def test_a_harvest_is_told_when_it_is_complete() -> None:
    state = position(board1="C5 C6 D5", board2="G1")
    assert told_of(state, "a:C5", "C6") == ""
    assert told_of(state, "a:C5", "C6", "done") == "Anna harvests C5 and C6 for 2 cider apples."
    assert told_of(state, "a:C5", "C6", "D5") == "Anna harvests C5, C6 and D5 for 2 cider apples and 1 barrel of wine."


def test_a_bid_is_told_as_a_whole() -> None:
    state = position(hand1="h1w2", registry="E3", board1="G1")
    assert told_of(state, "d:E3", "hops", "wheat") == ""
    assert told_of(state, "d:E3", "wheat", "wheat", "done") == "Anna stores E3 (wheat) with a bid of 2 wheat."


def test_tiles_out_of_stores() -> None:
    state = position(hand1="w1", store1="A1:h1", store2="E3:w1", board1="A2", workers1="A@A1")
    assert (
        told_of(state, "c:E3") == "Anna matches Ben's bid of 1 wheat and places E3 (wheat); Ben keeps bid and payment."
    )
    assert told_of(state, "c:A1", "B1") == (
        "Anna places A1 (hops) from the store; the bid of 1 hop goes to the stock. A1 displaces Anna's apprentice."
        " Anna's apprentice goes to B1, ready to act again."
    )


def test_a_purchase_is_told_when_it_is_paid() -> None:
    state = apply(apply(position(board1="C5 C6 D4", hand1="h1w2", store2="E3:h2"), "b:E"), "D5")
    assert told_of(state, "E3", "hops", "wheat", "wheat") == (
        "Anna's skilled worker buys E3 (wheat) from Ben's store for 1 hop and 2 wheat and places it."
    )


def test_the_replaced_worker_goes_home() -> None:
    state = position(board1="C5 C6", workers1="A@D5", board2="G1")
    assert told_of(state, "b:C", "D5", "no") == (
        "Anna plays the labourer on D5. The apprentice there goes home. Anna doesn't use the labourer's power."
    )


def test_a_tenth_event_begins_the_end() -> None:
    state = position(
        hand1="h1", registry="E3", board1="G1 G2 G3 G4 G5 G6 G7", board2="A1 A2 A3 A4 A5 A6 A7", placed="MNOPQRTUV"
    )
    told = told_of(state, "d:E3", "hops", "*Y")
    assert told.endswith(
        "Anna draws event 10 of 10, vacation. The end begins: after this turn every player has two more."
    )


def test_the_seventh_event_may_send_two_back() -> None:
    state = position(hand1="h1", registry="E3", board1="G1", board2="A1 A2 A3 A4 A5 A6 A7", placed="MNOPQR")
    assert told_of(state, "d:E3", "hops", "*Y").endswith(
        "Anna draws event 7 of 10, vacation. Anna has fewer than seven fields and workers, so "
        "blind swap and exchange go back into the bag."
    )


REASONS = [
    (position(board1="C5-"), "C5", "C5 (cider apples) is already harvested (rule 4.1)."),
    (position(board2="C5"), "C5", "C5 is on Ben's board, out of reach of any action (rule 3.1)."),
    (position(board2="C5"), "a:C5", "C5 isn't on your board; it is on Ben's board (rule 4.1)."),
    (position(store2="E3:w2", hand1="w1"), "E3", "Ben's bid for E3 is 2 wheat; you lack 1 wheat (rule 6.2)."),
    (position(board1="C5", used=HARVEST), "C5", "You have already harvested this turn (rule 3.1)."),
    (position(used=HARVEST | WORK, registry="E3"), "E3", "You have taken both actions of this turn (rule 3.1)."),
    (
        position(used=TO_STORE, store1="E3:w2"),
        "E3",
        "You stored a tile, so no more tiles leave stores this turn (rule 3.1).",
    ),
    (
        position(used=FROM_STORES, store1="E3:w2"),
        "E3",
        "You have already taken tiles from stores this turn (rule 3.1).",
    ),
    (position(registry="E3"), "E3", "You have no counters to bid (rule 7.2)."),
    (position(registry="E3", store1="A1:h1 A2:h1", hand1="h1"), "E3", "Your store is full (rule 7.1)."),
    (position(workers2="K@C4"), "K", "The trader is on Ben's board (rule 5.1)."),
    (position(board1="C5", workers1="A@C4"), "b:A", "The apprentice is already on your board (rule 5.1)."),
    (position(), "b:-A", "The apprentice isn't on your board (rule 5.1)."),
    (
        position(board1="C5"),
        "E",
        "The skilled worker needs 3 neighbouring fields; no empty space touches that many (rule 5.2).",
    ),
    (
        position(board1="A1", workers1="A@A2 B@B1"),
        "C",
        "The labourer needs 2 neighbouring fields; no empty space touches that many (rule 5.2).",
    ),
]


def test_a_swap_names_both_tiles_and_whose_the_other_was() -> None:
    exchange = position(board1="C5", board2="E3", stack=(Turn(0), ExchangeFor(0, INDEX["C5"])))
    told = words.brief(exchange, "E3", apply(exchange, "E3"), NAMES)
    assert (told.kind, names(told.tiles), told.other) == ("swap", ["C5", "E3"], 1)
    swap = position(board1="C5", registry="E3", stack=(Turn(0), SwapFor(0, INDEX["C5"])))
    told = words.brief(swap, "E3", apply(swap, "E3"), NAMES)
    assert (told.kind, names(told.tiles), told.other) == ("swap", ["C5", "E3"], -1)


@pytest.mark.parametrize(("state", "wish", "reason"), REASONS, ids=[reason for _, _, reason in REASONS])
def test_reasons_in_a_turn(state: State, wish: str, reason: str) -> None:
    assert words.why_not(state, wish, NAMES) == reason


#: A question other than what to do in a turn, a wrong answer to it, and the reason.
OTHER_REASONS = [
    (ChooseCrop(0), "hops", "You have no unharvested field of hops (rule 12P)."),
    (ChooseCrop(0), "barrels", "You have 1 unharvested field of barrels of wine, but 2 of cider apples (rule 12P)."),
    (ChooseWorker(0, "X", 1), "B", "The casual worker isn't on your board (rule 12X)."),
    (ChooseWorker(0, "X", 0), "A", "There is no other space for the apprentice (rule 5.2)."),
    (ChooseWorker(0, "J", 0), "A", "The lawyer can't use a lawyer's power (rule 11.2)."),
    (OfferDraw(0, "K"), "place", "No field has been drawn yet (rule 11K)."),
]


@pytest.mark.parametrize(("question", "wish", "reason"), OTHER_REASONS)
def test_reasons_at_other_questions(question: Decision, wish: str, reason: str) -> None:
    state = position(board1="C5 C6 D4", workers1="A@D5", stack=(Turn(0), question))
    assert words.why_not(state, wish, NAMES) == reason


def test_reasons_for_spaces() -> None:
    state = apply(position(board1="C5 C6 D6 C4", workers1="C@B3"), "b:D")
    reasons = {space: words.why_not(state, space, NAMES) for space in SPACES}
    assert reasons["C5"] == "There is a field on C5 (rule 5.2)."
    assert reasons["G1"] == "The unskilled worker needs 2 neighbouring fields; G1 touches 0 (rule 5.2)."
    assert reasons["B4"] == "B4 touches your labourer at B3 (rule 5.2)."
    assert reasons["B3"].startswith("The labourer on B3 has number 2;")
    assert [space for space, reason in reasons.items() if not reason] == legal(state)


def test_names_of_counters() -> None:
    state = apply(position(hand1="h1", registry="E3"), "d:E3")
    assert words.why_not(state, "wheat", NAMES) == "You have no wheat (rule 7.2)."
    assert words.why_not(state, "end", NAMES) == "First make the bid for E3 (rule 7.2)."
    assert words.label(state, "hops", NAMES) == "Bid 1 hop"


def test_nothing_is_possible_when_nobody_decides() -> None:
    states, _ = game(2, 11)
    assert words.why_not(states[0], "C5") == "A draw from the bag comes first (rule 1.8)."
    assert words.why_not(states[-1], "C5") == "The game is over (rule 13.1)."
    assert words.prompt(states[-1]) == "The game is over."
    assert words.cause(states[-1]) == ""


def test_labels_of_draws() -> None:
    states, moves = game(4, 13)
    for state, move in zip(states, moves, strict=False):
        if actor(state) == CHANCE:
            assert words.label(state, move, NAMES)


def test_lines_for_all_workers_and_events() -> None:
    assert [*words.WORKER_LINES] == [*WORKER_LETTERS]
    assert [*words.EVENT_LINES] == [*EVENT_LETTERS]


def test_players_without_names_have_numbers() -> None:
    state = position(store2="E3:w1", hand1="w1")
    assert words.label(state, "c:E3") == "Take E3 from Player 2's store for 1 wheat"
    assert words.prompt(state) == "Player 1, what comes first?"


def test_another_language_takes_the_place_of_the_english_one() -> None:
    import gettext

    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("what comes first", "WHAT COMES FIRST")

    state = position()
    language.use(Shouting())
    try:
        assert words.prompt(state, NAMES) == "Anna, WHAT COMES FIRST?"
    finally:
        language.use(None)
    assert words.prompt(state, NAMES) == "Anna, what comes first?"


# The rules


class Page(HTMLParser):
    """Collect the ids and links of a page, and check that every element is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        found = dict(attributes)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "a":
            self.links.append(str(found["href"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_every_rule_has_its_anchor() -> None:
    assert sorted(numbers()) == sorted(NUMBERS)


def test_the_page_of_the_rules_is_whole() -> None:
    page = Page()
    page.feed(rules_page.html())
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert {rules_page.anchor(number) for number in NUMBERS} <= {*page.ids}
    assert {link.removeprefix("#") for link in page.links} <= {*page.ids}
    assert not re.search(r"[*`|<>]|\]\(", page.text)
    assert "reconstruction" in page.text
    assert "unofficial" in page.text


def test_markup_in_the_rules_is_text() -> None:
    assert rules_page.inline('<script> & "') == "&lt;script&gt; &amp; &quot;"
    assert "<img" not in rules_page.convert("- <img src=x>\n- **<b>**")


def test_a_field_is_where_it_is_said_to_be() -> None:
    state = position(board1="A1", board2="A2", store1="B1:h1", store2="B2:h1", registry="C1", fallow="D1")
    told = words_of(state, NAMES)
    found = {name: told.place_of(INDEX[name]) for name in ("A1", "A2", "B1", "B2", "C1", "D1", "E1")}
    assert found == {
        "A1": "on your own board",
        "A2": "on Ben's board",
        "B1": "in your own store",
        "B2": "in Ben's store",
        "C1": "in the registry",
        "D1": "in the fallow area",
        "E1": "in the bag",
    }


#: Packages whose texts are for players. What they raise about a message or a file is for programmers, in English.
_SPOKEN = ("advice", "page", "panels", "picture", "puzzles", "saved", "screens", "table", "words")


@pytest.mark.thorough
def test_no_text_puts_a_colon_between_two_words_by_itself() -> None:
    """French sets it otherwise: ``words.under`` and whole sentences leave it to the catalogue."""
    found = []
    for package in _SPOKEN:
        for path in (ROOT / "keyharvest" / package).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            raised = {id(each) for node in ast.walk(tree) if isinstance(node, ast.Raise) for each in ast.walk(node)}
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr) and id(node) not in raised:
                    parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
                    if "\0: " in "".join(map(str, parts)):
                        found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.rule("12P", "4.3")
def test_at_a_good_harvest_each_player_is_said_to_take_one_counter() -> None:
    """Answers of several players follow one another like the counters of a chain."""
    state, earlier, taken = draw_event("P", board1="C1", board2="C2", stock="h1w1"), list[str](), list[int]()
    while actor(state) in (0, 1) and len(earlier) < 4:
        move, after = legal(state)[0], play(state, legal(state)[0])
        if isinstance(state.stack[-1], TakeCounters):
            taken.append(words.brief(state, move, after, [], earlier).goods)
        earlier, state = [*earlier, move], after
    assert [words.goods(each) for each in taken] == ["1 hop", "1 wheat"]
