"""The panels of the game screen, drawn from a `Scene` alone."""
