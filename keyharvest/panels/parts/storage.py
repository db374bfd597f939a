"""Words about storage in this browser."""

from __future__ import annotations

from typing import Final

from keyharvest.words.language import N_

UNSTORED: Final = N_("Your browser blocks storage: a game lasts only while this page is open.")
