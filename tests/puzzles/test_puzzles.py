"""Puzzles: the file, the puzzle of a day, what a reader may see, judging, hints, and the second proof."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from keyharvest import puzzles
from keyharvest.knowledge import observe
from keyharvest.puzzles import Collection, Puzzle, Verdict
from keyharvest.puzzles.checking import EVERY_LINE, TOO_LARGE, WITHOUT_STORING, check
from keyharvest.puzzles.collection import DailyList, head_of
from keyharvest.puzzles.finding_choices import holds
from keyharvest.puzzles.making import twin_key
from keyharvest.puzzles.position import emptied, read, write
from keyharvest.puzzles.puzzle import parse_row
from keyharvest.record import parse_position, position_text
from keyharvest.rules import Source, State, counters, legal, play
from keyharvest.rules.components import CROP_INDEX, CROPS, NUMBERS, WORKER_INDEX
from keyharvest.rules.frames import END
from keyharvest.rules.geometry import mask_of, names, support
from keyharvest.search import in_one_go
from keyharvest.search.exact import Walk
from keyharvest.words import crop, why_not
from tests.rules.builders import position
from tests.words.test_words import NAMES
from web.environment import ROOT

ALL = puzzles.load()
#: Enough puzzles for tests that needn't see every one.
SOME = list(ALL)[:: max(1, len(ALL) // 90)]


def of(kind: str) -> Puzzle:
    return ALL.only(kind=kind)[0]


def by_number(puzzle: Puzzle) -> str:
    return f"{puzzle.number}-{puzzle.kind}"


# The file


@pytest.mark.parametrize("puzzle", SOME, ids=by_number)
def test_every_part_of_a_puzzle_is_sound(puzzle: Puzzle) -> None:
    assert parse_row(puzzle.row(), puzzle.number) == puzzle
    assert write(puzzle.seen) == puzzle.table
    for those in (NAMES, None):
        assert puzzles.question(puzzle, those)[-1] in ".?"
        for step in range(1, puzzles.HINTS + 1):
            told = puzzles.hint(puzzle, step, those)
            assert told
            assert all(sentence[-1] in ".?" for sentence in told)
    assert puzzles.hint_spaces(puzzle, 1) == puzzles.hint_spaces(puzzle, 2) == 0
    if puzzle.seen.state.players == 2:
        state = puzzle.start()
        assert parse_position(position_text(state)) == state


@pytest.mark.rule("14.3")
def test_the_solution_counts_why_a_majority_is_certain() -> None:
    for puzzle in ALL.only(kind="crops"):
        _answer, *lines = puzzles.solution(puzzle)
        certain = {crop(CROP_INDEX[name]) for name in puzzle.answers[0]}
        told = {line.partition(":")[0].lower(): [int(each) for each in re.findall(r"\d+", line)] for line in lines}
        assert certain == {name for name, (own, *_seat, most) in told.items() if own > most}
    assert puzzles.solution(ALL[326], NAMES) == [
        "Hops.",
        "Hops: you hold 3, Cleo at most 1.",
        "Cider apples: you hold 2, Cleo at most 2.",
    ]


@pytest.mark.rule("14.3")
def test_the_solution_counts_what_is_hidden() -> None:
    assert puzzles.solution(ALL[511], NAMES) == [
        "1 barrel of wine.",
        "Hidden in total: 1 cider apple, 2 barrels of wine and 1 wheat.",
        "The others hold only 1 of these.",
    ]


@pytest.mark.rule("5.2", "5.3")
def test_the_solution_says_why_a_worker_cannot_stand_on_other_spaces() -> None:
    for puzzle in ALL.only(kind="space"):
        told = set(re.findall(r"\b[A-G]\d\b", " ".join(puzzles.solution(puzzle))))
        number = NUMBERS[WORKER_INDEX[puzzle.asked]]
        fields = puzzle.seen.state.fields[0]
        assert told == set(names(support(fields)[number] & ~fields))
    assert puzzles.solution(ALL[288])[1:] == [
        "C6: The space touches another worker (rule 5.2).",
        "B6 and E8: The worker there doesn't have a lower number (rule 5.3).",
    ]


def test_the_solution_of_a_bid_says_that_it_is_the_smallest() -> None:
    safe, least = "Ben can't match it next turn.", "Any bid of fewer counters could be matched."
    assert puzzles.solution(ALL[166], NAMES) == ["1 wheat.", safe]
    assert puzzles.solution(ALL[202], NAMES) == ["1 vegetable and 1 wheat.", safe, least]


def test_there_are_enough_and_of_many_kinds() -> None:
    assert len(ALL) >= 500
    assert {puzzle.kind for puzzle in ALL} == set(puzzles.KINDS)
    assert {puzzle.grade for puzzle in ALL} == set(puzzles.GRADES)
    themes = Counter(theme for puzzle in ALL for theme in puzzle.themes)
    assert len([theme for theme, number in themes.items() if number >= 3]) >= 10
    assert themes.keys() <= puzzles.THEMES.keys()


def test_the_file_is_small() -> None:
    # Brotli, which sites send, takes a sixth less; the limit is 60 kB.
    assert len(zlib.compress((ROOT / "keyharvest/puzzles/puzzles.jsonl").read_bytes(), 9)) < 66_000


def test_no_two_are_twins() -> None:
    seen: dict[object, int] = {}
    for puzzle in ALL:
        key = twin_key(puzzle.kind, puzzle.asked, puzzle.table, *puzzle.answers[:1])
        assert seen.setdefault(key, puzzle.number) == puzzle.number


def test_twins_are_known_by_what_matters() -> None:
    here = ";A1;C1D1,,BD2,v1,;A5,,,h1,"
    # A worker may stand on the same spaces of a board that is mirrored, or given a half turn.
    for there in (";A1;C9D8,,AD7,h2,;B5,,,h1,", ";A1;E1D1,,BD2,v1,;,,,,", ";A1;E9D8,,AD7,v1,;,,,,"):
        assert twin_key("space", "E", here) == twin_key("space", "F", there)
        assert twin_key("field", "E4", here) != twin_key("field", "E4", there)
    assert twin_key("space", "E", here) != twin_key("space", "G", here)
    # Counters are hidden alike whatever their crops.
    hops, wheat = ".h7v12a12b12w12;;,,,h1,;,,,h2+1,;,,,+1,", ".h12v12a12b12w7;;,,,w1,;,,,w2+1,;,,,+1,"
    assert twin_key("hidden", "2", hops) == twin_key("hidden", "2", wheat) != twin_key("hidden", "3", hops)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("nonsense", "puzzle 3: not JSON"),
        ('["points",1]', "expected 6 to 8 values, not 2"),
        ('["riddle",1,"join","","",1]', "expected a kind of puzzle, not 'riddle'"),
        ('["points",6,"join","","",1,"end"]', "expected a grade from 1 to 5"),
        ('["points",1.0,"join","","",1,"a:D4"]', "expected a grade from 1 to 5"),
        ('["points",1,"join","","",1,"D4 a:D4"]', "'D4' begins no action"),
        ('["points",1,"magic","","",1,"end"]', "'magic' is not a theme"),
        ('["points",1,"join","","",1]', "expected a line, and no answers"),
        ('["points",1,"join","","",1,"a:Z9"]', "'a:Z9' is not a move"),
        ('["field",1,"join","","Z9",1,"a:A1"]', "'Z9' can't be asked about"),
        ('["duel",1,"join","","much",1,"a:A1"]', "'much' can't be asked about"),
        ('["duel",1,"join","","-２",1,"a:A1"]', "'-２' can't be asked about"),
        ('["why",1,"reason","","E@Z9",1,"","few"]', "'E@Z9' can't be asked about"),
        ('["why",1,"reason","","E@A1",1,"","full"]', "'full' is not an answer"),
        ('["space",1,"stand","","E",2,"","A1"]', "expected answers of 2"),
        ('["hidden",1,"behind","","2",1,"","gold"]', "'gold' is not an answer"),
    ],
)
def test_a_row_that_is_wrong_is_told_in_one_line(row: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^puzzle 3: ") as error:
        parse_row(row, 3)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: not JSON"),
        ("[]", "expected an object with layout and lists"),
        (
            '{"layout":"standard-1","lists":[["2026-01-05",7]]}',
            "layout 'standard-1', but these rules",
        ),
        ('{"layout":"standard-2","lists":[["2026-01-06",7]]}', "2026-01-06: expected a Monday"),
        ('{"layout":"standard-2","lists":[["2026-01-05",8]]}', "whole weeks"),
        ('{"layout":"standard-2","lists":[["today",7]]}', "expected pairs of a day"),
        ('{"layout":"standard-2","lists":[]}', "expected one or more"),
        ('{"layout":"standard-2","lists":[["2026-01-12",7],["2026-01-05",7]]}', "in the order of their days"),
        ('{"layout":"standard-2","lists":[["2026-01-05",7]]}\n[]', "lists of 7 puzzles, but 1 follow"),
    ],
)
def test_a_file_that_is_wrong_is_told_in_one_line(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^puzzles: line 1: ") as error:
        Collection(text)
    assert says in str(error.value)


@pytest.mark.parametrize("text", ["", "x;y", ";A1;A1,,,,;,,,,", ";Q1;,,,,;,,,,", ";;,,XA1,,;,,,,"])
def test_a_position_that_is_wrong_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"^position '"):
        read(text)


def test_lines_are_taken_apart_only_when_asked_for() -> None:
    rows = [puzzle.row() for puzzle in ALL[1:8]]
    collection = Collection("\n".join([head_of([DailyList(date(2026, 1, 5), 7)]), *rows[:6], "broken"]))
    assert collection[6] == ALL[6]
    with pytest.raises(ValueError, match="puzzle 7"):
        collection[7]
    for number in (0, 8, -1):
        with pytest.raises(IndexError, match="expected a number from 1 to 7"):
            collection[number]


# The puzzle of a day


def test_no_puzzle_comes_twice_in_two_years() -> None:
    first = ALL.lists[0].first_day
    numbers = [ALL.daily(first + timedelta(days=day)).number for day in range(2 * 365 + 1)]
    assert len(set(numbers)) == len(numbers)


def test_a_week_goes_from_easy_to_hard() -> None:
    first = ALL.lists[0].first_day
    grades = [[ALL.daily(first + timedelta(days=7 * week + day)).grade for week in range(104)] for day in range(7)]
    means = [sum(each) / len(each) for each in grades]
    assert means == sorted(means)
    assert means[0] < 2
    assert means[6] > 4


def test_later_puzzles_do_not_change_the_past() -> None:
    rows = [puzzle.row() for puzzle in ALL[1:22]]
    first, second = date(2026, 1, 5), date(2026, 3, 2)
    old = Collection("\n".join([head_of([DailyList(first, 14)]), *rows[:14]]))
    both = Collection("\n".join([head_of([DailyList(first, 14), DailyList(second, 7)]), *rows]))
    for day in range(-30, (second - first).days):
        assert both.daily(first + timedelta(days=day)) == old.daily(first + timedelta(days=day))
    numbers = [both.daily(second + timedelta(days=day)).number for day in range(21)]
    assert numbers == [*range(15, 22), *range(1, 15)]
    assert both.daily(second + timedelta(days=21)).number == 15


# What a reader may see


def dealt(puzzle: Puzzle) -> Iterator[State]:
    """Every full position that its reader can't distinguish from the true one."""
    state, unknown = puzzle.seen
    pool = [crop for crop, number in enumerate(counters.unpack(state.pool())) for _ in range(number)]
    for order in set(itertools.permutations(pool)):
        s, left = state.copy(), list(order)
        s.hands = tuple(
            hand + sum(counters.ONE[left.pop()] for _ in range(number))
            for hand, number in zip(state.hands, unknown, strict=True)
        )
        yield s


@pytest.mark.rule("14.2")
@pytest.mark.rule("14.3")
@pytest.mark.parametrize("kind", ["hidden", "crops"])
def test_what_is_handed_out_is_the_same_whatever_the_others_hide(kind: str) -> None:
    small = [puzzle for puzzle in ALL.only(kind=kind) if counters.total(puzzle.seen.state.pool()) <= 6][:12]
    assert small
    for puzzle in small:
        states = list(dealt(puzzle))
        assert len(states) > 1 or kind == "hidden"
        for state in states:
            assert emptied(state) == puzzle.seen
        if kind == "hidden":
            # An observation's view includes what can be deduced, which would give the answer away.
            seat = int(puzzle.asked) - 1
            deduced = observe(states[0], 0).view.hands[seat] - puzzle.seen.state.hands[seat]
            assert deduced == sum(counters.ONE[CROPS.index(crop)] for crop in puzzle.answers[0])
        with pytest.raises(ValueError, match="what others hide is not known"):
            puzzle.start()


@pytest.mark.rule("2.4")
def test_with_two_players_nothing_is_hidden() -> None:
    assert all(not any(puzzle.seen.unknown) for puzzle in ALL if puzzle.seen.state.players == 2)


# Judging


def ended(puzzle: Puzzle, state: State) -> State:
    """Return the state after the end of the turn and, in a duel, the best reply."""
    state = play(state, END)
    for move in in_one_go(puzzles.reply(state)) if puzzle.kind == "duel" else ():
        state = play(state, move)
    return state


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize("puzzle", [each for each in SOME if each.of_kind.answer == "turn"], ids=by_number)
def test_a_turn_is_judged_by_what_it_has_reached(puzzle: Puzzle) -> None:
    states = puzzles.states_of(puzzle)
    verdict = puzzles.judge(puzzle, ended(puzzle, states[-1]), puzzles.placings(states, puzzle.line))
    assert verdict == (True, puzzle.best, puzzle.best)
    assert verdict.part == 1
    nothing = puzzles.judge(puzzle, ended(puzzle, puzzle.start()))
    assert not nothing.solved
    assert nothing.reached == 0 == nothing.part
    with pytest.raises(ValueError, match="the answer is a turn"):
        puzzles.judge_choice(puzzle, [])


def test_a_verdict_is_told_by_what_was_reached() -> None:
    best = of("points").best
    assert puzzles.verdict_text(of("points"), [], Verdict(False, 2, best)) == f"You got 2 of {best} points."
    assert puzzles.verdict_text(of("points"), [], Verdict(False, -2, best)) == f"You got 0 of {best} points."
    assert puzzles.verdict_text(of("win"), [], Verdict(True, 5, 5)) == "You win."
    assert "tie-break" in puzzles.verdict_text(of("win"), [], Verdict(False, 5, 5))
    assert puzzles.verdict_text(of("chain"), [], Verdict(False, 1, 2)) == "Workers placed: 1 of 2."
    assert "isn't on your board" in puzzles.verdict_text(of("field"), [], Verdict(False, 0, 1))
    assert Verdict(False, 1, 4).part == 0.25
    assert Verdict(False, -1, 4).part == 0
    assert Verdict(False, 9, 4).part < 1


@pytest.mark.rule("5.2")
def test_choices_are_judged_right_less_wrong() -> None:
    puzzle = of("space")
    (answer,) = puzzle.answers
    wrong = next(each for each in puzzles.choices(puzzle) if each not in answer)
    assert puzzles.judge_choice(puzzle, answer) == (True, puzzle.best, puzzle.best)
    assert puzzles.judge_choice(puzzle, [*answer, wrong]) == (False, puzzle.best - 1, puzzle.best)
    assert puzzles.judge_choice(puzzle, answer[1:]) == (False, puzzle.best - 1, puzzle.best)
    for thing in (names(puzzle.seen.state.fields[0])[0], "gold", ""):
        with pytest.raises(ValueError, match="is not among the choices"):
            puzzles.judge_choice(puzzle, [thing])
    with pytest.raises(ValueError, match="the answer is a choice"):
        puzzles.judge(puzzle, puzzle.start())


@pytest.mark.rule("7.2")
def test_a_bid_is_safe_or_not() -> None:
    puzzle = of("bid")
    for answer in puzzle.answers:
        assert puzzles.judge_choice(puzzle, answer) == (True, puzzle.best, puzzle.best)
    (held, *_) = puzzles.choices(puzzle)
    dear = [held] * (puzzle.best + 1)
    assert puzzles.judge_choice(puzzle, dear) == (False, 0, puzzle.best)
    assert puzzles.verdict_text(puzzle, dear, Verdict(False, 0, puzzle.best), NAMES) == "A cheaper bid is safe too."
    assert "can still get the tile" in puzzles.verdict_text(puzzle, [], Verdict(False, 0, puzzle.best), NAMES)


@pytest.mark.rule("13.1")
def test_the_reply_to_a_duel_can_be_shown() -> None:
    puzzle = of("duel")
    state = play(puzzles.states_of(puzzle)[-1], END)
    for move in in_one_go(puzzles.reply(state)):
        assert move in legal(state)
        state = play(state, move)
    assert puzzles.lead(state) == int(puzzle.asked) + puzzle.best
    with pytest.raises(ValueError, match="not the rival's turn"):
        next(puzzles.reply(puzzle.start()))


@pytest.mark.rule("3.1")
@pytest.mark.rule("6.2")
def test_the_reasons_agree_with_those_that_the_page_gives() -> None:
    for puzzle in ALL.only(kind="why"):
        wish, state = puzzle.asked, puzzle.seen.state
        worker, at, space = wish.partition("@")
        if at:
            if "b:" + worker not in legal(state):
                continue
            state, wish = play(state, "b:" + worker), space
        said = why_not(state, wish)
        assert said, puzzle
        (code,) = puzzle.answers[0]
        assert puzzles.reason(code).rpartition("(")[2] == said.rpartition("(")[2], (puzzle, said)


def test_a_reason_holds_by_itself() -> None:
    """Each reason is one condition, so several can hold: such wishes make no puzzle."""
    state = read(";A1;C1D1,,BD2,,A2h1/A3h1;,,,h10,A4w1").state
    found = {code for code in puzzles.kinds.codes_for("d:A4") if holds(state, "d:A4", code)}
    assert found == {"full", "empty", "elsewhere"}


# The second proof


@pytest.mark.slow
def test_a_sample_is_proven_again() -> None:
    """Like ``keyharvest puzzle check --sample``; ``python3 tests long`` checks them all."""
    source, left = Source(7), list(ALL)
    ways: Counter[str] = Counter()
    for _ in range(40):
        puzzle = left.pop(source.below(len(left)))
        found = check(puzzle, 2_000 if puzzle.kind != "duel" else 200)
        ways[found.how] += 1
        assert not found.fault, puzzle
    assert sum(ways.values()) - ways[TOO_LARGE] >= 15


#: Small tables: a harvest that pays for a tile, a worker that moves on, part-harvests with a worker that gathers twice.
TABLES = (
    ";A4;C1C2,,BB2,h1,E5h1;B5,A5,,v1,D7h2",
    ";;C1C2,D1,AD2,,D2h1;,A5,CA6,h2,",
    ";;A5B5,,AB6,,B6h1;,,,v2,",
)


def walked(table: str) -> tuple[Puzzle, Walk]:
    state = read(table).state
    walk = Walk(state, counting=True)
    in_one_go(walk.run())
    assert walk.complete
    assert walk.sure
    best = max(walk.ends, key=lambda end: puzzles.lead(end.state))
    gained = puzzles.lead(best.state) - puzzles.lead(state)
    return Puzzle(1, "points", 1, ("plain",), table, "", gained, walk.line(best), ()), walk


@pytest.mark.slow
@pytest.mark.rule("4.1")
@pytest.mark.rule("8.1")
@pytest.mark.rule("10B")
@pytest.mark.parametrize("table", TABLES)
def test_the_two_proofs_agree_on_small_tables(table: str) -> None:
    puzzle, walk = walked(table)
    found = check(puzzle, 20_000)
    assert found.how in (EVERY_LINE, WITHOUT_STORING)
    assert "best is" not in found.fault
    more = check(replace(puzzle, best=puzzle.best + 1), 20_000)
    assert f"best is {puzzle.best}, the file says {puzzle.best + 1}" in more.fault
    most = max(walk.ends, key=lambda end: end.placed)
    chain = replace(puzzle, kind="chain", best=most.placed, line=walk.line(most))
    assert not check(chain, 20_000).fault
    assert check(replace(chain, best=most.placed + 1), 20_000).fault
    assert check(replace(chain, line=()), 20_000).fault


@pytest.mark.slow
@pytest.mark.rule("13.1")
def test_the_two_proofs_agree_on_a_duel() -> None:
    table = "10;;A5A6,,,h1,D4h1;C1,,,h1,E8h2"
    state = read(table, 1).state
    walk = Walk(state, whole=True)
    in_one_go(walk.run())

    def after_reply(end: State) -> int:
        after = play(end, END)
        return min(puzzles.lead(play_line(after, line)) for line in [(), puzzles_reply(after)])

    values = {end.node: after_reply(end.state) for end in walk.ends}
    best = max(walk.ends, key=lambda end: values[end.node])
    passing = values[walk.ends[0].node]
    gained = values[best.node] - passing
    puzzle = Puzzle(1, "duel", 1, ("plain",), table, str(passing), gained, walk.line(best), ())
    assert gained > 0
    assert check(puzzle).fault == ""
    assert check(replace(puzzle, best=gained + 1)).fault
    assert check(replace(puzzle, asked=str(passing + 1))).fault
    assert check(replace(puzzle, line=())).fault


def puzzles_reply(after: State) -> tuple[str, ...]:
    return in_one_go(puzzles.reply(after))


def play_line(state: State, line: tuple[str, ...]) -> State:
    for move in line:
        state = play(state, move)
    return state


@pytest.mark.rule("13.3")
def test_the_second_proof_sees_what_wins() -> None:
    table = ";;A5A6,,,h1,A7h1/E4h1;C1,C2C3,,h1v1,"
    puzzle = Puzzle(1, "win", 1, ("plain",), table, "", 3, ("c:A7", "c:E4"), ())
    assert "doesn't win" not in check(puzzle).fault
    for wrong in (replace(puzzle, line=()), replace(puzzle, best=7)):
        assert "the line doesn't win, or doesn't gain" in check(wrong).fault


@pytest.mark.slow
@pytest.mark.rule("1.4")
@pytest.mark.rule("5.3")
@pytest.mark.parametrize("kind", ["field", "bid", "hidden", "crops", "space", "why"])
def test_the_second_proof_finds_what_is_wrong(kind: str) -> None:
    wrong = 0
    for puzzle in ALL.only(kind=kind):
        if kind == "field":
            other = replace(puzzle, line=())
        elif kind == "why":
            code = next(each for each in puzzles.choices(puzzle) if (each,) != puzzle.answers[0])
            other = replace(puzzle, answers=((code,),))
        elif kind == "bid":
            other = replace(puzzle, answers=puzzle.answers[1:])
        else:
            other = replace(puzzle, answers=(puzzle.answers[0][1:],))
        found = check(other, 2_000)
        if found.how != TOO_LARGE:
            assert found.fault, other
            wrong += 1
        if wrong == 2:
            break
    assert wrong


@pytest.mark.slow
@pytest.mark.rule("7.2")
@pytest.mark.rule("9.1")
def test_a_walk_leaves_out_draws_and_says_where_they_could_matter() -> None:
    """The benefactor's refill changes nothing in the turn; a tile that the trader draws may."""

    def walked(bag: str, workers2: str) -> Walk:
        board = "C1 C2 D1 D3 E2 E3"
        walk = Walk(position(left=0, bag=bag, workers2=workers2, board1=board, registry="A1 A2", placed="MNOPQRSTUV"))
        in_one_go(walk.run())
        assert walk.complete
        assert any(end.state.fields[0] & mask_of(["A1"]) for end in walk.ends)
        return walk

    assert walked("A3 A4", "K@G7").sure
    assert not walked("A3 A4", "").sure
    assert walked("", "").sure


def test_a_walk_gives_up_where_it_is_told_to() -> None:
    puzzle = of("points")
    walk = Walk(puzzle.start(), 10)
    in_one_go(walk.run())
    assert not walk.complete
    until = Walk(puzzle.start(), until=lambda s: s.fields != puzzle.start().fields)
    in_one_go(until.run())
    assert until.ends[-1].state.fields != puzzle.start().fields


# What a page loads


def test_a_page_imports_nothing_of_how_puzzles_are_made() -> None:
    script = (
        "import sys, keyharvest.puzzles\n"
        "print(*(name for name in sys.modules if name.startswith(('keyharvest.p', 'keyharvest.game'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    makers = {"making", "mining", "finding", "finding_choices", "line_themes", "twins", "checking"}
    assert not {f"keyharvest.puzzles.{name}" for name in makers} & loaded
    assert "keyharvest.players" not in loaded
