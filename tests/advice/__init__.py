"""Tests of `keyharvest/advice/`."""
