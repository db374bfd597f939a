"""What to do, and why: the best turns compared, what they change, the analysis of a game, the coach."""
