"""The past of a game: its moments, which one is shown, and how its points came together."""
