"""``keyharvest puzzle``: make the file of puzzles, prove its answers again, list and show them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import date
from typing import Any, Final

from keyharvest.commands.arguments import (
    add_executor_arguments,
    add_kept_arguments,
    add_seed,
    check_kept,
    count,
    counted,
    path,
    read_text,
    seeds_from,
)
from keyharvest.files import write_file
from keyharvest.lab.executor import executor_for, play_in_order
from keyharvest.lab.results import KeptGames
from keyharvest.players import LEVELS, make_player
from keyharvest.puzzles import GRADES, KINDS, THEMES, Collection, Puzzle, choices, load, reason
from keyharvest.puzzles.by_hand import opened
from keyharvest.puzzles.checking import MOST_MOVES, TOO_LARGE, check
from keyharvest.puzzles.kinds import theme_title
from keyharvest.puzzles.making import make
from keyharvest.puzzles.mining import COUNTED, mine, read_mined, solves
from keyharvest.puzzles.words import HINTS, grade_name, hint, kind_name, question
from keyharvest.rules import Source
from keyharvest.words.language import LANGUAGES, speaking
from keyharvest.words.terms import seat_name
from keyharvest.words.text_view import table

#: The first Monday of the puzzles that come with the game.
_FIRST_DAY: Final = date(2026, 1, 5)
#: Whole weeks of puzzles, more than two years of them.
_NUMBER: Final = 742
#: The longest file of puzzles that is read, in bytes: of some 50 000 puzzles.
_LONGEST: Final = 10_000_000


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "puzzle",
        help="make, check, list and show puzzles",
        description="Puzzles with proven answers: positions from games, each with a question. See docs/puzzles.md.",
    )
    does = parser.add_subparsers(title="what to do", dest="what")
    _add_make(does)
    checking = does.add_parser(
        "check",
        help="prove the answers again",
        description="Prove every answer again by brute force, sharing no code with the search that found it, and "
        "report every difference.",
    )
    _add_file(checking)
    checking.add_argument("--sample", type=count, metavar="N", help="check only N puzzles, drawn with the seed")
    add_seed(checking, "of the sample")
    checking.add_argument(
        "--moves", type=count, default=MOST_MOVES, metavar="N", help=f"moves to try per puzzle (default {MOST_MOVES})"
    )
    add_executor_arguments(checking)
    checking.set_defaults(run=run_check)
    trying = does.add_parser(
        "try",
        help="let computer players solve puzzles",
        description="Let computer players try the puzzles about points, winning and duels, once each, and print how "
        "many they solve.",
    )
    _add_file(trying)
    trying.add_argument(
        "players", nargs="*", default=[*LEVELS], metavar="PLAYER", help="computer players (default: all levels)"
    )
    add_seed(trying, "of the players")
    add_executor_arguments(trying)
    trying.set_defaults(run=run_try)
    listing = does.add_parser("list", help="list puzzles", description="List puzzles, one per line.")
    _add_file(listing)
    listing.add_argument("--kind", choices=KINDS, default="", help="only puzzles of this kind")
    listing.add_argument("--theme", choices=THEMES, default="", metavar="THEME", help="only puzzles with this theme")
    listing.add_argument("--grade", type=int, choices=GRADES, default=0, help="only puzzles of this grade")
    listing.set_defaults(run=run_list)
    showing = does.add_parser(
        "show",
        help="show a puzzle",
        description="Print the table and the question of a puzzle, given by its number, its day, or its line.",
    )
    _add_file(showing)
    showing.add_argument(
        "id",
        metavar="ID",
        help="a number from 1, a day such as 2026-01-05, or the line of a puzzle from the page's editor",
    )
    showing.add_argument(
        "--hint", type=int, choices=range(1, HINTS + 1), metavar="STEP", help="show the hints up to this step"
    )
    showing.add_argument("--answer", action="store_true", help="show the answer")
    showing.add_argument("--language", choices=LANGUAGES, default="en", help="language of the text")
    showing.set_defaults(run=run_show)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", type=path, metavar="FILE", help="read this file instead of the game's own puzzles")


def _add_make(does: Any) -> None:
    making = does.add_parser(
        "make",
        help="make a file of puzzles from games",
        description="Play games with the seeds SEED, SEED + 1 ..., find puzzles in them, prove and grade them, and "
        "write the file. The same arguments give the same file.",
    )
    making.add_argument("file", type=path, metavar="FILE", help="where to write the puzzles")
    making.add_argument(
        "--games",
        type=count,
        default=66,
        metavar="N",
        help="games with two players, and the same number with more (default 66)",
    )
    making.add_argument(
        "--number",
        type=_weeks,
        default=_NUMBER,
        metavar="N",
        help=f"number of puzzles, in whole weeks (default {_NUMBER})",
    )
    add_seed(making, "of the first game")
    making.add_argument(
        "--from",
        dest="first_day",
        type=_monday,
        default=_FIRST_DAY,
        metavar="DAY",
        help=f"the Monday of the first puzzle (default {_FIRST_DAY})",
    )
    making.add_argument(
        "--add", action="store_true", help="add to the puzzles in FILE; puzzles due before that Monday stay"
    )
    add_kept_arguments(making)
    add_executor_arguments(making)
    making.set_defaults(run=run_make)


def _weeks(text: str) -> int:
    number = count(text)
    if number % 7:
        raise argparse.ArgumentTypeError(f"{number}: expected whole weeks, such as {number + 7 - number % 7}")
    return number


def _monday(text: str) -> date:
    day = _day(text)
    if day is None or day.weekday():
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: expected a Monday such as {_FIRST_DAY}")
    return day


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _collection(arguments: argparse.Namespace) -> Collection:
    if arguments.file is None:
        return load()
    text = read_text(str(arguments.file), _LONGEST)
    try:
        return Collection(text)
    except ValueError as error:
        raise ValueError(f"{arguments.file}: {error}") from None


def run_make(arguments: argparse.Namespace) -> int:
    """Play, find, choose and write."""
    seeds = seeds_from(arguments.seed, arguments.games)
    check_kept(arguments)
    before = _collection(arguments) if arguments.add else None
    if not arguments.add and arguments.file.exists():
        raise ValueError(f"{arguments.file} already exists; use another name, or --add to add to it")
    kept = KeptGames(arguments.jsonl, arguments.resume, read_mined, lambda mined: mined.seed, '{"seed":')
    found = {number: kept.games[number] for number in seeds if number in kept.games}
    missing = [number for number in seeds if number not in found]
    with executor_for(arguments.jobs, arguments.scheduler, len(missing)) as executor:
        for mined in play_in_order(executor, mine, [(number,) for number in missing]):
            found[mined.seed] = mined
            kept.add(mined.text())
    text = make([found[number] for number in seeds], arguments.number, arguments.first_day, arguments.seed, before)
    write_file(arguments.file, text)
    _summary(list(Collection(text)))
    print(f"written: {arguments.file}")
    return 0


def _summary(puzzles: list[Puzzle]) -> None:
    kinds, grades = Counter(each.kind for each in puzzles), Counter(each.grade for each in puzzles)
    print(f"{counted(len(puzzles), 'puzzle')}: {', '.join(f'{kinds[kind]} {kind}' for kind in KINDS if kinds[kind])}")
    print(f"grades: {', '.join(f'{grades[grade]} of {grade}' for grade in GRADES)}")


def run_check(arguments: argparse.Namespace) -> int:
    """Check all puzzles, or a sample, and count the ways in which they were checked."""
    puzzles = list(_collection(arguments))
    if arguments.sample is not None:
        source, left = Source(arguments.seed), puzzles
        puzzles = [left.pop(source.below(len(left))) for _ in range(min(arguments.sample, len(left)))]
    ways: Counter[str] = Counter()
    faults = 0
    with executor_for(arguments.jobs, arguments.scheduler, len(puzzles)) as executor:
        tasks = [(puzzle, arguments.moves) for puzzle in puzzles]
        for puzzle, found in zip(puzzles, play_in_order(executor, check, tasks), strict=True):
            ways[found.how] += 1
            if found.fault:
                faults += 1
                print(f"keyharvest puzzle: puzzle {puzzle.number} ({puzzle.kind}): {found.fault}", file=sys.stderr)
    for how, number in ways.most_common():
        print(f"{number:5} {'not checked: ' if how == TOO_LARGE else 'by '}{how}")
    number = len(puzzles)
    print(f"{counted(number, 'puzzle')}, {counted(faults, 'error', none='no')}")
    return 1 if faults else 0


def run_try(arguments: argparse.Namespace) -> int:
    """Let every player try every puzzle, and print the shares by kind."""
    for name in arguments.players:
        make_player(name)
    tried = [puzzle for puzzle in _collection(arguments) if puzzle.kind in COUNTED]
    numbers = Counter(puzzle.kind for puzzle in tried)
    print(f"{'':12} {'all':>11}", *(f"{kind:>11}" for kind in numbers))
    with executor_for(arguments.jobs, arguments.scheduler, len(tried)) as executor:
        for name in arguments.players:
            tasks = [(puzzle, name, arguments.seed) for puzzle in tried]
            results = zip(tried, play_in_order(executor, solves, tasks), strict=True)
            solved = Counter(puzzle.kind for puzzle, right in results if right)
            shares = [(solved.total(), len(tried)), *((solved[kind], numbers[kind]) for kind in numbers)]
            print(f"{name:12}", *(f"{got:3}/{of:3} {got / of:4.0%}" for got, of in shares if of), flush=True)
    return 0


def run_list(arguments: argparse.Namespace) -> int:
    """List the puzzles of a kind, with a theme, of a grade."""
    for puzzle in _collection(arguments).only(arguments.kind, arguments.theme, arguments.grade):
        themes = ", ".join(theme_title(theme) for theme in puzzle.themes)
        print(f"{puzzle.number:4} {puzzle.kind:7} {puzzle.grade}  {question(puzzle, _names(puzzle))}  ({themes})")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Show one puzzle; its answer only if it is asked for."""
    collection = _collection(arguments)
    day = _day(arguments.id)
    if day is not None:
        puzzle = collection.daily(day)
    elif arguments.id.startswith("["):
        puzzle = opened(arguments.id)
    elif arguments.id.isascii() and arguments.id.isdigit() and 0 < int(arguments.id[:9]) <= len(collection):
        puzzle = collection[int(arguments.id[:9])]
    else:
        raise ValueError(
            f"{arguments.id[:20]!r}: expected a number from 1 to {len(collection)}, a day, or the line of a puzzle"
        )
    with speaking(arguments.language):
        _print(puzzle, HINTS if arguments.answer else arguments.hint or 0)
    return 0


def _print(puzzle: Puzzle, hints: int) -> None:
    """Print the table, the question and this many hints."""
    names = _names(puzzle)
    print(f"{puzzle.number}. {kind_name(puzzle.kind)} ({grade_name(puzzle.grade)})\n")
    print(table(puzzle.seen.state, names, puzzle.seen.unknown))
    print(f"\n{question(puzzle, names)}")
    if puzzle.kind == "why":
        print(*(f"- {reason(code)}" for code in choices(puzzle)), sep="\n")
    for step in range(1, hints + 1):
        print()
        print(*hint(puzzle, step, names), sep="\n")


def _names(puzzle: Puzzle) -> list[str]:
    return [seat_name(seat) for seat in range(puzzle.seen.state.players)]
