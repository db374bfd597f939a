"""The screens around the game, one module each."""
