"""The turn of a player elsewhere: the steps so far, the link to send, and the field for the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keyharvest import words
from keyharvest.page.parts import sharing
from keyharvest.page.parts.company import lost
from keyharvest.page.parts.controls import heading, link_form, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import happenings
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import OVER, actor, round_of
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.table.post import Post

#: The number of last steps shown.
_ROWS = 4
#: The length of the longest link that phones can easily read from a QR code.
_LONGEST_CODE = 350


def command(scene: Scene, post: Post) -> Html:
    """Draw, in the place of the player's own command panel, the steps so far and the ways to send them."""
    names = _names(scene, post)
    if post.there:
        title = _("{name} has your turn").format(name=names)
    elif not post.own:
        title = _("Waiting for {name}").format(name=names)
    elif post.whole:
        title = _("Invite {name}").format(name=names)
    else:
        title = _("Send it to {name}").format(name=names)
    done = _("Your turn is done") if post.own and not post.whole else _("By message")
    if post.there:
        done = _("Waiting for {name}").format(name=names)
    return h.div(".sent")[
        h.p(".who")[tiles.emblem(scene.badge(post.seat), label=""), h.span[done]],
        heading(title),
        _done(scene, post),
        "" if post.there else ways(scene, post),
        lost(scene, post.to[0]),
    ]


def _names(scene: Scene, post: Post) -> str:
    """Return the names of the players that the link is for."""
    return words.listing([scene.chairs[seat].name for seat in post.to])


def _done(scene: Scene, post: Post) -> Html:
    lines = [line for line in scene.lines if line.at >= post.begin and line.seat == post.seat and line.turn]
    rows = [
        h.li[
            h.span(".signs")[happenings.signs(line.brief, scene.view.layout.crops, scene.badges)],
            h.span[words.does(line.brief, scene.names, scene.viewer) or line.text],
        ]
        for line in lines[-_ROWS:]
    ]
    return h.ul(".did", aria_label=_("What you did"))[rows] if rows else Html()


def ways(scene: Scene, post: Post) -> Html:
    """Draw the ways to send the link."""
    copied, sent = _("Copied. Once you've sent it, you can close the page."), _("Sent? Then you can close the page.")
    below = join(sharing.code_place(), sharing.report(copied, sent))
    code = _("QR code") if len(post.link) <= _LONGEST_CODE else ""
    return sharing.ways(post.link, message(scene, post), below, code=code)


def message(scene: Scene, post: Post) -> str:
    """Return the words that go with the link."""
    name, view = scene.chairs[post.seat].name, scene.view
    to = _names(scene, post)
    if actor(view) == OVER:
        return _("{name} has played the last turn of our game of Key Harvest.").format(name=name)
    if post.whole:
        return _("{name} invites you to a game of Key Harvest. Open the link and play when you like.").format(name=name)
    number = round_of(view.turn, view.players)
    if actor(view) != view.seat:
        told = _("{name} needs an answer from {to} in round {number} of Key Harvest.")
    else:
        told = _("{name} has played round {number} of Key Harvest. Your turn, {to}!")
        number = round_of(max(view.turn - 1, 1), view.players)
    return told.format(name=name, to=to, number=number)


def preview(scene: Scene, post: Post) -> Html:
    """Draw beside the player's counters the message as its reader will see it, and the field for the answer."""
    title = _("What {name} will see").format(name=_names(scene, post))
    mail = h.div(".mail")[message(scene, post), h.span(".url")[f"…/#{post.link[:40]}"]]
    return h.section(".panel.message", aria_label=_("By message") if post.there else title)[
        h.div(".seen")[
            join(h.h2[title], mail) if not post.there else Html(),
            h.p(".note-line")[icon("mail"), h.span[_note(scene, post)]],
        ],
        h.div(".back")[
            paste(_("{name}'s answer").format(name=_names(scene, post))),
            sharing.copy_link(_("Whole game as a link"), post.game) if not post.whole else Html(),
            named("save", _("Whole game as a file"), "download"),
        ],
    ]


def _note(scene: Scene, post: Post) -> str:
    """Say what happens next."""
    if post.there:
        return _("There is nothing to send: the next link comes from the other page.")
    if len(scene.chairs) > 2:
        return _("You can send it to all players at once. The next player sends the next link.")
    if post.whole:
        return _("This first link contains the whole game; later ones are short.")
    return _("They open it, watch your turn and answer with their own.")


def paste(label: str) -> Html:
    """Draw the field for a link that was opened elsewhere: a messenger's own browser saves games separately."""
    return link_form(label, "paste")


def strip(scene: Scene, post: Post) -> Html:
    """Draw above the result the reminder to send the last turn to players who don't know it yet."""
    names = _names(scene, post)
    title = h.b[_("{name} can't see the end yet: send the last turn.").format(name=names)]
    return h.section(".sheet.last-post.sent")[h.p[icon("mail"), title], ways(scene, post)]
