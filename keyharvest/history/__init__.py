"""The past of a game: its moments, the one shown, and the growth of the points."""
