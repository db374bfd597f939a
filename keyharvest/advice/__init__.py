"""Advice with reasons: the best turns compared, their effects, the analysis of a game, the coach."""
