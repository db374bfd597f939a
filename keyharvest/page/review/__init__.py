"""The review of a finished game, and its analysis."""
