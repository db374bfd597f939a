"""Tests of `web/` that need no browser."""
