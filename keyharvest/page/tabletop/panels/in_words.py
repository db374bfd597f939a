"""The table in words: everything that the viewer sees, as headings, tables and lists, to read or hear."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest import words
from keyharvest.knowledge import bag_size
from keyharvest.page.parts.controls import table
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.boards import as_shown, fresh, space_in_words, space_notes
from keyharvest.page.tabletop.panels.history import moment_text
from keyharvest.page.tabletop.panels.seats import by_source
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, EVENT_SPACES, FARMHANDS, STORE_PLACES
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.table.chairs import NOBODY
from keyharvest.table.phrases import missing, question
from keyharvest.words.language import _
from keyharvest.words.outcome import source_names

#: The number of lines of the log shown if nothing is new.
_LINES = 6


def table_in_words(scene: Scene) -> Html:
    """Describe the table: first the question, then the news, then the rest."""
    seats = range(scene.view.players)
    order = [scene.home, *scene.others()]
    return join(
        _now(scene),
        _hint(scene),
        _news(scene),
        "" if scene.no_points else _points(scene, order),
        _counters(scene, order),
        _stores(scene, order),
        _town(scene),
        (_board(scene, seat) for seat in sorted(seats, key=order.index)),
    )


def _now(scene: Scene) -> Html:
    where, number = moment_text(scene)
    told = [" · ".join(filter(None, (where, number)))]
    if scene.moment.past:
        told.append(_("You're viewing an earlier moment."))
    if scene.stage:
        told.append(question(scene.stage, scene.names))
        if scene.stage.crops:
            told.append(_("Chosen: {counters}.").format(counters=words.goods(scene.stage.crops)))
        if scene.stage.kind and (lacking := missing(scene.stage)):
            told.append(lacking + ".")
    return h.section[h.h2[_("Now")], (h.p[each] for each in told)]


def _hint(scene: Scene) -> Html:
    """Describe the turns of an open hint: their steps, what they lead to, and why."""
    hints = scene.hint
    if hints is None or not hints.planned:
        return Html()
    from keyharvest.advice.wording import reasons, turn  # a hint has loaded it

    found = []
    for at, each in enumerate(hints.shown):
        said = each.text if hints.plain else turn(at, each.text)
        found.append(h.li[" ".join([said + ".", *reasons(hints, at, scene.names, scene.home)])])
    return h.section[h.h2[_("Hint")], h.ul[found]]


def _news(scene: Scene) -> Html:
    news = [item.line.text for item in scene.moment.news]
    title = _("Since your last turn") if news else _("Last steps")
    lines = news or [line.text for line in scene.lines[-_LINES:]]
    return h.section[h.h2[title], h.ol[(h.li[line] for line in lines)]] if lines else Html()


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    drawn = table(heads, rows, caption)
    return h.div(".scroll", tabindex="0", role="region", aria_label=caption)[drawn]


def _name(scene: Scene, seat: int) -> str:
    name = scene.chairs[seat].name
    return _("{name} (you)").format(name=name) if seat == scene.viewer else name


def _points(scene: Scene, order: Sequence[int]) -> Html:
    heads = (_("Player"), *source_names(), _("points"))
    return _table(_("Points"), heads, [(_name(scene, seat), *by_source(scene, seat)) for seat in order])


def _counters(scene: Scene, order: Sequence[int]) -> Html:
    view = scene.view
    rows = [
        (
            _name(scene, seat),
            *map(str, counters.unpack(view.hands[seat])),
            str(scene.unknown[seat]),
            str(counters.total(view.hands[seat]) + scene.unknown[seat]),
        )
        for seat in order
    ]
    stock = (_("Stock"), *map(str, counters.unpack(view.stock)), "0", str(counters.total(view.stock)))
    heads = (_("Held by"), *map(words.crop, range(len(CROPS))), _("unknown"), _("total"))
    return _table(_("Counters"), heads, [*rows, stock])


def _stores(scene: Scene, order: Sequence[int]) -> Html:
    def place(tile: int, bid: int) -> str:
        return _("{field}, bid {counters}").format(field=words.field(scene.view, tile), counters=words.goods(bid))

    rows = []
    for seat in order:
        held = [place(tile, bid) for tile, bid in scene.view.stores[seat]]
        rows.append((_name(scene, seat), *held, *[_("free place")] * (STORE_PLACES - len(held))))
    return _table(_("Stores"), (_("Player"), _("First place"), _("Second place")), rows)


def _town(scene: Scene) -> Html:
    view = scene.view
    events = _("{count} of {all}").format(count=len(view.placed), all=EVENT_SPACES)
    parts = [
        (_("Registry"), [words.field(view, tile) for tile in spaces_in(view.registry)]),
        (_("Events, {number}").format(number=events), [words.event(event) for event in view.placed]),
        (_("Townsfolk in town"), [words.worker(worker) for worker in spaces_in(view.town)]),
    ]
    if scene.viewer != NOBODY:
        away = sum(1 << worker for worker, _space in view.posts[scene.viewer])
        parts.append((_("Your farmhands at home"), [words.worker(worker) for worker in spaces_in(FARMHANDS & ~away)]))
    parts.append((_("Fallow"), [words.field(view, tile) for tile in spaces_in(view.fallow)]))
    rows = [(name, words.listing(found) if found else _("none")) for name, found in parts]
    rows.append((_("In the bag"), str(bag_size(view))))
    return _table(_("Town"), (_("Where"), _("What is there")), rows)


def _board(scene: Scene, seat: int) -> Html:
    view = as_shown(scene, seat)
    standing = sum(1 << space for _worker, space in view.posts)
    told = view.fields | standing | view.selected | (view.legal or 0)
    rows = []
    for space in spaces_in(told):
        reference, _comma, holds = space_in_words(view, space).partition(", ")
        rows.append((reference, holds, ", ".join(space_notes(view, space, fresh(scene)))))
    title = _("{name}'s board").format(name=scene.chairs[seat].name)
    if not rows:
        return h.section[h.h2[title], h.p[_("All {number} spaces are empty.").format(number=len(SPACES))]]
    return _table(title, (_("Space"), _("Holds"), _("Notes")), rows)
