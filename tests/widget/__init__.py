"""Tests of keyharvest/widget/."""
