"""Links and records of games by message: compared with the games saved here, and what to do then (docs/remote.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import numbered
from keyharvest.page.core.intent import intent
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.live.around import Around
from keyharvest.page.live.opened_view import Arrival, Version
from keyharvest.page.saved.keeping import Keeping, sitting_of
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.record import Record, record_text
from keyharvest.remote import LetterError, Meeting, Relation, is_letter, meet, merge, read_letter
from keyharvest.rules import round_of
from keyharvest.rules.frames import END
from keyharvest.table.chairs import FAR, NOBODY
from keyharvest.table.post import decided_last
from keyharvest.table.sealing import WAS_LIVE
from keyharvest.table.set_up import SEATS
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease
from keyharvest.words.language import _

#: The order of preference if several games have the same id.
_ORDER: Final = [relation.value for relation in Relation]


@dataclass(frozen=True, slots=True)
class Opened:
    """The result of opening a link or a record.

    Attributes:
        what: the value of an :class:`~keyharvest.remote.Relation`, or ``join`` for a game that this page doesn't have
            yet, ``unknown`` for a turn of such a game, ``mine`` for a link made here, ``newer`` or ``damaged``.
        seat: the sender, if a turn names it; else -1.
        number: the number of the saved game that it belongs to.
        here: that saved game, as it was before.
        theirs: the game of the other page, if it is known.
        at: the number of moves that both share.
        link: the link of a game that this page doesn't have yet, so that a reload opens it again.
    """

    what: str
    seat: int = -1
    number: int | None = None
    here: Sitting | None = None
    theirs: Sitting | None = None
    at: int = 0
    link: str = ""


class Letters:
    """The games by message of a page. Methods named ``do_…`` carry out an intent.

    Attributes:
        last: the result of opening the last link or record.
    """

    def __init__(self, seating: Around, keeping: Keeping, here: Whereabouts) -> None:
        self._seating = seating
        self._keeping = keeping
        self._here = here
        self.last: Opened | None = None

    def open(self, text: str) -> Patch | None:
        """Receive the turn in a link; return ``None`` if the text contains none."""
        return self._met(opened_letter(text, self._keeping)) if is_letter(text) else None

    def open_record(self, sitting: Sitting, link: str) -> Patch:
        """Receive the record of a game: a new game, or more of a saved one.

        A new game that is finished is only viewed, not saved, if it comes from a link.
        """
        opened = opened_record(sitting, self._keeping, link)
        if opened.what == "join" and sitting.over:
            return self._seating.begin(sitting, link)
        return self._met(opened)

    def _met(self, opened: Opened) -> Patch:
        """Add new moves to the saved game, and say what has changed."""
        self.last = opened
        if opened.what == "new" and opened.number is not None and opened.theirs:
            sitting = self._keeping.open(opened.number)
            sitting.take(opened.theirs.game.moves[opened.at :])
            sitting.game.headers.pop(WAS_LIVE, None)  # now it is played by message
            cease(sitting)  # turns by message have no joint draws
            self._seating.table = Tabletop(sitting, self._seating.moved)
            self._keeping.keep(sitting)
        self._here.leave_for("letter")
        return {"focus": "letter-title"}

    def _need(self, *what: str) -> Opened:
        if self.last is None or self.last.what not in what:
            raise ValueError(_("This link is no longer open: open it again."))
        return self.last

    @intent()
    def do_watch(self) -> Patch:
        """Show a turn received by message like an opponent's at this table."""
        opened = self._need("new")
        return self._seating.follow(self._laid(opened), opened.at)

    @intent()
    def do_straight(self) -> Patch:
        """Show the game that the link belongs to, in its present state."""
        opened = self._need("new", "played", "mine", "missing", "branch", "own", "parted", "other")
        return self._seating.sit_down(self._laid(opened))

    @intent(numbered("seat", SEATS))
    def do_join(self, seat: int) -> Patch:
        """Take a seat, given by its number, in a game that someone else has begun."""
        theirs = self._need("join").theirs
        assert theirs
        return self._seating.join(theirs, seat)

    @intent()
    def do_both(self) -> Patch:
        """Save the other version of a game by message as a separate game, and continue that."""
        theirs = self._need("branch", "own").theirs
        assert theirs
        return self._seating.begin(theirs)

    def _laid(self, opened: Opened) -> Tabletop:
        """Put the saved game that a link belongs to on the table."""
        assert opened.number is not None
        if self._seating.table is None or self._keeping.current != opened.number:
            self._seating.table = Tabletop(self._keeping.open(opened.number), self._seating.moved)
        return self._seating.table


def opened_letter(text: str, keeping: Keeping) -> Opened:
    """Compare the letter in a text with the games saved here, changing nothing."""
    try:
        letter = read_letter(text)
    except LetterError as error:
        return Opened("newer" if error.newer else "damaged")
    best: Opened | None = None
    for number, sitting in _known(letter.game, keeping):
        game = sitting.game
        try:
            meeting = merge(letter.game, game.moves, game.states, letter, sitting.persons())
        except LetterError:
            best = best or Opened("damaged", letter.seat, number, sitting)
            continue
        if best is None or best.what == "damaged" or _ORDER.index(meeting.outcome.value) < _ORDER.index(best.what):
            best = _opened(meeting, min(letter.seat, len(sitting.chairs) - 1), number, sitting)
    return _unless_mine(best, [letter.seat]) if best else Opened("unknown", letter.seat)


def opened_record(theirs: Sitting, keeping: Keeping, link: str) -> Opened:
    """Compare the record of a game by message with the games saved here, changing nothing; it may come from a link."""
    best: Opened | None = None
    for number, sitting in _known(theirs.message, keeping):
        game = sitting.game
        if game.states[0] != theirs.game.states[0]:
            meeting = Meeting(Relation.OTHER)
        else:
            meeting = meet(game.moves, game.states, theirs.game.moves, sitting.persons())
        if best is None or _ORDER.index(meeting.outcome.value) < _ORDER.index(best.what):
            best = _opened(meeting, -1, number, sitting)
    return _unless_mine(best, theirs.persons()) if best else Opened("join", theirs=theirs, link=link)


def _unless_mine(opened: Opened, senders: Sequence[int]) -> Opened:
    """Return the result of opening a link, ``mine`` if it contains nothing new and comes from a player here."""
    ours = opened.here is not None and senders and set(senders) <= set(opened.here.persons())
    return replace(opened, what="mine") if opened.what == "played" and ours else opened


def _known(message: str, keeping: Keeping) -> Iterator[tuple[int, Sitting]]:
    for number in keeping.shelf.by_message(message):
        try:
            yield number, Sitting.from_text(keeping.shelf.entry(number).record)
        except ValueError as error:
            keeping.shelf.spoil(number, str(error))


def _opened(meeting: Meeting, seat: int, number: int, here: Sitting) -> Opened:
    theirs = None
    if meeting.moves and meeting.outcome is not Relation.PLAYED:
        game = here.game
        theirs = sitting_of(record_text(Record(game.states[0], list(meeting.moves), game.headers)))
    return Opened(meeting.outcome.value, seat, number, here, theirs, meeting.at)


def arrival(opened: Opened) -> Arrival:
    """Return what the page says about an opened link, which is only what a spectator may see (rule 14)."""
    game = opened.theirs or opened.here
    if game is None:
        return Arrival(opened.what)
    if opened.what == "join":
        return _invitation(game)
    here = opened.here
    assert here
    chairs = here.chairs
    sender = opened.seat if opened.what != "mine" else -1
    if opened.theirs:
        last = decided_last(opened.theirs, opened.at)
        sender = sender if last is None else last
    if sender < 0:
        sender = next((seat for seat, chair in enumerate(chairs) if chair.kind == FAR), 0)
    # New moves have been added to the game here by now.
    now = opened.theirs if opened.what == "new" and opened.theirs else here
    both = opened.what in ("branch", "own")
    return Arrival(
        what=opened.what,
        chairs=chairs,
        sender=sender,
        viewer=here.reader(),
        round=_ended(now, sender, opened.at) if now is opened.theirs else 0,
        asked=now.person_to_act(),
        over=now.over,
        here=True,
        crops=here.game.state.layout.crops,
        mine=_version(here, opened.at) if both else None,
        theirs=_version(opened.theirs, opened.at) if opened.theirs else None,
    )


def _invitation(theirs: Sitting) -> Arrival:
    persons = theirs.persons()
    seats = [seat for seat, chair in enumerate(theirs.chairs) if chair.human]
    return Arrival(
        "join",
        theirs.chairs,
        persons[0] if persons else seats[0],
        seats=sorted(seats, key=lambda seat: seat in persons),
        crops=theirs.game.state.layout.crops,
    )


def _ended(sitting: Sitting, sender: int, at: int) -> int:
    """Return the round of the last turn that the sender has ended since move ``at``; 0 for none."""
    states, moves = sitting.game.states, sitting.game.moves
    ends = [n for n in range(at, len(moves)) if moves[n] == END and states[n].seat == sender]
    return round_of(states[ends[-1]].turn, states[0].players) if ends else 0


def _version(sitting: Sitting, at: int) -> Version:
    """Return what has happened since move ``at``, and the board of the player whose turn it was then."""
    lines = [line for line in sitting.lines() if line.at >= at]
    view = sitting.sight(NOBODY).view
    shown = sitting.game.states[min(at, len(sitting.game.moves))].seat
    return Version(lines, view, max(shown, 0), round_of(max(view.turn, 1), view.players))
