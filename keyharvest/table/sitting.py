"""The players at the table and their game, as the page's session uses them.

A :class:`Sitting` holds the true state. Everything shown goes through :meth:`Sitting.sight`, which returns what one
viewer may see and nothing else (rule 14).
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from keyharvest import words
from keyharvest.game import Game
from keyharvest.knowledge import behind_screens, observe, public, unknown_to_all
from keyharvest.knowledge.changes import Changes, changes
from keyharvest.players import RAISED, Player, PlayerError, error_line, make_player, thinking
from keyharvest.record import DAY, Record, RecordError, parse_record, record_text
from keyharvest.record import is_day as is_day
from keyharvest.record.record import LONGEST, header_fault
from keyharvest.rules import OVER, STANDARD, State, actor, apply, decision, legal, new_game, ranks, round_of
from keyharvest.rules.events import ExchangeFor, Give, MoveTo, SwapFor
from keyharvest.rules.frames import END, Bid, ChooseField, Pay, PickFields, TakeCounters
from keyharvest.rules.layout import Layout
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import Start
from keyharvest.rules.state import check_seat
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.table.chairs import BADGES, FACES, FAR, KINDS, NOBODY, PERSON, Chair, clean_name, dressed
from keyharvest.table.clock import CLOCK, Clock
from keyharvest.table.sealing import HAD, fault_in_words, sealed, unsealed, without_seed
from keyharvest.words.language import N_, _, code

_NOTHING_DONE: Final = N_("nothing has been done yet")
#: The reasons of `Game.undoable`, marked for translation here because the engine has no words of its own.
UNDOABLE_NO_MORE: Final = (
    N_("a tile has been drawn since"),
    N_("the turn has ended"),
    N_("the last decision was another player's"),
)

#: The header that counts how often a person went back to the last turn.
TAKEN_BACK: Final = "TakenBack"
#: The header of a game played on from a moment of another one: the round of that moment.
PLAYED_ON: Final = "PlayedOn"
#: The header that says that several people allow hints.
HINTS: Final = "Hints"
#: The header that counts the hints asked for, and that of a game with a coach, even a silent one.
HINTS_ASKED: Final = "HintsAsked"
COACH: Final = "Coach"
#: The header of a game of the day that was begun again after the first had been deleted.
SECOND_TRY: Final = "SecondTry"
#: The header of a game by message: its id, by which the pages of all players know it.
MESSAGE: Final = "Message"
#: The header that says on whose page it began: the number of that seat.
HOST: Final = "Host"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8}")


@dataclass(frozen=True, slots=True)
class Sight:
    """The view of one viewer: a masked state, and the number of counters of unknown crop in each hand."""

    viewer: int
    view: State
    unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One sentence of the log: the number of moves before it, the turn, who did it (``NOBODY``: a draw), the words.

    ``brief`` says the same in a few words.
    """

    at: int
    turn: int
    seat: int
    text: str
    brief: words.Brief


class Sitting:
    """A game and its players."""

    def __init__(self, game: Game, chairs: Sequence[Chair]) -> None:
        self.game = game
        self.chairs = dressed(chairs)
        self.names = tuple(chair.name for chair in chairs)
        #: Seconds that a computer player may think about one decision; 0 for no limit.
        self.patience = 0.0
        #: This page's part in draws that several pages make together; it is stored on this page only.
        self.part = ""
        #: The analysis of the finished game, as text; it too is stored on this page only.
        self.judged = ""
        self._players: dict[int, tuple[float, Player]] = {}
        self._runs: tuple[State, bool] | None = None
        self._thought: tuple[State, Generator[None, None, str]] | None = None
        # What each return to a last turn removed: the state at its start, and the moves and states after it.
        self._taken: list[tuple[State, list[str], list[State]]] = []
        self._lines: list[LogEntry] = []
        self._logged = 0
        self._spoken = ""

    @classmethod
    def new(
        cls,
        chairs: Sequence[Chair],
        start: Start,
        seed: int,
        screens: bool = False,
        layout: Layout = STANDARD,
        hints: bool = False,
        minutes: int = 0,
        message: str = "",
    ) -> Sitting:
        """Start a game with ``minutes`` of thinking time each, 0 for no limit. Raise ``ValueError`` as ``Game.new``.

        ``message`` is the id of a game with players elsewhere.
        """
        game = Game.new(len(chairs), layout, start, seed)
        sitting = cls.seated(game, chairs)
        if screens:
            game.headers["Screens"] = "closed"
        if hints:
            game.headers[HINTS] = "agreed"
        if minutes:
            game.headers[CLOCK] = Clock(minutes, (0.0,) * len(chairs)).text()
        if message:
            game.headers[MESSAGE] = message
            game.headers[HOST] = str(next((seat for seat, chair in enumerate(chairs, 1) if chair.person), 1))
        return sitting

    @classmethod
    def seated(cls, game: Game, chairs: Sequence[Chair]) -> Sitting:
        """Seat players at a game that has none yet, and name them in its record."""
        sitting = cls(game, chairs)
        sitting._name_seats()
        sitting._answer_forced()
        return sitting

    def again(self, seed: int, chairs: Sequence[Chair], message: str = "") -> Sitting:
        """Start another game with the same options and layout, and with these seats. Raise ``ValueError`` as ``new``.

        ``message`` is its id if it is by message. The starting player is found in the same way (rule 2.1), or drawn if
        this game began from a position.
        """
        return Sitting.new(
            chairs,
            self.start,
            seed,
            self.screens,
            self.game.state.layout,
            self.game.headers.get(HINTS) == "agreed",
            self.clock.minutes if self.clock else 0,
            message,
        )

    def played_on(self, at: int, seed: int) -> Sitting:
        """Start a game with the same players from a moment of this one, after ``at`` moves, with draws of its own.

        Otherwise people could see in it what this one will draw. Raise ``ValueError`` if others elsewhere play too.
        """
        if self.message:
            raise ValueError("a game with people elsewhere can't be continued from an earlier moment")
        game = self.game
        state = game.states[at]
        gone = (TAKEN_BACK, HINTS_ASKED, DAY, SECOND_TRY)
        headers = {name: word for name, word in game.headers.items() if name not in gone}
        headers[PLAYED_ON] = str(round_of(state.turn, state.players))
        if self.clock:
            headers[CLOCK] = Clock(self.clock.minutes, (0.0,) * len(self.chairs)).text()
        sitting = Sitting.from_record(Record(game.states[0], game.moves[:at], headers), seed)
        sitting._answer_forced()
        return sitting

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> Sitting:
        """Open a record, or what :meth:`sealed` returned; ``seed`` as in :meth:`from_record`.

        Raise ``RecordError`` with the place and the reason, in the language in use.
        """
        if len(text) > LONGEST:
            raise RecordError(_("It is longer than {number} characters.").format(number=LONGEST))
        try:
            return cls.from_record(parse_record(unsealed(text)), seed)
        except RecordError as error:
            raise RecordError(fault_in_words(error), error.line, error.word, error.record) from None

    @classmethod
    def from_record(cls, record: Record, seed: int | None = None) -> Sitting:
        """Open a record. Raise ``RecordError`` for a header that can't be used, ``ValueError`` for an illegal move.

        ``seed`` replaces the game's own seed for the draws of an unfinished game from now on.
        """
        game = Game.from_record(record, seed)
        chairs = []
        for number in range(1, game.state.players + 1):
            name = clean_name(game.headers.get(f"Seat{number}", "")) or words.who(None, number - 1)
            kind = game.headers.get(f"Player{number}", PERSON)
            if kind not in KINDS:
                raise header_fault(f"Player{number}", f"{kind[:40]!r}; expected one of {', '.join(KINDS)}")
            face, badge = (game.headers.get(f"{what}{number}", "") for what in ("Face", "Badge"))
            if face and (len(face) > 1 or face not in FACES):
                raise header_fault(f"Face{number}", f"{face[:40]!r}; expected one of {', '.join(FACES)}")
            if badge and badge not in ("1", "2", "3", "4"):
                raise header_fault(f"Badge{number}", f"{badge[:40]!r}; expected a number from 1 to {BADGES}")
            chairs.append(Chair(name, kind, face, int(badge or 0) - 1))
        badges = [chair.badge for chair in chairs if chair.badge >= 0]
        if len(set(badges)) < len(badges):
            raise header_fault("Badge", "two seats have the same")
        if CLOCK in game.headers:
            Clock.read(game.headers[CLOCK], len(chairs))
        message = game.headers.get(MESSAGE, "")
        if (message and not is_message(message)) or (not message and any(chair.kind == FAR for chair in chairs)):
            raise header_fault(MESSAGE, f"{message[:40]!r}; expected the id of a game by message")
        return cls(game, chairs)

    def record(self) -> Record:
        """Return the game so far as a record."""
        return self.game.record()

    def sealed(self) -> str:
        """Return the record packed for the browser's storage, from which the game continues with the same draws."""
        return sealed(record_text(self.record(), checkpoints=False, states=self.game.states))

    def handed_out(self) -> str:
        """Return the record packed for a file or a link, without an unfinished game's seed, which reveals its draws."""
        return self.sealed() if self.over else without_seed(self.sealed())

    def handed_over(self) -> str:
        """Return the record packed for another page of a live game, without moves that can still be undone.

        In a sealed game it contains no moves at all, since each page has its own guesses.
        """
        end, record = 0 if self.game.sealed else self.game.settled(), self.record()
        settled = Record(record.start, record.moves[:end], record.headers)
        text = sealed(record_text(settled, checkpoints=False, states=self.game.states[: end + 1]))
        return text if self.over else without_seed(text)

    @property
    def start(self) -> Start:
        """The way to find the starting player (rule 2.1); at random if the game began from a position."""
        first = self.game.states[0]
        return "drawn" if first == new_game(first.players, first.layout, "drawn") else "random"

    # The players

    @property
    def screens(self) -> bool:
        """Whether only the sizes of other hands are shown (rule 14.4)."""
        return self.game.headers.get("Screens") == "closed"

    @property
    def secret(self) -> bool:
        """Whether people at the table hide something from each other (rules 14.2, 14.4)."""
        return len(self.chairs) > 2 or self.screens

    def why_no_hints(self) -> str | None:
        """Return the reason why people may not ask for hints, or ``None`` if they may."""
        if self.screens:
            return "hands are behind screens"
        if sum(chair.human for chair in self.chairs) > 1 and self.game.headers.get(HINTS) != "agreed":
            return "several people play"
        return None

    def ask_hint(self) -> None:
        """Count a hint."""
        self.game.headers[HINTS_ASKED] = str(_number_in(self.game.headers, HINTS_ASKED) + 1)

    @property
    def hinted(self) -> bool:
        """Whether anyone has had advice in this game, by a hint or from a coach."""
        return COACH in self.game.headers or _number_in(self.game.headers, HINTS_ASKED) > 0

    @property
    def since(self) -> int:
        """The round of another game from which this one was played on; 0 if it wasn't."""
        return _number_in(self.game.headers, PLAYED_ON)

    @property
    def clock(self) -> Clock | None:
        """The thinking time, in a game with a clock."""
        text = self.game.headers.get(CLOCK)
        return Clock.read(text, len(self.chairs)) if text else None

    def spend(self, seat: int, seconds: float) -> None:
        """Add a seat's thinking time, in a game with a clock."""
        if self.clock:
            self.game.headers[CLOCK] = self.clock.spent(seat, seconds).text()

    @property
    def actor(self) -> int:
        """The seat that decides, or ``OVER``."""
        return self.game.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.over

    def persons(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    def humans(self) -> list[int]:
        """Return the seats of people, here or elsewhere."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.human]

    def computers(self) -> dict[int, str]:
        """Return the computer players, by their seats."""
        return {seat: chair.kind for seat, chair in enumerate(self.chairs) if not chair.human}

    def reader(self) -> int:
        """Return the seat of the one person at the table, or ``NOBODY`` if there are several or none."""
        persons = self.persons()
        return persons[0] if len(persons) == 1 else NOBODY

    def first_board(self, guest: bool = False) -> int:
        """Return the seat whose board is shown first: the only person's, the winner's, or that of the player on turn.

        ``guest``: whether the reader has no seat.
        """
        if self.reader() != NOBODY and not guest:
            return self.reader()
        return ranks(self.game.state).index(1) if self.over else max(self.game.state.seat, 0)

    def person_to_act(self) -> bool:
        """Whether a person here has to decide."""
        return self.actor >= 0 and not self.game.stopped and self.chairs[self.actor].person

    def computer_to_act(self) -> bool:
        """Whether a computer player has to decide and runs on this page."""
        return self.actor >= 0 and not self.chairs[self.actor].human and self._runs_computers()

    def _runs_computers(self) -> bool:
        """Whether computer players run on this page: of several pages, on that of the last person to decide."""
        if not self.message:
            return True
        state = self.game.state
        if self._runs is None or self._runs[0] is not state:
            self._runs = state, self.chairs[self.last_person()].person
        return self._runs[1]

    def last_person(self) -> int:
        """Return the seat of the person who decided last, here or elsewhere; at the beginning that of the host."""
        for state in reversed(self.game.states[:-1]):
            if actor(state) >= 0 and self.chairs[actor(state)].human and forced(state) is None:
                return actor(state)
        return self.host()

    def host(self) -> int:
        """Return the seat on whose page the game began; the first person here if the record doesn't say."""
        word = self.game.headers.get(HOST, "")
        seats = [str(number) for number in range(1, len(self.chairs) + 1)]
        return seats.index(word) if word in seats else next(iter(self.persons()), 0)

    # By message

    @property
    def message(self) -> str:
        """The id of a game by message, or an empty text."""
        return self.game.headers.get(MESSAGE, "")

    def had(self) -> dict[int, int]:
        """Return, by seat, how many moves of the game another page has confirmed."""
        found = re.findall(r"([1-4]):(\d{1,5})\b", self.game.headers.get(HAD, ""))
        return {int(seat) - 1: int(number) for seat, number in found}

    def note_had(self, numbers: Mapping[int, int]) -> bool:
        """Note how many moves other pages have confirmed, by seat; return whether any has more than before."""
        known = self.had()
        now = known | {seat: number for seat, number in numbers.items() if seat >= 0 and number > known.get(seat, 0)}
        if now != known:
            self.game.headers[HAD] = " ".join(f"{seat + 1}:{number}" for seat, number in sorted(now.items()))
        return now != known

    def far_to_act(self) -> bool:
        """Whether a person elsewhere has to decide."""
        return self.actor >= 0 and not self.game.stopped and self.chairs[self.actor].kind == FAR

    def seated_at(self, seat: int) -> Sitting:
        """Return the same game with one person here, at a seat, or with ``NOBODY`` here, who only watches.

        Raise ``ValueError`` for a computer player's seat.
        """
        if seat != NOBODY:
            check_seat(seat, len(self.chairs))
            if not self.chairs[seat].human:
                raise ValueError(f"seat {seat + 1} is a computer player's")
        return self._with(
            replace(chair, kind=(PERSON if at == seat else FAR) if chair.human else chair.kind)
            for at, chair in enumerate(self.chairs)
        )

    def given(self, seat: int, kind: str, own: int) -> Sitting:
        """Return the same game after its host has given a seat to a computer player or to a person (``far``).

        ``own`` is the seat of this page's player, or ``NOBODY``. If they lose it, undo all moves that can be undone.
        """
        kind = PERSON if kind == FAR and seat == own else kind
        if kind == self.chairs[seat].kind:
            return self
        if seat == own and kind != PERSON:
            self.game.rewind(self.game.settled())
        return self.with_chair(seat, kind=kind)

    def with_chair(self, seat: int, **changes: str | int) -> Sitting:
        """Return the same game with another name, face or kind of player at a seat."""
        check_seat(seat, len(self.chairs))
        return self._with(
            replace(chair, **changes) if at == seat else chair  # type: ignore[arg-type]
            for at, chair in enumerate(self.chairs)
        )

    def _with(self, chairs: Iterable[Chair]) -> Sitting:
        """Return the same game with other players, as its record says from now on."""
        sitting = Sitting(self.game, list(chairs))
        sitting.part = self.part
        sitting._name_seats()
        return sitting

    def _name_seats(self) -> None:
        """Write the players into the headers of the record."""
        headers = self.game.headers
        for number, chair in enumerate(self.chairs, 1):
            headers |= {f"Seat{number}": chair.name, f"Player{number}": chair.kind}
        for number, chair in enumerate(self.chairs, 1):
            headers |= {f"Face{number}": chair.face, f"Badge{number}": str(chair.badge + 1)}

    def take(self, moves: Sequence[str], at: int | None = None) -> None:
        """Carry out moves made elsewhere, as ``Game.take`` does. Raise ``ValueError`` if one is illegal."""
        self.game.take(moves, at)
        self._players.clear()
        if self.game.together:
            self._answer_forced()

    # Seeing

    def sight(self, viewer: int, at: int = -1) -> Sight:
        """Return what a seat or ``NOBODY`` sees; when the game is over all hands are open (rule 13.2).

        ``at`` is an earlier number of moves, seen with the knowledge of that moment. Raise ``ValueError`` if the seat
        isn't in the game.
        """
        if viewer != NOBODY:
            check_seat(viewer, len(self.chairs))
        state = self.game.states[at]
        if actor(state) == OVER and not self.game.sealed:
            return Sight(viewer, state, (0,) * len(self.chairs))
        if viewer != NOBODY:
            observed = observe(state, viewer)
            view, unknown = observed.view, observed.unknown
        else:
            view, unknown = public(state), unknown_to_all(state)
        if self.screens:
            view, unknown = behind_screens(view, unknown, None if viewer == NOBODY else viewer)
        return Sight(viewer, view, unknown)

    def has_secrets(self) -> bool:
        """Whether the record may reveal something that someone at the table doesn't know (rule 14.3)."""
        return not self.over and any(unknown_to_all(self.game.state))

    def lines(self) -> list[LogEntry]:
        """Return the log so far, in sentences that anyone may read, in the language in use."""
        if self._spoken != code():
            self._spoken, self._lines, self._logged = code(), [], 0
        moves, states = self.game.moves, self.game.states
        while self._lines and self._lines[-1].at >= len(moves):
            self._lines.pop()
        self._logged = min(self._logged, len(moves))
        for at in range(self._logged, len(moves)):
            before, after = public(states[at]), public(states[at + 1])
            text = words.sentence(before, moves[at], after, self.names, None, moves[:at])
            if text:
                seat = NOBODY if parse(moves[at]).drawn else actor(states[at])
                told = words.brief(before, moves[at], after, self.names, moves[:at])
                self._lines.append(LogEntry(at, before.turn, seat, text, told))
        self._logged = len(moves)
        return self._lines

    def seen_last(self, seat: int) -> int:
        """Return the number of moves up to the end of a seat's last turn, 0 if it had none.

        Raise ``ValueError`` if the seat isn't in the game.
        """
        check_seat(seat, len(self.chairs))
        moves, states = self.game.moves, self.game.states
        return next((at + 1 for at in range(len(moves) - 1, -1, -1) if moves[at] == END and states[at].seat == seat), 0)

    def changed(self, viewer: int) -> Changes:
        """Return what others and the bag have changed since a seat last ended its turn; nothing for ``NOBODY``."""
        if viewer == NOBODY:
            return Changes((0,) * len(self.chairs), 0)
        return changes(self.game.states[self.seen_last(viewer) :], len(self.chairs), viewer)

    # Playing

    def commit(self, moves: Sequence[str]) -> None:
        """Carry out a chain of moves of the seat that decides. Raise ``ValueError`` if one is illegal; then play none.

        Draws, and answers without a choice, follow automatically.
        """
        state = self.game.state
        for move in moves:
            decision(state)  # a draw in the middle of a chain isn't the player's to make
            state = apply(state, move)
        for move in moves:
            self.game.play(move)
        self._answer_forced()

    def _answer_forced(self) -> None:
        # Also answer for players elsewhere: their messages would say the same. But where pages draw together, every
        # seat signs its own answers.
        kinds = (PERSON,) if self.game.together else (PERSON, FAR)
        while self.actor >= 0 and self.chairs[self.actor].kind in kinds and (move := forced(self.game.state)):
            self.game.play(move)

    def step(self) -> None:
        """Make one complete decision of the computer player on turn, such as a whole bid."""
        while not self.think(1.0):
            pass

    def think(self, seconds: float) -> bool:
        """Let the computer player think for a slice of a step; return whether it has decided.

        Raise ``PlayerError``, which names the player and its seat, if it fails.
        """
        until = time.perf_counter() + seconds
        seat = self.actor
        while True:
            try:
                move = self._think_slice(seat)
                if move is not None:
                    self.game.play(move)
            except RAISED as error:
                self._thought = None
                raise PlayerError(self._failed(seat, error)) from error
            if move is not None:
                if self.actor == seat and continues(self.game.state):
                    continue
                self._answer_forced()
                return True
            if time.perf_counter() >= until:
                return False

    def _think_slice(self, seat: int) -> str | None:
        """Let the computer player think for one slice; return its move once it has decided."""
        if self._thought is None or self._thought[0] is not self.game.state:
            self._thought = self.game.state, thinking(self._player(seat), self.game.observation(seat))
        try:
            next(self._thought[1])
        except StopIteration as done:
            self._thought = None
            return str(done.value)
        return None

    def _failed(self, seat: int, error: BaseException) -> str:
        chair = self.chairs[seat]
        told = _("{name} (seat {number}, {player}) can't continue: {error}. The game is as it was before this move.")
        return told.format(name=chair.name, number=seat + 1, player=chair.kind, error=error_line(error))

    @property
    def thinking(self) -> bool:
        """Whether a computer player is in the middle of a step."""
        return self._thought is not None and self._thought[0] is self.game.state

    def _player(self, seat: int) -> Player:
        made = self._players.get(seat)
        if made is None or made[0] != self.patience:
            seed = self.game.seed + len(self.game.moves) + seat
            made = self._players[seat] = self.patience, make_player(self.chairs[seat].kind, seed, self.patience)
        return made[1]

    def why_no_undo(self) -> str | None:
        """Return the reason why the last step can't be undone, or ``None`` if it can."""
        reason = self.game.undoable()
        if reason is None and self._stable_before() is None:
            reason = _NOTHING_DONE
        return reason and _(reason)

    def _stable_before(self) -> int | None:
        """Return how many moves to undo to reach a question that offers a choice and doesn't continue an answer.

        Return ``None`` if a draw or another player's move comes first.
        """
        states, moves = self.game.states, self.game.moves
        for back in range(1, len(moves) + 1):
            if parse(moves[-back]).drawn or actor(states[-back - 1]) != self.actor:
                return None
            state = states[-back - 1]
            if not continues(state) and forced(state) is None:
                return back
        return None

    def restart(self) -> None:
        """Undo as much of this turn as possible. Raise ``ValueError`` if nothing can be undone."""
        self.undo()
        while self.why_no_undo() is None:
            self.undo()

    def why_no_take_back(self) -> str | None:
        """Return the reason why the game can't return to the one person's last turn, or ``None`` if it can."""
        if [chair.human for chair in self.chairs].count(True) != 1 or not self.persons():
            return _("this works only for one person against computers")
        if self.over:
            return _("the game is over")
        if self.day:
            return _("the game of the day has the same draws for everyone")
        return None if self._last_turn() is not None else _(_NOTHING_DONE)

    def _last_turn(self) -> int | None:
        """Return the number of moves at the start of the one person's last turn in which something was done."""
        states, (seat,) = self.game.states, self.persons()
        for at in range(len(states) - 2, -1, -1):
            begins = states[at].turn and (at == 0 or states[at].turn != states[at - 1].turn)
            if begins and states[at].seat == seat:
                return at
        return None

    def take_back(self) -> int:
        """Return to the last turn of the one person, even if tiles have been drawn since.

        Return the number of turns undone. A header of the record counts these returns.
        """
        reason = self.why_no_take_back()
        if reason:
            raise ValueError(f"undo: {reason}")
        at, game = self._last_turn() or 0, self.game
        turns = len({state.turn for state in game.states[at:-1]})
        if not self._reaches_taken():
            self._taken.clear()
        self._taken.append((game.states[at], game.moves[at:], game.states[at + 1 :]))
        game.rewind(at)
        self._players.clear()
        game.headers[TAKEN_BACK] = str(self.taken_back + 1)
        return turns

    def _reaches_taken(self) -> bool:
        """Whether the game is at the point where the turns last undone began, so that they can be redone."""
        return bool(self._taken) and self._taken[-1][0] is self.game.state

    def restart_takes_all(self) -> bool:
        """Whether :meth:`restart` leads to the same place as :meth:`take_back`: the beginning of this turn."""
        at, moves, states = self._last_turn(), self.game.moves, self.game.states
        if at is None or states[at].turn != self.game.state.turn:
            return False
        return not any(parse(move).drawn for move in moves[at:]) and all(
            actor(state) == self.actor for state in states[at:]
        )

    @property
    def day(self) -> str:
        """The date of a game of the day; empty for all others."""
        return self.game.headers.get(DAY, "")

    @property
    def second_try(self) -> bool:
        """Whether it is a game of the day that the player had tried before."""
        return bool(self.day) and SECOND_TRY in self.game.headers

    @property
    def taken_back(self) -> int:
        """The number of times that the game has returned to a person's last turn."""
        return _number_in(self.game.headers, TAKEN_BACK)

    def undo(self) -> None:
        """Undo the last step, which is one complete decision. Raise ``ValueError`` if that is impossible."""
        reason = self.why_no_undo()
        if reason:
            raise ValueError(f"undo: {reason}")
        for _step in range(self._stable_before() or 0):
            self.game.undo()

    def redoable(self) -> bool:
        """Whether anything undone can be redone."""
        return self.game.redoable() or self._reaches_taken()

    def redo(self) -> None:
        """Redo the step or the turns last undone. Raise ``ValueError`` if there are none.

        Turns are restored exactly, with their draws, which the player has seen. The header's count is unchanged.
        """
        if not self.game.redoable() and self._reaches_taken():
            _begin, moves, states = self._taken.pop()
            self.game.moves += moves
            self.game.states += states
            self._players.clear()
            return
        self.game.redo()
        while self.game.redoable() and (continues(self.game.state) or forced(self.game.state) is not None):
            self.game.redo()


def _number_in(headers: Mapping[str, str], name: str) -> int:
    """Return the number in a header; 0 for none."""
    word = headers.get(name, "0")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 0


def is_message(text: str) -> bool:
    """Whether a text can be the id of a game by message.

    >>> is_message("AbCdEfGh"), is_message("me & you")
    (True, False)
    """
    return bool(_ID.fullmatch(text))


def forced(state: State) -> str | None:
    """Return the answer to a question without a choice, unless players should see its cost (rules 10 F, 12.1)."""
    choices = legal(state)
    if len(choices) != 1 or isinstance(decision(state), Turn | ChooseField | Give):
        return None
    return choices[0]


def continues(state: State) -> bool:
    """Whether the open question continues an answer just given, as in a bid or where a chosen worker is to go."""
    if actor(state) < 0:
        return False
    frame = decision(state)
    if isinstance(frame, PickFields):
        return frame.picked != 0
    if isinstance(frame, TakeCounters):
        return frame.least > 0
    return isinstance(frame, Bid | Pay | PlaceWorker | MoveTo | ExchangeFor | SwapFor)
