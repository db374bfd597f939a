"""The switch on an invitation that lets the browsers find each other over the internet too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from keyharvest.page.parts.controls import switch
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import N_, _

#: What usually keeps two browsers apart on the internet.
CAUSES: Final = N_(
    "Your browsers can't reach each other. “Also over the internet” must be on for both players, and even then some "
    "networks and VPNs don't let you connect. Playing by message works everywhere."
)


@dataclass(frozen=True, slots=True)
class Internet:
    """The address service (STUN) that the host of the site has chosen.

    Attributes:
        service: its URI.
        agreed: whether the player has agreed that the browser may ask it.
        answered: whether it has answered, as far as this page knows.
    """

    service: str
    agreed: bool
    answered: bool

    @property
    def host(self) -> str:
        """The host name of the service, without the URI's scheme and port."""
        host = self.service.removeprefix("stun:")
        return host if host.endswith("]") else host.rpartition(":")[0] or host


def internet_line(told: Internet | None) -> Html:
    """Draw the switch with its note; nothing if the site has no address service."""
    if told is None:
        return join()
    note = _(
        "Your browser asks {service} for this device's internet address. That server learns the address but nothing "
        "about the game; the other players learn it too. Without this, only devices on the same network can find each "
        "other."
    )
    silent = _("{service} doesn't answer: the link works only within one network.")
    return h.div(".internet")[
        switch(_("Also over the internet"), note.format(service=told.host), "service", told.agreed, "service"),
        h.p(".note-line", role="status")[icon("cross"), h.span[silent.format(service=told.host)]]
        if told.agreed and not told.answered
        else "",
    ]
