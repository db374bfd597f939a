"""Tests of `keyharvest/record/`."""
