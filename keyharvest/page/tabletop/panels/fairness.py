"""The joint draws of a live game's pages: a draw that waits for a page, what was checked, and a proven lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from keyharvest import words
from keyharvest.page.parts.company import dots
from keyharvest.page.parts.controls import heading, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import actor, round_of
from keyharvest.table.chairs import FAR
from keyharvest.table.company import Checks
from keyharvest.words.language import N_, _, n_

#: What a page with a proven lie did, by the kinds of :mod:`keyharvest.remote.fair.audit`.
_LIES: Final = {
    "turn": N_("{name}'s program sent a message that wasn't its to send."),
    "form": N_("{name}'s program signed a message that makes no sense."),
    "link": N_("{name}'s program gave a false number for a draw."),
    "illegal": N_("{name}'s program made an illegal move."),
    "chain": N_("{name}'s program decided for someone else, or sent only half an action."),
    "state": N_("{name}'s program claims that its moves lead to another position."),
    "hand": N_("{name}'s program paid with counters that it didn't hold."),
    "lock": N_("{name}'s program cheated when the counters were dealt."),
    "unlock": N_("{name}'s program cheated when the counters were dealt."),
    "open": N_("{name}'s program opened a key that isn't the one it sealed."),
}
#: The explanation of a checked draw.
_TOGETHER: Final = N_(
    "The players' pages make each draw together, and each of them checks it: nobody can choose a tile or know it in "
    "advance."
)
#: The id of the details of what was checked.
_DETAILS: Final = "fair-details"


def accusation(checks: Checks | None, name: str) -> str:
    """Say what was proven. It names the program, as its player may know nothing of it."""
    told = _LIES.get(checks.lie, "") if checks else ""
    return _(told or N_("{name}'s program told a lie.")).format(name=name)


def _far(scene: Scene) -> list[int]:
    return [seat for seat, chair in enumerate(scene.chairs) if chair.kind == FAR]


def _named(scene: Scene, seats: Iterable[int]) -> str:
    return words.listing([scene.chairs[seat].name for seat in seats])


def _checks(scene: Scene) -> Checks | None:
    return scene.company.checks if scene.company else None


def _two(scene: Scene) -> bool:
    return len(scene.chairs) == 2


def waits(scene: Scene) -> bool:
    """Whether the command panel shows that the game waits for other pages, or has been stopped."""
    deciding = actor(scene.view)
    cut = scene.sealed and deciding in _far(scene) and not _connected(scene, deciding)
    return scene.drawing or scene.stopped or ((cut or _opening(scene)) and not scene.moment.past)


def _opening(scene: Scene) -> bool:
    """Whether the pages of a sealed game open their keys, so that nobody decides anything."""
    checks = _checks(scene)
    return scene.sealed and checks is not None and checks.opening


def command(scene: Scene) -> Html:
    """Draw the notice that a draw waits, or that a lie has stopped the game, in place of the player's command panel.

    A sealed game waits for a broken connection in the same way, because its turns can't go by message.
    """
    if scene.stopped:
        title = heading(_accused(scene))
        proof = h.div(".lost-ways")[_proof()]
        return h.div(".waits-for-draw")[title, h.p[_why(scene)], proof]
    checks = _checks(scene)
    missing = [actor(scene.view)]
    if scene.drawing or _opening(scene):
        missing = [seat for seat in checks.waits if seat in _far(scene)] if checks else []
        missing = missing or _far(scene)
    gone = [seat for seat in missing if not _connected(scene, seat)]
    name = _named(scene, gone or missing)
    lines = scene.company is not None and (scene.company.hosting or not scene.company.alone)
    ways = join(
        named("link", _("New live link"), "invite") if gone and (_hosting(scene) or not lines) else "",
        named("next", _("Continue without checks"), "unchecked") if lines or not scene.sealed else "",
        (_takes_over(scene, seat, gone) for seat in gone if _hosting(scene)),
    )
    if scene.company is not None and scene.company.watching:
        ways = Html()
    return h.div(".waits-for-draw")[
        heading(_together(scene, name)),
        dots(),
        h.div(".later")[h.p[_missing(scene, name, gone)], h.div(".lost-ways")[ways]],
    ]


def _together(scene: Scene, name: str) -> str:
    """Say what the pages are doing."""
    if _opening(scene):
        return _("All pages open their counters…")
    if not scene.drawing:
        return _("Waiting for {name}").format(name=name)
    return _("Both pages draw…") if _two(scene) else _("All pages draw…")


def _missing(scene: Scene, name: str, gone: Sequence[int]) -> str:
    """Say who is missing, and what this page can do."""
    number = len(gone)
    if scene.sealed and number:
        told = n_(
            "{name} isn't connected. The game waits: only all pages together know the counters.",
            "{name} aren't connected. The game waits: only all pages together know the counters.",
            number,
        )
    elif scene.sealed:
        told = _("{name}'s page hasn't answered yet. You can also continue without checks.")
    elif number:
        told = _("{name} isn't connected. The draw waits for both pages; your page can also draw alone.")
    else:
        told = _("{name}'s page hasn't answered yet. Your page can also draw alone.")
    return told.format(name=name)


def _takes_over(scene: Scene, seat: int, gone: Sequence[int]) -> Html:
    only, one = _("Computer takes over"), _("Computer plays for {name}").format(name=scene.chairs[seat].name)
    return named("robot", only if len(gone) == 1 else one, "computer", str(seat + 1))


def _accused(scene: Scene) -> str:
    checks = _checks(scene)
    liar = checks.liar if checks and checks.liar in range(len(scene.chairs)) else _far(scene)[0]
    return accusation(checks, scene.chairs[liar].name)


def _connected(scene: Scene, seat: int) -> bool:
    return scene.company is not None and scene.company.connected(seat)


def _hosting(scene: Scene) -> bool:
    return scene.company is not None and scene.company.hosting


def _proof() -> Html:
    return named("save", _("Save proof"), "transcript")


def _why(scene: Scene) -> str:
    checks = _checks(scene)
    turn = checks.turn if checks else 0
    both = _("Both pages have signed everything, so this is proven. The game stops here and stays as it is.")
    told = both if _two(scene) else _("All pages have signed everything, so this is proven. The game stops here.")
    if not turn:
        return told
    round_ = round_of(turn, len(scene.chairs))
    return f"{_('Round {round}.').format(round=round_)} {told}"


def line(scene: Scene) -> Html:
    """Draw the line above the log that says what was checked so far."""
    checks = _checks(scene)
    if checks is None or scene.stopped:
        return _unchecked(scene)
    told = n_("{number} draw checked", "{number} draws checked", checks.draws).format(number=checks.draws)
    if not checks.number:
        return _explained("checked", h.span[told], _(_TOGETHER), _("Nobody is connected."))
    tip = _("Compare the digits {digits} with {name} by voice: if they match, nobody stands between you.")
    tip = tip.format(digits=checks.number, name=_named(scene, _far(scene)))
    digits = h.span(".digits")[checks.number]
    return _explained("checked", join(h.span[told], digits), _(_TOGETHER), tip, *_earlier(checks))


def _earlier(checks: Checks) -> list[str]:
    """Say how many deals the pages gave up before this one, if there are any."""
    number = checks.deal - 1
    said = n_(
        "The pages began to deal {number} time before and gave it up; nobody had shown a number yet.",
        "The pages began to deal {number} times before and gave it up; nobody had shown a number yet.",
        number,
    )
    return [said.format(number=number)] if number else []


def _unchecked(scene: Scene) -> Html:
    if scene.stopped or (scene.ceased < 0 and (scene.company is None or scene.company.watching)):
        return Html()
    why = _("Pages check draws only in games that start live, without a seed and with one person on each page.")
    if scene.ceased >= 0:
        why = _(
            "Checks end with a turn by message, a computer player in a seat, or a player who continues without them."
        )
    return _explained("shield", h.span[_ceased(scene)], why)


def _explained(sign: str, told: Html, *why: str) -> Html:
    """Draw a line that opens an explanation when pressed."""
    opener = h.button(".checked-line", type="button", popovertarget="draws")[icon(sign), told]
    return join(opener, h.div("#draws.breakdown", popover="auto")[(h.p[each] for each in why)])


def _ceased(scene: Scene) -> str:
    if scene.ceased <= 0:
        return _("Draws aren't checked.")
    round_ = round_of(scene.ceased, len(scene.chairs))
    return _("Draws haven't been checked since round {round}.").format(round=round_)


def strip(scene: Scene) -> Html:
    """Draw, at the end of a game, what was checked and the button to save the transcript; empty if nothing was."""
    checks = _checks(scene)
    if scene.stopped:
        return _sheet("bad", _accused(scene), _why(scene), _proof())
    if scene.ceased >= 0:
        return _sheet("part", _ceased(scene), _("Each page drew on its own, without numbers from the others."))
    if not scene.transcript:
        return Html()
    if checks is None or not checks.complete:
        told = _(
            "The connection dropped before both pages had compared the end. The transcript has every draw until then."
        )
        many = _(
            "The connection dropped before all pages had compared the end. The transcript has every draw until then."
        )
        return _sheet("part", _("Checked, but not to the end"), told if _two(scene) else many, _save())
    pages = len(scene.chairs)
    facts = [(f"{checks.draws}", n_("draw from the bag", "draws from the bag", checks.draws))]
    if checks.counters:
        facts.append((f"{checks.counters} / {checks.counters}", _("counters dealt")))
    facts += [(f"{pages} / {pages}", _("sealed numbers")), (checks.number, _("digits of this game"))]
    rows = (h.li[icon("tick"), h.b[number], h.span[word]] for number, word in facts)
    fair = _("Every draw and deal was checked: fair") if checks.counters else _("Every draw was checked: fair")
    told = _("By both pages, independently.") if _two(scene) else _("By all pages, independently.")
    return _sheet("", fair, told, h.ul(".checks")[rows], _opener(), _details(scene, checks))


def _save() -> Html:
    return named("save", _("Save transcript"), "transcript")


def _opener() -> Html:
    return h.button(type="button", popovertarget=_DETAILS)[icon("list"), h.span[_("Details")]]


def _details(scene: Scene, checks: Checks) -> Html:
    """Draw the details of what was checked, which are too long for the strip."""
    told = [
        _("Nobody could foresee or choose a draw: each page sealed a number beforehand, and all together decided."),
        _("All {messages} messages are signed by the page that sent them, so nobody can deny or change one."),
        _("Every move was legal, and every page had the same position after it."),
    ]
    if checks.counters:
        told.append(_("Nobody else knew a player's {each} counters: all pages locked and shuffled them."))
        told.append(_("At the end all keys were opened: every player had paid only with counters they held."))
    told += _earlier(checks)
    told.append(_("Compare the digits {digits} with {name} by voice: if they match, no key was changed."))
    values = {
        "messages": checks.messages,
        "each": checks.counters // len(scene.chairs),
        "digits": checks.number,
        "name": _named(scene, _far(scene)),
    }
    return h.div(".fair-details", id=_DETAILS, popover="auto")[
        h.h2[_("What was checked")], h.ul[(h.li[line.format(**values)] for line in told)], _save()
    ]


def _sheet(kind: str, title: str, told: str, *more: Html) -> Html:
    sign = icon("shield" if kind else "checked")
    return h.section(class_=f"sheet fair {kind}".rstrip(), aria_labelledby="fair-title")[
        h.span(".seal")[sign], h.div(".words")[h.h2("#fair-title")[title], h.p[told]], more
    ]
