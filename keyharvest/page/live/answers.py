"""The invitations of a live game's host, and the answers that the host pastes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from keyharvest.remote import LetterError
from keyharvest.remote.calling import Call, read_call
from keyharvest.table.chairs import FACES
from keyharvest.words.language import _


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation: its ``state``, by the name that the screens use, and its link."""

    state: str = "making"
    link: str = ""

    def is_newer_than(self, answer: Call) -> bool:
        """Whether an answer belongs to an earlier link for the same seat."""
        return bool(answer.to) and read_call(self.link).mark != answer.to


@dataclass(frozen=True, slots=True)
class Ticket:
    """A link of a live game that was opened; until the player agrees, it changes nothing else on the page.

    Attributes:
        stage: the state of the invitation, or what is wrong with the link, by the name that the screen uses.
        call: the invitation, or ``None``.
        name, face, badge: those of the person invited.
        again: whether the game is saved here, with the person in that seat.
    """

    stage: str
    call: Call | None = None
    name: str = ""
    face: str = FACES[0]
    badge: int = 0
    again: bool = False


def read_answer(text: str, game: str, invites: Mapping[int, Invite]) -> Call:
    """Read the answer to one of a game's invitations. Raise ``ValueError`` with advice for any other text."""
    try:
        call = read_call(text, answers=True)
    except LetterError as error:
        newer = _(
            "This answer comes from a newer version of Key Harvest. Reload this page to get it, then send a new link: "
            "the reload ends this one."
        )
        damaged = _("This isn't an answer, or part of it is missing. Copy the whole text.")
        raise ValueError(newer if error.newer else damaged) from None
    if call.players:
        raise ValueError(_("This is an invitation, perhaps your own. The answer is what the other player sends you."))
    if call.game != game or call.seat not in invites:
        raise ValueError(_("This answer belongs to another game."))
    return call
