"""One thing that a turn changes, in words, and by how much one turn changes more of it than another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from keyharvest import words
from keyharvest.knowledge import Observation
from keyharvest.rules.geometry import groups
from keyharvest.rules.scoring import two_largest
from keyharvest.words.language import _, n_

#: Kinds that tell how things stand then, and not what changes: they are of interest where turns differ in them.
STANDING: Final = frozenset(("action", "room", "left", "open", "stock"))
#: The kinds that are about counters in hands.
COUNTERS: Final = frozenset(("counters", "others' counters"))
#: The kinds of effects that are told of every turn: points, now or later. The others only fill up.
POINTS: Final = frozenset(("groups", "workers", "crops", "denied", "unmanned", "given", "drawn", "stored", "free"))

#: About how many points a power that works again is worth, and points that are not anybody's yet; and what is left of
#: that where it takes a tile that is still in the registry.
AGAIN: Final = 0.5
NOT_YET: Final = 0.7
HOPED: Final = 0.5


class Effect(NamedTuple):
    """One thing that a turn changes: of what kind, in words, and about how many points it is for the seat that asks.

    A ``weight`` below 0 is a loss. ``seat`` is the other one whom it concerns, -1 for none; ``then`` how many counters
    or fields to harvest there are then, or how many points of groups have come. ``about``: what it is about, of effects
    of the same kind, if not the seat.
    """

    kind: str
    weight: float
    text: str
    seat: int = -1
    then: int = 0
    about: str = ""


def share(observation: Observation, farm: int) -> float:
    """What a point on a farm is to the margin of the seat that asks."""
    return 1.0 if farm == observation.seat else -1.0 / (observation.view.players - 1)


def more(ours: Effect, theirs: Effect, names: Sequence[str]) -> Effect:
    """Of two effects that are amounts of the same thing the one that leaves more of it, told by how much.

    >>> more(Effect("ripe", 0.3, "", then=4), Effect("ripe", 0.1, "", then=3), ()).text
    '1 field more to harvest: 4, not 3.'
    >>> more(Effect("groups", 3, "", then=3), Effect("groups", 1, "", then=1), ()).text
    '2 points more for groups: +3, not +1.'
    """
    most, least = (ours, theirs) if ours.then > theirs.then else (theirs, ours)
    number = most.then - least.then
    if most.kind == "ripe":
        text = n_(
            "{number} field more to harvest: {most}, not {least}.",
            "{number} fields more to harvest: {most}, not {least}.",
            number,
        )
    elif most.kind == "groups" and most.seat < 0:
        text = n_(
            "{number} point more for groups: {most}, not {least}.",
            "{number} points more for groups: {most}, not {least}.",
            number,
        )
    elif most.kind == "groups":
        text = n_(
            "{number} point more for {name}'s groups: {most}, not {least}.",
            "{number} points more for {name}'s groups: {most}, not {least}.",
            number,
        )
    elif most.seat < 0:
        text = n_(
            "{number} counter more in your hand: {most}, not {least}.",
            "{number} counters more in your hand: {most}, not {least}.",
            number,
        )
    else:
        text = n_(
            "{number} counter more for {name}: {most}, not {least}.",
            "{number} counters more for {name}: {most}, not {least}.",
            number,
        )
    name = names[most.seat] if most.seat >= 0 else ""
    amounts = [words.signed(each.then) if most.kind == "groups" else str(each.then) for each in (most, least)]
    told = text.format(number=number, name=name, most=amounts[0], least=amounts[1])
    return most._replace(weight=most.weight - least.weight, text=told)


def points(number: int, name: str = "") -> str:
    """A gain or a loss in points with its sign, one's own or that of somebody with a name.

    >>> points(2), points(-1, "Ada")
    ('+2 points', '−1 point for Ada')
    """
    if name:
        text = n_("{number} point for {name}", "{number} points for {name}", abs(number))
        return text.format(number=words.signed(number), name=name)
    return n_("{number} point", "{number} points", abs(number)).format(number=words.signed(number))


def grown(old: int, new: int) -> list[str]:
    """How the two groups that count have grown or shrunk from some fields to others, and which were joined for it.

    >>> from keyharvest.rules.geometry import mask_of
    >>> grown(mask_of(["A1", "C1"]), mask_of(["A1", "B1", "C1"]))
    ['groups of 1 and 1 joined', 'largest group 1 to 3', 'second group 1 to 0']
    """
    (largest, second), (larger, follower) = two_largest(old), two_largest(new)
    if (largest, second) == (larger, follower):
        return []
    found = [
        _("group of {size} split").format(size=group.bit_count())
        for group in groups(old)
        if sum(bool(part & group) for part in groups(new)) > 1
    ]
    for group in groups(new) if not old & ~new else ():
        parts = sorted((part.bit_count() for part in groups(old) if part & group), reverse=True)
        if len(parts) > 1 and group.bit_count() in (larger, follower):
            found.append(_("groups of {sizes} joined").format(sizes=words.listing([str(size) for size in parts])))
    if larger != largest:
        found.append(_("largest group {old} to {new}").format(old=largest, new=larger))
    if follower != second:
        found.append(_("second group {old} to {new}").format(old=second, new=follower))
    return found
