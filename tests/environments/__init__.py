"""Tests of `keyharvest/environments/`."""
