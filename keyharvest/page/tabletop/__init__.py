"""The game screen of one viewer, for games, lessons, puzzles and the editor: what is done there."""
