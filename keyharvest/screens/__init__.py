"""The screens around the game as strings of HTML, one module each; larger ones have a folder."""
