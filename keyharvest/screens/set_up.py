"""The set-up: a card for every seat, and how the game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest.panels.parts.controls import cards_over, head, line, option, options, switch
from keyharvest.panels.parts.faces import badge_options, face_options
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.picture.svg import moved, use
from keyharvest.table.chairs import BADGES, FACES, FAR, LONGEST_NAME, PERSON
from keyharvest.table.clock import LIMITS
from keyharvest.table.set_up import COMPUTER, EMPTY, LIVE, LONGEST_TEXT, MESSAGE, NAMES, Place, SetUp
from keyharvest.words.language import N_, _
from keyharvest.words.levels import NAMES as LEVELS
from keyharvest.words.levels import level, level_line

_ADD: Final = {2: N_("Add third player"), 3: N_("Add fourth player")}
#: What players on several pages have to trust, and how pages check each other in a live game.
TRUST: Final = N_(
    "As at a real table, you trust each other: nobody looks into the bag, and nobody changes the program on their page."
)
_CHECKED: Final = N_(
    "Your pages draw each tile together, so nobody can choose it or know it in advance. That takes one person on each "
    "page and no seed; otherwise you trust each other."
)
_STARTS: Final = {"random": N_("A random player"), "drawn": N_("A random player chooses")}


def setup(chosen: SetUp, faults: Mapping[str, str]) -> Html:
    """Draw the set-up form, with each error beside its field.

    For a game with friends it begins with the way to play; else nothing moves when someone elsewhere is chosen.
    """
    asks = chosen.by_message()
    places = enumerate(chosen.places)
    cards = tag("div", *(_card(seat, place, faults, asks) for seat, place in places), class_="seat-cards")
    if asks:
        top = [head(_("Play with friends"), cards_over()), elsewhere(chosen.way), cards]
    else:
        quick = button(_("Play one opponent now"), "quick")
        top = [head(_("Who's at the table?"), cards_over(), quick), cards, elsewhere(chosen.way)]
    return tag(
        "form",
        *top,
        _more(chosen),
        _advanced(chosen, faults),
        tag(
            "footer",
            tag("p", _("Every step is saved. Stop at any time and continue later."), class_="stored"),
            tag(
                "button",
                tag("span", _("Start game"), class_="starts"),
                tag("span", _("Invite others"), class_="invites"),
                type="submit",
                class_="main",
            ),
        ),
        data_intent="begin",
        class_="set-up friends" if asks else "set-up",
    )


def _fault(faults: Mapping[str, str], field: str) -> Html:
    if field not in faults:
        return Html()
    return tag("p", faults[field], class_="fault", id=f"fault-{field}")


def _card(seat: int, place: Place, faults: Mapping[str, str], asks: bool) -> Html:
    """Draw the card of a seat; ``asks``: whether people's names are asked for, rather than given by default."""
    number = seat + 1
    unnamed = asks and place.name in NAMES and not faults  # a fault is about what was entered
    whose = {PERSON: _("Your name"), FAR: _("Your friend's name")}
    name = tag(
        "input",
        name="name",
        id=f"name{number}",
        value="" if unnamed and place.kind in whose else place.name,
        placeholder=whose.get(place.kind) if unnamed else None,
        maxlength=LONGEST_NAME,
        dir="auto",
        autocomplete="off",
        aria_label=_("Name for seat {number}").format(number=number),
        aria_invalid="true" if f"name{number}" in faults else None,
        aria_describedby=f"fault-name{number}" if f"name{number}" in faults else None,
    )
    kinds = {PERSON: _("Here"), FAR: _("Elsewhere"), COMPUTER: _("Computer")}
    leave = ""
    if seat in _ADD:
        away = option(f"kind{number}", EMPTY, icon("cross"), place.kind == EMPTY, None, _("Nobody"))
        leave = tag("div", away, class_="leave")
    return tag(
        "section",
        tag("h2", _(_ADD[seat]), class_="add") if seat in _ADD else "",
        _portrait(),
        tag("div", icon("mail"), class_="far-portrait", aria_hidden="true"),
        tag("div", name, _fault(faults, f"name{number}"), class_="named"),
        tag(
            "fieldset",
            tag("legend", hidden(_("Player in seat {number}").format(number=number))),
            tag("div", *(option(f"kind{number}", k, word, k == place.kind) for k, word in kinds.items()), class_="seg"),
            leave,
            class_="kind",
        ),
        _person(number, place, faults),
        _far(),
        _computer(number, place),
        class_=f"sheet seat-card kh-seat-{place.badge}",
        aria_label=_("Seat {number}").format(number=number),
    )


def _portrait() -> Html:
    """Draw every face and every badge, one over the other: the style sheet shows the chosen ones."""
    faces = "".join(use(f"avatar-{letter}", class_="avatar") for letter in FACES)
    badges = "".join(use(f"seat-{badge}", class_="badge") for badge in range(BADGES))
    drawn = faces + moved(badges, 32, 32, 0.6)
    return tag("svg", Html(drawn), class_="kh portrait", viewBox="-46 -46 92 92", aria_hidden="true")


def _person(number: int, place: Place, faults: Mapping[str, str]) -> Html:
    faces = face_options(f"face{number}", place.face)
    badges = badge_options(f"badge{number}", place.badge, range(BADGES))
    return tag(
        "div",
        tag("fieldset", tag("legend", hidden(_("Face"))), *faces, class_="faces"),
        tag(
            "fieldset",
            tag("legend", hidden(_("Colour and symbol"))),
            *badges,
            class_="badges",
            id=f"badge{number}",
            tabindex="-1",
        ),
        _fault(faults, f"badge{number}"),
        class_="for-person",
    )


def _far() -> Html:
    """Describe a person on another page."""
    return tag(
        "div",
        tag("p", icon("link"), tag("span", _("Gets a link from you by messaging app or email."))),
        tag("p", icon("people"), tag("span", _("Plays on their own page, on another device."))),
        class_="for-far",
    )


def elsewhere(way: str = MESSAGE) -> Html:
    """Offer the ways to play with people elsewhere, and explain them and the trust that they need."""
    question = _("How do you play together?")
    ways = {
        MESSAGE: join(tag("b", _("By message")), tag("small", _("turn by turn, from anywhere"))),
        LIVE: join(tag("b", _("Live")), tag("small", _("at the same time, on one network"))),
    }
    message = _(
        "After your turn you send a link in any messaging app. The next player opens it, plays, and sends the next "
        "one. Your first link is the invitation."
    )
    live = _(
        "You send a link, get an answer back, and then play together. All devices must be on the same network, such as "
        "your Wi-Fi."
    )
    return tag(
        "section",
        tag("h2", question),
        options(question, "way", ways, way),
        tag(
            "div",
            tag("div", tag("p", message), tag("p", _(TRUST)), class_="if-message"),
            tag("div", tag("p", live), tag("p", _(_CHECKED)), class_="if-live"),
            class_="about-ways",
        ),
        class_="sheet set-message",
    )


def _computer(number: int, place: Place) -> Html:
    names = LEVELS if place.level in LEVELS else (*LEVELS, place.level)
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
    lines = (tag("p", tag("b", level(name)), ". ", level_line(name)) for name in names)
    return tag(
        "div",
        tag("fieldset", tag("legend", hidden(_("Level"))), *levels, class_="levels"),
        tag("div", *lines, class_="lines"),
        class_="for-computer",
    )


def _more(chosen: SetUp) -> Html:
    """Draw the options of the game that most leave as they are."""
    starts = {value: _(word) for value, word in _STARTS.items()}
    return tag(
        "details",
        tag("summary", icon("gear"), tag("span", _("More options"))),
        tag(
            "div",
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
            class_="more-options",
        ),
        class_="sheet more",
    )


def _advanced(chosen: SetUp, faults: Mapping[str, str]) -> Html:
    """Draw what only those need who look for it."""
    seed = _typed("input", "seed", faults, inputmode="numeric", autocomplete="off", value=chosen.seed)
    layout = _typed("textarea", "layout", faults, chosen.layout, rows="3", spellcheck="false")
    file = tag(
        "input",
        type="file",
        data_fill="layout",
        data_most=str(LONGEST_TEXT),
        accept=".json,.txt,application/json,text/plain",
    )
    return tag(
        "details",
        tag("summary", icon("gear"), tag("span", _("Advanced"))),
        tag(
            "div",
            tag(
                "label",
                _title(_("Seed"), _("a number: the same number gives the same game")),
                seed,
                _fault(faults, "seed"),
                class_="typed",
            ),
            tag(
                "div",
                tag(
                    "label",
                    _title(_("Layout"), _("where each crop grows; you can load a text file")),
                    layout,
                    class_="typed",
                ),
                tag("label", icon("save"), tag("span", _("Choose file")), file, class_="file"),
                _fault(faults, "layout"),
                class_="layout",
            ),
            class_="more-options",
        ),
        class_="sheet more",
        open=bool({"seed", "layout"} & set(faults)),
    )


def _title(title: str, note: str) -> Html:
    return tag("span", tag("b", title), tag("small", note), class_="words")


def _typed(element: str, name: str, faults: Mapping[str, str], content: str = "", **attributes: str) -> Html:
    return tag(
        element,
        content,
        name=name,
        id=name,
        aria_invalid="true" if name in faults else None,
        aria_describedby=f"fault-{name}" if name in faults else None,
        **attributes,
    )
