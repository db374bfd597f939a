"""Rows of pictures and words about what happened: in another's turn, since the player's own turn, in the log."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.scene import Scene
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import counters
from keyharvest.rules.components import TOWNSFOLK, WORKER_INDEX
from keyharvest.rules.geometry import spaces_in
from keyharvest.table.chairs import NOBODY
from keyharvest.table.sitting import LogEntry
from keyharvest.table.timeline import News
from keyharvest.words.language import _, n_

#: The maximum number of counters shown one by one; more are shown with numbers.
_ONE_BY_ONE = 3
#: The maximum number of field tiles that fit in a row.
_TILES_SHOWN = 2
#: The worker that uses another worker's power again (rule 11).
_LAWYER: Final = WORKER_INDEX["J"]

#: The kinds of steps whose counters are paid or bid (rules 6.2, 7.2); the others bring them.
_COSTS: Final = ("place", "buy", "store")
#: The kinds of steps whose short form isn't what a player does, so that it makes no sentence with a name.
_NAMELESS: Final = ("work", "move", "home", "event", "refill", "power")
#: The action whose sign a row shows, by the kind of step.
_ACTIONS: Final = {"harvest": "harvest", "place": "place", "buy": "place", "store": "store"}


def goods(packed: int, few: int = _ONE_BY_ONE) -> Html:
    """Draw counters side by side, which may wrap: a few one by one, more by crop with numbers."""
    numbers = counters.unpack(packed)
    if not packed:
        return Html()
    if sum(numbers) <= few:
        return join([tiles.crop(crop, label="")] * number for crop, number in enumerate(numbers))
    kinds = ([number * (at == crop) for at in range(len(numbers))] for crop, number in enumerate(numbers) if number)
    return join(tiles.counters(kind, label="") for kind in kinds)


def effects(news: News) -> tuple[str, ...]:
    """Describe the effects of a step on the reader."""
    found = []
    if news.gained:
        found.append(_("You get {goods}.").format(goods=words.goods(news.gained)))
    if news.lost:
        found.append(_("You lose {goods}.").format(goods=words.goods(news.lost)))
    if news.came:
        found.append(_("New on your board: {tiles}.").format(tiles=words.references(news.came)))
    if news.went:
        found.append(_("Gone from your board: {tiles}.").format(tiles=words.references(news.went)))
    if news.workers:
        leaving = [words.worker(worker) for worker in spaces_in(news.workers)]
        text = n_("Your {worker} has to leave.", "Your {worker} have to leave.", len(leaving))
        found.append(text.format(worker=words.listing(leaving)))
    if news.won:
        found.append(_("You win the majority in {crops}.").format(crops=_crops(news.won)))
    if news.outdone:
        found.append(_("You lose the majority in {crops}.").format(crops=_crops(news.outdone)))
    return tuple(found)


def _crops(mask: int) -> str:
    return words.listing([words.crop(crop) for crop in spaces_in(mask)])


def sentence(scene: Scene, news: News) -> str:
    """Say who did something, shortly if that makes a sentence, and its effects on the reader."""
    told, text = news.line.brief, news.line.text
    does = words.does(told, scene.names, scene.viewer)
    if does and told.seat != NOBODY and told.kind not in _NAMELESS:
        text = _("{name} {does}.").format(name=scene.names[told.seat], does=does)
    return " ".join((text, *effects(news)))


def row(scene: Scene, line: LogEntry, more: tuple[str, ...] = (), *, class_: str = "", log: bool = False) -> Html:
    """Draw one row, which shows the table at that moment when pressed; ``more`` are further lines below its text.

    A row of the log has the moment in its id, so that it can be marked without being drawn again.
    """
    place = scene.moment.place_of(line)
    return _row(line, place, scene.view.layout.crops, scene.names, scene.badges, scene.viewer, more, class_, log)


def row_id(place: int) -> str:
    """Return the id of the log's row for a moment.

    >>> row_id(3)
    'moment-3'
    """
    return f"moment-{place}"


@lru_cache(maxsize=2000)
def _row(
    line: LogEntry,
    place: int,
    crops: tuple[int, ...],
    names: tuple[str, ...],
    badges: tuple[int, ...],
    viewer: int,
    more: tuple[str, ...],
    class_: str,
    log: bool,
) -> Html:
    told = line.brief
    does, who = words.does(told, names, viewer), Html()
    if told.seat != NOBODY:
        name = hidden(names[told.seat] + " ") if does else Html()  # a whole sentence contains it
        who = join(tiles.emblem(badges[told.seat], label=""), name)
    inside = join(
        who,
        h.span(".signs")[signs(told, crops, badges)],
        h.span(".grow")[does or line.text, (h.small[each] for each in more)],
        change(told),
    )
    pressed = button(inside, "seek", str(place), class_="happening", id=row_id(place) if log else None)
    return h.li(class_=class_ or None)[pressed]


def change(told: words.Brief) -> Html:
    """Draw the counters that a step brought or cost, after a plus or minus sign."""
    if not told.goods:
        return Html()
    sign = h.i["−" if told.kind in _COSTS else "+"]
    return h.span(".goods")[hidden(", "), sign, goods(told.goods), hidden(words.goods(told.goods))]


def signs(told: words.Brief, crops: tuple[int, ...], badges: tuple[int, ...]) -> Html:
    """Draw the signs of a row: the action, the event or worker that caused it, the tiles concerned."""
    found = []
    if told.kind in ("refill", "draw"):
        found.append(tiles.bag())
    elif told.kind in _ACTIONS and told.event < 0 and told.worker < 0:
        found.append(tiles.action(_ACTIONS[told.kind]))
    if told.event >= 0:
        found.append(tiles.event(told.event, label=""))
    if told.worker >= 0:
        seat = None if TOWNSFOLK >> told.worker & 1 else badges[max(told.seat, 0)]
        if told.kind == "power":
            found.append(tiles.worker(_LAWYER, None, label=""))
        found.append(tiles.worker(told.worker, seat, label=""))
    shown = spaces_in(told.tiles)
    if len(shown) <= _TILES_SHOWN and told.kind != "harvest":
        found += [tiles.tile(tile, crops[tile], label="") for tile in shown]
    return join(found)
