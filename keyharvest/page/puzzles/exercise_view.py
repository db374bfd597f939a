"""An exercise's part of the game screen: the turn of a finished game to improve, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest import words
from keyharvest.advice.analysis import Verdict
from keyharvest.advice.wording import told
from keyharvest.page.parts.controls import button, heading, items, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Goal
from keyharvest.page.puzzles import solving_view as puzzle
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import round_of
from keyharvest.words.language import _, n_


def top() -> Html:
    """Draw the way back to the review, and the ways to the screens that are always available."""
    return puzzle.top("review", _("Exercise"), _("Back to review"))


def goal(asked: Verdict, names: Sequence[str]) -> Goal:
    """Return the exercise's part of the command panel."""
    return Goal(title=_title(asked, names), asked=_("Find a better turn than the one played."))


def halted(asked: Verdict, names: Sequence[str]) -> Html:
    """Draw the command panel for when the bag or another player comes next."""
    return _panel(
        _title(asked, names),
        heading(_("Chance or another player comes next. Your turn is compared up to here.")),
        h.div(".buttons")[
            button(join(icon("flag"), h.span[_("Check")]), "check", class_="main go", id="end"),
            named("undo", _("Undo"), "undo", class_="with-sign"),
            named("first", _("Start over"), "again", class_="with-sign"),
        ],
    )


def judging(asked: Verdict, names: Sequence[str]) -> Html:
    """Draw the notice shown while the reader's turn is being judged."""
    return _panel(_title(asked, names), heading(_("Comparing your turn with the best one…")))


def outcome(asked: Verdict, found: Verdict, names: Sequence[str], following: str) -> Html:
    """Draw the verdict on the reader's turn; ``following`` is the next turn that cost points, if any."""
    ways = [button(_("Next turn"), "exercise", following, class_="main go")] if found.was_best and following else []
    return _panel(
        _title(asked, names),
        heading(verdict_text(asked, found)),
        h.p(".told")[_yours(asked, found)],
        _estimate(),
        h.div(".buttons")[
            ways,
            named("first", _("Try again"), "again", class_="with-sign" if found.was_best else "main go"),
            named("eye", _("Better turn"), "solve", class_="with-sign"),
            named("back", _("Analysis"), "review", class_="with-sign"),
        ],
    )


def better(asked: Verdict, names: Sequence[str], following: str) -> Html:
    """Draw the better turn of the analysis, step by step."""
    ways = [button(_("Next turn"), "exercise", following, class_="main go")] if following else []
    return _panel(
        _title(asked, names),
        heading(_("The best turn found")),
        items([step.text for step in asked.best.steps], class_="solution"),
        *(h.p(".told")[said] for said in _plan(asked, names)),
        _estimate(),
        h.div(".buttons")[
            ways,
            named("first", _("Try again"), "again", class_="with-sign"),
            named("back", _("Analysis"), "review", class_="with-sign"),
        ],
    )


def _plan(asked: Verdict, names: Sequence[str]) -> list[str]:
    """Say what the steps of the better turn are for, and what it would have led to."""
    return told(asked.best.plan, 0, 1, names, asked.seat, plain=True) if asked.best.plan else []


def verdict_text(asked: Verdict, found: Verdict) -> str:
    """Return the verdict on the reader's turn in a sentence."""
    if found.was_best:
        return _("As good as the best turn found.")
    if found.loss < asked.loss:
        return _("Better than the turn played, but there is more to find.")
    return _("Not better than the turn played.")


def _yours(asked: Verdict, found: Verdict) -> str:
    if found.was_best:
        return _missed(asked)
    yours = n_("Yours misses {number} points.", "Yours misses {number} points.", words.whole_part(found.loss))
    return f"{_missed(asked)} {yours.format(number=words.tenths(found.loss))}"


def _missed(asked: Verdict) -> str:
    told = n_(
        "The turn played missed {number} points.",
        "The turn played missed {number} points.",
        words.whole_part(asked.loss),
    )
    return told.format(number=words.tenths(asked.loss))


def note(asked: Verdict, names: Sequence[str]) -> Html:
    """Draw the note beside the table that says what was played."""
    played = _("{name} played: {turn}.").format(name=names[asked.seat], turn=asked.played.text)
    return h.div(".puzzle-record")[h.p[played], h.p[_missed(asked)], _estimate(), button(_("Back to review"), "review")]


def _estimate() -> Html:
    return h.p(".puzzle-note")[
        _("Points missed are estimated from simulated games and what this player knew then. They aren't proven.")
    ]


def _title(asked: Verdict, names: Sequence[str]) -> Html:
    text = _("Round {round}, {name}").format(round=round_of(asked.turn, len(names)), name=names[asked.seat])
    return h.p(".who")[icon("puzzle"), h.span[text]]


def _panel(*parts: str) -> Html:
    return h.div(".cmd.puzzle-cmd.choosing.missed")[parts]
