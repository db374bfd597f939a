"""Measuring: matches, arena, studies, training, calibration, and where their games are played."""
