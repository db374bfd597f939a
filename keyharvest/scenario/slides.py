"""A scenario as a row of slides to view without playing: one per step and one for the end."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.rules import State
from keyharvest.rules.geometry import INDEX
from keyharvest.scenario.form import Scenario
from keyharvest.scenario.run import Run


@dataclass(frozen=True, slots=True)
class Slide:
    """The view at one step.

    Attributes:
        key: the key of its text: the step's id, or ``goal`` for the slide after the last step.
        state: the position that the text is about.
        show: the things to highlight; none at the end.
    """

    key: str
    state: State
    show: tuple[str, ...]

    def spaces(self, seat: int, reader: int) -> int:
        """Return the spaces of a seat's board to highlight, as a mask; those without a seat are the reader's."""
        mask = 0
        for target in self.show:
            whose, colon, name = target.rpartition(":")
            if name in INDEX and (whose == str(seat + 1) if colon else seat == reader):
                mask |= 1 << INDEX[name]
        return mask


def slides(scenario: Scenario) -> list[Slide]:
    """Return the slides of a scenario that :func:`keyharvest.scenario.check` has found sound.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> [slide.key for slide in slides(SCENARIOS["chain"])]
    ['a', 'b', 'goal']
    """
    run = Run(scenario.start, scenario.draws)
    run.settle("start")
    found = []
    for step in scenario.steps:
        run.line(step.auto, f"step {step.id}, auto")
        found.append(Slide(step.id, run.state, step.show))
        run.line(step.do, f"step {step.id}, do")
    return [*found, Slide("goal", run.state, ())]
