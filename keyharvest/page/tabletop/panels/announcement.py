"""Events as they are turned up, and the countdown to the end."""

from __future__ import annotations

from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import hidden
from keyharvest.page.parts.scene import Scene
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES
from keyharvest.table.timeline import Turned
from keyharvest.words.language import _, n_

#: The number of events from which the table counts down.
WARNED: Final = 8


def announcement(scene: Scene) -> Html:
    """Draw the event just turned up: what it does, and who answers, in order (rule 9.2); empty if there is none."""
    turned = scene.moment.turned
    if turned is None:
        return Html()
    letter = EVENT_LETTERS[turned.event]
    # It has an id so that the page does not reuse the store's element, which would jump on a phone.
    return h.section("#announced.announce", aria_label=_("Event"))[
        h.div(".turned", data_thing=f"event-{letter}")[tiles.event(turned.event, label="")],
        h.div(".says")[
            h.p(".who")[_("Event {number} of {all}").format(number=turned.number, all=EVENT_SPACES)],
            h.h2[words.sentence_case(words.event(turned.event))],
            h.p[words.event_line(letter) + "."],
        ],
        _order(scene, turned),
    ]


def _order(scene: Scene, turned: Turned) -> Html:
    """Draw the seats that answer, in order: those that have answered, the one that answers now, and the rest."""
    found = []
    for place, seat in enumerate(turned.order):
        name = _("you") if seat == scene.viewer else scene.chairs[seat].name
        if place < turned.asked:
            state, word = "done", _("has answered")
        elif place == turned.asked:
            state, word = "now", _("answering now")
        else:
            state, word = "later", _("answers later")
        found.append(h.li(class_=state)[tiles.emblem(scene.badge(seat), label=""), h.span[name], hidden(", " + word)])
    few = "order" if len(found) > 1 else "order alone"
    return h.ol(class_=few, aria_label=_("Players to answer"))[found]


def countdown(scene: Scene) -> Html:
    """Draw how many events are left before the end or, after the tenth, how many turns everyone has (rule 13.1)."""
    view = scene.view
    if not view.stack or not view.turn:
        return Html()
    if view.left >= 0:
        return _turns_left(scene)
    to_go = EVENT_SPACES - len(view.placed)
    if len(view.placed) < WARNED:
        return Html()
    text = n_("event to go, then everyone has two more turns", "events to go, then everyone has two more turns", to_go)
    return h.p(".countdown")[h.strong[str(to_go)], " ", h.span[text]]


def _turns_left(scene: Scene) -> Html:
    """Draw how many turns each player has left, in the order of play, and mark the player whose turn it is."""
    view, players = scene.view, scene.view.players
    to_come = [(view.seat + step) % players for step in range(1, view.left + 1)]
    rows = []
    for step in range(players):
        seat = (view.seat + step) % players
        number = to_come.count(seat)
        if seat == view.seat:
            word = n_("this and {number} more", "this and {number} more", number) if number else _("the last turn")
        else:
            word = n_("{number} turn", "{number} turns", number)
        rows.append(
            h.li(class_="now" if seat == view.seat else None)[
                tiles.emblem(scene.badge(seat), label=""),
                h.span(".grow")[_("you") if seat == scene.viewer else scene.chairs[seat].name],
                h.strong[word.format(number=number)],
            ]
        )
    head = n_("{number} turn after this one", "{number} turns after this one", view.left).format(number=view.left)
    if not view.left:
        head = _("The last turn of the game")
    return h.div(".countdown.ending")[h.p[head], h.ol[rows]]
