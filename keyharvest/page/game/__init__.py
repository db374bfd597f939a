"""The game on the table of a page: how it is opened, the curtain, its end."""
