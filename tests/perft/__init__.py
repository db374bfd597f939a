"""Perft: the number of move sequences from positions in the middle of interrupts, by the engine and by the referee."""
