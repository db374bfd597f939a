"""The course, a lesson on the game's own board, demos, and a demo made of a moment."""
