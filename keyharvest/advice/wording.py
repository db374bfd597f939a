"""Hints in words: what a turn's steps are for, what it leads to and why, names of totals, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from keyharvest.advice.courses import Deed
from keyharvest.advice.hints import Gap, Hints, rival
from keyharvest.advice.plan import NEARLY, Because, Loss, More, Plan, Then
from keyharvest.advice.purposes import Cause, Purpose
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, P_, _, n_
from keyharvest.words.terms import crop, goods, references, signed, tenths, whole_part, worker

#: A sentence, or its singular and plural for a number.
_Text = str | tuple[str, str]
#: What a step of a turn is for, by kind; those with a number, of points, counters or fields, have plural forms.
_PURPOSES: Final[dict[str, _Text]] = {
    "largest": N_("{tiles} joins your largest group, where a field scores 1."),
    "second": N_("{tiles} joins your second group, where a field scores 2."),
    "one": P_(
        "{tiles} makes one group of {size} fields: {number} point more.",
        "{tiles} makes one group of {size} fields: {number} points more.",
    ),
    "new": P_(
        "{tiles} makes a group of {size} fields: {number} point more.",
        "{tiles} makes a group of {size} fields: {number} points more.",
    ),
    "adds": P_("{tiles} adds {number} point to your groups.", "{tiles} adds {number} points to your groups."),
    "grow": P_("Your groups score {number} point more.", "Your groups score {number} points more."),
    "cost": P_("Your groups score {number} point less.", "Your groups score {number} points less."),
    "same": N_("That costs no points."),
    "denies": P_(
        "{name} can no longer score {number} point with {tiles}.",
        "{name} can no longer score {number} points with {tiles}.",
    ),
    "wanted": P_("{tiles} would score {number} point for {name}.", "{tiles} would score {number} points for {name}."),
    "opens": N_("Only with {tiles} has the {worker} a space: {space}."),
    "with": P_(
        "{tiles} prepares {space}, which would then score {number} point.",
        "{tiles} prepares {space}, which would then score {number} points.",
    ),
    "first": P_(
        "Only with {tiles} is there a space for the {worker}, for {number} point later.",
        "Only with {tiles} is there a space for the {worker}, for {number} points later.",
    ),
    "to come": P_(
        "With {tiles}, {number} more of the tiles to come would score for you.",
        "With {tiles}, {number} more of the tiles to come would score for you.",
    ),
    "field": N_("{tiles} scores nothing until others join it."),
    "idle": N_("{tiles} scores nothing."),
    "scores": P_("The {worker} scores {number} point.", "The {worker} scores {number} points."),
    "replaces": P_(
        "The {worker} scores {number} point more than the {other}, which goes home.",
        "The {worker} scores {number} points more than the {other}, which goes home.",
    ),
    "again": N_("The {worker} is displaced, and uses its power again."),
    "stays": N_("The {worker} is displaced, but keeps its points on another space."),
    "replaced": P_(
        "The {worker} there goes home: {number} point less.", "The {worker} there goes home: {number} points less."
    ),
    "displaced": P_(
        "The {worker} is displaced and goes home: {number} point less.",
        "The {worker} is displaced and goes home: {number} points less.",
    ),
    "room": P_(
        "The {worker} scores {number} point less, but leaves {space} to the {other}.",
        "The {worker} scores {number} points less, but leaves {space} to the {other}.",
    ),
    "soon": P_(
        "The {worker} scores {number} point less, but its power works again if you play it next turn.",
        "The {worker} scores {number} points less, but its power works again if you play it next turn.",
    ),
    "home": P_(
        "The {worker} scores {number} point less, but its power works again if you play it later.",
        "The {worker} scores {number} points less, but its power works again if you play it later.",
    ),
    "pays": N_("Without this you couldn't pay for {tiles}."),
    "counters": N_("Counters {change}."),
    "ripe": P_("You can harvest {number} field again.", "You can harvest {number} fields again."),
    "next": P_(
        "You can place {tiles} next turn, for {number} point.", "You can place {tiles} next turn, for {number} points."
    ),
    "stored": P_(
        "You can place {tiles} later, for {number} point.", "You can place {tiles} later, for {number} points."
    ),
    "next bare": N_("You can place {tiles} next turn, for no points yet."),
    "stored bare": N_("You can place {tiles} later, for no points yet."),
    "unsold": P_(
        "If nobody buys {tiles}, it will score {number} point.",
        "If nobody buys {tiles}, it will score {number} points.",
    ),
    "bid": N_("{name} might match a lower bid."),
    "won": N_("You get the most {crop}: 1 point."),
    "lost": N_("You lose the most {crop}: 1 point less."),
    "won from": N_("You get the most {crop} instead of {name}: 1 point more for you, 1 less for {name}."),
    "lost to": N_("{name} gets the most {crop} instead of you: 1 point less for you, 1 more for {name}."),
    "sure": N_("You now surely have the most {crop}."),
    "over": N_("You can't have the most {crop} any more."),
    "hidden": N_("Hidden counters decide whether you have the most {crop}."),
    "gains": N_("{name} gets the most {crop}: 1 point more for {name}."),
    "loses": N_("{name} loses the most {crop}: 1 point less for {name}."),
}
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
#: Steps in nearly all courses, or in fewer: of the next turn, and after the draw.
_NEXT: Final = (N_("Next turn, very likely: {steps}."), N_("Next turn, probably: {steps}."))
_AFTER_DRAW: Final = (N_("After the draw, very likely: {steps}."), N_("After the draw, probably: {steps}."))
#: The points of these steps, on average or always.
_SCORES: Final = (
    P_("That scores about {number} point.", "That scores about {number} points."),
    P_("That scores {number} point.", "That scores {number} points."),
)
_SALE: Final = (
    N_("{name} will probably buy {tile}: you get your bid back, and earn {goods}."),
    N_("Another player will probably buy {tile}: you get your bid back, and earn {goods}."),
)
_SALE_TO_WORKER: Final = (
    N_("{name} will probably buy {tile} through a worker: you get your bid back, and as many counters or more."),
    N_("A worker will probably buy {tile} for another player: you get your bid back, and as many counters or more."),
)
#: What a turn costs beside a better one, by who gets it: the reader, another by name, or others.
_LOSSES: Final = {
    ("tile", "you"): N_("You will hardly get {tile}."),
    ("tile", "name"): N_("{name} will probably get {tile}."),
    ("tile", "others"): N_("Another player will probably get {tile}."),
    ("worker", "you"): N_("You will hardly play the {worker}."),
    ("worker", "name"): N_("{name} will probably play the {worker}."),
    ("worker", "others"): N_("Another player will probably play the {worker}."),
}
#: The points of a lost tile, for its new owner and for the reader.
_WORTH: Final = (
    P_("It would score {number} point for {name}.", "It would score {number} points for {name}."),
    P_("It would score {number} point.", "It would score {number} points."),
)
#: What one of two turns has more of.
_MORE: Final[dict[str, _Text]] = {
    "now": P_("{number} point more this turn.", "{number} points more this turn."),
    "counters": P_("{number} counter more.", "{number} counters more."),
    "about counters": P_("About {number} counter more.", "About {number} counters more."),
    "worker": P_(
        "The best worker that you could then play scores {number} point more.",
        "The best worker that you could then play scores {number} points more.",
    ),
    "about worker": P_(
        "The best worker that you could then play scores about {number} point more.",
        "The best worker that you could then play scores about {number} points more.",
    ),
    "ripe": P_("{number} ripe field more.", "{number} ripe fields more."),
    "about ripe": P_("About {number} ripe field more.", "About {number} ripe fields more."),
    "soon": P_("{number} point more in all after your next turn.", "{number} points more in all after your next turn."),
    "about soon": P_(
        "About {number} point more in all after your next turn.",
        "About {number} points more in all after your next turn.",
    ),
    "end": P_("{number} point more at the end.", "{number} points more at the end."),
    "about end": P_("About {number} point more at the end.", "About {number} points more at the end."),
    "less": P_("{name} gets {number} point less.", "{name} gets {number} points less."),
    "about less": P_("{name} gets about {number} point less.", "{name} gets about {number} points less."),
    "kept": P_(
        "The {worker} can still score {number} point later.", "The {worker} can still score {number} points later."
    ),
    "tile": N_("You have {tile} on your board."),
    "stored": N_("You have {tile} in your store."),
    "about next": P_(
        "The next turn scores about {number} point more.", "The next turn scores about {number} points more."
    ),
    "later": N_("It gains more in later turns."),
}
#: Why it is so: for the reader and for others.
_CAUSES: Final = {
    "no crop": (N_("You have no {crop}."), N_("{name} has no {crop}.")),
    "can't match": (N_("You can't match the bid."), N_("{name} can't match the bid.")),
    "can match": ("", N_("{name} can match the bid.")),
    "full store": (N_("Your store is full."),) * 2,
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


def named(kind: str, name: str) -> tuple[str, str]:
    """Return the name of a row of a comparison, and what its number counts.

    >>> named("total", "Ada")
    ('Points for Ada', 'in all')
    """
    title, counted = _ROWS[kind]
    return _(title).format(name=name), _(counted)


def _say(text: _Text, number: int = 0, **gaps: str) -> str:
    return (_(text) if isinstance(text, str) else n_(*text, number)).format(number=number, **gaps)


def _worker(index: int) -> str:
    return worker(index) if index >= 0 else ""


def purpose(told: Purpose, names: Sequence[str], reader: int) -> str:
    """Say what a step of a turn is for.

    >>> purpose(Purpose(1, "scores", 2, worker=2), [], 0)
    'The labourer scores 2 points.'
    """
    of_worker = told.kind in ("replaces", "room")  # another worker, not another seat
    majority = "{crop}" in _PURPOSES[told.kind]
    grouped = told.kind in ("one", "new")
    text = _say(
        _PURPOSES[told.kind],
        abs(told.points) if grouped or majority or not told.number else told.number,
        size=str(told.number),
        tiles=references(told.tiles),
        worker=_worker(told.worker),
        other=_worker(told.other) if of_worker else "",
        name=names[told.other] if told.other >= 0 and not of_worker else "",
        space=SPACES[told.space],
        crop=crop(told.number) if majority else "",
        change=signed(told.number),
    )
    return f"{text} {cause(told.cause, names, reader)}" if told.cause else text


def points(told: Sequence[Purpose]) -> str:
    """Say how many points a turn itself gains.

    >>> points([Purpose(1, "scores", 2, worker=2), Purpose(0, "lost", -1)])
    '+1 point this turn.'
    """
    number = sum(each.points for each in told)
    return n_("{number} point this turn.", "{number} points this turn.", abs(number)).format(number=signed(number))


def step(deed: Deed, number: int, names: Sequence[str]) -> str:
    """Say what may be done in a turn to come; ``number`` is that of the fields of a harvest.

    >>> step(Deed("work", 2, 6, 5), 0, [])
    'merchant to A6 for A3'
    """
    if deed.kind == "harvest":
        return _say(P_("a harvest of about {number} counter", "a harvest of about {number} counters"), number)
    kind = deed.kind
    if deed.worker >= 0:
        where = " at" * (deed.space >= 0)
        kind = ("move" + where if deed.kind == "move" else where.strip() or "work") + " for" * (deed.tile >= 0)
    name = names[deed.other] if deed.other >= 0 else ""
    return _say(_STEPS[kind], tile=SPACES[deed.tile], space=SPACES[deed.space], worker=_worker(deed.worker), name=name)


def following(then: Then, names: Sequence[str], *, drawn: bool = False) -> str:
    """Say what a turn leads to, or with ``drawn`` what follows its draw.

    >>> following(Then("steps", (Deed("place", 2),), 0.75, points=2), [])
    'Next turn, probably: place A3. That scores 2 points.'
    """
    if then.kind == "steps":
        told = [step(deed, then.number, names) for deed in then.steps]
        listed = _("{first}, then {second}").format(first=told[0], second=told[1]) if told[1:] else told[0]
        found = [_say((_AFTER_DRAW if drawn else _NEXT)[then.share < NEARLY], steps=listed)]
        return " ".join([*found, *([_say(_SCORES[then.exact], then.points)] if then.points > 0 else [])])
    if then.kind == "sale":
        sale = _SALE if then.bid else _SALE_TO_WORKER
        return _say(sale[then.seat < 0], name=names[then.seat], tile=SPACES[then.tile], goods=goods(then.bid))
    if then.kind == "last":
        return _("This is the last turn of {name}.").format(name=names[then.seat])
    return _("What comes next depends on draws and on others.")


def loss(told: Loss, names: Sequence[str], reader: int) -> str:
    """Say what a turn costs beside a better one, to a reader, who has a seat or none, -1.

    >>> loss(Loss("tile", 1, 2, 0.6), ["Robin", "Ada"], 0)
    'Ada will probably get A3.'
    """
    who = "you" if told.seat == reader >= 0 else "name" if told.seat >= 0 else "others"
    tile, which = (SPACES[told.what], "") if told.kind == "tile" else ("", worker(told.what))
    found = [_say(_LOSSES[told.kind, who], tile=tile, worker=which, name=names[told.seat])]
    if told.points > 0:
        found.append(_say(_WORTH[who == "you"], told.points, name=names[told.seat]))
    return " ".join([*found, *([cause(told.cause, names, reader)] if told.cause else [])])


def more(told: More, names: Sequence[str]) -> str:
    """Say what one of two turns has more of.

    >>> more(More("counters", 2), [])
    '2 counters more.'
    """
    name = names[told.seat] if told.seat >= 0 else ""
    tile, told_of = SPACES[told.tile], "about " * (not told.exact) + told.kind
    return _say(_MORE[told_of], told.number, worker=_worker(told.worker), name=name, tile=tile)


def cause(told: Cause, names: Sequence[str], reader: int) -> str:
    """Say in a sentence why something is so.

    >>> cause(Cause("no crop", 1, 0), ["Robin", "Ada"], 0)
    'Ada has no hops.'
    """
    text = _CAUSES[told.kind][told.seat != reader]
    return _(text).format(name=names[told.seat], crop=crop(told.crop) if told.crop >= 0 else "")


def headline(why: Because, at: int, other: int) -> str:
    """Say how a turn compares with another, as a title."""
    if why.kind == "equal":
        return _("{letter} is about as good in the end: take either").format(letter=letter(other))
    return (_("Better than {letter}") if at < other else _("{letter} is better")).format(letter=letter(other))


def reasons(hints: Hints, at: int, names: Sequence[str], reader: int) -> list[str]:
    """Return the sentences of the plan of a turn found, if it is there, by the turn's index."""
    plan = hints.found[at].plan
    return told(plan, at, rival(at, len(hints.found)), names, reader, hints.plain) if plan else []


def told(plan: Plan, at: int, other: int, names: Sequence[str], reader: int, plain: bool = False) -> list[str]:
    """Return the sentences of a turn's plan, to be spoken or read without pictures; with ``plain`` the turn is the only
    one shown.
    """
    why = plan.because
    found = [points(plan.purposes), *(purpose(each, names, reader) for each in plan.purposes)]
    found += [following(plan.rest, names, drawn=True)] if plan.rest.kind == "steps" else []
    found.append(following(plan.then, names))
    against = [loss(each, names, reader) for each in why.losses if each.now or not plain]
    if plain:
        return found + [_("If you don't: {text}").format(text=text) for text in against]
    found += [headline(why, at, other) + "."] if why.kind != "alone" else []
    found += [turn(max(at, other), text) for text in against]
    return found + [turn(each, more(said, names)) for each, said in why.more]


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
