"""Feed mutated texts to the parsers: ``python3 tests fuzz --inputs N --seed S``.

Every text either raises a one-line ``ValueError`` or reads back as the same text. An accepted position is played on at
random: without an exception, with a legal move until the end, and sound all the way.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from keyharvest.commands.arguments import count
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.record import parse_position, parse_record, position_text, record_text
from keyharvest.record.soundness import fault
from keyharvest.rules import STANDARD, Source, State, actor, apply, legal, play
from keyharvest.rules.components import CROP_LETTERS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.foreign import plain, unquoted
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.layout import compact, parse_compact, parse_layout
from tests.battery.fuzzed_json import (
    change_node,
    mined,
    progress,
    read_line,
    read_progress,
    read_results,
    read_row,
    read_scenario,
    results,
    rows,
    scenarios,
)
from tests.battery.fuzzed_letters import letters, read_turn
from tests.battery.fuzzed_session import (
    entries,
    messages,
    read_entry,
    read_messages,
    read_save,
    read_settings,
    read_setup,
    read_unsealed,
    saves,
    settings,
    setups,
    unsealed,
)
from tests.helpers.perturbed import perturbed
from tests.situations.records import FOLDER
from web.environment import ROOT

#: Moves played from an accepted position, seconds allowed for one text, and bytes for a whole process.
MOVES_ON = 200
SECONDS = 5.0
MEMORY = 1 << 30

Rng = random.Random
Words = Sequence[str]


@dataclass
class Findings:
    """The results of several texts: how many of how many were accepted, by kind, and the faults."""

    read: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Add another's results."""
        self.read += other.read
        self.accepted += other.accepted
        self.faults += other.faults


# The texts to begin with


@cache
def positions() -> tuple[str, ...]:
    """Return positions from all records of the catalogue of situations, in the middle of every interrupt."""
    found = {}
    for text in records():
        found.update(dict.fromkeys(position_text(state) for state in parse_record(text).states()))
    return tuple(found)


@cache
def records() -> tuple[str, ...]:
    """Return the records of the catalogue of situations."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt")))


@cache
def layouts() -> tuple[str, ...]:
    """Return the standard layout as JSON, with and without line breaks."""
    text = (ROOT / "keyharvest" / "rules" / "layout.json").read_text(encoding="utf-8")
    return text, " ".join(text.split())


@cache
def compacts() -> tuple[str, ...]:
    """Return layouts in their one-line form."""
    return (compact(STANDARD),)


# Mutations: each gets a text, another text of the same kind, and a generator.

_ODD: tuple[str, ...] = (
    *("", " ", "-", "0", "00", "-1", "+1", "1e9", "9" * 30, "9" * 5000, "٣", "１", "²", "Ⅳ", "\x00", "\u2028", "\n"),
    *("é", "\ud800", "[]", "{}", "()", "None", "true", "=", "/", ",", "@", ":", "*", ">", '"', "\\", "kh1", "setup:"),
    *("[" * 3000, "{" * 3000, '{"a":' * 3000, "A1" * 3000, "Turn(1,0,0,0)/" * 500, "x" * 20_000, "(" * 3000),
)


def _span(text: str, rng: Rng) -> tuple[int, int]:
    begin = rng.randrange(len(text) + 1)
    return begin, min(len(text), begin + rng.choice((1, 1, 1, 2, 3, 8, 40)))


def delete(text: str, other: str, rng: Rng) -> str:
    """Delete some characters."""
    begin, end = _span(text, rng)
    return text[:begin] + text[end:]


def insert(text: str, other: str, rng: Rng) -> str:
    """Insert something odd."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_ODD) + text[at:]


def replace(text: str, other: str, rng: Rng) -> str:
    """Replace some characters with something odd."""
    begin, end = _span(text, rng)
    return text[:begin] + rng.choice(_ODD) + text[end:]


def repeat(text: str, other: str, rng: Rng) -> str:
    """Repeat some characters, once or very often."""
    begin, end = _span(text, rng)
    return text[:begin] + text[begin:end] * rng.choice((2, 2, 3, 1000)) + text[end:]


def splice(text: str, other: str, rng: Rng) -> str:
    """Join the beginning of one text to the end of the other."""
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def change_character(text: str, other: str, rng: Rng) -> str:
    """Replace a character with another of the same alphabet."""
    at = rng.randrange(len(text))
    alphabets = ("0123456789", WORKER_LETTERS + EVENT_LETTERS, CROP_LETTERS, "+-", " \n", "()[]{}")
    letters = next((letters for letters in alphabets if text[at] in letters), "\t;x")
    return text[:at] + rng.choice(letters) + text[at + 1 :]


def change_word(text: str, other: str, rng: Rng) -> str:
    """Delete, double or move a word, or take one from the other text."""
    words, others = text.split(" "), other.split(" ")
    at = rng.randrange(len(words))
    match rng.randrange(4):
        case 0:
            del words[at]
        case 1:
            words.insert(at, words[at])
        case 2:
            words.insert(rng.randrange(len(words)), words.pop(at))
        case _:
            words[at] = rng.choice(others)
    return " ".join(words)


def exchange(text: str, other: str, rng: Rng) -> str:
    """Swap two references, workers, events or crops throughout."""
    alphabet: Words = rng.choice(
        (SPACES, SPACES, SPACES, WORKER_LETTERS[:6], WORKER_LETTERS[6:], EVENT_LETTERS, CROP_LETTERS)
    )
    one, two = rng.sample(list(alphabet), 2)
    return text.replace(one, "\x01").replace(two, one).replace("\x01", two)


def exchange_values(text: str, other: str, rng: Rng) -> str:
    """Take the value of one key, or of several, from the other position."""
    words, others = text.split(" "), other.split(" ")
    values = dict(word.partition("=")[::2] for word in others)
    for at in rng.sample(range(len(words)), min(len(words), rng.choice((1, 1, 2, 4)))):
        key = words[at].partition("=")[0]
        if values.get(key):
            words[at] = f"{key}={values[key]}"
    return " ".join(words)


def move_thing(text: str, other: str, rng: Rng) -> str:
    """Move a tile, a letter or some counters from one value of a position to another."""
    words = text.split(" ")
    giver, taker = rng.randrange(len(words)), rng.randrange(len(words))
    key, _, value = words[giver].partition("=")
    into, _, rest = words[taker].partition("=")
    if giver == taker or len(value) < 1:
        return text
    size = rng.choice((1, 2, 3, 4))
    at = rng.randrange(0, len(value), size)
    thing = value[at : at + size]
    kept = value[:at] + value[at + size :]
    words[giver] = f"{key}={kept or '-'}"
    rest = "" if rest == "-" else rest
    pieces = [rest[n : n + size] for n in range(0, len(rest), size)]
    words[taker] = f"{into}={''.join(sorted([*pieces, thing]))}"
    return " ".join(words)


def change_stack(text: str, other: str, rng: Rng) -> str:
    """Change, delete or double a frame of a stack, or take one from the other position."""
    head, _, stack = text.rpartition("stack=")
    frames, others = stack.split("/"), other.rpartition("stack=")[2].split("/")
    at = rng.randrange(len(frames))
    match rng.randrange(6):
        case 0:
            del frames[at]
        case 1:
            frames.insert(at, frames[at])
        case 2:
            frames[at] = rng.choice(others)
        case 3:
            frames.insert(at + 1, rng.choice(others))
        case 4:
            frames = frames[:1] + others[1:]
        case _:
            name, _, rest = frames[at].partition("(")
            arguments = rest.rstrip(")").split(",")
            alphabets = "0123456789", "01234", WORKER_LETTERS, EVENT_LETTERS, "a-d", SPACES
            arguments[rng.randrange(len(arguments))] = rng.choice(rng.choice(alphabets))
            frames[at] = f"{name}({','.join(arguments)})"
    return f"{head}stack={'/'.join(frames)}"


def perturb(text: str, other: str, rng: Rng) -> str:
    """Change a position as a whole."""
    return perturbed(parse_position(text), rng)


Mutation = Callable[[str, str, Rng], str]
_ANY: tuple[Mutation, ...] = (delete, insert, replace, repeat, splice, change_character, change_word, exchange)
_OF_POSITIONS: tuple[Mutation, ...] = (
    *_ANY,
    *(exchange, exchange_values, move_thing, change_stack, change_character) * 2,
)
_OF_JSON: tuple[Mutation, ...] = (*_ANY, *(change_node,) * 8)

# Each reader returns whether it accepted the text; it may raise only the ValueError of a refusal.


def read_position(text: str, rng: Rng) -> None:
    """Read a position, write it again, and play on from it."""
    state = parse_position(text)
    assert position_text(state) == " ".join(plain(unquoted(text)).split()), "not written as it was read"
    _look(state, rng)
    play_on(state, rng)


def play_on(state: State, rng: Rng) -> None:
    """Play some random moves; any error is now the program's fault."""
    try:
        for _ in range(MOVES_ON):
            if not state.stack:
                return
            moves = legal(state)
            assert moves, f"no legal move: {position_text(state)}"
            assert len(set(moves)) == len(moves), f"a move twice: {position_text(state)}"
            move = rng.choice(moves)
            before, state = state, play(state, move)
            found = fault(state)
            assert not found, f"after {move} in {position_text(before)}: {found}"
        _look(state, rng)
    except ValueError as error:
        raise AssertionError(f"ValueError in play: {error}") from error


def _look(state: State, rng: Rng) -> None:
    """Observe the position from a seat: it sees its choices, and a state sampled from what it sees is sound."""
    seat = rng.randrange(state.players)
    seen = observe(state, seat)
    assert seen.legal() == (legal(state) if actor(state) == seat else []), f"seat {seat} of {position_text(state)}"
    found = fault(seen.sample(Source(rng.getrandbits(32))))
    assert not found, f"sample of seat {seat} of {position_text(state)}: {found}"


def read_record(text: str, rng: Rng) -> None:
    """Read a record, write it again, read that, and play on from its end."""
    record = parse_record(text)
    again = parse_record(record_text(record))
    assert (again.moves, again.headers, again.start) == (record.moves, record.headers, record.start)
    *_, last = record.states()
    play_on(last, rng)


def read_layout(text: str, rng: Rng) -> None:
    """Read a layout and its one-line form."""
    layout = parse_layout(text)
    assert parse_compact(compact(layout)) == layout


def read_compact(text: str, rng: Rng) -> None:
    """Read a one-line layout."""
    assert compact(parse_compact(text)) == text


def play_move(text: str, rng: Rng) -> None:
    """Play a word that may not be a move, in a sound position."""
    position, _, move = text.partition("\n")
    state = parse_position(position)
    assert move in legal(state) or not _accepts(state, move), f"accepted: {move!r}"
    game = Game(state)
    if actor(state) >= 0:
        game.play(move)
        assert game.moves[0] == move
    else:
        apply(state, move)


def _accepts(state: State, move: str) -> bool:
    try:
        apply(state, move)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Kind:
    """A kind of text: its originals, its mutations, and its reader."""

    texts: Callable[[], Words]
    mutations: tuple[Mutation, ...]
    read: Callable[[str, Rng], None]


KINDS = {
    "position": Kind(positions, _OF_POSITIONS, read_position),
    "whole": Kind(positions, (perturb,), read_position),
    "record": Kind(records, _ANY, read_record),
    "layout": Kind(layouts, _OF_JSON, read_layout),
    "compact": Kind(compacts, _ANY, read_compact),
    "move": Kind(positions, _ANY, play_move),
    "save": Kind(saves, _ANY, read_save),
    "entry": Kind(entries, _OF_JSON, read_entry),
    "unsealed": Kind(unsealed, _ANY, read_unsealed),
    "settings": Kind(settings, _OF_JSON, read_settings),
    "setup": Kind(setups, _OF_JSON, read_setup),
    "message": Kind(messages, _OF_JSON, read_messages),
    "letter": Kind(letters, _ANY, read_turn),
    "scenario": Kind(scenarios, _OF_JSON, read_scenario),
    "row": Kind(rows, _OF_JSON, read_row),
    "mined": Kind(mined, _OF_JSON, read_line),
    "progress": Kind(progress, _OF_JSON, read_progress),
    "results": Kind(results, _OF_JSON, read_results),
}
#: How often each kind comes up.
_SHARES = (
    ("position",) * 7
    + ("whole",) * 7
    + ("record",) * 3
    + ("layout",) * 2
    + ("compact", "move", "move", "save", "unsealed", "entry", "settings", "setup", "message", "letter")
    + ("scenario", "row", "mined", "progress", "results")
)


def mutated(kind: str, rng: Rng) -> str:
    """Return a text of this kind with one change or several."""
    texts = KINDS[kind].texts()
    text = rng.choice(texts)
    if kind == "move":
        moves = legal(parse_position(text)) or ["end"]
        return text + "\n" + _changed(rng.choice(moves), KINDS[kind].mutations, moves, rng)
    if kind == "whole":
        return perturb(text, text, rng)
    return _changed(text, KINDS[kind].mutations, texts, rng)


def _changed(text: str, mutations: tuple[Mutation, ...], texts: Words, rng: Rng) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(mutations)(text, rng.choice(texts), rng) or "-"
    return text


def try_text(kind: str, text: str, rng: Rng) -> str | None:
    """Return the program's fault with a text, in a few lines, or ``None``.

    Raise `ValueError`, with one line, if the text is refused.
    """
    begun = time.monotonic()
    try:
        KINDS[kind].read(text, rng)
    except ValueError as error:
        said = str(error)
        if said and "\n" not in said and len(said) < 500 and said.isprintable():
            if time.monotonic() - begun < SECONDS:
                raise
            return f"{kind}: refused after {time.monotonic() - begun:.1f} s: {text[:2000]!r}"
        return f"{kind}: not a message of one line: {said[:500]!r} for {text[:2000]!r}"
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return (
            f"{kind}: {type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {error}\n  {text[:4000]!r}"
        )
    if time.monotonic() - begun > SECONDS:
        return f"{kind}: took {time.monotonic() - begun:.1f} s: {text[:2000]!r}"
    return None


def fuzz(numbers: range, seed: int) -> Findings:
    """Try the texts with these numbers; the same seed and number give the same text."""
    findings = Findings()
    for number in numbers:
        rng = random.Random(f"{seed}/{number}")
        kind = rng.choice(_SHARES)
        text = mutated(kind, rng)
        findings.read[kind] += 1
        try:
            found = try_text(kind, text, rng)
        except ValueError:
            continue
        findings.accepted[kind] += 1
        if found:
            findings.faults.append(f"seed {seed}, number {number}: {found}")
    return findings


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 1 if any fault was found."""
    parser = argparse.ArgumentParser(prog="tests fuzz", description="Feed mutated texts to the parsers.")
    parser.add_argument("--inputs", type=count, default=200_000, help="how many texts (default 200000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run (default 1)")
    parser.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, help="processes (default: one per processor)"
    )
    parser.add_argument("--show", type=int, default=10, help="how many faults to print (default 10)")
    options = parser.parse_args(argv)
    step = 500
    parts = [range(first, min(first + step, options.inputs)) for first in range(0, options.inputs, step)]
    total = Findings()
    told = time.monotonic()
    with multiprocessing.Pool(options.jobs, initializer=_limit_memory) as pool:
        for findings in pool.imap(partial(fuzz, seed=options.seed), parts):
            for found in findings.faults[: max(0, options.show - len(total.faults))]:
                print(found, flush=True)
            total.add(findings)
            if time.monotonic() - told >= 10:
                told = time.monotonic()
                print(
                    f"{total.read.total()} of {options.inputs}, {len(total.faults)} faults", file=sys.stderr, flush=True
                )
    for kind, number in sorted(total.read.items()):
        print(f"{kind:9} {number:7} texts, {total.accepted[kind]:7} accepted")
    print(f"{total.read.total()} texts, {total.accepted.total()} accepted, {len(total.faults)} faults")
    return 1 if total.faults else 0


def _limit_memory() -> None:
    """Limit the memory: a process that asks for more gets a MemoryError, a fault like any other."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    sys.exit(main())
