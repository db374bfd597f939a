"""The same record gives the same bytes on every Python, with every order of hashing, and in a page."""
