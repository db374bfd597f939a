"""The past: the log and the recap, whose rows lead to their moments, and the buttons that move through the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from keyharvest.page.parts.controls import MENU, button, hidden
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import happenings
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import round_of
from keyharvest.table.chairs import FAR
from keyharvest.table.playhead import Moment
from keyharvest.table.sitting import LogEntry
from keyharvest.words.language import _

#: The attributes of a button that closes the menu of a phone.
OF_MENU: Final = {"popovertarget": MENU, "popovertargetaction": "hide"}


def moment_text(scene: Scene) -> tuple[str, str]:
    """Say where in the game the moment shown is: its round and player, and its number among all moments.

    If a turn of the analysis begins at this moment, describe that turn.
    """
    view, verdict, moment = scene.view, scene.verdict, scene.moment
    if not view.turn:
        return _("Set-up"), ""
    turn, seat = (verdict.turn, verdict.seat) if verdict else (view.turn, view.seat)
    where = _("Round {round}, {name}").format(round=round_of(turn, view.players), name=scene.chairs[seat].name)
    return where, _("{number} of {all}").format(number=moment.place + 1, all=len(moment.moments))


def steps_through(scene: Scene) -> Html:
    """Draw the buttons first, previous, next and last, with the moment between them."""
    moment = scene.moment
    where, turn = moment_text(scene)
    at_first, at_last = moment.place == 0, moment.place + 1 == len(moment.moments)
    return h.div(".through", role="group", aria_label=_("History"))[
        _way("first", "first", _("First"), at_first),
        _way("previous", "back", _("Previous"), at_first),
        h.p(".at")[h.strong[where], " ", h.small[turn]],
        _way("next", "next", _("Next"), at_last),
        _way("now", "last", _("Last"), at_last),
    ]


def _way(intent: str, sign: str, word: str, off: bool) -> Html:
    return button(
        join(icon(sign), hidden(word)),
        intent,
        class_="way",
        title=word,
        aria_disabled=True if off else None,
    )


def marks(moment: Moment) -> dict[str, dict[str, str]]:
    """Return the attributes, by id, that mark the row of the moment shown without drawing the log again."""
    if moment.line is None:
        return {}
    return {happenings.row_id(moment.place_of(moment.line)): {"aria-current": "true"}}


def past_bar(scene: Scene) -> Html:
    """Draw the bar of the past: the moment shown, and the buttons that move through the game and back to now."""
    if not scene.moment.past:
        return Html()
    told = scene.moment.line.text if scene.moment.line else _("The beginning of the first turn.")
    return h.section(".past", aria_label=_("The past"))[
        h.p(".told", tabindex="-1", data_landing=True)[h.strong[_("You're viewing an earlier moment.")], " ", told],
        steps_through(scene),
        h.div(".buttons")[button(_("Back to now"), "now", class_="main"), play_on(scene), to_demo(scene)],
    ]


def play_on(scene: Scene) -> Html:
    """Draw the button for a separate game from a past moment, unless people elsewhere play too."""
    far = any(chair.kind == FAR for chair in scene.chairs)
    return button(_("Play on from here"), "play_on", class_="link") if scene.moment.past and not far else Html()


def to_demo(scene: Scene) -> Html:
    """Draw the button for a demo of the moment shown."""
    return button(_("Create demo"), "demo", str(scene.moment.place), class_="link")


def back_buttons(scene: Scene, **more: str) -> Html:
    """Draw the buttons that restart the turn and, against computer players only, return to the last turn.

    Against computer players, a button without an effect of its own is omitted.

    ``more``: additional attributes of the buttons.
    """
    if scene.moment.past or scene.stage is None:
        return Html()
    found = []
    among_computers = sum(chair.human for chair in scene.chairs) == 1
    if not among_computers or scene.no_undo is None:
        found.append(_back(_("Restart turn"), "restart", scene.no_undo, **more))
    if among_computers and not scene.restart_takes_all:
        found.append(_back(_("Undo to your last turn"), "take_back", scene.no_take_back, **more))
    return h.div(".back-buttons")[found]


def _back(word: str, intent: str, reason: str | None, **more: str) -> Html:
    told = _("You can't do that: {reason}").format(reason=reason) if reason else None
    off = True if reason else None
    return button(join(icon("undo"), h.span[word]), intent, aria_disabled=off, title=told, **more)


def log(scene: Scene) -> Html:
    """Draw the log beside the game, and the buttons that move through it.

    A desktop shows these at the foot of the log at every moment, so that they stay under the pointer; on a phone, the
    bar of the past has them.
    """
    return join(
        h.h2[_("Log")],
        steps_through(scene),
        back_buttons(scene),
        story(scene),
    )


def story(scene: Scene) -> Html:
    """Draw the rows of the log round by round, newest first; a press shows the table at that moment."""
    parts = []
    for number, head, lines in _rounds(scene):
        rows = [happenings.row(scene, line, log=True) if number else _plain(line) for line in lines]
        # The id lets the page keep this element when a round is added before it.
        parts.append(h.section(id=f"round-{number}")[h.h3[head], h.ul[rows]])
    return h.div("#story.story", tabindex="0", role="region", aria_label=_("Log"), data_follows=True)[parts]


def in_words(scene: Scene) -> Html:
    """List the log in plain sentences, newest round first, for a cover: on a phone, a question hides the log."""
    return join((h.section[h.h2[head], h.ul[map(_plain, lines)]] for _number, head, lines in _rounds(scene)))


def _plain(line: LogEntry) -> Html:
    return h.li(".before")[line.text]


def _rounds(scene: Scene) -> Iterator[tuple[int, str, list[LogEntry]]]:
    """Yield the rounds, newest first, with their headings and lines; those of the set-up stay in order."""
    players = len(scene.chairs)
    rounds = [
        (number, list(lines)) for number, lines in groupby(scene.lines, key=lambda line: round_of(line.turn, players))
    ]
    for number, lines in reversed(rounds):
        yield (number, _("Round {round}").format(round=number), lines[::-1]) if number else (0, _("Set-up"), lines)


def recap(scene: Scene) -> Html:
    """Draw one row for each draw and each step of the others; gold if it affected the reader."""
    news = scene.moment.news
    if not news:
        return Html()
    rows = [
        happenings.row(scene, item.line, happenings.effects(item), class_="mine" if item.touches else "")
        for item in news
    ]
    # The page scrolls this to the top when a person has to decide.
    return h.section(".recap", data_fresh=scene.view.turn if scene.stage else None)[
        h.div(".row")[
            h.h2[_("Since your last turn")],
            button(icon("step"), "replay", class_="way", aria_label=_("Replay"), title=_("Replay"))
            if scene.moment.live
            else "",
        ],
        h.ol(aria_label=_("Since your last turn"))[rows],
    ]
