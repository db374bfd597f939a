"""Linters of what isn't Python: their configuration, and the command that runs them."""
