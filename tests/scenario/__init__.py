"""Scenarios: the files, the library, and playing them."""
