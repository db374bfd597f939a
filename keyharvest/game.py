"""A game in progress: its states and moves, undo, and one source of chance."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from keyharvest.knowledge import Observation, observe, public, unknown_to_all
from keyharvest.knowledge.changes import changes
from keyharvest.record.record import (
    DAY,
    FAIR,
    LONGEST,
    Record,
    header_fault,
    is_day,
    parse_record,
    record_text,
)
from keyharvest.rules import (
    CHANCE,
    OVER,
    STANDARD,
    Layout,
    Source,
    State,
    actor,
    apply,
    draw,
    final_scores,
    legal,
    new_game,
    play,
    round_of,
    winners,
)
from keyharvest.rules.components import EVENT_LETTERS
from keyharvest.rules.foreign import decoded
from keyharvest.rules.frames import END
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import Start
from keyharvest.rules.state import lacks, whole
from keyharvest.rules.turn import Turn

if TYPE_CHECKING:
    from pathlib import Path

#: The maximum number of digits of a seed that a record can hold.
SEED_DIGITS: Final = 18
#: More than the number of moves in any game, so that different seeds use different sources.
_MOST_MOVES: Final = 1_000_003
#: The values of the header ``Fair`` while several pages make the draws of a game together.
_TOGETHER: Final = ("on", "sealed", "stopped")


def _kind(value: object) -> str:
    """Return the name of a value's class."""
    return type(value).__name__


def _speaking(language: str | None) -> AbstractContextManager[None]:
    """Use a language for a while, ``None`` for the one in use. Raise ``ValueError`` if it isn't there."""
    from keyharvest.words.language import LANGUAGES, known, speaking

    if language is None:
        return nullcontext()
    there = [code for code in LANGUAGES if known(code)]
    if language not in there:
        raise ValueError(f"language {str(language)[:20]!r}: expected one of {', '.join(there)}")
    return speaking(language)


class Game:
    """A game, played move by move.

    Attributes:
        moves: all moves so far, draws included, as the engine spells them.
        states: the state before each move, then the present one. Play on a copy of one, as ``play`` does.
        headers: further facts for the record (names, computer players).
        seed: the seed of all draws, at most 18 digits. A draw depends only on it and on the number of moves before the
            draw, so a game that is saved and opened again continues with the same draws. In a game of the day, the
            draws follow from its date instead.

    >>> game = Game.new(seed=1)
    >>> game
    <Game of 2: set-up, seat 2 to decide>
    >>> game.question
    'Player 2, who starts?'
    >>> game.play(game.legal()[0])
    >>> game
    <Game of 2: round 1, turn 1, seat 1 to decide>
    """

    def __init__(self, start: State, seed: int = 0, draws: Sequence[str] = ()) -> None:
        """Begin at a state; ``draws`` are the first tiles to come out of the bag, such as ``D1``, where possible."""
        if not isinstance(start, State):
            raise TypeError(f"start: expected a State, such as new_game returns, not {_kind(start)}")
        self.seed = whole("seed", seed)
        if not 0 <= self.seed < 10**SEED_DIGITS:  # else its record couldn't be read
            raise ValueError(f"seed: {str(seed)[:30]}; expected a number of at most {SEED_DIGITS} digits, 0 or more")
        self.moves: list[str] = []
        self.states: list[State] = [start]
        self.headers: dict[str, str] = {}
        self.draws = tuple(draws)
        self._undone: list[str] = []

    @classmethod
    def new(cls, players: int = 2, layout: Layout = STANDARD, start: Start = "drawn", seed: int = 0) -> Game:
        """Return a new game, with all draws up to its first decision made.

        Raise ``ValueError`` as ``new_game`` does, and for an invalid seed.
        """
        game = cls(new_game(players, layout, start), seed)
        game.make_draws()
        return game

    @classmethod
    def of_day(cls, day: str) -> Game:
        """Return the game of a day, such as ``2026-01-05``, for two players: the same deal and draws for everyone.

        >>> one, other = Game.of_day("2026-01-05"), Game.of_day("2026-01-05")
        >>> one.moves == other.moves != Game.of_day("2026-01-06").moves
        True

        Raise ``ValueError`` if ``day`` isn't a date.
        """
        if not is_day(day):
            raise ValueError(f"day: {day[:20]!r}; expected a date such as 2026-01-05")
        game = cls(new_game(2, start="random"))
        game.headers[DAY] = day
        game.make_draws()
        return game

    @classmethod
    def from_record(cls, record: Record, seed: int | None = None) -> Game:
        """Continue the game of a record. Raise ``ValueError`` for an illegal move or a seed that isn't an integer.

        ``seed`` replaces the game's own seed for all draws from now on; a game that is over keeps its own.
        """
        if not isinstance(record, Record):
            raise TypeError(f"record: expected a Record, such as parse_record returns, not {_kind(record)}")
        headers = dict(record.headers)
        if seed is not None and headers.get(FAIR) in _TOGETHER:  # only the page that plays it can draw together
            del headers[FAIR]
        word = headers.pop("Seed", "0")
        if not (word.isascii() and word.isdigit() and len(word) <= SEED_DIGITS):
            raise header_fault("Seed", f"{word[:40]!r}; expected a number of at most {SEED_DIGITS} digits")
        states = list(record.states())
        game = cls(record.start, int(word) if seed is None or actor(states[-1]) == OVER else seed)
        game.states = states
        game.moves = list(record.moves)
        game.headers = headers
        game.make_draws()
        return game

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Continue the game in a file that :meth:`save` or the page wrote.

        Raise ``OSError`` if it can't be read, and ``ValueError`` with its name if it isn't a record.

        >>> from tempfile import TemporaryDirectory
        >>> game = Game.new(seed=1)
        >>> with TemporaryDirectory() as folder:
        ...     game.save(f"{folder}/game.txt")
        ...     again = Game.load(f"{folder}/game.txt")
        >>> again.state == game.state, again.seed
        (True, 1)
        """
        from pathlib import Path

        with Path(path).open("rb") as file:
            content = file.read(LONGEST + 1)
        try:
            return cls.from_record(parse_record(decoded(content)))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def save(self, path: str | Path) -> None:
        """Write the game so far to a file, as a record. Raise ``OSError`` if that fails; an older file then stays."""
        from pathlib import Path

        from keyharvest.files import write_file

        write_file(Path(path), record_text(self.record()))

    def copy(self) -> Game:
        """Return a game that continues from here without changing this one: with the same draws, and the same undo."""
        new = type(self)(self.states[0], self.seed, self.draws)
        new.moves, new.states, new.headers = self.moves[:], self.states[:], dict(self.headers)
        new._undone = self._undone[:]
        return new

    __copy__ = copy

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise lacks(self, name, "game.state")

    def __repr__(self) -> str:
        state = self.state
        when = f"round {round_of(state.turn, state.players)}, turn {state.turn}" if state.turn else "set-up"
        if self.over:
            asked = f"over, {' to '.join(map(str, self.scores))} points"
        elif self.actor == CHANCE:  # made from a state, with draws still to come
            asked = "a draw is next"
        else:
            asked = f"seat {self.actor + 1} to decide"
        return f"<Game of {state.players}: {when}, {asked}>"

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def actor(self) -> int:
        """The seat that decides, or ``OVER``; ``CHANCE`` only while pages draw together: other draws are immediate.

        A sealed game isn't over until all pages have opened their keys.
        """
        seat = actor(self.state)
        return CHANCE if seat == OVER and self.sealed else seat

    @property
    def together(self) -> bool:
        """Whether the draws are made together with other pages, and so come from outside (docs/remote.md)."""
        return self.headers.get(FAIR) in _TOGETHER

    @property
    def sealed(self) -> bool:
        """Whether the hands of other players are only guesses here, until all pages open their keys."""
        return self.headers.get(FAIR) == "sealed"

    @property
    def drawing(self) -> bool:
        """Whether a draw, or the opening of the keys at the end, is waiting for other pages."""
        return self.together and self.actor == CHANCE

    @property
    def stopped(self) -> bool:
        """Whether a proven lie has stopped the game."""
        return self.headers.get(FAIR) == "stopped"

    @property
    def ceased(self) -> int:
        """The turn in which its pages stopped drawing together, 0 for set-up; -1 if they never did."""
        word, _space, turn = self.headers.get(FAIR, "").partition(" ")
        return int(turn) if word == "until" and turn.isascii() and turn.isdigit() and len(turn) < 6 else -1

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.actor == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat as the game stands; ``final_scores`` splits them by source (rule 13.2)."""
        return tuple(score.total for score in final_scores(self.state))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: none before the end, several if they share the win (rule 13.3)."""
        return winners(self.state) if self.over else ()

    # Most games are never shown, so pictures and sentences are imported only on demand.

    @property
    def names(self) -> list[str]:
        """The players' names from the headers, or else "Player 1" and so on."""
        from keyharvest.words.terms import seat_names

        return seat_names(self.headers, self.state.players)

    @property
    def question(self) -> str:
        """The open question as a sentence, with the player's name."""
        from keyharvest.words import prompt

        return prompt(self.state, self.names)

    def sentence(self, move: str, language: str | None = None) -> str:
        """Return a legal move in a few words, in a language of the game or in the one in use.

        Raise ``ValueError`` if the move isn't legal, or the language isn't there.

        >>> game = Game.new(seed=1)
        >>> game.play("1")
        >>> game.sentence("end"), game.sentence("end", "de")
        ('End the turn', 'Den Zug beenden')
        """
        apply(self.state, move)  # raises the error for an illegal move
        with _speaking(language):
            return self._in_words(move)

    def sentences(self, language: str | None = None) -> dict[str, str]:
        """Return every legal move with its words, as :meth:`sentence` says them.

        >>> Game.new(seed=1).sentences("fr")
        {'1': 'Joueur 1', '2': 'Joueur 2'}
        """
        with _speaking(language):
            return {move: self._in_words(move) for move in self.legal()}

    def _in_words(self, move: str) -> str:
        from keyharvest.words import label

        return label(self.state, move, self.names)

    def text(self, seat: int | None = None) -> str:
        """Return the table as plain text, as seen by a seat, or by a spectator if none is given.

        When the game is over, all hands are open.
        """
        from keyharvest.words.text_view import table

        view, unknown = self._seen(seat)
        return table(view, self.names, unknown)

    def svg(
        self, seat: int | None = None, *, size: int | None = None, theme: str | None = None, last: bool = False
    ) -> str:
        """Return the table as a standalone SVG picture, as seen by a seat, or by a spectator if none is given.

        ``size`` is its width in pixels, which otherwise adapts to its place; ``theme`` is ``light``, ``dark`` or
        ``contrast``, or follows the reader's system; with ``last`` it marks what the last action and all that
        followed from it have changed. The open question is above the table, and the player who decides is marked. In a
        page, the picture changes nothing outside itself. Raise ``ValueError`` for any other size or theme.

        >>> Game.new(seed=1).svg(size=700, theme="dark")[:76]
        '<svg xmlns="http://www.w3.org/2000/svg" class="kh kh-full" viewBox="0 0 1400'
        """
        from keyharvest.picture.sprites import standalone
        from keyharvest.picture.table import table

        view, unknown = self._seen(seat)
        changed = changes(self.states[self._last() :] if last else (), view.players)
        return standalone(table(view, self.names, unknown, self.question, changed, size), theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _seen(self, seat: int | None) -> tuple[State, Sequence[int]]:
        """Return the table as a seat or spectator sees it, and how many counters of each hand it hides (13.2, 14)."""
        observation = None if seat is None else self.observation(seat)
        if self.over:
            return self.state, (0,) * self.state.players
        if observation is None:
            return self.public(), unknown_to_all(self.state)
        return observation.view, observation.unknown

    def legal(self) -> list[str]:
        """The legal moves of the seat that decides."""
        return legal(self.state)

    def observation(self, seat: int) -> Observation:
        """Return what a seat knows now. Raise ``ValueError`` if the seat isn't in the game."""
        return observe(self.state, seat)

    def public(self) -> State:
        """Return what everyone knows now: the game as a spectator sees it."""
        return public(self.state)

    def play(self, move: str) -> None:
        """Carry out a decision and all draws up to the next one. Raise ``ValueError`` if it is illegal."""
        self._add(move, apply(self.state, move))
        self._undone.clear()
        self.make_draws()

    def take(self, moves: Sequence[str], at: int | None = None) -> None:
        """Carry out moves made elsewhere, draws included; with ``at``, in place of all after that number of moves.

        Raise ``ValueError``, changing nothing, if one is illegal.
        """
        at = len(self.moves) if at is None else at
        states = list(Record(self.states[at], list(moves)).states())
        self.moves[at:] = moves
        self.states[at:] = states
        self._undone.clear()

    def _add(self, move: str, state: State) -> None:
        self.moves.append(move)
        self.states.append(state)

    def make_draws(self) -> None:
        """Make all draws up to the next decision. Callers need this only after ``Game(state)``."""
        while actor(self.state) == CHANCE and not self.together:
            if DAY in self.headers:
                move = self._of_the_day()
            else:
                move = self._stacked() or draw(self.state, Source(self.seed * _MOST_MOVES + len(self.moves)))
            self._add(move, play(self.state, move))

    def _of_the_day(self) -> str:
        """Return the next draw of a game of the day: the first tile in the bag, by an order that only this draw uses.

        So a draw depends on earlier play only through what is in the bag, and a tile put back isn't bound to come next.
        """
        source = Source(int(self.headers[DAY].replace("-", "")) * _MOST_MOVES + self._drawn())
        possible, left = set(legal(self.state)), [f"*{name}" for name in (*SPACES, *EVENT_LETTERS)]
        while left:
            move = left.pop(source.below(len(left)))
            if move in possible:
                return move
        return draw(self.state, source)

    def _stacked(self) -> str | None:
        """Return the next draw of the stacked bag, if it is possible now."""
        drawn = self._drawn()
        if drawn >= len(self.draws):
            return None
        move = "*" + self.draws[drawn]
        return move if move in legal(self.state) else None

    def _last(self) -> int:
        """Return the number of moves before the last action of a turn, 0 if there was none."""
        past = range(len(self.moves) - 1, -1, -1)
        return next((at for at in past if isinstance(self.states[at].stack[-1], Turn) and self.moves[at] != END), 0)

    def _drawn(self) -> int:
        """Return the number of draws so far."""
        return sum(parse(move).drawn for move in self.moves)

    def undoable(self) -> str | None:
        """Return the reason why the last decision can't be undone, or ``None`` if it can."""
        return self._undoable(len(self.moves))

    def settled(self) -> int:
        """Return how many moves, up to a decision, can no longer be undone one by one.

        >>> game = Game.new(seed=1)
        >>> game.play(game.legal()[0])
        >>> game.settled() == len(game.moves)
        True
        """
        number = len(self.moves)
        while self._undoable(number) is None or (number and actor(self.states[number]) == CHANCE):
            number -= 1
        return number

    def _undoable(self, number: int) -> str | None:
        """Return the reason why the last of this many decisions can't be undone, or ``None`` if it can."""
        if not number:
            return "nothing has been done yet"
        last, before, after = self.moves[number - 1], self.states[number - 1], self.states[number]
        if parse(last).drawn:
            return "a tile has been drawn since" if before.turn else "nothing has been done yet"
        if last == END or before.turn != after.turn:
            return "the turn has ended"
        if actor(before) != actor(after):
            return "the last decision was another player's"
        return None

    def undo(self) -> None:
        """Undo the last decision. Raise ``ValueError`` with the reason if that is impossible."""
        reason = self.undoable()
        if reason:
            raise ValueError(f"undo: {reason}")
        self.states.pop()
        self._undone.append(self.moves.pop())

    def rewind(self, number: int) -> None:
        """Go back to the decision after an earlier number of moves, even if tiles have been drawn since.

        Draws that come before that decision stay. Lessons use this, and so does undoing a whole turn. Raise
        ``ValueError`` if that number hasn't been reached.
        """
        number = whole("rewind", number)
        if not 0 <= number <= len(self.moves):
            raise ValueError(f"rewind: {number}; expected a number of moves from 0 to {len(self.moves)}")
        while number < len(self.moves) and actor(self.states[number]) == CHANCE:
            number += 1
        del self.moves[number:]
        del self.states[number + 1 :]
        self._undone.clear()

    def redoable(self) -> bool:
        """Whether an undone decision can be redone."""
        return bool(self._undone)

    def redo(self) -> None:
        """Redo the last decision undone. Raise ``ValueError`` if there is none."""
        if not self._undone:
            raise ValueError("redo: nothing to redo")
        move = self._undone.pop()
        self._add(move, apply(self.state, move))
        self.make_draws()

    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record(self.states[0], list(self.moves), {**self.headers, "Seed": str(self.seed)})
