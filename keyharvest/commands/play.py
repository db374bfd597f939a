"""``keyharvest play``: play in the terminal, with people and computers in any seats."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import Any

from keyharvest import words
from keyharvest.commands.arguments import (
    PERSON,
    add_game_arguments,
    check_apart,
    file,
    layout_of,
    path,
    read_text,
    seats,
)
from keyharvest.files import check_writable, write_file
from keyharvest.game import Game
from keyharvest.players import Player, decide, make_player
from keyharvest.record import parse_record, record_text
from keyharvest.rules.turn import Turn
from keyharvest.table.sealing import position_in
from keyharvest.table.sitting import forced
from keyharvest.words import language, text_view
from keyharvest.words.language import LANGUAGES, N_, _

_HELP = N_("""Type a move or its number in the list, or a command:
  table   show the table           moves   list the legal moves
  undo    undo the last move       save F  save the record to a file
  help    show this text           quit    leave the game""")

_TODAY = "today"


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "play",
        help="play in the terminal",
        description="A game in the terminal. Each seat is a person or a computer player; people share the keyboard.",
    )
    parser.add_argument(
        "--seats",
        type=seats,
        default=[PERSON, "greedy"],
        metavar="P,P[,P[,P]]",
        help="the players in the order of their seats, separated by commas (default person,greedy)",
    )
    add_game_arguments(parser)
    parser.set_defaults(start=None)
    parser.add_argument("--from", type=file, dest="record", metavar="FILE", help="continue the game of a record")
    parser.add_argument(
        "--position", metavar="LINE", help="begin with a position: its text, or a link to it from the page's editor"
    )
    parser.add_argument(
        "--day",
        nargs="?",
        const=_TODAY,
        metavar="DATE",
        help="play the game of the day, the same for everyone: today's, or that of a date such as 2026-01-05",
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of all sentences (default en)")
    parser.add_argument("--save", type=path, metavar="FILE", help="save the record here when the game ends or you quit")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the end or until a person leaves."""
    if not language.known(arguments.language):
        print(f"keyharvest play: {LANGUAGES[arguments.language]} isn't available; staying in English", file=sys.stderr)
    elif arguments.language != "en":
        with language.speaking(arguments.language):
            return _run(arguments)
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    seating: list[str] = arguments.seats
    _check_one_beginning(arguments)
    if arguments.position is not None:
        game = Game(position_in(arguments.position), arguments.seed)
        game.make_draws()
        _check_players("--position", game, seating)
    elif arguments.day is not None:
        game = Game.of_day(date.today().isoformat() if arguments.day == _TODAY else arguments.day)
        _check_players("--day", game, seating)
    elif arguments.record is not None:
        game = Game.from_record(parse_record(read_text(arguments.record)))
        _check_players(str(arguments.record), game, seating)
    else:
        game = Game.new(len(seating), layout_of(arguments), arguments.start or "drawn", arguments.seed)
    if arguments.save is not None:
        # Check the output path first, so that no game is played in vain.
        check_apart("--save", arguments.save, arguments.layout)
        check_writable(arguments.save)
    names = [f"{name.capitalize()} {seat + 1}" for seat, name in enumerate(seating)]
    for seat, name in enumerate(names):
        game.headers.setdefault(f"Seat{seat + 1}", name)
        game.headers[f"Player{seat + 1}"] = seating[seat]
    sitting = _Sitting(game, names, [_computer(name, arguments.seed + seat) for seat, name in enumerate(seating)])
    try:
        sitting.play()
    finally:
        if arguments.save is not None:
            write_file(arguments.save, record_text(game.record()))
    return 0


def _check_one_beginning(arguments: argparse.Namespace) -> None:
    """Raise ``ArgumentTypeError`` unless the game begins in one way."""
    whole = {"--position": arguments.position, "--day": arguments.day, "--from": arguments.record}
    given = [name for name, value in whole.items() if value is not None]
    parts = {"--layout": arguments.layout, "--start": arguments.start}
    others = [*given[1:], *(name for name, value in parts.items() if value is not None)]
    if given and others:
        raise argparse.ArgumentTypeError(f"{given[0]} can't be combined with {others[0]}")


def _check_players(source: str, game: Game, seating: list[str]) -> None:
    if game.state.players != len(seating):
        raise ValueError(f"{source}: a game for {game.state.players} players, but --seats names {len(seating)}")


def _computer(name: str, seed: int) -> Player | None:
    return None if name == PERSON else make_player(name, seed)


class _LeftError(Exception):
    """A person has left the game."""


class _Sitting:
    """One game at the terminal."""

    def __init__(self, game: Game, names: list[str], players: list[Player | None]) -> None:
        self.game = game
        self.names = names
        self.players = players
        people = [seat for seat, player in enumerate(players) if player is None]
        #: The seat whose secrets the log may show: none with several people at one screen.
        self.watcher = people[0] if len(people) == 1 else None
        self.printed = 0

    def play(self) -> None:
        """Ask and answer until the game is over."""
        try:
            while not self.game.over:
                self._print_news()
                seat = self.game.actor
                player = self.players[seat]
                if player is None:
                    self.game.play(self._ask(seat))
                else:
                    decide(self.game, player)
        except _LeftError:
            print(_("You left the game."))
            return
        self._print_news()
        print()
        print(text_view.scores(self.game.state, self.names))

    def _print_news(self) -> None:
        """Print the news since the last call."""
        states, moves = self.game.states, self.game.moves
        for at in range(self.printed, len(moves)):
            said = words.sentence(states[at], moves[at], states[at + 1], self.names, self.watcher, moves[:at])
            if said:
                print(f"  {said}")
        self.printed = len(moves)

    def _ask(self, seat: int) -> str:
        """Ask a person for a move."""
        seen = self.game.observation(seat)
        choices = seen.legal()
        answer = forced(self.game.state)
        if answer is not None:
            return answer
        self._question(seat)
        while True:
            typed = _typed(f"{self.names[seat]}> ")
            command, _space, rest = typed.partition(" ")
            if typed in choices:
                return typed
            if typed.isascii() and typed.isdigit() and len(typed) < 4 and 1 <= int(typed) <= len(choices):
                return choices[int(typed) - 1]
            if command == "quit":
                raise _LeftError
            if command == "undo":
                self._undo()
                return self._ask(seat)
            if command == "table":
                print(text_view.table(seen.view, self.names, seen.unknown))
            elif command == "moves":
                self._question(seat)
            elif command == "save" and rest:
                self._save(rest)
            elif command == "help" or not typed:
                print(_(_HELP))
            else:
                reason = words.why_not(seen.view, typed) or _("There is no such move.")
                print(_("  {reason} (type 'help' for the commands)").format(reason=reason))

    def _question(self, seat: int) -> None:
        """Print the question, and the answers by number."""
        view = self.game.observation(seat).view
        if isinstance(view.stack[-1], Turn):
            print(f"\n{words.turn_heading(view, self.names)}")
            print(text_view.board(view, seat))
        print(words.prompt(view, self.names))
        for number, move in enumerate(self.game.observation(seat).legal(), 1):
            print(f"  {number:>3}  {move:8} {words.label(view, move, self.names)}")

    def _save(self, name: str) -> None:
        try:
            write_file(Path(name), record_text(self.game.record()))
        except OSError as error:
            print(_("  Not saved: {reason}.").format(reason=f"{name}: {error.strerror}"))
        except ValueError as error:  # the file name is impossible
            print(_("  Not saved: {reason}.").format(reason=error))
        else:
            print(_("  Saved to {path}.").format(path=name))

    def _undo(self) -> None:
        reason = self.game.undoable()
        back = 0
        while reason is None:
            self.game.undo()
            back += 1
            if forced(self.game.state) is None:
                self.printed = len(self.game.moves)
                return
            # Going back to a forced answer would only lead to the same position again.
            reason = self.game.undoable()
        for _step in range(back):
            self.game.redo()
        print(_("  Can't undo: {reason}.").format(reason=_(reason)))


def _typed(prompt: str) -> str:
    """Read a line from a person. Raise :class:`_LeftError` at the end of the input."""
    if sys.stdin is None:  # closed when the program began
        raise _LeftError
    try:
        return input(prompt).strip()
    except EOFError:
        raise _LeftError from None
    except UnicodeDecodeError:
        return "?"  # not a move, so the question is asked again with an explanation
