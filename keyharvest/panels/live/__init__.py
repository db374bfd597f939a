"""Panels of live games: the invitation, the answer, the company at the table."""
