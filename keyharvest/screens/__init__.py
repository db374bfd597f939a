"""The screens around the game as strings of HTML: a module for each, or a folder for the larger ones."""
