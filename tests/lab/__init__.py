"""Tests of `keyharvest/lab/`."""
