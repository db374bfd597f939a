"""Links and records of games by message, compared with the games saved here (docs/remote.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.page.live.opened_view import Arrival, Version
from keyharvest.page.saved.keeping import Keeping, sitting_of
from keyharvest.record import Record, record_text
from keyharvest.remote import LetterError, Meeting, Relation, meet, merge, read_letter
from keyharvest.rules import round_of
from keyharvest.rules.frames import END
from keyharvest.table.chairs import FAR, NOBODY
from keyharvest.table.post import decided_last
from keyharvest.table.sitting import Sitting

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
