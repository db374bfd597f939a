"""Measurement: matches, arena, studies, training, calibration, and the executors that play their games."""
