"""The site's address service (STUN), and whether the player lets the browser ask it."""

from __future__ import annotations

from dataclasses import replace

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.memory import Memory
from keyharvest.page.live.internet_view import Internet
from keyharvest.remote.calling import read_call
from keyharvest.table.settings import is_service
from keyharvest.words.language import _


class Service:
    """The address service that the site names, if any."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._address = ""

    @property
    def agreed(self) -> str:
        """The address of the service that the player has agreed to, of this site or an earlier one; or ""."""
        return self._memory.settings.service

    def found(self, address: str) -> None:
        """Store the address that the page's script has found. Raise ``ValueError`` if it isn't that of a service."""
        if not is_service(address):
            raise ValueError("message: peer: expected the address of an address service")
        self._address = address

    def agree(self, agreed: bool) -> Patch:
        """Allow or forbid the browser to ask the service. Raise ``ValueError`` if there is none."""
        if not self._address:
            raise ValueError(
                _("This site has no address service: you can only play live with devices on the same network.")
            )
        chosen = replace(self._memory.settings, service=self._address if agreed else "")
        return {"save": self._memory.choose(chosen)}

    def line(self, link: str) -> Internet | None:
        """Return what to show about the service; ``link`` is the link or answer made on this page, or ""."""
        if not self._address:
            return None
        answered = not link or read_call(link).outside > 0
        return Internet(self._address, self.agreed == self._address, answered)
