"""Hints: who gets them, how they are searched for, shown, compared, and carried out step by step."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement

import pytest

from keyharvest.advice import hints
from keyharvest.advice.advice import Advice
from keyharvest.advice.choices import choices
from keyharvest.advice.hints import Hints
from keyharvest.advice.steps import steps
from keyharvest.advice.wording import following
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.page.parts.scene import Scene
from keyharvest.page.session import Session
from keyharvest.page.tabletop.panels import hints as panels_hints
from keyharvest.page.tabletop.panels.boards import as_shown
from keyharvest.page.tabletop.panels.in_words import table_in_words
from keyharvest.page.tabletop.panels.plan import why
from keyharvest.page.tabletop.panels.town import registry
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.picture.board import board
from keyharvest.players import make_player
from keyharvest.record import record_text
from keyharvest.rules import Source, State, counters
from keyharvest.rules.events import Receive, Replace
from keyharvest.rules.frames import OfferDraw
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.search import Effort, Line, Search, in_one_go
from keyharvest.table.chairs import Chair
from keyharvest.table.rivals import can_pay
from keyharvest.table.sitting import Sitting
from keyharvest.table.staging import Stage
from tests.helpers.clicking import Reader
from tests.page.test_session import NAMES as TABLE
from tests.page.test_session import begun
from tests.rules.builders import position

NAMES = ("Robin", "Ada", "Bruno", "Clara")


def middle(players: int, seed: int = 5, turns: int = 9) -> Game:
    game = Game.new(players, start="random", seed=seed)
    player = make_player("farmer@nodes:100", 1)
    while game.state.turn <= turns:
        game.play(player.choose(game.observation(game.actor)))
    return game


def looked(game: Game) -> Hints:
    found = Hints(game.observation(game.actor), NAMES[: game.state.players], 1)
    while not found.done:
        found.think(1.0)
    return found


def advised(moves: str, margin: float = 0.0, error: float = 0.0, chance: float = 0.5) -> Advice:
    return Advice(tuple(moves.split()), margin, margin, error, chance)


def told(state: State, *found: Advice) -> list[hints.Choice]:
    """Return advice as shown to the first seat."""
    return hints.described(observe(state, 0), found, NAMES[: state.players])


def panel(*found: hints.Choice, chosen: int = 0) -> str:
    """Return the cards of several turns, drawn at any table."""
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    shown = Hints(sitting.game.observation(sitting.game.actor), NAMES[:2])
    shown.found, shown.chosen = list(found), chosen
    return str(panels_hints.panel(Tabletop(sitting, dict).scene(), shown))


# What is found


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.long), pytest.param(4, marks=pytest.mark.thorough)]
)
def test_a_turn_can_be_carried_out_and_leads_where_it_says(players: int) -> None:
    game = middle(players)
    view, seat = game.observation(game.actor).view, game.actor
    found = looked(game).found
    assert 1 <= len(found) <= hints.TURNS
    assert found == sorted(found, key=lambda told: -told.advice.margin)
    for turn in found:
        stage = Stage(view)
        stage.select(turn.moves)
        selected = stage.moves()
        assert selected
        assert selected == list(turn.moves[: len(selected)])
        assert turn.steps
        assert [step.until for step in turn.steps] == sorted(step.until for step in turn.steps)
        assert turn.steps[-1].until <= len(turn.moves)
        assert 0 < turn.advice.chance < 1
        placed = sum(step.brief.tiles for step in turn.steps if step.brief.kind in ("place", "buy"))
        assert turn.after.fields[seat] & ~view.fields[seat] == placed


def test_a_hint_rests_on_nothing_that_the_seat_does_not_know() -> None:
    game = middle(3)
    seat = game.actor
    other = observe(game.state, seat).sample(Source(4))
    assert other != game.state
    found = [Hints(observe(state, seat), NAMES[:3], 2, effort=Effort(400)) for state in (game.state, other)]
    for each in found:
        while not each.done:
            each.think(1.0)
    assert found[0].found == found[1].found


STATE = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="", bag="B1")
MOVES = ("c:D4 end", "c:A1 end", "end")


@pytest.mark.parametrize("error", [0.01, 0.1, 0.2, 0.4, 0.8])
def test_turns_are_about_equal_if_the_numbers_shown_say_so(error: float) -> None:
    """In the card and the table: a difference up to the uncertainty shown beside it, and no other."""
    said = set()
    for tenths in range(30):
        turns = told(STATE, advised(MOVES[0], 3.04), advised(MOVES[1], 3.04 - tenths / 10, error))
        scene = drawn(STATE, *turns, chosen=1)
        assert scene.hint
        (card,) = re.findall('hint-name">(.*?)<', panels_hints.panel(scene, scene.hint))
        (title,) = re.findall("compare-title[^>]*>A: (.*?)<", panels_hints.comparison(scene, scene.hint))
        *apart, doubt = map(float, re.findall(r"[\d.]+(?= pts|\))", title))
        behind = sum(apart)
        assert behind == pytest.approx(turns[0].lead - turns[1].lead)
        assert title.endswith("about equal") is (behind <= doubt)
        assert card == ("About as good as A" if behind <= doubt else f"{behind} points behind A")
        said.add(behind <= doubt)
    assert said == {True, False}


def test_in_the_last_turns_the_chance_decides_where_it_differs() -> None:
    """Rule 13.3: a win counts, not by how much; and a chance a little better may be so by accident."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="", bag="B1")
    state.left = 1
    for chances, lead, said in (
        ((0.7, 0.51), 0.9, "Less likely to win than A"),
        ((0.7, 0.62), 0.9, "About as good as A"),
        ((0.7, 0.62), 1.2, "About as good as A"),
        ((0.7, 0.62), 2.2, "Less likely to win than A"),
        ((0.7, 0.7), 0.1, "0.9 points behind A"),
        ((0.7, 0.5), 0.1, "0.9 points behind A"),
    ):
        one, other = (
            advised(moves, margin, error, chance)
            for moves, margin, error, chance in zip(MOVES, (1.0, lead), (0.0, 0.2), chances, strict=False)
        )
        scene = drawn(state, *told(state, one, other), chosen=1)
        assert scene.hint
        assert f'hint-name">{said}<' in panels_hints.panel(scene, scene.hint)
    # A lead at the end is certain, so no uncertainty is shown (rule 13.1).
    scene = drawn(state, *told(state, advised(MOVES[0], 2.0), advised(MOVES[1], 1.0)))
    assert scene.hint
    assert "1.0 pts ahead of B<" in panels_hints.comparison(scene, scene.hint)


@pytest.mark.parametrize("left", [-1, 0, 4])
def test_leads_are_shown_as_far_apart_as_margins_but_in_the_last_turns(left: int) -> None:
    state = position(4, board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="", bag="B1")
    state.left = left
    turns = [
        Advice(tuple(each.split()), margin, lead, 0.1, 0.5)
        for each, margin, lead in zip(MOVES, (3.0, 2.4, 1.5), (1.0, -1.0, -1.0), strict=True)
    ]
    assert [turn.lead for turn in told(state, *turns)] == ([1.0, 0.4, -0.5] if left < 0 else [1.0, -1.0, -1.0])


def test_a_small_chance_is_less_than_one_percent_and_never_none() -> None:
    slim = told(STATE, Advice(("c:D4", "end"), -24.3, -24.3, 0.0, 0.006), Advice(("end",), -24.3, -24.3, 0.0, 0.01))
    scene = drawn(STATE, *slim)
    assert scene.hint
    assert re.findall(r"<span>((?:&lt;)?\d+%)", panels_hints.comparison(scene, scene.hint)) == ["&lt;1%", "1%"]
    assert "The only turn worth a look" in panel(slim[0])


def test_a_turn_that_is_as_good_says_so() -> None:
    turns = told(STATE, advised(MOVES[0], 1.0), advised(MOVES[1], 0.9, 0.1), advised(MOVES[2], -3.0, 0.1))
    cards = panel(*turns).split("<li>")[1:]
    assert ["as good" in card for card in cards] == [False, True, False]
    assert "The three best turns" in panel(*turns)
    assert "The two best turns" in panel(*turns[:2])


# What is said about it


def test_steps_in_words() -> None:
    state = position(
        board1="C4 C5 E7", board2="G1 G7", hand1="h2v1", store1="A2:h1", store2="D5:v1", registry="A1", bag="B1 B2"
    )
    for moves, texts in (
        ("c:D5 end", ["buy D5 from Ada for 1 vegetable"]),
        ("a:C4 C5 d:A1 hops hops done", ["harvest C4 and C5", "store A1 for 2 hops"]),
        ("b:A E6 E7 end", ["apprentice to E6", "gather from E7"]),
        ("end", ["end the turn"]),
    ):
        found = steps(observe(state, 0).view, tuple(moves.split()), NAMES[:2])
        assert [step.text for step in found] == texts


def test_a_tile_placed_only_to_be_passed_on_is_passed_on() -> None:
    """Give away: Robin passes on D4."""
    mine, hers = "C4- C5- E4- E5- G7", "D3- D5- G1 G2"
    state = position(stack=[Receive(0, INDEX["D4"], 1)], board1=mine, board2=hers, hand1="h1", placed="O", bag="B1")
    (turn,) = told(state, advised("place D4"))
    assert turn.moves == ("pass",)
    assert [step.text for step in turn.steps] == ["pass D4 on"]


def test_a_replacement_names_the_tile_that_is_placed() -> None:
    state = position(
        stack=[Replace(0, INDEX["A1"])], board1="A2 A3 B7", board2="G1 G7", hand1="h1", placed="W", bag="B1"
    )
    text = [turn.steps[0].text for turn in told(state, advised("fallow"), advised("A2"))]
    assert text == ["lay A1 fallow", "lay A2 fallow and place A1"]


@pytest.mark.parametrize(
    ("answers", "title"),
    [(("draw",), "The only answer worth a look"), (("draw", "no"), "The two best answers")],
)
def test_the_title_says_that_they_are_answers(answers: tuple[str, ...], title: str) -> None:
    state = position(stack=[OfferDraw(0, "K")], board1="C4", board2="G1", hand1="h1", bag="A1 B2")
    sitting = Sitting(Game(state), [Chair(name, "person") for name in NAMES[:2]])
    scene = Tabletop(sitting, dict).scene()
    found = Hints(observe(state, 0), NAMES[:2])
    found.found = told(state, *(advised(answer) for answer in answers))
    shown = str(panels_hints.panel(scene, found))
    assert title in shown
    assert shown.count('hint-few">decline<') == len(answers) - 1  # its picture is that of the other answer


def test_steps_are_signs_with_figures_and_words() -> None:
    state = position(board1="C4 C5", board2="G1 G7", hand1="h2v2", store2="D5:h1", registry="A1", bag="B1 B2 B3")
    turns = (advised(moves) for moves in ("d:A1 vegetables done", "c:D5 a:C4 C5 done end", "b:A D4 C4 end"))
    shown = panel(*told(state, *turns))
    few, said = (re.findall(rf'{name}">(.*?)</span>(?=<span|</span>)', shown) for name in ("hint-few", "hint-words"))
    assert [words(each) for each in few] == ["", "?", "", "C4 C5", "D4", "C4"]
    assert [re.findall(r"counter-(\w+)", each) for each in few[:3]] == [["vegetables"], [], ["hops"]]
    assert [words(each) for each in said[:3]] == ["store A1 for", "then a tile is drawn", "buy D5 from Ada for"]
    assert [re.findall(r"counter-(\w+)", each) for each in said[:3]] == [["vegetables"], [], ["hops"]]
    assert "store A1 for 1 vegetable" in shown  # in the label of the card, for those who can't see the pictures
    assert shown.count("kh-worker-A") == 2


def words(text: str) -> str:
    """Return the text of some markup, with spaces between its parts."""
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", text).split())


def drawn(state: State, *turns: hints.Choice, chosen: int = 0) -> Scene:
    """Return what the page is drawn from, with a hint of these turns."""
    sitting = Sitting(Game(state), [Chair("Robin", "person"), Chair("Ada", "person")])
    table = Tabletop(sitting, dict)
    table.viewer = 0
    table.advising.hint = Hints(sitting.game.observation(0), sitting.names)
    table.advising.hint.found, table.advising.hint.chosen, table.advising.hint.planned = list(turns), chosen, True
    return table.scene()


def test_the_own_store_stays_in_sight() -> None:
    """Rule 7: the store with its bids, and the free place, beside the reasons."""
    state = position(board1="C4 C5", board2="G1 G7", hand1="h2", store1="D5:v2", registry="A1", bag="B1 B2")
    scene = drawn(state, *told(state, advised("c:D5 end"), advised("end")))
    assert scene.hint
    shown = why(scene, scene.hint)
    (store,) = re.findall(r'hint-store".*?</span></div>', shown)
    assert 'aria-label="Your store: D5, 2 vegetables"' in store
    assert (store.count("kh-counter-vegetables"), store.count('hint-step"></span>')) == (2, 1)
    assert 'aria-label="2 hops"' in shown


def test_a_stored_tile_is_marked_in_the_registry_and_not_drawn_on_the_board() -> None:
    """D6 would displace the apprentice if it were placed (rule 8.1); stored, it leaves it where it is (rule 7.1)."""
    state = position(board1="C4 C5", board2="G1 G7", workers1="A@D6", hand1="h2v1", registry="D6 A1", bag="B1 B2 B3")
    scene = drawn(state, *told(state, advised("a:C4 C5 d:D6 hops done"), advised("a:C4 done end")))
    (first, _second) = as_shown(scene, 0).previews
    assert first.ghosts == ()
    assert INDEX["D6"] not in dict(first.order)
    assert first.home == ()
    assert scene.hint
    shown = registry(scene, partial(panels_hints.marks, scene.hint))
    marked = re.findall(r'data-value="(\w\d)".*?(?:hint-no">(\d)|</button>)', shown)
    assert marked == [("A1", ""), ("D6", "2")]


@pytest.mark.parametrize(
    ("moves", "order"),
    [
        ("b:-A end", [1]),  # taken home (rule 5.6)
        ("b:C D6 wheat wheat end", [1]),  # replaced by a better worker (rule 5.3)
        ("c:D6 home end", [1, 2]),  # displaced by a field (rule 8.1)
    ],
)
def test_a_worker_that_goes_home_is_marked_on_its_space(moves: str, order: list[int]) -> None:
    state = position(
        board1="C5 C6 E9", board2="G1 G7", workers1="A@D6", hand1="h2v1", store1="D6:h1", registry="A1", bag="B1 B2 B3"
    )
    scene = drawn(state, *told(state, advised(moves)))
    (preview,) = as_shown(scene, 0).previews
    assert preview.home == ((0, INDEX["D6"]),)
    assert preview.order == tuple((INDEX["D6"], number) for number in order)
    shown = [board(replace(as_shown(scene, 0), previews=(each,))) for each in (preview, replace(preview, home=()))]
    assert [text.count("#kh-worker-A") for text in shown] == [2, 1]


def test_a_worker_that_moves_on_leaves_its_number_where_it_was() -> None:
    """The apprentice is placed on D6, displaced by that field and placed beside it (rule 8.1)."""
    state = position(board1="C5 C6", board2="G1 G7", hand1="h2v1", store1="D6:h1", registry="A1", bag="B1 B2 B3")
    scene = drawn(state, *told(state, advised("b:A D6 C5 c:D6 D5 C5 end")))
    (preview,) = as_shown(scene, 0).previews
    numbers: dict[str, list[int]] = {}
    for space, number in preview.order:
        numbers.setdefault(SPACES[space], []).append(number)
    assert numbers == {"D6": [1, 3], "C5": [2, 5], "D5": [4]}
    assert [(SPACES[start], SPACES[end]) for start, end in preview.ways] == [("D6", "D5")]


def test_the_same_steps_in_another_order_are_one_card_and_another_turn_takes_its_place() -> None:
    """The apprentice before or after the field, on any space, or a harvest of the same number of other fields."""
    state = position(board1="C4 C5 E7", board2="G1 G7", hand1="h2v1", store1="C6:h1", registry="A1", bag="B1 B2 B3")
    turns = (
        "b:A D5 C5 c:C6 end",
        "c:C6 b:A D6 C6 end",
        "a:E7 c:C6 end",
        "a:C4 done c:C6 end",
        "c:C6 a:C4 C5 C6 end",
    )
    found = [Line(tuple(moves.split()), state, values=[-2.0 * at] * 4) for at, moves in enumerate(turns)]
    search = Search(observe(state, 0), Effort(1), 1)
    search.found = found
    assert in_one_go(choices(search, state, 3)) == [found[0], found[2], found[4]]


# Two turns compared


def test_the_verdict_is_the_title() -> None:
    for behind, error, title in (
        (0.5, 0.1, "A: 0.5 pts ahead of B (±0.3)<"),
        (0.5, 0.4, "A: 0.5 pts ahead of B (±1.0), about equal<"),
        (0.1, 0.01, "A: 0.1 pts ahead of B (±0.2), about equal<"),
    ):
        turns = told(STATE, advised(MOVES[0], 12.0), advised(MOVES[1], 12.0 - behind, error))
        sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
        shown = Hints(sitting.game.observation(sitting.game.actor), NAMES[:2])
        shown.found = turns
        assert title in str(panels_hints.comparison(Tabletop(sitting, dict).scene(), shown))


def test_the_better_value_is_framed_and_equal_ones_are_not() -> None:
    one, other = told(STATE, advised(MOVES[0], 2.0, 0.0, 0.6), advised(MOVES[1], 1.0, 0.0, 0.4))
    rows = {row.kind: row for row in hints.compared(one, other)}
    assert rows["lead"].better == rows["chance"].better == 0
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    table = str(panels_hints.table(Tabletop(sitting, dict).scene(), list(rows.values()), [], 0))
    framed = [row for row in table.split("<tr") if 'class="better"' in row]
    assert len(framed) == sum(row.better >= 0 for row in rows.values())
    assert all("(better)" in row for row in framed)  # not shown by the frame alone


# On the page


def started(*texts: str) -> Reader:
    """Start a game on Robin's turn, with a hint found."""
    reader = begun("person", "farmer", seed=7)
    reader.let_computers_play()
    reader.click("hint")
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
    return reader


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
def test_a_first_game_shows_one_turn_in_sentences() -> None:
    """No letters, chances, leads or uncertainties, and nothing to compare; the table in words says the same."""
    reader = Reader(Session({}))
    reader.click("learn")
    reader.click("guided")
    reader.click("hint")
    empty = ""
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
        empty = empty or reader.panels["card"] * ("hint-why" in reader.panels["card"])
    assert '<dl class="plan"></dl>' in empty  # the steps are there first, and the place of the plan
    cards, why = reader.panels["action"], reader.panels["card"]
    assert cards.count('class="hint-card"') == 1
    assert "A good turn" in cards
    assert "Play this" in cards
    assert not re.search(r"±|%|\b[ABC]\b|Compare", re.sub("<[^>]*>", " ", cards.partition("hint-cards")[2] + why))
    assert reader.panels["board"].count('class="kh-preview') == 1
    for value in ("2", "compare"):
        assert "is not one of the turns shown" in reader.send("hint", value)["alert"]
    table = reader.session.seating.open()
    hint = table.advising.hint
    assert hint
    assert hint.found[0].plan
    told = str(table_in_words(table.scene()))
    assert following(hint.found[0].plan.then, table.sitting.names) in told


def key(reader: Reader, name: str, **held: bool) -> None:
    reader.send("key", {"key": name, "ctrl": False, "shift": False, "alt": False, "scope": "page", "at": None, **held})


@pytest.mark.slow
def test_a_hint_is_looked_for_in_slices_and_moves_nothing() -> None:
    reader = begun("person", "farmer", seed=7)
    reader.let_computers_play()
    session = reader.session
    table = session.seating.open()
    before = (list(table.sitting.game.moves), dict(table.sitting.game.headers))
    reader.click("hint")
    assert "hint-progress" in reader.panels["action"]
    assert "hint-why" not in reader.panels["card"]
    progress, spoken = [], []
    while session.wait() == 0.0:
        patch = reader.take(session.step())
        spoken.append(patch.get("say", ""))
        progress += [float(values["value"]) for values in patch.get("attributes", {}).values() if "value" in values]
    assert len(progress) > 5
    assert progress == sorted(progress)
    assert any("Best: " in said for said in spoken)
    assert " this turn. " in patch["say"]
    assert reader.panels["action"].count('class="hint-card"') == 3
    assert "Why A?</h2>" in reader.panels["card"]
    assert "kh-float" in reader.panels["board"]
    reader.click("hint", "2")
    assert 'data-value="2" class="hint-card"' in reader.panels["action"]
    assert "Why B?</h2>" in reader.panels["card"]
    assert (table.sitting.game.moves, table.sitting.game.headers) == (before[0], before[1] | {"HintsAsked": "1"})
    # A choice comes before the hint, which returns when the choice is dropped.
    reader.send("aim", "store")
    assert "hint-card" not in reader.panels["action"]
    assert "hint-why" not in reader.panels["card"]
    reader.click("clear")
    assert "hint-card" in reader.panels["action"]


def plan(state: State, moves: str) -> Tabletop:
    """Return a table at which a hint with this turn is open, in a game of two people."""
    sitting = Sitting(Game(state, seed=6), [Chair("Robin", "person"), Chair("Ada", "person")])

    def moved() -> dict[str, object]:
        table.forget()
        return {}

    table = Tabletop(sitting, moved)
    table.viewer = 0
    table.advising.hint = Hints(sitting.game.observation(0), sitting.names)
    table.advising.hint.found = told(state, advised(moves))
    return table


PLANNED = position(
    board1="C4 C5 E7", board2="G1 G7", hand1="h2v1", store2="D5:v1", registry="A1 A2", bag="B1 B2 B3 B4 B5"
)


def test_one_press_plays_a_whole_turn_and_only_its_end_is_asked_for() -> None:
    """Rule 3.3: the end can't be undone, every step before it can."""
    table = plan(PLANNED, "c:D5 a:C4 C5 done end")
    game = table.sitting.game
    assert table.advising.do_hint("do") == {"focus": "end"}
    assert game.moves == ["c:D5", "a:C4", "C5", "done"]
    assert table.scene().ending == "End your turn?"
    assert table.scene().advice is None
    table.choosing.end_turn(confirm=True)
    assert game.moves[4:] == ["end"]
    assert game.state.seat == 1
    # Undone, nothing is left of it, and it isn't continued.
    table = plan(PLANNED, "c:D5 a:C4 C5 done end")
    table.advising.do_hint("do")
    for _step in range(2):
        table.choosing.do_undo()
    assert table.sitting.game.state == PLANNED
    assert not table.scene().ending


def test_a_turn_stops_at_its_draw_and_the_page_says_so() -> None:
    """Rule 7.3: the registry is refilled before anything else, so what follows depends on the draw."""
    table = plan(PLANNED, "c:D5 d:A1 hops done")
    table.advising.do_hint("do")
    game = table.sitting.game
    assert game.moves[:4] == ["c:D5", "d:A1", "hops", "done"]
    assert game.moves[4:] == ["*B2"]
    assert (game.state.seat, game.state.turn) == (0, PLANNED.turn)
    assert table.scene().note == "The turn is played as far as the draw. For the rest of it, ask for a new hint."
    assert not table.scene().ending
    assert table.scene().advice is None


def test_a_turn_that_only_ends_is_asked_for() -> None:
    table = plan(PLANNED, "end")
    table.advising.do_hint("do")
    assert table.sitting.game.moves == []
    assert table.scene().ending == "End your turn?"


@pytest.mark.slow
def test_keys_choose_compare_and_close() -> None:
    reader = started()
    table = reader.session.seating.open()
    hint = table.advising.hint
    assert hint
    key(reader, "3")
    assert hint.chosen == 2
    key(reader, "=")
    assert "compare-title" in reader.panels["compare"]
    assert hint.pair == (0, 2)
    key(reader, "Escape")
    assert not reader.panels["compare"]
    assert table.advising.hint is hint
    key(reader, "1")
    assert hint.pair == (0, 1)
    moves = hint.found[0].moves
    key(reader, "Escape")
    assert not table.scene().advice
    # Without a hint, the numbers mean the four actions again.
    key(reader, "1")
    assert reader.session.seating.open().scene().stage
    key(reader, "Escape")
    table.advising.hint, before = hint, len(table.sitting.game.moves)
    key(reader, "Enter", shift=True)
    steps = moves[:-1] if moves[-1] == "end" else moves
    assert table.sitting.game.moves[before : before + len(steps)] == list(steps)


def test_looking_can_be_stopped_and_a_key_asks() -> None:
    reader = begun("person", "farmer", seed=7)
    reader.let_computers_play()
    key(reader, "h")
    assert "hint-progress" in reader.panels["action"]
    reader.click("hint", "close")
    assert reader.session.wait() is None
    assert "hint-progress" not in reader.panels["action"]
    for value in ("2", "do", "compare"):
        assert reader.send("hint", value)["alert"] == f"message: hint: {value!r} is not one of the turns shown"


def test_several_people_get_hints_only_if_they_agreed() -> None:
    for agreed in (False, True):
        reader = Reader(Session({}))
        form = {"name": TABLE, "kind": ["person", "person", "empty", "empty"], "start": "random", "seed": "7"}
        reader.send("begin", form | {"hints": "yes"} if agreed else form)
        offered = any(target.intent == "hint" for target in reader.targets())
        assert offered is agreed
        patch = reader.send("hint")
        assert ("alert" in patch) is not agreed
        again = Sitting.from_text(record_text(reader.session.seating.open().sitting.record()))
        assert (again.why_no_hints() is None) is agreed


def test_hands_behind_screens_stay_in_the_head() -> None:
    sitting = Sitting.new([Chair("Robin", "person"), Chair("Ada", "farmer")], "random", 3, screens=True)
    assert sitting.why_no_hints() == "hands are behind screens"


@pytest.mark.slow
def test_who_can_pay_follows_from_all_hands_together() -> None:
    """Rule 14.3: the crops of the unseen counters are known, so a statement about a price holds in every deal."""
    said = set()
    for seed in range(12):
        game, player = Game.new(3, start="random", seed=seed), make_player("greedy", seed)
        while not game.over and game.state.turn <= 4 + seed % 3:
            game.play(player.choose(game.observation(game.actor)))
        seat = game.actor
        observation = game.observation(seat)
        view, unknown = observation.view, observation.unknown
        hands = [[observation.sample(Source(deal)).hands[other] for deal in range(60)] for other in range(3)]
        for other in {0, 1, 2} - {seat}:
            for size in (1, 2, 3):
                for crops in combinations_with_replacement(range(5), size):
                    price = sum(counters.ONE[crop] for crop in crops)
                    paid = {counters.covers(hand, price) for hand in hands[other]}
                    answer = can_pay(view, unknown, other, price)
                    said.add(answer)
                    assert paid == {"can": {True}, "cannot": {False}}.get(answer, paid)
                    if answer == "may" and size == 1:
                        assert paid == {True, False}
    assert said == {"can", "may", "cannot"}
