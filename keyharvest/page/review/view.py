"""The review of a finished game: its boards, its log, its points turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from keyharvest.knowledge import score_bounds
from keyharvest.page.parts import controls
from keyharvest.page.parts.controls import button, hidden, table
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.review.graph_view import across, graph, seat_heads, turn_by_turn, turn_name
from keyharvest.page.tabletop.panels import boards, history
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import round_of, winners
from keyharvest.rules.scoring import Score
from keyharvest.table.playhead import Moment
from keyharvest.table.timeline import TurnEnd
from keyharvest.words.language import _, code, n_
from keyharvest.words.outcome import outcome, source_heads

if TYPE_CHECKING:
    from keyharvest.advice.analysis import Analysis


def review_frame() -> Html:
    """Draw the screen with empty panels."""
    return join(
        h.div("#review-top.review-top-panel"),
        h.div("#review-log.review-log-panel.panel"),
        h.div("#review-board.review-board-panel"),
        h.div(".panel.review-history")[h.div("#review-through.review-through-panel.ways"), h.div("#review-chart")],
        h.div("#review-side.review-side-panel"),
        h.section("#review-course.review-course-panel.panel.course", aria_label=_("Turn by turn")),
    )


def panels(scene: Scene, course: Sequence[TurnEnd], analysis: Analysis | None = None) -> dict[str, Html]:
    """Draw all panels of the review; ``course``: the points after each turn; ``analysis``: the analysis, if begun."""
    found = {
        "review-top": _top(scene, course),
        "review-log": join(h.h2[_("Log")], history.story(scene)),
        "review-board": join(_whose(scene), boards.large_board(scene)),
        "review-through": ways(scene),
        "review-chart": chart(tuple(course), scene.badges, code()),
        "review-side": join(_moment(scene), _points_then(scene)),
        "review-course": _as_table(tuple(course), scene.names, scene.badges, code()),
    }
    if analysis is None or (analysis.done and not analysis.shown):
        return found | {"review-through": ways(scene, _analyse(analysis))}
    from keyharvest.page.review import analysis_view as judged  # only an analysis needs it

    if not analysis.done:
        return found | {"review-chart": join(judged.working(), found["review-chart"])}
    return found | {
        "review-through": ways(scene, judged.besides(analysis)),
        "review-chart": judged.chart(scene, analysis),
        "review-side": join(_moment(scene), judged.side(scene, analysis)),
        "review-course": judged.table(scene, analysis),
    }


def _analyse(analysis: Analysis | None) -> Html:
    """Draw the button that begins the analysis, or that shows it once it is finished."""
    if analysis is None:
        return button(join(icon("bulb"), h.span[_("Analyse this game")]), "analyse", class_="analyse")
    return button(_("Chance to win"), "analyse", "chances", class_="link analyse")


def marks(moment: Moment, course: Sequence[TurnEnd], analysis: Analysis | None = None) -> dict[str, dict[str, str]]:
    """Return the marks of the moment in log, chart and table, as attributes by id, so that none of these is redrawn."""
    if not course:
        return {}
    if analysis and analysis.done and analysis.shown:
        turn = analysis.turn_of(moment.moments, moment.place)
        return {
            **history.marks(moment),
            "review-cursor": {"transform": f"translate({across(len(analysis.verdicts) + 1) * turn:.1f} 0)"},
            f"review-turn-{turn + 1}": {"aria-current": "true"},
        }
    here = next((at for at, end in enumerate(course) if end.place >= moment.place), len(course) - 1)
    return {
        **history.marks(moment),
        "review-cursor": {"transform": f"translate({across(len(course)) * here:.1f} 0)"},
        f"review-turn-{here + 1}": {"aria-current": "true"},
    }


def _top(scene: Scene, course: Sequence[TurnEnd]) -> Html:
    # The scene may show a moment long before the end.
    final = course[-1] if course else None
    rounds = round_of(final.turn, len(scene.names)) if final else 0
    who = outcome(scene.names, final.points, final.first) if final else _("The game is over")
    return controls.head(
        who,
        controls.named("cards", _("Cards"), "cards"),
        controls.named("chart", _("Score"), "result"),
        controls.named("pen", _("Set up"), "editor", "here"),
        controls.named("share", _("Share"), "share"),
        controls.named("save", _("Save record"), "download"),
        beside=n_("after {number} round", "after {number} rounds", rounds).format(number=rounds),
    )


def ways(scene: Scene, besides: Html | None = None) -> Html:
    """Draw the buttons that step through the game, ``besides``, and the link to the moment shown."""
    where = f"@{scene.moment.place}-{scene.shown + 1}"
    # At the end no link to the moment is needed: a link to the game leads there.
    link = controls.named("share", _("Link to this moment"), "share", where, class_="link") if scene.moment.past else ""
    return join(history.steps_through(scene), h.div(".besides")[besides or "", link])


def _whose(scene: Scene) -> Html:
    """Say whose board is large, with their points at that moment; a press shows another board."""
    scores = _scores(scene)
    return h.div(".whose", role="group", aria_label=_("Boards"))[
        (
            button(
                join(
                    tiles.emblem(scene.badge(seat), label=""),
                    h.span[chair.name],
                    h.strong[str(scores[seat].total)],
                    hidden(f" {n_('point', 'points', scores[seat].total)}"),
                ),
                "show",
                str(seat + 1),
                class_=f"seat-chip kh-seat-{scene.badge(seat)}",
                aria_pressed=seat == scene.shown,
            )
            for seat, chair in enumerate(scene.chairs)
        )
    ]


def _scores(scene: Scene) -> list[Score]:
    """Return the scores at the moment shown; crop majorities count if hidden counters can't change them (rule 14.3)."""
    return [least for least, _most in score_bounds(scene.view, scene.unknown)]


def _moment(scene: Scene) -> Html:
    """Describe the moment shown."""
    line = scene.moment.line
    where, number = history.moment_text(scene)
    text = line.text if line else _("The beginning of the first turn.")
    if scene.verdict and line:
        text = _("The start of this turn. Just before: {happening}").format(happening=text)
    return h.section(".panel.moment")[h.p(".who")[where, " · ", number], h.p(".told")[text], history.play_on(scene)]


def _points_then(scene: Scene) -> Html:
    """Draw the points at the moment shown, by their sources."""
    rows = [
        (join(tiles.emblem(scene.badge(seat), label=""), chair.name), *map(str, (*score, score.total)))
        for seat, (chair, score) in enumerate(zip(scene.chairs, _scores(scene), strict=True))
    ]
    over = not scene.view.stack
    winner = [scene.chairs[seat].name for seat in winners(scene.view)] if over else []
    return h.section(".panel.points-then")[
        h.h2[_("The score") if over else _("Points at this moment")],
        h.div(".scroll", tabindex="0", role="region", aria_label=_("Points by source"))[
            table(("", *source_heads(), _("points")), rows)
        ],
        h.p[_("Leading: {names}").format(names=", ".join(winner))] if winner else "",
    ]


@lru_cache(maxsize=2)
def chart(course: tuple[TurnEnd, ...], badges: tuple[int, ...], _language: str) -> Html:
    """Draw the points after each turn, with a line for each player; a press on a turn shows its end."""
    if not course:
        return Html()
    most = max(max(end.points) for end in course)
    step = 10 if most > 20 else 5
    grid = [(value, str(value)) for value in range(0, max(step, -(-most // step) * step) + 1, step)]
    picture = graph(
        [end.points for end in course],
        badges,
        grid,
        [(end.turn, end.place) for end in course],
        _("Points turn by turn; the table beside it has the same numbers"),
    )
    head = h.p[h.strong[_("Points by turn")], " ", h.small[_("tap a turn to see how it ended")]]
    return join(head, picture)


@lru_cache(maxsize=2)
def _as_table(course: tuple[TurnEnd, ...], names: tuple[str, ...], badges: tuple[int, ...], _language: str) -> Html:
    """Draw the numbers of the chart; each row leads to the end of its turn."""
    rows = []
    for at, end in enumerate(course, 1):
        word = turn_name(end.turn, end.seat, names)
        way = button(word, "seek", str(end.place), class_="turn", id=f"review-turn-{at}")
        rows.append((way, *map(str, end.points)))
    heads = seat_heads(names, badges)
    return turn_by_turn(_("Points"), _("Points at the end of each turn"), heads, rows)
