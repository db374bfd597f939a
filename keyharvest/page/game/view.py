"""The end of a game, and the curtain between several people at one screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.page.parts import sharing
from keyharvest.page.parts.charts import Result, bar, course, podium
from keyharvest.page.parts.controls import button, line, named, options, table
from keyharvest.page.parts.faces import coach_says
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import fairness, sending
from keyharvest.page.tabletop.panels.boards import scored_board
from keyharvest.page.tabletop.panels.happenings import change, signs
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.scenery import doors
from keyharvest.rules import counters, final_scores, ranks, winners
from keyharvest.rules.components import CROPS
from keyharvest.table.chairs import NOBODY, Chair, harder
from keyharvest.table.settings import SOUNDS
from keyharvest.table.sitting import LogEntry
from keyharvest.words.language import N_, _, n_
from keyharvest.words.outcome import outcome, source_names, tie_break

#: The number of counters that rain down after a win.
_RAIN: Final = 15
PLACES: Final = (N_("first"), N_("second"), N_("third"), N_("fourth"))


def ending(
    scene: Scene,
    rounds: Sequence[Sequence[int]],
    news: Sequence[str] = (),
    coached: str = "",
    just_over: bool = False,
    shared: str = "",
    sound: str = "",
) -> Html:
    """Draw the end of a game; ``rounds``: the points of every seat at the end of each round (rules 13.2, 13.3).

    ``news``: the milestones of this game; ``coached``: the coach's last sentence; ``just_over``: whether to celebrate a
    win of the only person; ``shared``: the text to share about a game of the day; ``sound``: the setting to offer.
    """
    view = scene.view
    scores, places = final_scores(view), ranks(view)
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    chairs = scene.chairs
    results = [
        Result(chairs[seat].name, chairs[seat].face, chairs[seat].badge, scores[seat], places[seat]) for seat in order
    ]
    series = [[points[seat] for points in rounds] for seat in order]
    persons = [seat for seat, chair in enumerate(chairs) if chair.person]
    you = persons[0] if len(persons) == 1 else NOBODY
    goes_higher = you in winners(view) and harder(chairs) != chairs and scene.post is None
    return h.div(".ending-inner")[
        _celebration() if just_over and you in winners(view) else "",
        h.header(".head")[
            h.h1("#result-title", tabindex="-1")[
                outcome(scene.names, [score.total for score in scores], winners(view), you)
            ],
            h.span(".gap"),
            named("step", _("Review game"), "review"),
            sharing.copy_text(_("Share result"), shared, "share") if shared else "",
            named("share", _("Share"), "share"),
            named("home", _("Home"), "home"),
            _again(scene, "" if goes_higher else "main"),
            button(_("Next level"), "harder", class_="main") if goes_higher else "",
        ],
        _last_post(scene),
        _fair(scene) if scene.stopped else "",
        sharing.report() if shared else "",
        h.div(".upper")[
            h.section(".sheet.podium", aria_hidden=True)[podium(results, [_(word) for word in PLACES])],
            _sources(results, tie_break(view, scene.names), news, coached),
            _course(results, series),
        ],
        "" if scene.stopped else _fair(scene),
        h.div(class_=f"lower of-{len(order)}")[(_board(scene, seat) for seat in order)],
        # Rarely needed things come after the result: on a phone they would take two rows above it.
        _sound(sound) if sound else "",
        h.footer[
            named("save", _("Save record"), "download"),
            named("cards", _("Cards"), "over", "cards"),
            named("add", _("New game"), "new"),
        ],
    ]


def _sound(chosen: str) -> Html:
    """Offer sound, which nobody looks for in the settings."""
    written = {value: _(word) for value, word in SOUNDS.items()}
    choice = options(_("Sound"), "sound", written, chosen, "set", "seg sound")
    return h.section(".sheet.sounds")[line(_("Play with sound?"), _("for moves and your turn"), choice)]


def _again(scene: Scene, class_: str) -> Html:
    """Draw the button for another game; on the page of a live game's guest, who can begin it."""
    if scene.company and scene.company.host >= 0:
        said = _("{name} can start the next game; you'll join it.").format(name=scene.chairs[scene.company.host].name)
        return h.p(".state.joins")[icon("wait"), h.span[said]]
    return button(_("Play again"), "rematch", class_=class_)


def _celebration() -> Html:
    """Draw the counters that rain down after a win, if the page may be animated."""
    rain = (tiles.crop(at % len(CROPS), label="") for at in range(_RAIN))
    return h.div(".celebration", aria_hidden=True)[rain]


def _last_post(scene: Scene) -> Html:
    if scene.post is None:
        return Html()
    return sending.strip(scene, scene.post)


def _fair(scene: Scene) -> Html:
    if not (scene.stopped or scene.transcript or scene.ceased >= 0):
        return Html()
    return fairness.strip(scene)


def _sources(results: Sequence[Result], tie: str, news: Sequence[str], coached: str) -> Html:
    most = max(result.score.total for result in results)
    rows = [
        h.li[
            tiles.face(result.face, result.badge),
            h.b[result.name],
            bar(result.score, most),
            h.span(".sum")[str(result.score.total)],
        ]
        for result in results
    ]
    key = [h.li[h.i(class_=f"swatch source-{number}"), word] for number, word in enumerate(source_names(), 1)]
    numbers = [(result.name, [*result.score, result.score.total]) for result in results]
    return h.section(".sheet.sources")[
        h.h2[_("Where the points came from")],
        h.ul(".bars", aria_hidden=True)[rows],
        h.ul(".key", aria_hidden=True)[key],
        h.p(".tie")[tie] if tie else "",
        (h.p(".milestone")[line] for line in news),
        coach_says(coached) if coached else "",
        _as_table(_("Points by source (rule 13.2)"), [*source_names(), _("points")], numbers),
    ]


def _course(results: Sequence[Result], series: Sequence[Sequence[int]]) -> Html:
    numbers = [(str(at + 1), [points[at] for points in series]) for at in range(len(series[0]))]
    return h.section(".sheet.course")[
        h.h2[_("Points, round by round")],
        course(results, series, _("round")),
        _as_table(_("Points at the end of each round"), [result.name for result in results], numbers),
    ]


def _as_table(caption: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> Html:
    """Draw the numbers of a chart as a table that can be unfolded."""
    drawn = table(("", *heads), [(name, *map(str, numbers)) for name, numbers in rows], caption)
    return h.details(".as-table")[h.summary[_("As a table")], h.div(".scroll")[drawn]]


def _board(scene: Scene, seat: int) -> Html:
    chair = scene.chairs[seat]
    hand = scene.view.hands[seat]
    total = counters.total(hand)
    held = tiles.counters(counters.unpack(hand), label=words.goods(hand)) if total else Html()
    number = n_("{number} counter", "{number} counters", total).format(number=total)
    return h.figure(class_=f"sheet kh-seat-{chair.badge}")[
        h.figcaption[tiles.face(chair.face, chair.badge), h.b[chair.name], h.span(".gap"), held or number],
        scored_board(scene, seat),
    ]


# The curtain


@dataclass(frozen=True, slots=True)
class Pause:
    """The data of the screen: the next player, the round, the news for everyone, and whether hands are secret.

    ``crops``: the crops of the layout, for the pictures of tiles.
    """

    chairs: Sequence[Chair]
    seat: int
    round: int
    news: Sequence[LogEntry]
    secret: bool
    crops: tuple[int, ...]


def curtain(pause: Pause) -> Html:
    """Draw the doors, the next player, and the news; nothing else of the game is on the page."""
    chair = pause.chairs[pause.seat]
    told = _("Round {number}.").format(number=pause.round) if pause.round else _("The game begins.")
    if pause.secret:
        told += " " + _("All counters are hidden now.")
    return join(
        doors(),
        h.section(class_=f"sheet sign kh-seat-{chair.badge}")[
            h.p(".soft")[_("Pass the device")],
            tiles.face(chair.face, chair.badge),
            h.h1("#curtain-title", tabindex="-1")[_("{name} is next").format(name=chair.name)],
            h.p[told],
            button(_("I'm {name}: continue").format(name=chair.name), "reveal", class_="main"),
            h.p(".soft")[_("Hidden again when you leave this page.")] if pause.secret else "",
        ],
        _since(pause) if pause.news else "",
        h.footer[named("home", _("Leave game"), "home"), named("cards", _("Cards"), "over", "cards")],
    )


def _since(pause: Pause) -> Html:
    name = pause.chairs[pause.seat].name
    badges = tuple(chair.badge for chair in pause.chairs)
    rows = []
    for entry in pause.news:
        who = pause.chairs[entry.seat] if entry.seat != NOBODY else None
        face = tiles.face(who.face, who.badge) if who else Html()
        pictures = h.span(".signs")[signs(entry.brief, pause.crops, badges)]
        rows.append(h.li[h.span(".by")[face], pictures, h.span[entry.text], change(entry.brief)])
    return h.section(".sheet.news", tabindex="0", aria_label=_("What happened"))[
        h.h2[_("Since {name}'s last turn").format(name=name)], h.ul[rows]
    ]
