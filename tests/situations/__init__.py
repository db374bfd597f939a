"""The catalogue of situations of the game, with a record that leads to each."""
