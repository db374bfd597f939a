"""The data of the game screen's panels: what one viewer sees, and the selection.

Panels get a :class:`Scene` and never the game, so nothing that the viewer may not see can reach the page (rule 14).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keyharvest.knowledge.changes import Changes
from keyharvest.picture.elements import Html
from keyharvest.rules import State
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.clock import Clock
from keyharvest.table.playhead import Moment
from keyharvest.table.sitting import LogEntry
from keyharvest.table.staging import NOTHING, Stage
from keyharvest.table.timeline import News

if TYPE_CHECKING:
    from keyharvest.advice.analysis import Verdict
    from keyharvest.advice.hints import Hints
    from keyharvest.table.company import Company
    from keyharvest.table.post import Post


@dataclass(frozen=True, slots=True)
class Goal:
    """A puzzle's part of the command panel.

    Attributes:
        title: its name; ``asked``: its question, while nothing is selected; ``progress``, ``hints``: the parts below;
            ``more``: the button for the next hint.
        ready: whether there is anything to check.
        counters: whether the answer is counters, so that its question stays while they are chosen.
        open, picked: the spaces that may be picked as an answer, and those that are, as masks.
    """

    title: Html
    asked: str
    progress: Html = field(default_factory=Html)
    hints: Html = field(default_factory=Html)
    more: Html = field(default_factory=Html)
    ready: bool = True
    counters: bool = False
    open: int = 0
    picked: int = 0


@dataclass(slots=True)
class Scene:
    """One moment of the game screen.

    Attributes:
        viewer: the seat whose view is shown, or ``NOBODY``.
        view, unknown: the state as that seat sees it, and the number of counters of unknown crop in each hand.
        chairs: the players at the table.
        stage: the selection, if the viewer has to decide.
        places: for each seat the tiles in the places of its store, -1 for a free one.
        shown: the seat whose board is large; ``cursor``: the space of it that is a tab stop.
        lines: the log; ``changed``: the changes since the viewer's last turn.
        note: words about the thing last tapped; ``coached``: the words of the coach of a first game,
            ``None`` without one.
        no_undo: the reason why the last step can't be undone, nor the turn restarted, or ``None``. ``redo``: whether
            anything can be redone.
        outlines, crops, groups: whether to outline fields, show the crops of empty spaces, and show the groups that
            score.
        paused, by_steps: whether computer players wait for a press, now or always; ``thinking``: whether a step was
            asked for.
        moment: the moment shown: its place in the history, and what happened; ``unheard``: what others have done to the
            viewer, until the viewer does something or opens the news.
        no_take_back: the reason why the game can't return to the last turn. ``restart_takes_all``: whether restarting
            the turn leads to the same moment.
        no_advice: the reason why there are no hints, or ``None`` if they are allowed. ``advice``: the open hint.
        verdict: the turn of an analysis that begins at the moment shown; ``better``: whether the board shows the best
            turn found instead of the one played.
        ending: the question before the end of the turn, or before an answer that costs points and can't be undone;
            empty if there is none. ``sure``: that answer.
        clock: thinking time, in a game with a clock.
        post: the turn to send to another page, in a game by message; ``company``: the people there, in a live one.
        drawing: whether a draw waits for another page; ``stopped``: whether a lie has stopped the game; ``ceased``: the
            turn since which pages no longer draw together, or -1; ``transcript``: whether what they signed is stored;
            ``sealed``: whether no page knows the counters of others.
        taught: whether it belongs to a lesson or a puzzle: then ``changed`` and the mask ``workers`` are what its text
            is about. ``guided``: whether a lesson needs one action only, and the four aren't drawn.
        goal: a puzzle to be solved; ``no_points``: whether points would give its answer away.
    """

    viewer: int
    view: State
    unknown: tuple[int, ...]
    chairs: tuple[Chair, ...]
    stage: Stage | None
    places: tuple[tuple[int, ...], ...]
    shown: int
    lines: list[LogEntry]
    changed: Changes
    cursor: int = 0
    note: str = ""
    coached: str | None = None
    no_undo: str | None = None
    redo: bool = False
    outlines: bool = False
    crops: bool = False
    groups: bool = False
    ending: str = ""
    sure: str = ""
    moment: Moment = field(default_factory=Moment)
    unheard: list[News] = field(default_factory=list)
    no_take_back: str | None = None
    restart_takes_all: bool = False
    paused: bool = False
    thinking: bool = False
    by_steps: bool = False
    no_advice: str | None = ""
    advice: Hints | None = None
    verdict: Verdict | None = None
    better: bool = True
    clock: Clock | None = None
    post: Post | None = None
    drawing: bool = False
    stopped: bool = False
    ceased: int = -1
    transcript: bool = False
    sealed: bool = False
    company: Company | None = None
    taught: bool = False
    guided: bool = False
    workers: int = 0
    goal: Goal | None = None
    no_points: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def hint(self) -> Hints | None:
        """The hint, while it is visible: a selection takes precedence."""
        if self.stage is None or self.stage.kind != NOTHING or self.stage.aim or self.ending:
            return None
        return self.advice

    @property
    def home(self) -> int:
        """The seat whose things come first: the viewer's or, without one, the seat whose turn it is."""
        return self.viewer if self.viewer != NOBODY else max(self.view.seat, 0)

    def whose(self, mine: str, of: str) -> str:
        """Return ``mine`` for things of :attr:`home` if the viewer has that seat, else ``of`` with its ``{name}``."""
        return mine if self.home == self.viewer else of.format(name=self.chairs[self.home].name)

    @property
    def badges(self) -> tuple[int, ...]:
        """The numbers of the seats' colours and shapes."""
        return tuple(map(self.badge, range(len(self.chairs))))

    def badge(self, seat: int) -> int:
        """Return the number of a seat's colour and shape."""
        badge = self.chairs[seat].badge
        return badge if badge >= 0 else seat

    def others(self) -> list[int]:
        """Return all seats but :attr:`home`, clockwise from it."""
        players = len(self.chairs)
        return [(self.home + step) % players for step in range(1, players)]
