"""The settings of this browser."""

from __future__ import annotations

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
#: Sizes of the text. Motion can follow the device or be off.
SIZES: Final = {"small": N_("Small"), "normal": N_("Normal"), "large": N_("Large"), "largest": N_("Largest")}
#: The languages to choose from: the browser's, or a fixed one.
TONGUES: Final = {"auto": N_("Same as browser"), **LANGUAGES}
MOTIONS: Final = {"device": N_("Same as device"), "none": N_("None")}
SOUNDS: Final = {"off": N_("Off"), "soft": N_("Soft"), "normal": N_("Normal"), "loud": N_("Loud")}
#: The loudness of sounds, as parts of the loudest.
VOLUMES: Final = {"off": 0.0, "soft": 0.2, "normal": 0.5, "loud": 1.0}


@dataclass(slots=True)
class Settings:
    """The player's settings in this browser."""

    theme: str = "auto"
    pace: str = "normal"
    confirm: bool = True
    size: str = "normal"
    motion: str = "device"
    sound: str = "off"
    letters: bool = True
    think: str = "1"
    language: str = "auto"


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
