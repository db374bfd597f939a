"""The people on other pages in a live game: whether they are there, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from keyharvest.words.language import N_

#: The phrases that players can say, by their numbers from 0.
PHRASES: Final = (
    N_("Hello"),
    N_("Nice one"),
    N_("Well played"),
    N_("Oh no!"),
    N_("One moment"),
    N_("Thinking…"),
    N_("Thank you"),
    N_("Good game"),
)


@dataclass(frozen=True, slots=True)
class Checks:
    """The joint draws of a game so far.

    Attributes:
        draws: how many there were; ``number``: the eight digits that are the same on all pages, empty until this page
            connects again.
        complete: whether the game is over and all of it was checked.
        lie: the kind of lie that was proven, empty if none was; ``turn``: the turn it was in, 0 for set-up; ``liar``:
            the seat whose page lied.
        counters: how many secret counters were dealt; ``messages``: how many were signed.
        waits: the seats whose pages' messages this page is waiting for; ``opening``: whether all open their keys.
        deal: the number of the deal: more than 1 if the pages gave up others before it.
    """

    draws: int
    number: str
    complete: bool = False
    lie: str = ""
    turn: int = 0
    liar: int = -1
    counters: int = 0
    messages: int = 0
    waits: tuple[int, ...] = ()
    deal: int = 1
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Company:
    """The people on other pages, as they are now.

    Attributes:
        presence: by seat: ``here``, ``away``, ``shaky`` (the connection is bad) or ``gone``.
        said: by seat, the last phrase and its number among all.
        muted: whether phrases are hidden here.
        hosting: whether this page is the host, to which all others are connected.
        host: the seat of the host that this page is connected to; -1 if there is none.
        inviter: the seat of the one who invites the others again once nobody is connected.
        watching: whether nobody on this page plays.
        checks: the joint draws, if the pages draw together.
    """

    presence: Mapping[int, str] = field(default_factory=dict)
    said: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    muted: bool = False
    hosting: bool = False
    watching: bool = False
    checks: Checks | None = None
    host: int = -1
    inviter: int = 0

    @property
    def talks(self) -> bool:
        """Whether a player of this page can say something to anyone."""
        return not self.watching and not self.alone

    @property
    def alone(self) -> bool:
        """Whether nobody is connected."""
        return all(how == "gone" for how in self.presence.values())

    def connected(self, seat: int) -> bool:
        """Whether the page of a seat is connected, so that moves reach it automatically."""
        return self.presence.get(seat, "gone") != "gone"
