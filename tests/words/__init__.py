"""Tests of `keyharvest/words/`."""
