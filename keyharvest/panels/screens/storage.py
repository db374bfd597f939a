"""Words about what this browser keeps."""

from __future__ import annotations

from typing import Final

from keyharvest.words.language import N_

UNSTORED: Final = N_("This browser does not let the page store anything: a game lasts as long as the page is open.")
