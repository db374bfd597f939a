"""Advice on the game screen: hints on demand, and the coach of a first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from keyharvest import words
from keyharvest.advice.coach import Coach, at_selection, grown
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import PLAYED, intent
from keyharvest.page.tabletop.choosing import Choosing
from keyharvest.page.tabletop.playback import Holder, Playback
from keyharvest.rules.components import EVENT_INDEX
from keyharvest.rules.frames import END
from keyharvest.table.sitting import COACH, Sitting
from keyharvest.table.staging import NOTHING, Stage
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.advice.hints import Hints

#: The number of steps in which a hint's progress is shown.
_PROGRESS: Final = 20


def think(hints: Hints, seconds: float, names: Sequence[str], reader: int) -> Patch:
    """Continue a search, and show its progress or result: first the turns, then their plans."""
    before = hints.progress
    if not hints.think(seconds):
        near = hints.done or int(hints.progress * _PROGRESS) == int(before * _PROGRESS)
        return {} if near else {"attributes": {"hint-progress": {"value": f"{hints.progress:.2f}"}}}
    best = hints.found[0]
    if best.plan is None:
        steps = words.listing([step.text for step in best.steps])
        return {"say": _("Best: {steps}.").format(steps=steps), "focus": "card-title"}
    from keyharvest.advice.wording import reasons  # a hint has loaded it

    return {"say": " ".join(reasons(hints, 0, names, reader))}


def choose(hints: Hints | None, value: str) -> Patch | None:
    """Show one of the turns found, by its number, or ``compare`` it. Raise ``ValueError`` for anything else."""
    numbers = [str(number) for number in range(1, len(hints.shown) + 1)] if hints else []
    if hints and numbers[1:] and value == "compare":
        hints.comparing = not hints.comparing
        return {"focus": "compare-title" if hints.comparing else "hint-compare"}
    if not hints or value not in numbers:
        raise ValueError(f"message: hint: {value[:20]!r} is not one of the turns shown")
    hints.chosen = int(value) - 1
    return None


def layers(hints: Hints | None) -> list[str]:
    """Return the names of a hint and its comparison, as far as they are open."""
    return ["hint", *(["compare"] if hints.comparing else [])] if hints else []


def uncover(do_hint: Callable[[str], Patch | None], there: list[str], kept: list[str]) -> Patch | None:
    """Close the open layers of a hint, except for those ``kept``."""
    if there and "hint" not in kept:
        return do_hint("close")
    return do_hint("compare") if "compare" in there and "compare" not in kept else None


class Advising:
    """The search for advice on the open question, and its result. Methods named ``do_…`` carry out an intent.

    Attributes:
        hint: the hint asked for, if any.
    """

    def __init__(
        self, sitting: Sitting, holder: Holder, playback: Playback, choosing: Choosing, moved: Callable[[], Patch]
    ) -> None:
        self._sitting = sitting
        self._holder = holder
        self._playback = playback
        self._choosing = choosing
        self._moved = moved
        self.hint: Hints | None = None
        self._thoughts: Hints | None = None
        self._thought_about: Stage | None = None
        self._coach = Coach()

    # The coach

    def coached(self) -> str | None:
        """Return what the coach of a first game says, to a selection too; ``None`` without a coach or a question."""
        game, stage = self._sitting.game, self._choosing.stage()
        if game.headers.get(COACH) != "on" or stage is None:
            return None
        if stage.kind != NOTHING:
            return at_selection(stage, game.states)
        thoughts = self._considered()
        best = (thoughts.found if thoughts.planned else []) if thoughts else None
        news = self._playback.timeline.news(self._holder.viewer)
        return self._coach.says(stage.view, stage.seat, self._sitting.names, game.states, game.moves, best, news)

    def _considered(self) -> Hints | None:
        """Return the coach's search for the turn, if there is a coach who may need it."""
        game, stage = self._sitting.game, self._choosing.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.turn is None or grown(stage.view):
            return None
        if self._thoughts is None or self._thought_about is not stage:
            from keyharvest.advice.hints import considering  # only a game with a coach needs it

            self._thought_about = stage
            self._thoughts = considering(game.observation(stage.seat), self._sitting.names, len(game.moves))
        return self._thoughts

    @intent(on=PLAYED)
    def do_coach(self) -> Patch:
        """Turn the coach on or off. Raise ``ValueError`` if there is none."""
        headers = self._sitting.game.headers
        if COACH not in headers:
            raise ValueError(_("This game has no coach."))
        headers[COACH] = "off" if headers[COACH] == "on" else "on"
        return self._moved()

    # Hints

    @property
    def searching(self) -> bool:
        """Whether a hint is being searched for, or the coach is considering the turn."""
        return any(hints is not None and not hints.planned for hints in (self.hint, self._considered()))

    def continue_search(self, seconds: float) -> Patch:
        """Continue the search for a hint, and show its progress or result; without one, continue the coach's."""
        hints = self.hint
        if hints is None or hints.planned:
            return self._consider(seconds)
        return think(hints, seconds, self._sitting.names, self._holder.viewer)

    def _consider(self, seconds: float) -> Patch:
        thoughts = self._considered()
        if thoughts and thoughts.think(seconds) and thoughts.planned and (said := self.coached()):
            return {"say": said}
        return {}

    def layers(self) -> list[str]:
        """Return what covers the question: a hint, then its comparison."""
        return layers(self.hint if self._choosing.stage() else None)

    def uncover(self, kept: list[str]) -> Patch | None:
        """Close what covers the question, except for the layers ``kept``."""
        return uncover(self.do_hint, self.layers(), kept)

    @intent(or_nothing(text_of), on=PLAYED)
    def do_hint(self, value: str | None) -> Patch | None:
        """Search for a hint (no value), show one of its turns (its number), compare it (``compare``), play it (``do``),
        or ``close`` the hint.
        """
        stage = self._choosing.need_stage()
        if value == "close":
            self.hint = None
            return {"focus": "card-title"}
        if value is None:
            self._choosing.do_seen()
            return self._look_ahead(stage)
        hints = self.hint
        if hints and hints.done and value == "do":
            return self._play(stage, hints)
        patch = choose(hints, value)
        if patch is None:
            self._holder.shown = stage.seat
        return patch

    def _play(self, stage: Stage, hints: Hints) -> Patch:
        """Play a turn of a hint as far as its draw; before its end, ask, since nothing can be undone afterwards."""
        moves, seat, turn = hints.found[hints.chosen].moves, stage.seat, stage.view.turn
        self._holder.shown, ends = seat, moves[-1] == END
        patch: Patch = {}
        if steps := moves[: len(moves) - ends]:
            self._sitting.commit(steps)
            patch = self._moved()
        self.hint = None
        now = self._choosing.stage()
        if now is None or (now.seat, now.view.turn) != (seat, turn):
            return patch
        if ends:
            self._choosing.ending = _("End your turn?")
            return {**patch, "focus": "end"}
        if now.frame.cause not in EVENT_INDEX:  # between an event's question and its answers, no word on a turn
            self._choosing.note = _("The turn is played as far as the draw. For the rest of it, ask for a new hint.")
        return patch

    def in_sight(self) -> bool:
        """Whether a hint is shown, so that keys can choose among its turns."""
        stage = self._choosing.stage()
        shown = stage is not None and stage.kind == NOTHING and not stage.aim and not self._choosing.ending
        return shown and self.hint is not None

    def _look_ahead(self, stage: Stage) -> Patch:
        from keyharvest.advice.hints import Hints  # only hints need it

        reason = self._holder.why_no_hints()
        if reason:
            raise ValueError(_("You can't do that: {reason}.").format(reason=reason))
        self._choosing.do_clear()
        self._sitting.ask_hint()
        self._moved()  # store at once that a hint was used
        self._holder.shown = stage.seat
        game = self._sitting.game
        first = game.headers.get(COACH) == "on"
        self.hint = Hints(game.observation(stage.seat), self._sitting.names, len(game.moves), plain=first)
        return {"focus": "hint-close"}
