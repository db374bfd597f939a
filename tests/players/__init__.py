"""Tests of `keyharvest/players/`."""
