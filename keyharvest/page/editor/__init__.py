"""The editor: a position set up by hand, and what can be done with it."""
