"""Tests of `keyharvest/editor/`."""
