"""The panels of the puzzles."""
