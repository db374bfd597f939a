"""Hints in words: what a turn leads to and why, names of totals, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import Final

from keyharvest.advice.hints import Gap, Hints, rival
from keyharvest.advice.plan import Because, Cause, Deed, Fact, Now, Plan, Then
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import crop, series, signed, tenths, whole_part, worker

#: A sentence for a number of tenths.
_Some = Callable[[int], str]
#: The steps of a turn to come, which courses share.
_STEPS: Final = {
    "place": N_("place {tile}"),
    "buy": N_("buy {tile} from {name}"),
    "await": N_("buy {tile} once {name} has stored it"),
    "take": N_("take {tile} from {name}'s board"),
    "store": N_("store {tile}"),
    "at": N_("{worker} to {space}"),
    "at for": N_("{worker} to {space} for {tile}"),
    "work": N_("play the {worker}"),
    "move at": N_("{worker} moves on to {space}"),
    "move at for": N_("{worker} moves on to {space} for {tile}"),
    "move": N_("{worker} moves on"),
    "move for": N_("{worker} moves on for {tile}"),
    "work for": N_("play the {worker} for {tile}"),
}
#: What a turn itself changes, by source.
_SOURCES: Final = {"groups": N_("groups {change}"), "workers": N_("workers {change}")}
#: How often something happens: always, in nine tenths, in seven or more, in half or more.
_NEXT: Final = (
    N_("Next turn, always: {steps}."),
    N_("Next turn, nearly always ({number} times in 10): {steps}."),
    N_("Next turn, usually ({number} times in 10): {steps}."),
    N_("Next turn, often ({number} times in 10): {steps}."),
)
_AFTER_DRAW: Final = (
    N_("After the draw, always: {steps}."),
    N_("After the draw, nearly always ({number} times in 10): {steps}."),
    N_("After the draw, usually ({number} times in 10): {steps}."),
    N_("After the draw, often ({number} times in 10): {steps}."),
)
_LEVELS: Final = (10, 9, 7)
#: Who gets a tile or plays a worker: now, always, in some tenths of the courses, or never.
_FACTS: Final[dict[tuple[str, str], tuple[str, str, _Some, str]]] = {
    ("tile", "you"): (
        N_("You get {tile} now."),
        N_("You always get {tile}."),
        lambda n: n_("You get {tile} {number} time in 10.", "You get {tile} {number} times in 10.", n),
        N_("You don't get {tile}."),
    ),
    ("tile", "name"): (
        N_("{name} gets {tile} now."),
        N_("{name} always gets {tile}."),
        lambda n: n_("{name} gets {tile} {number} time in 10.", "{name} gets {tile} {number} times in 10.", n),
        N_("{name} doesn't get {tile}."),
    ),
    ("tile", "others"): (
        "",
        N_("Another player always gets {tile}."),
        lambda n: n_(
            "Another player gets {tile} {number} time in 10.", "Another player gets {tile} {number} times in 10.", n
        ),
        N_("Nobody else gets {tile}."),
    ),
    ("worker", "you"): (
        N_("You play the {worker} now."),
        N_("You always play the {worker}."),
        lambda n: n_("You play the {worker} {number} time in 10.", "You play the {worker} {number} times in 10.", n),
        N_("You don't play the {worker}."),
    ),
    ("worker", "name"): (
        N_("{name} plays the {worker} now."),
        N_("{name} always plays the {worker}."),
        lambda n: n_(
            "{name} plays the {worker} {number} time in 10.", "{name} plays the {worker} {number} times in 10.", n
        ),
        N_("{name} doesn't play the {worker}."),
    ),
    ("worker", "others"): (
        "",
        N_("Another player always plays the {worker}."),
        lambda n: n_(
            "Another player plays the {worker} {number} time in 10.",
            "Another player plays the {worker} {number} times in 10.",
            n,
        ),
        N_("Nobody else plays the {worker}."),
    ),
    ("again", "you"): (
        N_("Your {worker} moves on and acts again now."),
        N_("Your {worker} always moves on and acts again."),
        lambda n: n_(
            "Your {worker} moves on and acts again {number} time in 10.",
            "Your {worker} moves on and acts again {number} times in 10.",
            n,
        ),
        N_("Your {worker} doesn't act again."),
    ),
    ("again", "name"): (
        N_("{name}'s {worker} moves on and acts again now."),
        N_("{name}'s {worker} always moves on and acts again."),
        lambda n: n_(
            "{name}'s {worker} moves on and acts again {number} time in 10.",
            "{name}'s {worker} moves on and acts again {number} times in 10.",
            n,
        ),
        N_("{name}'s {worker} doesn't act again."),
    ),
}
#: The totals at the end of the courses, of the reader and of others.
_YOURS: Final[dict[str, _Some]] = {
    "gain": lambda n: n_(
        "This turn and the next: about {change} point.", "This turn and the next: about {change} points.", n
    ),
    "end": lambda n: n_("Up to the end: about {change} point.", "Up to the end: about {change} points.", n),
    "harvest": lambda n: n_("You harvest about {number} counter.", "You harvest about {number} counters.", n),
    "workers": lambda n: n_(
        "Your workers are worth about {number} point.", "Your workers are worth about {number} points.", n
    ),
    "groups": lambda n: n_(
        "Your groups are worth about {number} point.", "Your groups are worth about {number} points.", n
    ),
    "crops": lambda n: n_("You have about {number} majority.", "You have about {number} majorities.", n),
    "counters": lambda n: n_("You have about {number} counter.", "You have about {number} counters.", n),
    "ripe": lambda n: n_("You have about {number} ripe field.", "You have about {number} ripe fields.", n),
}
_THEIRS: Final[dict[str, _Some]] = {
    "gain": _YOURS["gain"],
    "end": _YOURS["end"],
    "harvest": lambda n: n_("{name} harvests about {number} counter.", "{name} harvests about {number} counters.", n),
    "workers": lambda n: n_(
        "{name}'s workers are worth about {number} point.",
        "{name}'s workers are worth about {number} points.",
        n,
    ),
    "groups": lambda n: n_(
        "{name}'s groups are worth about {number} point.",
        "{name}'s groups are worth about {number} points.",
        n,
    ),
    "crops": lambda n: n_("{name} has about {number} majority.", "{name} has about {number} majorities.", n),
    "counters": lambda n: n_("{name} has about {number} counter.", "{name} has about {number} counters.", n),
    "ripe": lambda n: n_("{name} has about {number} ripe field.", "{name} has about {number} ripe fields.", n),
    "total": lambda n: n_("{name} has about {number} point.", "{name} has about {number} points.", n),
}
#: Why it is so: for the reader and for others.
_CAUSES: Final = {
    "no crop": (N_("You have no {crop}."), N_("{name} has no {crop}.")),
    "can't match": (N_("You can't match the bid."), N_("{name} can't match the bid.")),
    "can match": (N_("You can match the bid."), N_("{name} can match the bid.")),
    "full store": (N_("Your store is full."), N_("{name}'s store is full.")),
    "has it": ("", N_("It is in {name}'s store.")),
    "registry": (N_("It is still in the registry."),) * 2,
    "nobody": (N_("Nobody can match the bid."),) * 2,
    "no space": (N_("No space is open to it."),) * 2,
}
#: The rows of a comparison: a name, and what its number counts.
_ROWS: Final = {
    "workers": (N_("Workers"), N_("points")),
    "groups": (N_("Groups"), N_("points")),
    "crops": (N_("Majorities"), N_("points")),
    "counters": (N_("Counters"), N_("in hand")),
    "ripe": (N_("Ripe fields"), N_("left over")),
    "total": (N_("Points for {name}"), N_("in all")),
    "lead": (N_("Margin"), N_("points, estimate")),
    "chance": (N_("Chance"), N_("to win, estimate")),
}


#: Of turns about as good, by whether the one described brings more points at first, and is the only one shown.
_EVENS_OUT: Final = {
    (True, False): N_("About as good as {letter}, which gains more later."),
    (False, False): N_("About as good as {letter}, and gains more later."),
    (True, True): N_("Other turns are about as good, and gain more later."),
    (False, True): N_("Other turns are about as good, but gain less later."),
}


def named(kind: str, name: str) -> tuple[str, str]:
    """Return the name of a row of a comparison, and what its number counts.

    >>> named("total", "Ada")
    ('Points for Ada', 'in all')
    """
    title, counted = _ROWS[kind]
    return _(title).format(name=name), _(counted)


def step(deed: Deed, number: int, names: Sequence[str]) -> str:
    """Say what may be done in a turn to come; ``number`` is that of the fields of a harvest.

    >>> step(Deed("work", 2, 6, 5), 0, [])
    'merchant to A6 for A3'
    """
    if deed.kind == "harvest":
        return n_("harvest about {number} counter", "harvest about {number} counters", number).format(number=number)
    kind = deed.kind
    if deed.worker >= 0:
        where = " at" * (deed.space >= 0)
        kind = ("move" + where if deed.kind == "move" else where.strip() or "work") + " for" * (deed.tile >= 0)
    return _(_STEPS[kind]).format(
        tile=SPACES[deed.tile],
        space=SPACES[deed.space],
        worker=worker(deed.worker) if deed.worker >= 0 else "",
        name=names[deed.other] if deed.other >= 0 else "",
    )


def gain(now: Now) -> str:
    """Say what a turn itself brings its player: points by source, and counters.

    >>> gain(Now(groups=2, workers=1, counters=-1))
    '+3 points: groups +2, workers +1. Counters −1.'
    >>> gain(Now(workers=-1, won=(0,))), gain(Now())
    ('0 points: workers −1, majority in hops +1.', 'No points.')
    """
    changes = {"groups": now.groups, "workers": now.workers}
    sources = [_(_SOURCES[kind]).format(change=signed(each)) for kind, each in changes.items() if each]
    for crops, sign in ((now.won, 1), (now.lost, -1)):
        text = _("majority in {crop} {change}") if len(crops) == 1 else _("majorities {change}")
        if crops:
            sources.append(text.format(crop=crop(crops[0]), change=signed(sign * len(crops))))
    number = now.points
    text = n_("{number} point: {sources}.", "{number} points: {sources}.", abs(number)) if sources else _("No points.")
    found = [text.format(number=signed(number), sources=series(sources))]
    found += [_("Counters {change}.").format(change=signed(now.counters))] if now.counters else []
    return " ".join(found)


def this_turn(now: Now) -> str:
    """Say what a turn itself brings, in a sentence that stands alone.

    >>> this_turn(Now(counters=2))
    'This turn: No points. Counters +2.'
    """
    return _("This turn: {gain}").format(gain=gain(now))


def following(then: Then, names: Sequence[str], *, drawn: bool = False) -> str:
    """Say in a sentence what a turn leads to, or with ``drawn`` what follows its draw.

    >>> from keyharvest.advice.plan import Share
    >>> following(Then("steps", (Deed("place", 2),), Share(12, 16)), [])
    'Next turn, usually (8 times in 10): place A3.'
    """
    number = then.share.tenths
    if then.kind == "steps":
        level = next((level for level, least in enumerate(_LEVELS) if number >= least), len(_LEVELS))
        told = [step(deed, then.number, names) for deed in then.steps]
        listed = _("{first}, then {second}").format(first=told[0], second=told[1]) if told[1:] else told[0]
        return _((_AFTER_DRAW if drawn else _NEXT)[level]).format(number=number, steps=listed)
    if then.kind == "sale":
        if then.seat < 0:
            text = _("Others buy {tile} {number} times in 10: its bid comes back, and as much in payment.")
        elif number == _LEVELS[0]:
            text = _("{name} always buys {tile}: its bid comes back, and as much in payment.")
        else:
            text = _("{name} buys {tile} {number} times in 10: its bid comes back, and as much in payment.")
        return text.format(name=names[then.seat], tile=SPACES[then.tile], number=number)
    if then.kind == "last":
        return _("This is the last turn.")
    return _("What comes next depends on draws and on others.")


def fact(told: Fact, names: Sequence[str], reader: int) -> str:
    """Say a fact in a sentence to a reader, who has a seat or none, -1.

    >>> from keyharvest.advice.plan import Share
    >>> fact(Fact("tile", 1, 2, Share(10, 16)), ["Robin", "Ada"], 0)
    'Ada gets A3 6 times in 10.'
    """
    mine, number = told.seat == reader >= 0, told.share.tenths
    if (told.kind, "name") not in _FACTS:
        text = (_YOURS if mine else _THEIRS)[told.kind](abs(told.number))
        return text.format(number=told.number, change=signed(told.number), name=names[told.seat])
    now, always, some, never = _FACTS[told.kind, "you" if mine else "name" if told.seat >= 0 else "others"]
    text = _(now) if told.now else _(always) if number == 10 else some(number) if number else _(never)
    of_tile = told.kind == "tile"
    return text.format(
        tile=SPACES[told.what] if of_tile else "",
        worker="" if of_tile else worker(told.what),
        name=names[told.seat],
        number=number,
    )


def cause(told: Cause, names: Sequence[str], reader: int) -> str:
    """Say in a sentence why a fact is so.

    >>> cause(Cause("no crop", 1, 0), ["Robin", "Ada"], 0)
    'Ada has no hops.'
    """
    text = _CAUSES[told.kind][told.seat != reader]
    return _(text).format(name=names[told.seat], crop=crop(told.crop) if told.crop >= 0 else "")


def headline(why: Because, at: int, other: int, plain: bool = False) -> str:
    """Say how a turn compares with another: as a title of the facts, or as a sentence if there are none.

    With ``plain`` the turn is the only one shown.
    """
    if why.kind == "clear":
        return _("Because") if at < other else _("{letter} is better").format(letter=letter(other))
    if why.kind == "equal":
        text = _("Other turns are about as good.") if plain else _("About as good as {letter}.")
    elif why.kind == "evens out":
        gains = {each: told.number for each, told in why.facts}
        text = _(_EVENS_OUT[gains[at] > gains[other], plain])
    else:
        text = _("Better mainly in later turns.") if at < other else _("{letter} is better mainly in later turns.")
    return text.format(letter=letter(other))


def reasons(hints: Hints, at: int, names: Sequence[str], reader: int) -> list[str]:
    """Return the sentences of the plan of a turn found, if it is there, by the turn's index."""
    plan = hints.found[at].plan
    return _told(plan, at, rival(at, len(hints.found)), names, reader, hints.plain) if plan else []


def _told(plan: Plan, at: int, other: int, names: Sequence[str], reader: int, plain: bool = False) -> list[str]:
    """Return the sentences of a turn's plan, to be spoken or read without pictures; ``plain`` as in a headline."""
    (_at, now), *others = plan.now[: 1 if plain else None]
    found = [this_turn(now), *(turn(each, gain(theirs)) for each, theirs in others)]
    found += [following(plan.rest, names, drawn=True)] if plan.rest.kind == "steps" else []
    found.append(following(plan.then, names))
    if plan.because.kind != "alone":
        found.append(headline(plan.because, at, other, plain))
    for each, said in plan.because.facts:
        if plain and each != at:
            continue
        text = fact(said, names, reader)
        found.append(text if plain else turn(each, text))
        found += [cause(said.cause, names, reader)] if said.cause else []
    return found


def horizon(last: bool) -> str:
    """Say what the facts are counted in; ``last``: whether the game's end is in sight."""
    if last:
        return _("Counted in games played on from here, up to their end.")
    return _("Counted in games played on from here, up to the end of the next turn.")


def letter(at: int) -> str:
    """Return the name of one of the turns compared, by its index: A, B, C. Numbers are those of rounds and steps.

    >>> letter(0)
    'A'
    """
    return ascii_uppercase[at]


def turn(at: int, text: str) -> str:
    """Return a text about a turn under its letter."""
    return _("{letter}: {text}").format(letter=letter(at), text=text)


def standing(gap: Gap) -> str:
    """Say how a turn stands beside A, the best.

    >>> from keyharvest.advice.hints import Gap
    >>> standing(Gap(-1.5, 0.6)), standing(Gap(-0.2, 0.6))
    ('1.5 points behind A', 'About as good as A')
    """
    if gap.close:
        return _("About as good as {letter}").format(letter=letter(0))
    if gap.by_chance:
        return _("Less likely to win than {letter}").format(letter=letter(0))
    text = n_("{number} points behind {letter}", "{number} points behind {letter}", whole_part(abs(gap.lead)))
    return text.format(number=tenths(abs(gap.lead)), letter=letter(0))


def verdict(other: int, gap: Gap) -> str:
    """Say how far a turn ends ahead of another, given by its index, and whether that makes them about equal.

    >>> from keyharvest.advice.hints import Gap
    >>> verdict(1, Gap(1.5, 0.6)), verdict(0, Gap(-0.7, 0.8))
    ('1.5 pts ahead of B (±0.6)', '0.7 pts behind A (±0.8), about equal')
    >>> verdict(0, Gap(0.4, 0.6, -20)), verdict(0, Gap(-1.0, 0.0, 0))
    ('less likely to win than A', '1.0 pts behind A')
    """
    if gap.by_chance:
        likely = _("more likely to win than {other}"), _("less likely to win than {other}")
        return likely[gap.chance < 0].format(other=letter(other))
    text = _("{points} ahead of {other}") if gap.lead > 0 else _("{points} behind {other}")
    text = text if gap.lead else _("the same lead as {other}")
    doubt = f" (±{tenths(gap.doubt)})" if gap.doubt else ""
    said = text.format(points=f"{tenths(abs(gap.lead))} {_('pts')}", other=letter(other)) + doubt
    return _("{said}, about equal").format(said=said) if gap.close else said
