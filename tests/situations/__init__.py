"""The catalogue of situations of the game, and a record that leads to each of them."""
