"""Games between several pages: what a page sends, and how it is merged into the game elsewhere. No clock, no socket."""

from keyharvest.remote.framing import LetterError
from keyharvest.remote.letter import Letter, is_letter, read_letter
from keyharvest.remote.merging import Meeting, Relation, letter_of, meet, merge, since

__all__ = [
    "Letter",
    "LetterError",
    "Meeting",
    "Relation",
    "is_letter",
    "letter_of",
    "meet",
    "merge",
    "read_letter",
    "since",
]
