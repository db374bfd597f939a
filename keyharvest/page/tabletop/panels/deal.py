"""The result of the selection: counters, groups and points, displaced workers, other buyers."""

from __future__ import annotations

from typing import Final

from keyharvest import words
from keyharvest.knowledge import leads, score_bounds, turned
from keyharvest.page.parts.controls import hidden
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.happenings import goods
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h
from keyharvest.rules import State, actor, counters, legal, play
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.frames import STOCK, Decision, Displaced, Pay
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.scoring import gain, two_largest
from keyharvest.table.rivals import CAN, MAY, rivals
from keyharvest.table.staging import SPACE, TILE, WORKER, Stage
from keyharvest.words.language import _, n_

#: The most positions followed to find out what an answer brings; beyond these, what it brings at once counts.
_FOLLOWED: Final = 200


def deal(scene: Scene, stage: Stage) -> list[Html]:
    """Draw the result of the selection as rows; none without a selection."""
    after = stage.trial()
    place, power = _standing(stage)
    rows = [*place, *_exchanged(scene, stage, after)]
    if after is not stage.view:
        coming = 1 << stage.tile if _price(stage, after) else 0  # the tile arrives once it is paid for
        rows += _groups(stage, after.fields[stage.seat] | coming, _("Group"), _("2nd group"))
        rows += [*_leaving(stage, after), *_points(scene, stage, after)]
    if stage.kind == TILE and stage.bidding():
        rows += _groups(stage, stage.view.fields[stage.seat] | 1 << stage.tile, _("Later"), _("Later, 2nd"))
    return [*rows, *_others(scene, stage), *power]


def _row(key: str, *value: str, class_: str = "") -> Html:
    return h.div(".row")[h.span(".k")[key], h.span(class_=class_ or None)[value]]


def _standing(stage: Stage) -> tuple[list[Html], list[Html]]:
    """Say where a worker would go, and what it can do there: that is long, and known once the worker is chosen."""
    if stage.worker < 0 or stage.kind not in (WORKER, SPACE):
        return [], []
    if stage.space >= 0:
        beside, needed = stage.counting().bit_count(), stage.needed()
        text = n_("{number} field, {needed} needed", "{number} fields, {needed} needed", beside)
        place = _row(SPACES[stage.space], text.format(number=beside, needed=needed))
    else:
        text = n_("{number} field beside it", "{number} fields beside it", stage.needed())
        place = _row(_("Needs"), text.format(number=stage.needed()))
    return [place], [_row(_("Power"), words.worker_line(WORKER_LETTERS[stage.worker]), class_="long")]


def _exchanged(scene: Scene, stage: Stage, after: State) -> list[Html]:
    """Draw counters gained and paid."""
    gained = lost = counters.NONE
    for crop, one in enumerate(counters.ONE):
        change = counters.count(after.hands[stage.seat], crop) - counters.count(stage.view.hands[stage.seat], crop)
        if change > 0:
            gained += change * one
        else:
            lost -= change * one
    rows = []
    if gained:
        rows.append(_row(_("Get"), goods(gained), hidden(words.goods(gained)), class_="gain"))
    if lost:
        left = _("{number} left").format(number=_left(lost, after.hands[stage.seat]))
        rows.append(_row(_payee(scene, stage), goods(lost), hidden(words.goods(lost)), " ", left))
    if price := _price(stage, after):
        text = n_("{number} counter of any crop", "{number} counters of any crops", price.number)
        key = _("Pay") if price.payee == STOCK else _("Pay {name}").format(name=scene.chairs[price.payee].name)
        rows.append(_row(key, text.format(number=price.number)))
    owner = stage.view.store_of(stage.tile) if stage.kind == TILE and not stage.bidding() else -1
    if owner == stage.seat:
        bid = stage.view.bid_of(stage.tile)
        rows.append(_row(_("Your bid"), goods(bid), hidden(words.goods(bid)), " ", _("goes to the stock")))
    return rows


def _price(stage: Stage, after: State) -> Pay | None:
    """Return the payment that the chosen tile leads to, of counters yet to be chosen (rules 10.2 and 11 I)."""
    asked = after.stack[-1] if after.stack else None
    return asked if isinstance(asked, Pay) and asked.seat == stage.seat and stage.kind == TILE else None


def _left(paid: int, hand: int) -> int:
    """Return how many counters a payment leaves: of its crop if it has only one, else of all crops."""
    crops = [crop for crop, number in enumerate(counters.unpack(paid)) if number]
    return counters.count(hand, crops[0]) if len(crops) == 1 else counters.total(hand)


def _payee(scene: Scene, stage: Stage) -> str:
    if stage.bidding():
        return _("Bid")
    owner = stage.view.store_of(stage.tile) if stage.kind == TILE else -1
    if owner >= 0 and owner != stage.seat:
        return _("Pay {name}").format(name=scene.chairs[owner].name)
    return _("Pay")


def _groups(stage: Stage, after: int, *keys: str) -> list[Html]:
    """Draw the sizes of the two groups that score, with the fields now and ``after``, and their points (rule 13.2)."""
    sizes = zip(two_largest(stage.view.fields[stage.seat]), two_largest(after), (1, 2), strict=True)
    return [
        _row(key, h.b[_("{old} to {new}").format(old=old, new=new)], " ", _gained(times * (new - old)))
        for (old, new, times), key in zip(sizes, keys, strict=True)
        if old != new
    ]


def _gained(change: int, *, by_others: bool = False) -> Html:
    """Draw points gained or lost, in the colour that they have for the player who decides."""
    number = n_("{number} point", "{number} points", abs(change)).format(number=words.signed(change))
    return h.span(class_="gain" if (change > 0) != by_others else "loss")[number]


def _leaving(stage: Stage, after: State) -> list[Html]:
    """Name workers that would be replaced or displaced (rules 5.3, 8.1)."""
    staying = [worker for worker, _space in after.posts[stage.seat]]
    asked = after.stack[-1] if after.stack else None
    rows = []
    for worker, space in stage.view.posts[stage.seat]:
        # A tile that isn't paid for yet arrives later, but then displaces any worker there, even the bailiff (11.1).
        in_the_way = worker in staying and not stage.turn and space == stage.incoming()
        if in_the_way or worker not in staying:
            moves_on = in_the_way or (isinstance(asked, Displaced) and asked.worker == worker)
            sentence = _("The {worker} may move on and act again") if moves_on else _("The {worker} goes home")
            class_ = "" if moves_on else "loss"
            rows.append(_row(_("Then"), sentence.format(worker=words.worker(worker)), class_=class_))
    return rows


def _points(scene: Scene, stage: Stage, after: State) -> list[Html]:
    """Draw the total of points, as a range if hidden counters leave it open, unless only the groups change it."""
    seat = stage.seat
    others = _others_majorities(scene, stage, after)
    old, new = points_known(stage.view, scene.unknown, seat), points_known(after, scene.unknown, seat)
    of_groups = gain(stage.view.fields[seat], after.fields[seat])
    if all(after_ - before == of_groups for before, after_ in zip(old, new, strict=True)):
        return others
    text = _("{old} to {new}").format(old=spread(*old), new=spread(*new))
    change = sum(new) - sum(old)
    told = h.b(class_="gain" if change > 0 else "loss")[text] if change else text
    majorities = turned(*(leads(view, scene.unknown, seat) for view in (stage.view, after)))
    rows = [_majority(crops, change) for crops, change in zip(majorities, (1, -1), strict=True) if crops]
    return [_row(_("Points"), told, class_="points"), *rows, *others]


def _others_majorities(scene: Scene, stage: Stage, after: State) -> list[Html]:
    """Draw the majorities that others win or lose by the selection, as their points would change without a word."""
    rows = []
    for seat, chair in enumerate(scene.chairs):
        if seat != stage.seat:
            majorities = turned(*(leads(view, scene.unknown, seat) for view in (stage.view, after)))
            rows += [
                _majority(crops, change, _("Majority, {name}").format(name=chair.name))
                for crops, change in zip(majorities, (1, -1), strict=True)
                if crops
            ]
    return rows


def _majority(crops: int, change: int, head: str = "") -> Html:
    """Draw majorities won or lost, a mask of crops, and the points that they change (rule 13.2)."""
    found = spaces_in(crops)
    signs = (tiles.crop(crop, label=words.crop(crop)) for crop in found)
    return _row(
        head or _("Majority"), *signs, " ", _gained(change * len(found), by_others=bool(head)), class_="majority"
    )


def points_known(view: State, unknown: tuple[int, ...], seat: int) -> tuple[int, int]:
    """Return the fewest and the most points that a seat can have so far, given hidden counters (rule 13.2)."""
    least, most = score_bounds(view, unknown)[seat]
    return least.total, most.total


def brings(stage: Stage, unknown: tuple[int, ...], answer: str) -> tuple[int, int]:
    """Return the least and the most points that an answer brings, given the same player's choices that follow at once.

    What a draw or another player brings afterwards is open and doesn't count.
    """
    before = points_known(stage.view, unknown, stage.seat)
    ends: list[tuple[int, int]] = []
    todo = [play(stage.view, answer)]
    while todo:
        state = todo.pop()
        asked = state.stack[-1] if state.stack else None
        goes_on = isinstance(asked, Displaced) or (isinstance(asked, Decision) and asked.cause == stage.frame.cause)
        if goes_on and actor(state) == stage.seat and len(todo) + len(ends) < _FOLLOWED:
            todo += [play(state, move) for move in legal(state)]
        else:
            ends.append(points_known(state, unknown, stage.seat))
    changes = [after - old for end in ends for old, after in zip(before, end, strict=True)]
    return min(changes), max(changes)


def spread(least: int, most: int) -> str:
    """Return two bounds as one number if they are equal, else as a range.

    >>> spread(3, 3), spread(3, 5)
    ('3', '3–5')
    """
    return str(least) if least == most else f"{least}–{most}"


def worth(stage: Stage, tile: int) -> str:
    """Return the points that a tile on the player's board would add for groups, with a sign (rule 13.2)."""
    before = stage.view.fields[stage.seat]
    return words.signed(gain(before, before | 1 << tile))


def change(scene: Scene, stage: Stage, tile: int) -> str:
    """Return the points that the tile selected brings, all changes together if they are certain, else for groups."""
    after = stage.trial()
    if after.fields[stage.seat] >> tile & 1 and not _leaving(stage, after):
        old, new = (points_known(view, scene.unknown, stage.seat) for view in (stage.view, after))
        if new[0] - old[0] == new[1] - old[1]:
            return words.signed(new[0] - old[0])
    return worth(stage, tile)


def foretold(scene: Scene, tile: int) -> tuple[str, str]:
    """Describe a tile that isn't selected yet: the points it would add for groups; in words, the worker it would
    displace and who can match its bid.

    Both are empty if the viewer has no turn to choose.
    """
    stage = scene.stage
    if stage is None or stage.turn is None:
        return "", ""
    told = [
        _("displaces the {worker}").format(worker=words.worker(worker))
        for worker, space in scene.view.posts[stage.seat]
        if space == tile
    ]
    told += [words.under(head, names) for head, names in _buyers(scene, _matches_of(scene, stage, tile))]
    return worth(stage, tile), " · ".join(told)


def _matches_of(scene: Scene, stage: Stage, tile: int) -> dict[int, str]:
    """Return for each other seat whether it could pay the bid of a tile; empty if the tile is in no store."""
    owner = stage.view.store_of(tile)
    if owner < 0:
        return {}
    return rivals(scene.view, scene.unknown, stage.seat, owner, stage.view.bid_of(tile))


def _buyers(scene: Scene, found: dict[int, str]) -> list[tuple[str, str]]:
    """Name the players who can buy a tile, and those who might, under a head each."""
    heads = {CAN: _("Can match"), MAY: _("Might match")}
    names = {match: [scene.chairs[seat].name for seat in found if found[seat] == match] for match in heads}
    return [(head, words.listing(names[match])) for match, head in heads.items() if names[match]]


def matches(scene: Scene) -> dict[int, str]:
    """Return for each other seat whether it could buy the selected tile for its bid; empty without a selection."""
    stage = scene.stage
    if stage is None or stage.kind != TILE:
        return {}
    if stage.bidding():
        return rivals(scene.view, scene.unknown, stage.seat, stage.seat, stage.crops) if stage.crops else {}
    return _matches_of(scene, stage, stage.tile) if stage.turn else {}


def match_word(match: str) -> str:
    """Say briefly whether a player could buy a tile."""
    return {CAN: _("can match"), MAY: _("might match")}.get(match, _("can't match yet"))


def _others(scene: Scene, stage: Stage) -> list[Html]:
    """Name the others who could buy the tile, as far as is known."""
    return [_row(head, names, class_="grow") for head, names in _buyers(scene, matches(scene))]
