"""The set-up of a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.screen import Screen
from keyharvest.page.page import Page
from keyharvest.page.parts.controls import (
    button,
    cards_over,
    head,
    hidden,
    line,
    named,
    option,
    options,
    select,
    switch,
)
from keyharvest.page.parts.faces import badge_options, face_options
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.sharing import TRUST
from keyharvest.picture.elements import Html, Value, h, join
from keyharvest.picture.svg import moved, use
from keyharvest.table.chairs import BADGES, FACES, FAR, LONGEST_NAME, PERSON
from keyharvest.table.clock import LIMITS
from keyharvest.table.set_up import COMPUTER, EMPTY, LIVE, MESSAGE, NAMES, Place, SetUp
from keyharvest.words.language import N_, _
from keyharvest.words.terms import LEVEL_NAMES, level, level_line


class SetUpScreen(Screen):
    """The set-up of a new game."""

    name = "setup"
    page: Page

    def content(self) -> Html:
        chosen, seating = self.page.memory.set_up, self.page.seating
        shown = chosen.with_friend() if seating.inviting else chosen.without_friends()
        return setup(shown, seating.faults, self.page.workbench.playable())

    def place(self) -> str:
        return "friends" if self.page.seating.inviting else self.name

    def enter(self, which: str) -> Patch | None:
        self.do_friends() if which else self.do_new()
        return None

    @intent(on=EVERYWHERE)
    def do_new(self) -> None:
        """Show the set-up."""
        self.page.seating.faults, self.page.seating.inviting = {}, False
        self.page.here.show(self.name)

    @intent(on=EVERYWHERE)
    def do_friends(self) -> None:
        """Show the set-up with a player elsewhere."""
        self.do_new()
        self.page.seating.inviting = True


# Its drawing

_ADD: Final = {2: N_("Add third player"), 3: N_("Add fourth player")}
#: What players on several pages have to trust, and how pages check each other in a live game.
_CHECKED: Final = N_(
    "Your pages draw each tile together, so nobody can choose it or know it in advance. That takes one person on each "
    "page and no seed; otherwise you trust each other."
)
_STARTS: Final = {"random": N_("A random player"), "drawn": N_("A random player chooses")}


def setup(chosen: SetUp, faults: Mapping[str, str], layouts: Sequence[str]) -> Html:
    """Draw the set-up form, with each error beside its field; ``layouts``: the names of this device's own ones.

    For a game with friends it begins with the way to play; else nothing moves when someone elsewhere is chosen.
    """
    asks = chosen.by_message()
    places = enumerate(chosen.places)
    cards = h.div(".seat-cards")[(_card(seat, place, faults, asks) for seat, place in places)]
    if asks:
        top = [head(_("Play with friends"), cards_over()), elsewhere(chosen.way), cards]
    else:
        quick = button(_("Play one opponent now"), "quick")
        top = [head(_("Who's at the table?"), cards_over(), quick), cards, elsewhere(chosen.way)]
    return h.form(data_intent="begin", class_="set-up friends" if asks else "set-up")[
        top,
        _more(chosen),
        _advanced(chosen, faults, layouts),
        h.footer[
            h.p(".stored")[_("Every step is saved. Stop at any time and continue later.")],
            h.button(".main", type="submit")[
                h.span(".starts")[_("Start game")], h.span(".invites")[_("Invite others")]
            ],
        ],
    ]


def _fault(faults: Mapping[str, str], field: str) -> Html:
    if field not in faults:
        return Html()
    return h.p(".fault", id=f"fault-{field}")[faults[field]]


def _card(seat: int, place: Place, faults: Mapping[str, str], asks: bool) -> Html:
    """Draw the card of a seat; ``asks``: whether people's names are asked for, rather than given by default."""
    number = seat + 1
    unnamed = asks and place.name in NAMES and not faults  # a fault is about what was entered
    whose = {PERSON: _("Your name"), FAR: _("Your friend's name")}
    name = h.input(
        name="name",
        id=f"name{number}",
        value="" if unnamed and place.kind in whose else place.name,
        placeholder=whose.get(place.kind) if unnamed else None,
        maxlength=LONGEST_NAME,
        dir="auto",
        autocomplete="off",
        aria_label=_("Name for seat {number}").format(number=number),
        aria_invalid=True if f"name{number}" in faults else None,
        aria_describedby=f"fault-name{number}" if f"name{number}" in faults else None,
    )
    kinds = {PERSON: _("Here"), FAR: _("Elsewhere"), COMPUTER: _("Computer")}
    leave = ""
    if seat in _ADD:
        away = option(f"kind{number}", EMPTY, icon("cross"), place.kind == EMPTY, None, _("Nobody"))
        leave = h.div(".leave")[away]
    return h.section(
        class_=f"sheet seat-card kh-seat-{place.badge}", aria_label=_("Seat {number}").format(number=number)
    )[
        h.h2(".add")[_(_ADD[seat])] if seat in _ADD else "",
        _portrait(),
        h.div(".far-portrait", aria_hidden=True)[icon("mail")],
        h.div(".named")[name, _fault(faults, f"name{number}")],
        h.fieldset(".kind")[
            h.legend[hidden(_("Player in seat {number}").format(number=number))],
            h.div(".seg")[(option(f"kind{number}", k, word, k == place.kind) for k, word in kinds.items())],
            leave,
        ],
        _person(number, place, faults),
        _far(),
        _computer(number, place),
    ]


def _portrait() -> Html:
    """Draw every face and every badge, one over the other: the style sheet shows the chosen ones."""
    badges = (use(f"seat-{badge}", class_="badge") for badge in range(BADGES))
    return h.svg(".kh.portrait", viewBox="-46 -46 92 92", aria_hidden=True)[
        (use(f"avatar-{letter}", class_="avatar") for letter in FACES), moved(badges, 32, 32, 0.6)
    ]


def _person(number: int, place: Place, faults: Mapping[str, str]) -> Html:
    faces = face_options(f"face{number}", place.face)
    badges = badge_options(f"badge{number}", place.badge, range(BADGES))
    return h.div(".for-person")[
        h.fieldset(".faces")[h.legend[hidden(_("Face"))], faces],
        h.fieldset(".badges", id=f"badge{number}", tabindex="-1")[h.legend[hidden(_("Colour and symbol"))], badges],
        _fault(faults, f"badge{number}"),
    ]


def _far() -> Html:
    """Describe a person on another page."""
    return h.div(".for-far")[
        h.p[icon("link"), h.span[_("Gets a link from you by messaging app or email.")]],
        h.p[icon("people"), h.span[_("Plays on their own page, on another device.")]],
    ]


def elsewhere(way: str = MESSAGE) -> Html:
    """Offer the ways to play with people elsewhere, and explain them and the trust that they need."""
    question = _("How do you play together?")
    ways = {
        MESSAGE: join(h.b[_("By message")], h.small[_("turn by turn, from anywhere")]),
        LIVE: join(h.b[_("Live")], h.small[_("at the same time, on one network")]),
    }
    message = _(
        "After your turn you send a link in any messaging app. The next player opens it, plays, and sends the next "
        "one. Your first link is the invitation."
    )
    live = _(
        "You send a link, get an answer back, and then play together. All devices must be on the same network, such as "
        "your Wi-Fi."
    )
    return h.section(".sheet.set-message")[
        h.h2[question],
        options(question, "way", ways, way),
        h.div(".about-ways")[
            h.div(".if-message")[h.p[message], h.p[_(TRUST)]], h.div(".if-live")[h.p[live], h.p[_(_CHECKED)]]
        ],
    ]


def _computer(number: int, place: Place) -> Html:
    names = LEVEL_NAMES if place.level in LEVEL_NAMES else (*LEVEL_NAMES, place.level)
    levels = (
        option(
            f"level{number}",
            name,
            str(at),
            name == place.level,
            None,
            f"{at}, {level(name)}",
        )
        for at, name in enumerate(names, 1)
    )
    lines = (h.p[h.b[level(name)], ". ", level_line(name)] for name in names)
    return h.div(".for-computer")[h.fieldset(".levels")[h.legend[hidden(_("Level"))], levels], h.div(".lines")[lines]]


def _more(chosen: SetUp) -> Html:
    """Draw the options of the game that most leave as they are."""
    starts = {value: _(word) for value, word in _STARTS.items()}
    return h.details(".sheet.more")[
        h.summary[icon("gear"), h.span[_("More options")]],
        h.div(".more-options")[
            line(_("Starting player"), _("rule 2.1"), options(_("Starting player"), "start", starts, chosen.start)),
            switch(
                _("Hands behind screens"),
                _("you see how many counters others hold; you have to remember which"),
                "screens",
                chosen.screens,
            ),
            switch(
                _("Hints at a shared table"),
                _("for games with several people; on your own you always have hints"),
                "hints",
                chosen.hints,
            ),
            line(
                _("Minutes to think"),
                _("per person; when time is up, the game continues; not for games by message"),
                options(
                    _("Minutes to think"), "clock", {value: _(word) for value, word in LIMITS.items()}, chosen.clock
                ),
            ),
        ],
    ]


def _advanced(chosen: SetUp, faults: Mapping[str, str], layouts: Sequence[str]) -> Html:
    """Draw what only those need who look for it."""
    lands = {"": _("Standard"), **{name: name for name in layouts}}
    seed = h.input(**_typed("seed", faults), inputmode="numeric", autocomplete="off", value=chosen.seed)
    return h.details(".sheet.more", open="seed" in faults)[
        h.summary[icon("gear"), h.span[_("Advanced")]],
        h.div(".more-options")[
            line(
                _("Layout"),
                _("which crop grows where; if you own the game, paint yours"),
                h.span(".layout")[
                    select("layout", lands, chosen.layout, aria_label=_("Layout")) if layouts else "",
                    named("pen", _("Layouts") if layouts else _("Paint"), "layouts"),
                ],
            ),
            h.label(".typed")[
                _title(_("Seed"), _("a number: the same number gives the same game")), seed, _fault(faults, "seed")
            ],
        ],
    ]


def _title(title: str, note: str) -> Html:
    return h.span(".words")[h.b[title], h.small[note]]


def _typed(name: str, faults: Mapping[str, str]) -> dict[str, Value]:
    """Return the attributes of a field, which name its error if it has one."""
    fault: dict[str, Value] = {"aria_invalid": True, "aria_describedby": f"fault-{name}"}
    return {"name": name, "id": name, **(fault if name in faults else {})}


SCREENS: Final[tuple[type[Screen], ...]] = (SetUpScreen,)
