"""The names of things in words: crops, counters, fields, workers, events, players, levels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import floor
from typing import Final, Literal

from keyharvest.rules import State, counters
from keyharvest.rules.components import EVENT_LETTERS, EVENTS, WORKER_LETTERS, WORKERS
from keyharvest.rules.foreign import visible
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.state import check_seat
from keyharvest.words.language import N_, Name, _, cached, n_

#: The players' names by seat; if they are unknown, ``None``, and numbers take their place.
Names = Sequence[str] | None

#: The pattern of what follows the chapter in the number of a rule: ``.2`` in 5.2, the letter in 12N.
RULE_IN_CHAPTER: Final = rf"(?:\.\d+|[{WORKER_LETTERS}{EVENT_LETTERS}])"

CROP_NAMES: Final = (N_("hops"), N_("vegetables"), N_("cider apples"), N_("barrels of wine"), N_("wheat"))
_COUNTED: Final[tuple[Callable[[int], str], ...]] = (
    lambda number: n_("{number} hop", "{number} hops", number),
    lambda number: n_("{number} vegetable", "{number} vegetables", number),
    lambda number: n_("{number} cider apple", "{number} cider apples", number),
    lambda number: n_("{number} barrel of wine", "{number} barrels of wine", number),
    lambda number: n_("{number} wheat", "{number} wheat", number),
)

#: The badges of the seats: their colour and their shape.
BADGE_NAMES: Final = (N_("blue circle"), N_("pink square"), N_("teal triangle"), N_("violet diamond"))
#: One line for each worker's power, without a full stop, by letter (rules 10 and 11).
WORKER_LINES: Final[dict[str, str]] = {
    "A": N_("Gather one counter from one unharvested field beside the apprentice; the field is not turned over"),
    "B": N_(
        "Gather one counter each from one or two unharvested fields beside the casual worker; they are not turned over"
    ),
    "C": N_("Take any two counters from the stock"),
    "D": N_("Turn any harvested fields beside the unskilled worker back to unharvested"),
    "E": N_("Buy a tile from another player's store for one counter more than its bid, of any crops"),
    "F": N_("Lay one of your fields fallow: it leaves the game"),
    "G": N_("Buy a tile from another player's store for as many counters as its bid, of any crops"),
    "H": N_("Put a registry tile into your store, with a bid"),
    "I": N_("Take an unconnected field from another board for any three counters, paid to its owner"),
    "J": N_("Use the power of another of your workers once more, where that worker stands"),
    "K": N_("Draw a field from the bag; place it, or lay it fallow, out of the game"),
    "L": N_("Place a registry tile on your board, free of charge"),
}
#: One line for each event, without a full stop, by letter (rule 12).
EVENT_LINES: Final[dict[str, str]] = {
    "M": N_("Each player may lay a field of their own fallow, out of the game, and draw another, which must be placed"),
    "N": N_("Each player may swap a field of their own for another player's unconnected one"),
    "O": N_(
        "A field goes round to the left; a player who places it, or lays it fallow, passes on one of their own instead"
    ),
    "P": N_("Each player may take a counter of the crop of which they have the most unharvested fields"),
    "Q": N_("Each player may pay any two counters to draw a field, which must be placed"),
    "R": N_("Each player may turn up to two harvested fields back to unharvested"),
    "S": N_("The registry goes back into the bag and is redrawn"),
    "T": N_("Each player may pay any three counters to place a registry tile at once"),
    "U": N_("Each player may swap a field of their own for a registry tile"),
    "V": N_("Each player may harvest any of their unconnected fields"),
    "W": N_(
        "Each player draws a field and either places it and lays one of their own fallow, or lays the new one fallow"
    ),
    "X": N_("Each player may move one worker; its power is not used again"),
    "Y": N_("Each player may take one worker home"),
    "Z": N_("The player who drew it gives everyone a counter from the stock"),
}


def seat_name(seat: int) -> str:
    """Return the default name of a player. Raise ``ValueError`` unless the seat is one of 0..3.

    >>> seat_name(1)
    'Player 2'
    """
    check_seat(seat)
    return _("Player {number}").format(number=seat + 1)


def seat_names(headers: Mapping[str, str], players: int) -> list[str]:
    """Return the players' names from the headers of a record, or else "Player 1" and so on.

    >>> seat_names({"Seat2": "Ann"}, 2)
    ['Player 1', 'Ann']
    """
    named = [headers.get(f"Seat{seat + 1}", "") for seat in range(players)]
    return [Name(name) if visible(name) else seat_name(seat) for seat, name in enumerate(named)]


def who(names: Names, seat: int) -> str:
    """Return a player's name. Raise ``ValueError`` for a seat without one."""
    if names:
        check_seat(seat, len(names))
    return names[seat] if names else seat_name(seat)


def series(items: Iterable[str], sign: str = ", ") -> str:
    """Join items by a sign, each of them kept to itself (:class:`~keyharvest.words.language.Name`)."""
    return sign.join([f"{item}" for item in items])


def listing(items: Sequence[str]) -> str:
    """Join items with "and".

    >>> listing(["C5", "D5", "E3"])
    'C5, D5 and E3'
    """
    if len(items) < 2:
        return series(items)
    return _("{first} and {last}").format(first=series(items[:-1]), last=items[-1])


def either(items: Sequence[str]) -> str:
    """Join items with "or".

    >>> either(["C5", "D5", "E3"])
    'C5, D5 or E3'
    """
    if len(items) < 2:
        return series(items)
    return _("{first} or {last}").format(first=series(items[:-1]), last=items[-1])


def crop(index: int) -> str:
    """Return the name of a crop."""
    return _(CROP_NAMES[index])


def amount(index: int, number: int) -> str:
    """Return a number of counters of one crop in words.

    >>> amount(3, 1), amount(0, 0)
    ('1 barrel of wine', '0 hops')
    """
    return _COUNTED[index](number).format(number=number)


def goods(packed: int) -> str:
    """Return counters in words.

    >>> goods(counters.parse("h2b1"))
    '2 hops and 1 barrel of wine'
    >>> goods(counters.NONE)
    'nothing'
    """
    found = [amount(crop, number) for crop, number in enumerate(counters.unpack(packed)) if number]
    return listing(found) or _("nothing")


def held(packed: int, unknown: int) -> str:
    """Return a hand in words, as far as it is known (rule 14.3).

    >>> held(counters.parse("h2"), 3), held(counters.NONE, 0)
    ('2 hops and 3 unknown', 'no counters')
    """
    known = [goods(packed)] if packed else []
    hidden = n_("{number} unknown", "{number} unknown", unknown).format(number=unknown)
    return listing([*known, hidden] if unknown else known) or _("no counters")


def tenths(number: float) -> str:
    """Return a number with one decimal place, as the language in use writes it.

    >>> tenths(7 / 3)
    '2.3'
    """
    whole, _point, tenth = f"{number:.1f}".partition(".")
    return _("{whole}.{tenth}").format(whole=whole, tenth=tenth)


def percentage(chance: float) -> int:
    """Return a chance as a whole percentage, as it is shown; only a certain one is 0 or 100.

    >>> percentage(0.64), percentage(0.999), percentage(1)
    (64, 99, 100)
    """
    return round(100 * (min(0.99, max(0.01, chance)) if 0 < chance < 1 else chance))


def whole_part(number: float) -> int:
    """Return the whole part of a number as ``tenths`` writes it, by which French chooses the plural: "1,9 point".

    English and German use the plural with any number that has decimals, even 1.0.

    >>> whole_part(1.94), whole_part(1.96)
    (1, 2)
    """
    return int(round(number, 1))


def signed(number: float, decimals: Literal[0, 1] = 0) -> str:
    """Return a number with its sign, whole or with one decimal place, as the language in use writes it.

    >>> signed(2), signed(-1), signed(0), signed(-2.345, 1), signed(0.01, 1), signed(-24.5), signed(0.5)
    ('+2', '−1', '0', '−2.3', '0.0', '−25', '+1')
    """
    whole = floor(abs(number) + 0.5)  # round halves away from 0: rounding to even would look inconsistent in a list
    size = tenths(abs(number)) if decimals else str(whole)
    return ("+" if number > 0 else "−") * bool(round(number, 1) if decimals else whole) + size


def under(head: str, text: str) -> str:
    """Return a text under a head, with the colon as the language in use sets it.

    >>> under("Ada", "3 counters")
    'Ada: 3 counters'
    """
    return _("{head}: {text}").format(head=head, text=text)


def number_of_counters(number: int) -> str:
    """Return a number of counters in words, regardless of their crops."""
    return n_("{number} counter", "{number} counters", number).format(number=number)


def tile_crop(view: State, tile: int) -> int:
    """Return the crop of a field tile (rule 1.3)."""
    return next(index for index, mask in enumerate(view.layout.by_crop) if mask >> tile & 1)


def field(view: State, tile: int) -> str:
    """Return a field tile with its crop, such as ``C5 (wheat)``."""
    return _("{reference} ({crop})").format(reference=SPACES[tile], crop=crop(tile_crop(view, tile)))


def fields(view: State, mask: int) -> str:
    """Return field tiles with their crops."""
    return listing([field(view, tile) for tile in spaces_in(mask)])


def references(mask: int) -> str:
    """Return field tiles or spaces by reference alone."""
    return listing([SPACES[tile] for tile in spaces_in(mask)])


def badge(index: int) -> str:
    """Return a badge in words."""
    return _(BADGE_NAMES[index])


def worker(index: int) -> str:
    """Return a worker's name, without an article."""
    return _(WORKERS[index].name)


def event(index: int) -> str:
    """Return an event's name."""
    return _(EVENTS[index].name)


def sentence_case(words: str) -> str:
    """Capitalise the first letter, as at the start of a sentence.

    >>> sentence_case("good harvest")
    'Good harvest'
    """
    return words[:1].upper() + words[1:]


@cached
def rule_named() -> re.Pattern[str]:
    """Return the pattern of a rule in a sentence, such as ``rule 5.2``; the number is its first group.

    >>> rule_named().findall("Too far (rule 5.2), see rule 12N.")
    ['5.2', '12N']
    """
    return re.compile(rf"\b{re.escape(_('rule'))} (\d+{RULE_IN_CHAPTER}?)")


def worker_line(letter: str) -> str:
    """Return a worker's power in one line."""
    return _(WORKER_LINES[letter])


def event_line(letter: str) -> str:
    """Return an event's effect in one line."""
    return _(EVENT_LINES[letter])


# The computer players

#: Name and line of each computer player, weakest first.
_LEVELS: Final = {
    "apprentice": (N_("Apprentice"), N_("Sees its own farm and the next step, and is easily tempted.")),
    "farmhand": (N_("Farmhand"), N_("Plans a whole turn, but only for its own farm.")),
    "farmer": (N_("Farmer"), N_("Plans its turn well and keeps an eye on its neighbours.")),
    "steward": (N_("Steward"), N_("Considers what the others will do next.")),
    "master": (N_("Master"), N_("Weighs its best plans against many ways the game may go.")),
}
#: The players at the tables of older games.
_FORMER: Final = {
    "greedy": (N_("Gatherer"), N_("Takes whatever scores the most right away.")),
    "random": (N_("Dreamer"), N_("Does whatever comes to mind.")),
}
LEVEL_NAMES: Final = tuple(_LEVELS)


def level(name: str) -> str:
    """Return the name of a computer player, for people.

    >>> level("farmer")
    'Farmer'
    """
    return _((_LEVELS | _FORMER)[name][0])


def level_line(name: str) -> str:
    """Return the line on how a computer player plays."""
    return _((_LEVELS | _FORMER)[name][1])
