"""The moment shown: others' turns step by step, visits to the past, turns undone, and the analysis at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import one_of, or_nothing, text_of
from keyharvest.page.core.intent import PLAYED, intent
from keyharvest.rules import round_of
from keyharvest.table.playhead import Playhead
from keyharvest.table.sitting import Sitting
from keyharvest.table.timeline import Timeline
from keyharvest.words.language import _, n_

if TYPE_CHECKING:
    from keyharvest.advice.analysis import Analysis, Verdict

Done = TypeVar("Done")


class Holder(Protocol):
    """A table, as its parts know it.

    Attributes:
        viewer, shown: as in :class:`~keyharvest.page.tabletop.tabletop.Tabletop`.
        careful: whether it asks before an answer that costs points and can't be undone.
    """

    viewer: int
    shown: int
    careful: bool

    def forget(self) -> None:
        """Drop the selection, the notes and the hint, because the moment or its reader has changed."""

    def note(self, text: str) -> None:
        """Show a note beside the question until something is selected."""

    def chooses(self) -> bool:
        """Whether choices are possible on this table now."""

    def described(self, space: int) -> str:
        """Describe a space that was tapped."""

    def tap(self, space: int) -> Patch | None:
        """Choose a space of the large board."""

    def targets(self) -> list[str]:
        """Return the ids of everything that can be chosen now."""

    def why_no_hints(self) -> str | None:
        """Return the reason why hints aren't allowed, or ``None``."""


class Playback:
    """The moment of a sitting that a game screen shows. Methods named ``do_…`` carry out an intent.

    Attributes:
        timeline: the moments of the sitting; ``head``: the one shown.
        paused: whether computer players wait; ``stepping``: whether they make one step nevertheless.
        guest: whether the game is someone else's finished one.
        analysis: the points missed in each turn of a finished game, if it was analysed; ``better``: whether the board
            shows the best turn found instead of the one played.
    """

    def __init__(self, sitting: Sitting, holder: Holder, moved: Callable[[], Patch]) -> None:
        self._sitting = sitting
        self._holder = holder
        self.paused = False
        self.stepping = False
        self.guest = False
        self.timeline = Timeline(sitting)
        self.head = Playhead(self.timeline)
        self.analysis: Analysis | None = None
        self.better = True
        self._moved = moved

    # The way to now

    def follow(self, since: int) -> None:
        """Show everything played since a moment step by step, unless the person has skipped ahead."""
        if self.head.hurried:
            self.head.to_now()
        else:
            self.head.follow(since)
        self._look_along()

    def advance(self) -> None:
        """Show the next of the steps already played."""
        self.head.advance()
        self._look_along()

    def _look_along(self) -> None:
        """Enlarge the board of the player who acts at the moment shown."""
        self.stepping = False
        self._holder.forget()
        self._holder.shown = self.timeline.actor(self.head.at)
        if self.head.live:
            self.show_end()

    def show_end(self) -> None:
        """If the game is over, enlarge the reader's board or, without a reader, the winner's."""
        if self._sitting.over:
            self._holder.shown = self._sitting.first_board(self.guest)

    @intent(on=PLAYED)
    def do_hurry(self) -> Patch:
        """Skip ahead to the next decision that a person has to make."""
        self.paused = False
        self.head.to_now()
        self.head.hurried = self._sitting.computer_to_act()
        return self._moved()

    @intent(on=PLAYED)
    def do_replay(self) -> Patch | None:
        """Replay, step by step, what happened since the reader's last turn."""
        news = self.timeline.news(self._holder.viewer)
        if not news:
            raise ValueError(_("Nothing has happened since your last turn."))
        self.paused = False
        self.head.follow(max(self._sitting.seen_last(self._holder.viewer), self.timeline.begin()))
        self._look_along()
        return self._say_moment()

    # The past

    @intent(text_of, on=PLAYED)
    def do_seek(self, value: str) -> Patch | None:
        """Show a moment, given by its number in the history."""
        return self._seek(self.moment_of(value))

    def moment_of(self, value: str) -> int:
        """Convert a moment's number in the history, 0 at the beginning of the first turn, to a number of moves."""
        moments = self.timeline.moments()
        if value not in map(str, range(len(moments))):
            raise ValueError(f"message: moment: expected a number below {len(moments)}, not {value[:20]!r}")
        return moments[int(value)]

    @intent(on=PLAYED)
    def do_first(self) -> Patch | None:
        """Show the beginning of the first turn."""
        return self._seek(self.timeline.begin())

    @intent(on=PLAYED)
    def do_previous(self) -> Patch | None:
        """Show the previous moment."""
        return self._seek(self.timeline.before(self.head.at))

    @intent(on=PLAYED)
    def do_next(self) -> Patch | None:
        """Show the next moment."""
        return self._seek(self.timeline.after(self.head.at))

    @intent(on=PLAYED)
    def do_now(self) -> Patch | None:
        """Return to the present."""
        return self._seek(self.timeline.now)

    def _seek(self, at: int) -> Patch | None:
        self.head.seek(at)
        if self.head.live and not self._sitting.over:
            return self._moved()
        self._look_along()
        return self._say_moment()

    def _say_moment(self) -> Patch | None:
        line = self.timeline.line(self.head.at)
        return {"say": line.text} if line else None

    # Analysis of a finished game

    @property
    def analysing(self) -> bool:
        """Whether a finished game is being analysed."""
        return self.analysis is not None and not self.analysis.done

    def continue_analysis(self, seconds: float) -> Patch:
        """Continue the analysis, and show its progress or end."""
        analysis = self.analysis
        if analysis is None or analysis.done:
            return {}
        before = analysis.progress
        analysis.think(seconds)
        if not self.analysing:
            if analysis.kept:
                return {}
            self._sitting.judged = analysis.text()
            return {"say": _("The analysis is complete."), "focus": "review-course"}
        if analysis.progress == before:
            return {}
        return {"attributes": {"analysis-progress": {"value": f"{analysis.progress:.2f}"}}}

    def analyse(self) -> None:
        """Begin the analysis, or describe again the one kept with the game."""
        from keyharvest.advice.analysis import Analysis  # only an analysis needs it

        self.analysis = self.analysis or Analysis(self._sitting)

    @intent(or_nothing(text_of), on=PLAYED)
    def do_analyse(self, value: str | None) -> Patch | None:
        """Compare a finished game's turns with the best ones (no value), ``stop``, show ``points`` or ``chances``."""
        if not self._sitting.over:
            raise ValueError(_("You can analyse a game once it's over."))
        if value is None:
            self.analyse()
            return {"focus": "analyse-stop"}
        if value == "stop":
            self.analysis = None
        elif value in ("points", "chances") and self.analysis:
            self.analysis.shown = value == "chances"
        else:
            raise ValueError(f"message: analyse: {value[:20]!r} is not known")
        return None

    @intent(text_of, on=PLAYED)
    def do_judged(self, value: str) -> Patch | None:
        """Show the start of an analysed turn, given by its number, with its player's board."""
        found = self.analysis.verdicts if self.analysis else []
        for at, verdict in enumerate(found):
            if value == str(verdict.turn) and self.analysis:
                moments = self.timeline.moments()
                patch = self._seek(moments[self.analysis.begins(moments)[at]])
                self._holder.shown = verdict.seat
                return {**(patch or {}), "focus": "this-turn"}
        raise ValueError(f"message: judged: no turn {value[:20]!r}")

    @intent(one_of("played", "better"), on=PLAYED)
    def do_compare(self, value: str) -> None:
        """Show on the board the turn that was ``played``, or a ``better`` one from the analysis."""
        self.better = value == "better"

    def verdict(self) -> Verdict | None:
        """Return the turn of the analysis that begins at the moment shown."""
        analysis, moments = self.analysis, self.timeline.moments()
        if analysis is None or not (analysis.done and analysis.shown):
            return None
        return next(
            (
                verdict
                for verdict, place in zip(analysis.verdicts, analysis.begins(moments), strict=True)
                if moments[place] == self.head.at
            ),
            None,
        )

    # Undo

    @intent(on=PLAYED)
    def do_restart(self) -> Patch:
        """Undo as much of this turn as possible."""
        self.need_now()
        self._back(self._sitting.restart, self._sitting.why_no_undo())
        return self._moved()

    @intent(on=PLAYED)
    def do_take_back(self) -> Patch:
        """Return to the only person's last turn, count that in the record, and say what was undone."""
        self.need_now()
        number = self._back(self._sitting.take_back, self._sitting.why_no_take_back())
        patch, state = self._moved(), self._sitting.game.state
        told = n_(
            "Back at your turn in round {round}: {number} turn undone. Redo restores it.",
            "Back at your turn in round {round}: {number} turns undone. Redo restores them.",
            number,
        ).format(round=round_of(state.turn, state.players), number=number)
        self._holder.note(told)
        return patch | {"say": told}

    def _back(self, act: Callable[[], Done], reason: str | None) -> Done:
        if reason:
            raise ValueError(_("You can't do that: {reason}.").format(reason=reason))
        done = act()
        self.head.to_now()
        return done

    def need_now(self) -> None:
        """Raise ``ValueError`` if a past moment is shown, where no move is possible."""
        if self.head.past:
            raise ValueError(_("You're viewing an earlier moment. Go back to now to play."))
