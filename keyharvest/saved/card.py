"""Facts about a stored game that don't require opening it: a card, the source of lists and statistics.

A card and the sealed record of its game form an :class:`Entry`, stored as one text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any, Final

from keyharvest.knowledge import score_bounds
from keyharvest.rules import OVER, State, counters, final_scores, ranks, round_of
from keyharvest.rules.components import CROPS, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.table.chairs import BADGES, FACES, FAR, KINDS, LONGEST_NAME, NOBODY, Chair, dressed
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, WAS_LIVE, without_seed
from keyharvest.table.sitting import Sitting, is_day, is_message
from keyharvest.words.language import _
from keyharvest.words.terms import level
from keyharvest.words.when import day_and_month

_LATEST: Final = 1 << 53
_MOST: Final = 10**6


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of a seat in a finished game.

    Attributes:
        place: 1 for the winner (rule 13.3).
        sources: points for workers, the largest group, the second one doubled, crop majorities (rule 13.2).
        gained: the number of counters of each crop that the hand received after set-up.
        played: letters of the workers that have been on the board.
    """

    place: int
    sources: tuple[int, ...]
    gained: tuple[int, ...]
    played: str

    @property
    def points(self) -> int:
        """All points together."""
        return sum(self.sources)


@dataclass(frozen=True, slots=True)
class Card:
    """Facts about a stored game that don't require opening it, and that the viewer at the table may see (rule 14).

    Attributes:
        saved: the time of the last save, in milliseconds since 1970.
        chairs: the players.
        turn, seat: the number of the turn, and the seat whose turn it is; ``NOBODY`` once it is over.
        points: the fewest and the most that each seat can have so far.
        layout: the layout as a word (docs/formats.md).
        shown: the seat whose board the picture shows; ``fields``, ``ripe``, ``posts``: that board, as in a state.
        tallies: the result of each seat, once the game is over.
        taken_back: how often a person went back to the last turn.
        hinted: whether anyone had advice, by a hint or from a coach.
        since: the round of another game from which it was played on; 0 if it wasn't.
        message: the id of a game by message; empty for all others.
        composed: whether it began from a position, not with a set-up; such a game doesn't count in statistics.
        asked: the seat that has to decide, which in an event may differ from the one whose turn it is.
        day: the date of a game of the day; empty for all others.
        second_try: whether the player had tried that game before; it doesn't count in statistics.
        live: whether people on several pages played it live when it was saved.
        gathers: whether it is a live game of this page's that hasn't begun: the others are still invited.
    """

    saved: int
    chairs: tuple[Chair, ...]
    turn: int
    seat: int
    points: tuple[tuple[int, int], ...]
    layout: str
    shown: int
    fields: int
    ripe: int
    posts: tuple[tuple[int, int], ...]
    tallies: tuple[Tally, ...]
    taken_back: int = 0
    hinted: bool = False
    since: int = 0
    message: str = ""
    composed: bool = False
    asked: int = NOBODY
    day: str = ""
    second_try: bool = False
    live: bool = False
    gathers: bool = False

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.tallies)

    @property
    def round(self) -> int:
        """The number of the round, 0 in set-up."""
        return round_of(self.turn, len(self.chairs))

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    @property
    def counts(self) -> bool:
        """Whether statistics count it: it was played from the beginning and for the first time."""
        return not (self.since or self.composed or self.second_try)

    @property
    def waits(self) -> bool:
        """Whether it waits for a person here, and not for another page."""
        if self.over or self.gathers:
            return False
        return not self.message or (bool(self.persons) and self.chairs[self.asked].kind != FAR)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(chair.name for chair in self.chairs)


def card_of(sitting: Sitting, saved: int) -> Card:
    """Return the card of a sitting in its present state."""
    sight = sitting.sight(sitting.reader())
    view = sight.view
    shown = sitting.first_board()
    return Card(
        saved=saved,
        chairs=sitting.chairs,
        turn=view.turn,
        seat=NOBODY if sitting.over else view.seat,
        points=tuple((least.total, most.total) for least, most in score_bounds(view, sight.unknown)),
        layout=layout_word(view.layout),
        shown=shown,
        fields=view.fields[shown],
        ripe=view.ripe[shown],
        posts=view.posts[shown],
        tallies=tallies_of(sitting.game.states) if sitting.actor == OVER else (),
        taken_back=sitting.taken_back,
        hinted=sitting.hinted,
        since=sitting.since,
        message=sitting.message,
        composed=sitting.game.states[0].turn > 0,
        asked=NOBODY if sitting.over else sitting.actor if sitting.actor >= 0 else view.seat,
        day=sitting.day if sorted(chair.person for chair in sitting.chairs) == [False, True] else "",
        second_try=sitting.second_try,
        live=WAS_LIVE in sitting.game.headers,
        gathers=sitting.game.headers.get(WAS_LIVE) in (GATHERING, GATHERING_FAIR),
    )


def tallies_of(states: Sequence[State]) -> tuple[Tally, ...]:
    """Return the result of each seat from all states of a game."""
    last = states[-1]
    gained = [[0] * len(CROPS) for _ in range(last.players)]
    played = [0] * last.players
    before = states[0]
    for after in states[1:]:
        for seat in range(last.players):
            if before.turn and after.hands[seat] != before.hands[seat]:
                for crop in range(len(CROPS)):
                    more = counters.count(after.hands[seat], crop) - counters.count(before.hands[seat], crop)
                    gained[seat][crop] += max(more, 0)
            if after.posts[seat] is not before.posts[seat]:
                for worker, _space in after.posts[seat]:
                    played[seat] |= 1 << worker
        before = after
    return tuple(
        Tally(
            place,
            tuple(score),
            tuple(gained[seat]),
            "".join(letter for letter, worker in WORKER_INDEX.items() if played[seat] >> worker & 1),
        )
        for seat, (place, score) in enumerate(zip(ranks(last), final_scores(last), strict=True))
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored game: its card, and its record as :meth:`Sitting.sealed` packs it.

    Of an unreadable game it contains the stored text and the reason. ``part`` and
    ``judged`` are those of the sitting, which no file or link contains.

    >>> Entry.read("{}").fault
    'stored game: expected an object with a record'
    """

    card: Card | None
    record: str
    fault: str = ""
    part: str = ""
    judged: str = ""

    @classmethod
    def of(cls, sitting: Sitting, saved: int) -> Entry:
        """Return the entry of a sitting in its present state."""
        return cls(card_of(sitting, saved), sitting.sealed(), part=sitting.part, judged=sitting.judged)

    @classmethod
    def read(cls, text: str) -> Entry:
        """Read a stored entry; if it is unreadable, ``fault`` contains the reason."""
        try:
            data = parse_json(text, "text")
            if not isinstance(data, dict) or not isinstance(data.get("record"), str):
                raise ValueError("expected an object with a record")
            part, judged = str(data.get("part", "")), str(data.get("judged", ""))
            return cls(_card_from(data.get("card")), data["record"], part=part, judged=judged)
        except ValueError as error:
            return cls(None, text, f"stored game: {error}")

    def sitting(self) -> Sitting:
        """Open the game. Raise ``RecordError`` if that is impossible."""
        sitting = Sitting.from_text(self.record)
        sitting.part, sitting.judged = self.part, self.judged
        return sitting

    def handed_out(self) -> str:
        """Return the record for a file or a link, without an unfinished game's seed; if unreadable, the stored text."""
        if self.card is None or self.card.over:
            return self.record
        try:
            return without_seed(self.record)
        except ValueError:  # what isn't a record reveals no draws
            return self.record

    def text(self) -> str:
        """Return the entry as stored."""
        if self.card is None:
            return self.record
        more = {name: text for name, text in (("part", self.part), ("judged", self.judged)) if text}
        return json.dumps({"card": _card_data(self.card), "record": self.record, **more}, separators=(",", ":"))


# A card as plain data


def _card_data(card: Card) -> dict[str, Any]:
    found = {each.name: getattr(card, each.name) for each in dataclass_fields(card) if each.name != "chairs"}
    found["tallies"] = [[each.place, each.sources, each.gained, each.played] for each in card.tallies]
    seats = {
        "names": card.names,
        "kinds": [chair.kind for chair in card.chairs],
        "faces": [chair.face for chair in card.chairs],
        "badges": [chair.badge for chair in card.chairs],
    }
    return {"saved": card.saved, **seats, **found}


def _card_from(data: object) -> Card:
    """Read a card from plain data. Raise ``ValueError`` with the reason if it is invalid."""
    if not isinstance(data, dict):
        raise ValueError("card: expected an object")
    names, kinds = _list(data, "names"), _list(data, "kinds")
    if not (2 <= len(names) <= 4 and len(kinds) == len(names)):
        raise ValueError("card: expected a name and a kind for each of two to four seats")
    for name, kind in zip(names, kinds, strict=True):
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or kind not in KINDS:
            raise ValueError(f"card: {str(name)[:30]!r}, {str(kind)[:30]!r}: invalid name or kind of player")
    chairs = tuple(Chair(name, kind) for name, kind in zip(names, kinds, strict=True))
    if "badges" in data:
        chairs = _looks(chairs, _list(data, "faces"), _list(data, "badges"))
    chairs = dressed(chairs)
    layout = data.get("layout")
    if not isinstance(layout, str):
        raise ValueError("card: layout: expected text")
    layout_from_word(layout)
    fields = _number(data.get("fields"), "fields", (1 << len(SPACES)) - 1)
    ripe = _number(data.get("ripe"), "ripe", fields)
    posts = tuple(_numbers(post, "posts", 2, len(SPACES) - 1) for post in _list(data, "posts"))
    if ripe & ~fields or any(worker >= len(WORKER_LETTERS) or fields >> space & 1 for worker, space in posts):
        raise ValueError(
            "card: fields, ripe, posts: expected fields, those of them that are ripe, and workers on other spaces"
        )
    tallies = tuple(map(_tally_from, _list(data, "tallies")))
    points = tuple(_numbers(each, "points", 2, _MOST) for each in _list(data, "points"))
    if len(points) != len(chairs) or len(tallies) not in (0, len(chairs)):
        raise ValueError("card: points or tallies: expected one for each seat")
    return Card(
        saved=_number(data.get("saved"), "saved", _LATEST),
        chairs=chairs,
        turn=_number(data.get("turn"), "turn", _MOST),
        seat=_number(data.get("seat"), "seat", len(chairs) - 1, NOBODY),
        points=tuple((least, most) for least, most in points),
        layout=layout,
        shown=_number(data.get("shown"), "shown", len(chairs) - 1),
        fields=fields,
        ripe=ripe,
        posts=tuple((worker, space) for worker, space in posts),
        tallies=tallies,
        taken_back=_number(data.get("taken_back", 0), "taken_back", _MOST),
        hinted=data.get("hinted") is True,
        since=_number(data.get("since", 0), "since", _MOST),
        message=_message_in(data),
        composed=data.get("composed") is True,
        asked=_number(data.get("asked", data.get("seat")), "asked", len(chairs) - 1, NOBODY),
        day=_day_in(data, chairs),
        second_try=data.get("second_try") is True,
        live=data.get("live") is True,
        gathers=data.get("gathers") is True,
    )


def _message_in(data: dict[str, Any]) -> str:
    message = data.get("message", "")
    if not isinstance(message, str) or (message and not is_message(message)):
        raise ValueError(f"card: message: expected the id of a game, not {str(message)[:20]!r}")
    return message


def _day_in(data: dict[str, Any], chairs: Sequence[Chair]) -> str:
    day = data.get("day", "")
    if not isinstance(day, str) or (day and not is_day(day)):
        raise ValueError(f"card: day: expected a date such as 2026-01-05, not {str(day)[:20]!r}")
    if day and sorted(chair.person for chair in chairs) != [False, True]:
        raise ValueError("card: day: expected one person and one computer player")
    return day


def _looks(chairs: Sequence[Chair], faces: list[Any], badges: list[Any]) -> tuple[Chair, ...]:
    """Return the same chairs with the faces and badges that were chosen."""
    if not len(chairs) == len(faces) == len(badges) == len({*map(str, badges)}):
        raise ValueError("card: faces, badges: expected one for each seat, and no badge twice")
    for face, badge in zip(faces, badges, strict=True):
        if not isinstance(face, str) or len(face) != 1 or face not in FACES or not is_whole(badge, 0, BADGES - 1):
            raise ValueError(f"card: {str(face)[:20]!r}, {str(badge)[:20]!r}: unknown face or badge")
    return tuple(
        replace(chair, face=face, badge=badge) for chair, face, badge in zip(chairs, faces, badges, strict=True)
    )


def _tally_from(data: object) -> Tally:
    if not isinstance(data, list) or len(data) != 4:
        raise ValueError("card: tallies: expected four values for each seat")
    place, sources, gained, played = data
    if not isinstance(played, str) or not set(played) <= set(WORKER_LETTERS) or len(set(played)) < len(played):
        raise ValueError(f"card: tallies: expected letters of workers, not {str(played)[:20]!r}")
    return Tally(
        _number(place, "tallies", 4, 1),
        _numbers(sources, "tallies", 4, _MOST),
        _numbers(gained, "tallies", len(CROPS), _MOST),
        played,
    )


def _list(data: dict[str, Any], what: str) -> list[Any]:
    found = data.get(what)
    if not isinstance(found, list):
        raise ValueError(f"card: {what}: expected a list")
    return found


def _numbers(value: object, what: str, length: int, most: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(f"card: {what}: expected {length} numbers")
    return tuple(_number(each, what, most) for each in value)


def _number(value: object, what: str, most: int, least: int = 0) -> int:
    if not is_whole(value, least, most):
        raise ValueError(f"card: {what}: expected a number from {least} to {most}, not {str(value)[:20]!r}")
    return value


# The game of the day


def result_line(card: Card | None, tried: bool = False) -> str:
    """Return the line that says how a game of the day went, shown below its name.

    ``card`` is ``None`` if that game hasn't been begun, or was deleted; ``tried``: whether it was begun before.

    >>> result_line(None)
    'the same deal for everyone'
    """
    if card is None:
        return _("a second try, not counted") if tried else _("the same deal for everyone")
    if not card.over:
        return _("continue: round {round}").format(round=card.round)
    own, other = _points(card)
    line = _("second try: {own} to {other}, {level}") if card.second_try else _("played: {own} to {other}, {level}")
    return line.format(own=own, other=other, level=_rival(card))


def shared(card: Card) -> str:
    """Return the text to share about a finished game of the day; the page puts its address in place of ``{site}``."""
    day = date.fromisoformat(card.day)
    own, other = _points(card)
    result = _("{own} to {other} against {level}")
    rows = [
        _("Key Harvest: game of {day} {year}").format(day=day_and_month(day.day, day.month), year=day.year),
        result.format(own=own, other=other, level=_rival(card)),
        _("with hints") if card.hinted else _("without hints"),
        *([_("second try")] if card.second_try else []),
        "{site}",
    ]
    return "\n".join(rows)


def _points(card: Card) -> tuple[int, int]:
    (own,) = card.persons
    return card.tallies[own].points, card.tallies[1 - own].points


def _rival(card: Card) -> str:
    (own,) = card.persons
    return level(card.chairs[1 - own].kind)
