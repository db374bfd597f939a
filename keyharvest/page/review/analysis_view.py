"""The analysis of a finished game on the review screen: the chances to win, turning points, and better turns."""

from __future__ import annotations

from keyharvest import words
from keyharvest.advice.analysis import Analysis, sentence
from keyharvest.advice.hints import Choice, compared
from keyharvest.page.parts.controls import button, named
from keyharvest.page.parts.scene import Scene
from keyharvest.page.review.graph_view import graph, seat_heads, turn_by_turn, turn_name
from keyharvest.page.tabletop.panels import hints
from keyharvest.page.tabletop.panels.hints import percent
from keyharvest.page.tabletop.panels.plan import plan
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import _

#: The element whose value is the progress of the analysis.
PROGRESS = "analysis-progress"


def working() -> Html:
    """Draw the notice shown over the chart while the game is being analysed."""
    return h.div(".analysing")[
        h.p[h.strong[_("Comparing every turn with the best one…")]],
        h.progress(max="1", value="0", id=PROGRESS, aria_label=_("Analysis")),
        button(_("Stop"), "analyse", "stop", id="analyse-stop"),
    ]


def besides(analysis: Analysis) -> Html:
    """Draw the buttons of a finished analysis: exercises on the turns that missed points, and the points by turn."""
    missed = any(not each.was_best for each in analysis.verdicts)
    return join(
        named("puzzle", _("Find better turns"), "exercise", class_="link") if missed else "",
        button(_("Points by turn"), "analyse", "points", class_="link"),
    )


def chart(scene: Scene, analysis: Analysis) -> Html:
    """Draw the chances to win, a line for each player."""
    told = h.small[_("average of the last round; tap a turn to see its start")]
    why = _("From what lay on the table and in all hands. A hint looks ahead from what one player knew: it may differ.")
    return join(h.p[h.strong[_("Chance to win")], " ", told], _graph(scene, analysis), h.p(".fine")[why])


def side(scene: Scene, analysis: Analysis) -> Html:
    """Draw the turn played at the moment shown, the best one, and the turning points of the game."""
    return join(_turn(scene, analysis), _turning_points(scene, analysis))


def _graph(scene: Scene, analysis: Analysis) -> Html:
    values = [[100 * chance for chance in chances] for chances in analysis.course()]
    values.append([100 * chance for chance in analysis.ending])
    places = [*analysis.begins(scene.moment.moments), len(scene.moment.moments) - 1]
    stops = list(zip((*(verdict.turn for verdict in analysis.verdicts), 0), places, strict=True))
    turning = {verdict.at for verdict in analysis.turning_points()}
    marked = [at for at, verdict in enumerate(analysis.verdicts) if verdict.at in turning]
    grid = [(value, percent(value / 100)) for value in (0, 50, 100)]
    label = _("Chance to win, turn by turn; the table beside it has the same numbers")
    return graph(values, scene.badges, grid, stops, label, marked)


def _turn(scene: Scene, analysis: Analysis) -> Html:
    """Draw the turn of the moment shown as it was played, the best turn, and why that is better."""
    number = analysis.turn_of(scene.moment.moments, scene.moment.place)
    if number == len(analysis.verdicts):
        return Html()
    verdict = analysis.verdicts[number]
    name = scene.chairs[verdict.seat].name
    title = h.h2("#this-turn", tabindex="-1")[_("This turn")]
    if verdict.was_best:
        told = _("{name}: {played}. No better turn found.").format(name=name, played=verdict.played.text)
        return h.section(".panel.judged")[title, h.p[told]]
    played, best = verdict.played, verdict.best
    head = _("{name} played, up to the draw") if played.drawn else _("{name} played")
    heads = [h.span[_("Played")], h.span[_("Better")]]
    facts = [h.small[_("After the better turn:")], h.small[_("After the turn played:")]]
    return h.section(".panel.judged")[
        title,
        _choice(scene, head.format(name=name), played, best, "played", not scene.better),
        _choice(scene, _("Better"), best, played, "better", scene.better),
        plan(scene, best, verdict.seat, (0, 1), _("Because"), facts),
        hints.table(scene, compared(played, best), heads, scene.better),
        named("puzzle", _("Try this turn yourself"), "exercise", str(verdict.turn)),
    ]


def _choice(scene: Scene, head: str, turn: Choice, other: Choice, name: str, shown: bool) -> Html:
    """Draw one of the two turns compared, with the steps that only it has marked; a press shows it on the board."""
    lead = hints.lead(turn.lead)
    inside = join(
        h.span(".hint-name")[head],
        h.b(".hint-lead")[lead],
        hints.pictures(scene, turn, (turn, other), marked=True),
    )
    label = f"{words.under(head, turn.text)}, {lead}"
    return button(inside, "compare", name, class_="hint-card", aria_label=label, aria_pressed=shown)


def _turning_points(scene: Scene, analysis: Analysis) -> Html:
    found = analysis.turning_points()
    rows = [
        h.li[
            button(
                join(
                    tiles.emblem(scene.badge(verdict.seat), label=""),
                    h.span[sentence(verdict, scene.names)],
                ),
                "judged",
                str(verdict.turn),
            )
        ]
        for verdict in found
    ]
    none = h.p[_("No turn missed many points.")] if not rows else ""
    away = [
        _("{name} {number}").format(name=chair.name, number=words.tenths(analysis.given_away(seat)))
        for seat, chair in enumerate(scene.chairs)
    ]
    return h.section(".panel.turning")[
        h.h2[_("Turning points")],
        none,
        h.ol[rows],
        h.p(".fine")[_("Points missed per turn, on average: {list}").format(list=", ".join(away))],
    ]


def table(scene: Scene, analysis: Analysis) -> Html:
    """Draw the chart's numbers as a table, with the points missed in each turn; each row leads to its turn's start."""
    rows = []
    for at, (verdict, chances) in enumerate(zip(analysis.verdicts, analysis.course(), strict=True), 1):
        word = turn_name(verdict.turn, verdict.seat, scene.names)
        way = button(word, "judged", str(verdict.turn), class_="turn", id=f"review-turn-{at}")
        rows.append((way, *map(percent, chances), "0" if verdict.was_best else words.tenths(verdict.loss)))
    rows.append((_("The end"), *map(percent, analysis.ending), ""))
    caption = _("Chance to win (average of the last round) and points missed")
    heads = [*seat_heads(scene.names, scene.badges), _("missed")]
    return turn_by_turn(_("Chances"), caption, heads, rows)
