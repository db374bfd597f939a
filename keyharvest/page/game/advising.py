"""What a good player would do, on the game screen: hints that are asked for, and the coach of a first game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from keyharvest import words
from keyharvest.advice.coach import COACH, Coach, grown
from keyharvest.page.game.choosing import Choosing
from keyharvest.page.game.playback import Patch
from keyharvest.rules.frames import END
from keyharvest.table.sitting import Sitting
from keyharvest.table.staging import NOTHING, Stage
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.advice.hints import Hints, Told

#: In so many steps the progress of a hint is shown.
_PROGRESS: Final = 20
#: So many turns the coach considers.
_CONSIDERED: Final = 12


class Advising(Choosing):
    """What is looked for, and told, for the open question.

    Methods named ``do_…`` carry out an intent, as those of :class:`~keyharvest.page.game.tabletop.Tabletop`.
    """

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        super().__init__(sitting, moved)
        self._advice: Hints | None = None
        self._thoughts: Hints | None = None
        self._coach = Coach()

    def stage(self) -> Stage | None:
        """What is selected for the open question; what the coach made of one before it is void."""
        before = self._stage
        found = super().stage()
        if found is not before:
            self._thoughts = None
        return found

    def forget(self) -> None:
        """Drop the hint too: the game, or who looks, has changed."""
        super().forget()
        self._advice = None

    # The coach

    def _coached(self) -> str:
        """What the coach of a first game says, if there is one and nothing has been selected yet."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.kind != NOTHING:
            return ""
        thoughts = self._considered()
        best = thoughts.found if thoughts else None
        news = self.timeline.news(self.eyes)
        return self._coach.says(stage.view, stage.seat, self.sitting.names, game.states, game.moves, best, news)

    def _considered(self) -> Hints | None:
        """What the coach makes of the turn, if there is one who may have to say something."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.turn is None or grown(stage.view):
            return None
        if self._thoughts is None:
            from keyharvest.advice.advice import COACH as EFFORT  # only a game with a coach needs these
            from keyharvest.advice.hints import Hints

            observation = game.observation(stage.seat)
            self._thoughts = Hints(observation, self.sitting.names, len(game.moves), _CONSIDERED, EFFORT)
        return self._thoughts

    def do_coach(self) -> Patch:
        """Let the coach speak, or be silent; ``ValueError`` where there is none."""
        headers = self.sitting.game.headers
        if COACH not in headers:
            raise ValueError(_("This game has no coach."))
        headers[COACH] = "off" if headers[COACH] == "on" else "on"
        return self._moved()

    # Hints

    def why_no_hints(self) -> str | None:
        """``None`` if a hint may be asked for, else the reason."""
        return self.sitting.why_no_hints()

    @property
    def looking(self) -> bool:
        """Whether a hint is being looked for, or the coach considers the turn."""
        return any(hints is not None and not hints.done for hints in (self._advice, self._considered()))

    def look_on(self, seconds: float) -> Patch:
        """Look on for a hint: how far that is, or what was found; else the coach considers the turn."""
        hints = self._advice
        if hints is None or hints.done:
            return self._consider(seconds)
        before = hints.progress
        hints.think(seconds)
        if not hints.found:
            near = int(hints.progress * _PROGRESS) == int(before * _PROGRESS)
            return {} if near else {"attributes": {"hint-progress": {"value": f"{hints.progress:.2f}"}}}
        return {"say": self._advised(hints.found[0]), "focus": "card-title"}

    def _consider(self, seconds: float) -> Patch:
        thoughts = self._considered()
        if thoughts and not thoughts.done:
            thoughts.think(seconds)
            if thoughts.found and (said := self._coached()):
                return {"say": said}
        return {}

    def _advised(self, told: Told) -> str:
        steps = words.listing([step.text for step in told.steps])
        return _("Best: {steps}.").format(steps=steps)

    def do_hint(self, value: str | None) -> Patch | None:
        """Look for what a good player would do (no value), show one of the turns found (its number), ``do`` its first
        step, or ``close`` it."""
        stage = self._need_stage()
        if value == "close":
            self._advice = None
            return {"focus": "card-title"}
        if value is None:
            return self._look_ahead(stage)
        if value == "do" and self._advice and self._advice.done:
            return self._do_advised(stage, self._advice.found[self._advice.chosen].moves)
        if self._advice is None or value not in [str(at) for at, _told in enumerate(self._advice.found, 1)]:
            raise ValueError(f"message: hint: {value[:20]!r} is not among the turns")
        self._advice.chosen = int(value) - 1
        self.shown = stage.seat
        return None

    def _do_advised(self, stage: Stage, moves: tuple[str, ...]) -> Patch | None:
        """Select the first step of a hint, so that one press carries it out; an answer in words is given at once."""
        self._advice = None
        self.shown = stage.seat
        if moves[0] in stage.answers():
            return self.do_answer(moves[0])
        self._ending = _("End your turn?") if moves[0] == END else ""
        stage.select(moves)
        return {**(self._selected() or {}), "focus": "end" if self._ending else "commit"}

    def _look_ahead(self, stage: Stage) -> Patch:
        from keyharvest.advice.hints import Hints  # only who asks for a hint needs it

        reason = self.why_no_hints()
        if reason:
            raise ValueError(_("Not possible: {reason}.").format(reason=reason))
        self.do_clear()
        self.shown = stage.seat
        self._advice = Hints(
            self.sitting.game.observation(stage.seat), self.sitting.names, len(self.sitting.game.moves)
        )
        return {"focus": "hint-close"}
