"""Tests that click through the built page in a real browser."""
