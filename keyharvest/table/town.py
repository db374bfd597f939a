"""The town board: registry, events, stock, bag, fallow area, and the turns left."""

from __future__ import annotations

from keyharvest.knowledge import bag_size
from keyharvest.picture import tiles
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES, QUESTION_SPACE, REGISTRY_PLACES, TOWNSFOLK, WORKERS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.turn import WARNING_ROUNDS
from keyharvest.table import words
from keyharvest.table.language import _, n_
from keyharvest.table.markup import Html, button, hidden, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.seats import counter_row, tile_button


def registry(scene: Scene) -> Html:
    """The registry in alphanumeric order (rule 1.7)."""
    held = [tile_button(scene, tile, _("in the registry")) for tile in spaces_in(scene.view.registry)]
    empty = [tag("span", class_="tile empty")] * (REGISTRY_PLACES - len(held))
    return join(tag("h2", _("Registry")), tag("div", *held, *empty, class_="registry-tiles"))


def town(scene: Scene) -> Html:
    """Events so far, turns left, stock, bag and fallow area."""
    view = scene.view
    count = len(view.placed)
    bag = bag_size(view)
    fallow = spaces_in(view.fallow)
    facts = [
        (_("Stock"), counter_row(view.stock)),
        (_("Bag"), Html(n_("{number} tile", "{number} tiles", bag).format(number=bag))),
        (_("Fallow"), _fallow(scene, fallow)),
    ]
    return join(
        tag(
            "h2",
            _("Events: {count} of {all}").format(count=count, all=EVENT_SPACES),
            class_="warn" if view.left >= 0 else None,
        ),
        tag("ol", *(_event_space(scene, at) for at in range(EVENT_SPACES)), class_="events"),
        _turns_left(scene),
        tag("dl", *(join(tag("dt", what), tag("dd", value)) for what, value in facts), class_="facts"),
        _townsfolk(scene),
    )


def _event_space(scene: Scene, at: int) -> Html:
    placed = scene.view.placed
    if at >= len(placed):
        mark = "?" if at + 1 == QUESTION_SPACE else str(at + 1)
        return tag("li", tag("span", mark, class_="event empty"))
    event = placed[at]
    letter = EVENT_LETTERS[event]
    name = words.event(event)
    inside = button(
        join(Html(tiles.event(event, label="")), tag("span", name, class_="event-name")),
        "look",
        letter,
        class_="event",
        aria_label=_("Event {letter}, {name}").format(letter=letter, name=name),
        title=f"{name}: {words.event_line(letter)}",
    )
    return tag("li", inside)


def _turns_left(scene: Scene) -> Html:
    """The table of turns left after the tenth event, one row a round (rule 13.1); or the warning of rule 13.4."""
    view = scene.view
    if view.left >= 0 and view.stack:
        players = view.players
        order = [(view.seat + step) % players for step in range(1, view.left + 1)]
        rows = []
        while order:
            size = len(order) % players or players
            round_, order = order[:size], order[size:]
            rows.append(tag("li", ", ".join(scene.chairs[seat].name for seat in round_)))
        text = _("{name}'s turn; then").format(name=scene.chairs[view.seat].name) if rows else _("The last turn")
        return tag("div", tag("p", text), tag("ol", *rows), class_="left")
    quiet = view.idle // view.players
    if quiet >= WARNING_ROUNDS:
        return tag(
            "p", _("No tile drawn for {number} rounds: after ten the game ends.").format(number=quiet), class_="left"
        )
    return Html()


def _fallow(scene: Scene, fallow: list[int]) -> Html:
    if not fallow:
        return Html("–")
    number = n_("{number} field", "{number} fields", len(fallow)).format(number=len(fallow))
    return button(number, "look", "fallow", class_="plain", title=" ".join(SPACES[tile] for tile in fallow))


def _townsfolk(scene: Scene) -> Html:
    """Which townsfolk are on the town board; the tray shows them as well, here they are told to everybody."""
    away = []
    for seat in range(scene.view.players):
        for worker, _space in scene.view.posts[seat]:
            if TOWNSFOLK >> worker & 1:
                away.append(f"{WORKERS[worker].letter} {scene.chairs[seat].name}")
    here = " ".join(WORKERS[worker].letter for worker in spaces_in(scene.view.town))
    return tag(
        "p",
        tag("span", _("Townsfolk here"), class_="what"),
        tag("b", here or "–", class_="letters"),
        hidden(_("; away: {names}").format(names=", ".join(away))) if away else "",
        class_="townsfolk",
    )


def log(scene: Scene) -> Html:
    """The log, the newest sentence first, turn by turn."""
    parts: list[Html] = []
    turn = -1
    items: list[Html] = []
    for line in reversed(scene.lines):
        if line.turn != turn and items:
            parts.append(_log_turn(scene, turn, items))
            items = []
        turn = line.turn
        items.insert(0, tag("li", line.text))
    if items:
        parts.append(_log_turn(scene, turn, items))
    return join(
        tag("h2", _("Log")), tag("div", *parts, class_="story", tabindex="0", role="region", aria_label=_("Log"))
    )


def _log_turn(scene: Scene, turn: int, items: list[Html]) -> Html:
    head = _("Turn {turn}").format(turn=turn) if turn else _("Set-up")
    if turn:
        start = max(scene.view.start, 0)
        name = scene.chairs[(start + turn - 1) % len(scene.chairs)].name
        head = _("Turn {turn}: {name}").format(turn=turn, name=name)
    return tag("section", tag("h3", head), tag("ul", *items))
