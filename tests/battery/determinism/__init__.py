"""The same record gives the same bytes on every Python, with every hash seed, and in a page."""
