"""Tests of `keyharvest/knowledge/`."""
