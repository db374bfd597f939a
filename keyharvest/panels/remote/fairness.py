"""Draws that both pages of a live game make together: one that waits, what was checked, and a proven lie."""

from __future__ import annotations

from typing import Final

from keyharvest.panels.parts.controls import named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, join, tag
from keyharvest.panels.remote.company import dots
from keyharvest.panels.scene import Scene
from keyharvest.rules import round_of
from keyharvest.table.company import Checks
from keyharvest.table.sitting import FAR
from keyharvest.words.language import N_, _, n_

#: What a page with a proven lie did, by the kinds of :mod:`keyharvest.remote.fair.audit`.
_LIES: Final = {
    "two": N_("{name}'s program signed two different messages for one step."),
    "turn": N_("{name}'s program sent a message that wasn't its to send."),
    "form": N_("{name}'s program signed a message that makes no sense."),
    "link": N_("{name}'s program gave a false number for a draw."),
    "illegal": N_("{name}'s program made an illegal move."),
    "chain": N_("{name}'s program decided for someone else, or sent only half an action."),
    "state": N_("{name}'s program claims that its moves lead to another position."),
    "digest": N_("{name}'s program contradicts its own account of the game."),
    "call": N_("{name}'s program disputed the game, but nothing was wrong."),
}
#: What a checked draw is.
_TOGETHER: Final = N_(
    "The players' pages make each draw together, and each of them checks it: nobody can choose a tile or know it in "
    "advance."
)


def accusation(checks: Checks | None, name: str) -> str:
    """Say what was proven: about the program, as its player may not know."""
    told = _LIES.get(checks.lie, "") if checks else ""
    return _(told or N_("{name}'s program told a lie.")).format(name=name)


def _other(scene: Scene) -> int:
    return next(seat for seat, chair in enumerate(scene.chairs) if chair.kind == FAR)


def command(scene: Scene) -> Html:
    """Draw the notice that a draw waits, or that a lie has stopped the game, in place of the player's command panel."""
    other = _other(scene)
    name = scene.chairs[other].name
    if scene.stopped:
        title = _title(accusation(scene.company.checks if scene.company else None, name))
        proof = tag("div", _proof(), class_="lost-ways")
        return tag("div", title, tag("p", _why(scene)), proof, class_="waits-for-draw")
    ways = join(
        named("link", _("New live link"), "invite") if not _connected(scene) else "",
        named("next", _("Continue without checks"), "unchecked"),
        named("robot", _("Computer takes over"), "computer", str(other + 1)) if _can_replace(scene) else "",
    )
    if _connected(scene):
        told = _("{name}'s page hasn't answered yet. Your page can also draw alone.")
    else:
        told = _("{name} isn't connected. The draw waits for both pages; your page can also draw alone.")
    return tag(
        "div",
        _title(_("Both pages draw…")),
        dots(),
        tag("div", tag("p", told.format(name=name)), tag("div", ways, class_="lost-ways"), class_="later"),
        class_="waits-for-draw",
    )


def _title(words: str) -> Html:
    return tag("h2", words, id="card-title", tabindex="-1", class_="asked", data_landing=True)


def _connected(scene: Scene) -> bool:
    return scene.company is not None and scene.company.connected(_other(scene))


def _can_replace(scene: Scene) -> bool:
    return scene.company is not None and scene.company.hosting and not _connected(scene)


def _proof() -> Html:
    return named("save", _("Save proof"), "transcript")


def _why(scene: Scene) -> str:
    checks = scene.company.checks if scene.company else None
    turn = checks.turn if checks else 0
    told = _("Both pages have signed everything, so this is proven. The game stops here and stays as it is.")
    if not turn:
        return told
    round_ = round_of(turn, len(scene.chairs))
    return f"{_('Round {round}.').format(round=round_)} {told}"


def line(scene: Scene) -> Html:
    """Draw above the log what was checked so far."""
    checks = scene.company.checks if scene.company else None
    if checks is None or scene.stopped:
        return _unchecked(scene)
    told = n_("{number} draw checked", "{number} draws checked", checks.draws).format(number=checks.draws)
    name = scene.chairs[_other(scene)].name
    tip = _("Compare these digits with {name} by voice: if they match, nobody stands between you.")
    digits = tag("span", checks.number, class_="digits")
    return _explained("checked", join(tag("span", told), digits), _(_TOGETHER), tip.format(name=name))


def _unchecked(scene: Scene) -> Html:
    if scene.stopped or (scene.ceased < 0 and (scene.company is None or scene.company.watching)):
        return Html()
    why = _("Pages check draws only in two-player games that start live and without a seed.")
    if scene.ceased >= 0:
        why = _(
            "Checks end with a turn by message, a computer player in a seat, or a player who continues without them."
        )
    return _explained("shield", tag("span", _ceased(scene)), why)


def _explained(sign: str, told: Html, *why: str) -> Html:
    """Draw a line that opens to explain itself."""
    opener = tag("button", icon(sign), told, type="button", popovertarget="draws", class_="checked-line")
    return join(opener, tag("div", *(tag("p", each) for each in why), id="draws", popover="auto", class_="breakdown"))


def _ceased(scene: Scene) -> str:
    if scene.ceased <= 0:
        return _("Draws aren't checked.")
    round_ = round_of(scene.ceased, len(scene.chairs))
    return _("Draws haven't been checked since round {round}.").format(round=round_)


def strip(scene: Scene) -> Html:
    """Draw at the end of a game what was checked, and the button to save that; nothing if nothing was checked."""
    checks = scene.company.checks if scene.company else None
    if scene.stopped:
        title = accusation(checks, scene.chairs[_other(scene)].name)
        return _sheet("bad", title, _why(scene), _proof())
    if scene.ceased >= 0:
        return _sheet("part", _ceased(scene), _("The pages drew alone, without each other's numbers."))
    if not scene.transcript:
        return Html()
    save = named("save", _("Save transcript"), "transcript")
    if checks is None or not checks.complete:
        told = _(
            "The connection dropped before both pages had compared the end. The transcript has every draw until then."
        )
        return _sheet("part", _("Checked, but not to the end"), told, save)
    name = scene.chairs[_other(scene)].name
    told = _("By both pages, independently. Compare the digits with {name}'s: they must match.")
    told = told.format(name=name)
    facts = [
        (str(checks.draws), n_("draw from the bag", "draws from the bag", checks.draws)),
        ("2 / 2", _("sealed numbers")),
        (checks.number, _("digits of this game")),
    ]
    rows = (tag("li", icon("tick"), tag("b", number), tag("span", word)) for number, word in facts)
    return _sheet("", _("Every draw was checked: fair"), told, tag("ul", *rows, class_="checks"), save)


def _sheet(kind: str, title: str, told: str, *more: Html) -> Html:
    sign = icon("shield" if kind else "checked")
    return tag(
        "section",
        tag("span", sign, class_="seal"),
        tag("div", tag("h2", title, id="fair-title"), tag("p", told), class_="words"),
        *more,
        class_=f"sheet fair {kind}".rstrip(),
        aria_labelledby="fair-title",
    )
