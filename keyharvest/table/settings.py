"""The settings of this browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from keyharvest.words.language import LANGUAGES, N_

THEMES: Final = {
    "auto": N_("Same as device"),
    "light": N_("Light"),
    "dark": N_("Dark"),
    "contrast": N_("High contrast"),
}
PACES: Final = {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast"), "step": N_("Step")}
#: Seconds that a computer player may think about one decision.
THINKING: Final = {"0.25": N_("¼ s"), "1": N_("1 s"), "2": N_("2 s"), "5": N_("5 s")}
#: Sizes of the text.
SIZES: Final = {"small": N_("Small"), "normal": N_("Normal"), "large": N_("Large"), "largest": N_("Largest")}
#: The languages to choose from: the browser's, or a fixed one.
TONGUES: Final = {"auto": N_("Same as browser"), **LANGUAGES}
#: Motion can follow the device's setting or be off.
MOTIONS: Final = {"device": N_("Same as device"), "none": N_("None")}
SOUNDS: Final = {"off": N_("Off"), "soft": N_("Soft"), "normal": N_("Normal"), "loud": N_("Loud")}
#: The volume of sounds, as a fraction of the loudest.
VOLUMES: Final = {"off": 0.0, "soft": 0.2, "normal": 0.5, "loud": 1.0}


#: The URI of an address service, a STUN server (RFC 7064): a host, and a port if it isn't the usual one.
_SERVICE: Final = re.compile(
    r"stun:(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?"
)


def is_service(text: object) -> bool:
    """Whether a value is the URI of an address service.

    >>> is_service("stun:stun.example.org:3478"), is_service("stun:[2001:db8::1]"), is_service("stun:example.org:70000")
    (True, True, False)
    """
    found = _SERVICE.fullmatch(text) if isinstance(text, str) else None
    return found is not None and 0 < int(found["port"] or 1) < 65536


@dataclass(slots=True)
class Settings:
    """The player's settings in this browser.

    ``service`` is the address service that the player allows live games to ask; empty for none.
    """

    theme: str = "auto"
    pace: str = "normal"
    confirm: bool = True
    size: str = "normal"
    motion: str = "device"
    sound: str = "off"
    letters: bool = True
    curtain: bool = False
    think: str = "1"
    language: str = "auto"
    service: str = ""


#: The words for the values of each setting that isn't a switch.
OPTIONS: Final = {
    "theme": THEMES,
    "pace": PACES,
    "size": SIZES,
    "motion": MOTIONS,
    "sound": SOUNDS,
    "think": THINKING,
    "language": TONGUES,
}
