"""Tests of `keyharvest/commands/`."""
