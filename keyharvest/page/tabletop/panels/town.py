"""The town: the registry, the event spaces, and the corners of the board."""

from __future__ import annotations

from collections.abc import Callable

from keyharvest import words
from keyharvest.knowledge import bag_size
from keyharvest.page.parts.company import bubble
from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.faces import face
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.announcement import WARNED
from keyharvest.page.tabletop.panels.deal import points_known, spread
from keyharvest.page.tabletop.panels.seats import tile_button
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES, QUESTION_SPACE, REGISTRY_PLACES
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.turn import WARNING_ROUNDS
from keyharvest.table.staging import NOTHING
from keyharvest.words.language import _, n_


def registry(scene: Scene, mark: Callable[[int], Html] = lambda _tile: Html()) -> Html:
    """Draw the registry in alphanumeric order (rule 1.7); ``mark`` draws what a tile is marked with."""
    held = [tile_button(scene, tile, _("in the registry"), below=mark(tile)) for tile in spaces_in(scene.view.registry)]
    empty = [h.span(".tile.empty")[tiles.place("?")]] * (REGISTRY_PLACES - len(held))
    choosing = scene.stage and scene.stage.for_store and not scene.stage.kind
    note = h.small[_("tap to store")] if choosing else ""
    head = h.div(".lab")[h.h2[_("Registry")], note]
    return join(head, h.div(".registry-tiles", data_place="registry")[held, empty])


def town(scene: Scene) -> Html:
    """Draw the ten event spaces; the last one is gold and triggers the end."""
    count = len(scene.view.placed)
    head = h.div(".lab")[
        h.h2[_("Events")],
        h.b(class_="warn" if count >= WARNED else None)[_("{count} of {all}").format(count=count, all=EVENT_SPACES)],
    ]
    track = h.p(".bag-note")[_("bag {number}").format(number=bag_size(scene.view))]
    return join(
        head,
        h.ol(".events", data_place="events")[(_event_space(scene, at) for at in range(EVENT_SPACES))],
        track,
    )


def _points(scene: Scene, seat: int) -> Html:
    if scene.no_points:
        return Html()
    least, most = points_known(scene.view, scene.unknown, seat)
    class_ = "pts-me" if least == most else "pts-me range"
    number = h.span(class_=class_, data_points=f"board-{seat + 1}")[spread(least, most)]
    guess = None if least == most else _("A range, because some counters are hidden")
    return join(number, h.span(title=guess)[n_("point", "points", most)])


def corners(scene: Scene) -> Html:
    """Draw the corners of the board: its owner, its options, the fallow area and the bag."""
    seat, view = scene.shown, scene.view
    name = scene.chairs[seat].name
    said = bubble(scene.company, seat) if seat == scene.home else ""  # the others' phrases are on their cards
    who = h.div(class_=f"who-board kh-seat-{scene.badge(seat)}")[face(scene, seat), h.span[name], said]
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
        h.div(".corner.c1")[who, _points(scene, seat), back],
        h.div(".corner.c2")[_advice(scene), _eye(scene)],
        h.div(".corner.c5")[button(icon("cards"), "cards", class_="square", aria_label=_("Cards"), title=_("Cards"))],
        h.div(".corner.c3", data_place="fallow", data_tiles=len(fallow))[
            button(
                join(
                    top,
                    counted(len(fallow), _("fallow")),
                ),
                "look",
                "fallow",
                class_="plain",
                title=_("Fallow: out of the game"),
            )
        ],
        h.div(".corner.c4", data_place="bag", data_tiles=bag_size(view))[
            counted(bag_size(view), _("in the bag")), tiles.bag()
        ],
    )


def counted(number: int, what: str) -> Html:
    """Draw a number and what it counts."""
    return h.span(".counted-up")[h.strong[str(number)], " ", what]


def _eye(scene: Scene) -> Html:
    """Draw the button that opens the display options of the board."""
    ways = (
        ("groups", icon("eye"), _("Scoring groups"), scene.groups),
        ("crops", tiles.crop(2, label=""), _("Crops on empty spaces"), scene.crops),
        ("outlines", tiles.place(), _("Field outlines"), scene.outlines),
    )
    rows = (button(join(sign, h.span[word]), intent, aria_pressed=on) for intent, sign, word, on in ways)
    shown = any(on for _intent, _sign, _word, on in ways)
    word = _("Board view")
    opener = h.button(
        type="button", popovertarget="eye", class_="square on" if shown else "square", aria_label=word, title=word
    )[icon("eye")]
    return join(opener, h.div("#eye.ways-to-look", popover="auto")[rows])


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
        picture = h.span(".event.empty")[tiles.place(mark, last)]
        return h.li(class_=here)[picture, hidden(said.format(number=at + 1))]
    event = placed[at]
    letter = EVENT_LETTERS[event]
    name = words.event(event)
    inside = button(
        tiles.event(event, label=""),
        "look",
        letter,
        data_thing=f"event-{letter}",
        class_="event",
        aria_label=_("Event {letter}, {name}").format(letter=letter, name=name),
        aria_description=words.event_line(letter),
        data_told=words.under(words.sentence_case(name), words.event_line(letter)),
    )
    return h.li[inside]


def quiet_rounds(scene: Scene) -> Html:
    """Draw the warning that the game ends if no tile is drawn for much longer (rule 13.4)."""
    quiet = scene.view.idle // scene.view.players
    if quiet < WARNING_ROUNDS or scene.view.left >= 0:
        return Html()
    text = _("No tile drawn for {number} rounds: after ten the game ends.").format(number=quiet)
    return h.p(".countdown")[text]
