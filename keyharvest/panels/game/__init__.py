"""The panels of the game screen."""
