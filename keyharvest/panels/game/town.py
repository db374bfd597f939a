"""The town: the registry, the event spaces, and the corners of the board."""

from __future__ import annotations

from keyharvest import words
from keyharvest.knowledge import bag_size
from keyharvest.panels.game.announcement import WARNED
from keyharvest.panels.game.deal import points_known, spread
from keyharvest.panels.game.seats import tile_button
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.panels.remote.company import bubble
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES, QUESTION_SPACE, REGISTRY_PLACES
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.turn import WARNING_ROUNDS
from keyharvest.table.staging import NOTHING
from keyharvest.words.language import _, n_


def registry(scene: Scene) -> Html:
    """Draw the registry in alphanumeric order (rule 1.7)."""
    held = [
        tile_button(scene, tile, _("in the registry"), below=_marks(scene, tile))
        for tile in spaces_in(scene.view.registry)
    ]
    empty = [tag("span", Html(tiles.place("?")), class_="tile empty")] * (REGISTRY_PLACES - len(held))
    choosing = scene.stage and scene.stage.for_store and not scene.stage.kind
    note = tag("small", _("tap to store")) if choosing else ""
    head = tag("div", tag("h2", _("Registry")), note, class_="lab")
    return join(head, tag("div", *held, *empty, class_="registry-tiles", data_place="registry"))


def _marks(scene: Scene, tile: int) -> Html:
    """Mark a tile with the number of the hint's step that stores it."""
    if not (scene.hint and scene.hint.done):
        return Html()
    from keyharvest.panels.game.hints import marks  # only hints need it

    return marks(scene.hint, tile)


def town(scene: Scene) -> Html:
    """Draw the ten event spaces; the last one is gold and triggers the end."""
    count = len(scene.view.placed)
    head = tag(
        "div",
        tag("h2", _("Events")),
        tag(
            "b",
            _("{count} of {all}").format(count=count, all=EVENT_SPACES),
            class_="warn" if count >= WARNED else None,
        ),
        class_="lab",
    )
    track = tag("p", _("bag {number}").format(number=bag_size(scene.view)), class_="bag-note")
    return join(
        head,
        tag("ol", *(_event_space(scene, at) for at in range(EVENT_SPACES)), class_="events", data_place="events"),
        track,
    )


def _points(scene: Scene, seat: int) -> Html:
    if scene.no_points:
        return Html()
    least, most = points_known(scene.view, scene.unknown, seat)
    class_ = "pts-me" if least == most else "pts-me range"
    number = tag("span", spread(least, most), class_=class_, data_points=f"board-{seat + 1}")
    guess = None if least == most else _("A range, because some counters are hidden")
    return join(number, tag("span", n_("point", "points", most), title=guess))


def corners(scene: Scene) -> Html:
    """Draw the corners of the board: its owner, its options, the fallow area and the bag."""
    seat, view = scene.shown, scene.view
    name = scene.chairs[seat].name
    said = bubble(scene.company, seat) if seat == scene.home else ""  # the others' phrases are on their cards
    who = tag("div", face(scene, seat), tag("span", name), said, class_=f"who-board kh-seat-{scene.badge(seat)}")
    fallow = spaces_in(view.fallow)
    top = tiles.tile(fallow[-1], view.layout.crops[fallow[-1]], False, "") if fallow else tiles.place()
    back_to = scene.whose(_("Back to your board"), _("Back to {name}'s board"))
    back = (
        button(
            face(scene, scene.home),
            "show",
            str(scene.home + 1),
            class_="back-home",
            aria_label=back_to,
            title=back_to,
        )
        if seat != scene.home
        else Html()
    )
    return join(
        tag("div", who, _points(scene, seat), back, class_="corner c1"),
        tag(
            "div",
            _advice(scene),
            _eye(scene),
            class_="corner c2",
        ),
        tag(
            "div",
            button(icon("cards"), "cards", class_="square", aria_label=_("Cards"), title=_("Cards")),
            class_="corner c5",
        ),
        tag(
            "div",
            button(
                join(
                    Html(top),
                    counted(len(fallow), _("fallow")),
                ),
                "look",
                "fallow",
                class_="plain",
                title=_("Fallow: out of the game"),
            ),
            class_="corner c3",
            data_place="fallow",
            data_tiles=len(fallow),
        ),
        tag(
            "div",
            counted(bag_size(view), _("in the bag")),
            Html(tiles.bag()),
            class_="corner c4",
            data_place="bag",
            data_tiles=bag_size(view),
        ),
    )


def counted(number: int, what: str) -> Html:
    """Draw a number and what it counts."""
    return tag("span", tag("strong", str(number)), " ", what, class_="counted-up")


def _eye(scene: Scene) -> Html:
    """Draw the button that opens the display options of the board."""
    ways = (
        ("groups", icon("eye"), _("Scoring groups"), scene.groups),
        ("crops", Html(tiles.crop(2, label="")), _("Crops on empty spaces"), scene.crops),
        ("outlines", Html(tiles.place()), _("Field outlines"), scene.outlines),
    )
    rows = (
        button(join(sign, tag("span", word)), intent, aria_pressed="true" if on else "false")
        for intent, sign, word, on in ways
    )
    shown = any(on for _intent, _sign, _word, on in ways)
    word = _("Board view")
    opener = tag(
        "button",
        icon("eye"),
        type="button",
        popovertarget="eye",
        class_="square on" if shown else "square",
        aria_label=word,
        title=word,
    )
    return join(opener, tag("div", *rows, id="eye", popover="auto", class_="ways-to-look"))


def _advice(scene: Scene) -> Html:
    """Draw the button for a hint on a phone, until something is selected whose preview it could cover.

    On a desktop it is among the command panel's buttons.
    """
    stage = scene.stage
    if stage is None or stage.kind != NOTHING or stage.aim or scene.advice or scene.no_advice is not None:
        return Html()
    word = _("What would a good player do?")
    return button(icon("bulb"), "hint", class_="square", aria_label=word, title=word)


def _event_space(scene: Scene, at: int) -> Html:
    placed = scene.view.placed
    if at >= len(placed):
        last = at + 1 == EVENT_SPACES
        mark = _("end") if last else "?" if at + 1 == QUESTION_SPACE else ""
        turned = scene.moment.turned
        here = "here" if turned and turned.number == at + 1 else None
        said = (
            _("Event {number}: not drawn yet; it triggers the end of the game")
            if last
            else _("Event {number}: not drawn yet")
        )
        picture = tag("span", Html(tiles.place(mark, last)), class_="event empty")
        return tag("li", picture, hidden(said.format(number=at + 1)), class_=here)
    event = placed[at]
    letter = EVENT_LETTERS[event]
    name = words.event(event)
    inside = button(
        Html(tiles.event(event, label="")),
        "look",
        letter,
        data_thing=f"event-{letter}",
        class_="event",
        aria_label=_("Event {letter}, {name}").format(letter=letter, name=name),
        aria_description=words.event_line(letter),
        data_told=words.under(words.sentence_case(name), words.event_line(letter)),
    )
    return tag("li", inside)


def quiet_rounds(scene: Scene) -> Html:
    """Draw the warning that the game ends if no tile is drawn for much longer (rule 13.4)."""
    quiet = scene.view.idle // scene.view.players
    if quiet < WARNING_ROUNDS or scene.view.left >= 0:
        return Html()
    text = _("No tile drawn for {number} rounds: after ten the game ends.").format(number=quiet)
    return tag("p", text, class_="countdown")
