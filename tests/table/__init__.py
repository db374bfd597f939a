"""Tests of `keyharvest/table/`."""
