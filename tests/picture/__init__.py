"""Tests of `keyharvest/picture/`."""
