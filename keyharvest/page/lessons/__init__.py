"""The course, lessons on the game's own board, demos, and demos made from a moment of a game."""
