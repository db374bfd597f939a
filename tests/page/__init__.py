"""Tests of `keyharvest/page/`."""
